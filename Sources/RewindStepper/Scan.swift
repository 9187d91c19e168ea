import RewindQuery
import RewindTimeline

/// A search through a session for steps that meet a criterion.
///
/// It runs in slices, so that keys are handled meanwhile.
struct Scan {
  enum Direction {
    case forward
    case back
  }

  let criterion: StepCriterion
  let direction: Direction
  /// The steps that have not been searched.
  private(set) var rest: ClosedRange<Int>?
  private let count: Int
  private let timeline: Timeline

  /// The number of steps searched at once when going back: enough to make up for seeking the first.
  private static let block = 128
  /// The number of steps between looks at the clock.
  private static let interval = 16

  /// Begins a scan with its own timeline, whose position no one else moves.
  static func begin(
    _ timeline: Timeline,
    _ criterion: StepCriterion,
    _ direction: Direction,
    in range: ClosedRange<Int>
  ) -> Scan? {
    guard let own = try? Timeline.open(timeline.log) else { return nil }
    return Scan(
      criterion: criterion,
      direction: direction,
      rest: range,
      count: range.count,
      timeline: own
    )
  }

  /// The share of the steps that have been searched.
  var share: Double { 1 - Double(rest?.count ?? 0) / Double(max(count, 1)) }

  /// Continues until something is found, everything is searched, or the slice is over.
  ///
  /// Forward, `found` is called with each match and returns whether to continue; backward, with the
  /// last match of a block.
  mutating func advance(
    until isOver: () -> Bool,
    _ found: (_ index: Int) -> Bool
  ) throws {
    while let range = rest, !isOver() {
      switch direction {
      case .forward: try advanceForward(range, until: isOver, found)
      case .back: try advanceBack(range, found)
      }
    }
  }

  /// Continues until everything is searched or the slice is over; returns the matches.
  mutating func matches(until isOver: () -> Bool) throws -> [Int] {
    var matches: [Int] = []
    try advance(until: isOver) {
      matches.append($0)
      return true
    }
    return matches
  }

  private mutating func advanceForward(
    _ range: ClosedRange<Int>,
    until isOver: () -> Bool,
    _ found: (_ index: Int) -> Bool
  ) throws {
    var looked = range.upperBound
    var isDone = false
    try criterion.truths(of: timeline, in: range) { index, holds in
      if holds, !found(index) { isDone = true }
      let goesOn = !isDone && (index % Self.interval != 0 || !isOver())
      if !goesOn { looked = index }
      return goesOn
    }
    rest = isDone || looked >= range.upperBound ? nil : looked + 1...range.upperBound
  }

  private mutating func advanceBack(
    _ range: ClosedRange<Int>,
    _ found: (_ index: Int) -> Bool
  ) throws {
    let first = max(range.lowerBound, range.upperBound - Self.block + 1)
    var last: Int?
    try criterion.truths(of: timeline, in: first...range.upperBound) { index, holds in
      if holds { last = index }
      return true
    }
    if let last, !found(last) {
      rest = nil
    } else {
      rest = first > range.lowerBound ? range.lowerBound...first - 1 : nil
    }
  }
}
