import RewindQuery
import RewindTimeline

extension TruthRuns {
  /// The number of runs shown to a person.
  private static let shown = 5

  /// The extent of the last run, to follow "it holds": `from the state after action 9 on`.
  var extent: String? {
    guard let run = last else { return nil }
    if lastsToEnd { return "from \(run.first.words) on" }
    return run.first == run.last
      ? "in \(run.first.words)" : "from \(run.first.words) to \(run.last.words)"
  }

  /// The runs before the last, to follow "It held before, after …"; nil if there are none.
  var earlier: String? {
    let others = runs.dropLast()
    guard !others.isEmpty else { return nil }
    let more = others.count - Self.shown
    let text = others.suffix(Self.shown).map { span($0.first.index, $0.last.index) }
      .joined(separator: ", ")
    return text + (more > 0 ? ", and \(counted(more, "time")) before that" : "")
  }

  /// The ranges of states that are listed one by one; of more, their number and extent are told.
  private static let listed = 12

  /// Returns the actions after which nothing was classified, in words.
  ///
  /// Nobody reads the hundreds of ranges of a long session.
  ///
  /// - Parameters:
  ///   - ranges: The indexes of the actions.
  ///   - inJSON: True if the command's `--json` has them all, as is said where they are too many.
  /// - Returns: The words, to follow "Not tried:".
  static func words(_ ranges: [ClosedRange<Int>], inJSON: Bool = true) -> String {
    if ranges.count > listed, let first = ranges.first, let last = ranges.last {
      let count = counted(ranges.reduce(0) { $0 + $1.count }, "state")
      let extent = "\(count) after \(first.lowerBound) to \(last.upperBound)"
      return inJSON ? "\(extent) (--json lists them)" : extent
    }
    let isOne = ranges.count == 1 && ranges[0].count == 1
    let text = ranges.map { span($0.lowerBound, $0.upperBound) }
    return "the \(isOne ? "state" : "states") after \(text.joined(separator: ", "))"
  }
}

extension TruthRuns.Position {
  /// `the state after action 9`.
  var words: String {
    switch (index, external) {
    case (0, 0): "the initial state"
    case (0, _): "the state that was set before action 1"
    case (_, 0): "the state after action \(index)"
    default: "the state that was set after action \(index)"
    }
  }
}
