import RewindJSON
import RewindQuery
import RewindSession
import RewindTimeline

/// The search of `bisect --where` for the steps at which a condition begins and ceases to hold.
struct ConditionSearch {
  private let timeline: Timeline
  private let condition: StepExpression
  private let terminal: Terminal

  init(_ timeline: Timeline, _ condition: StepExpression, _ terminal: Terminal) {
    self.timeline = timeline
    self.condition = condition
    self.terminal = terminal
  }

  /// A step at which the answer differs from the step before.
  private struct Flip {
    let index: Int
    let holds: Bool
  }

  /// Searches and prints the result.
  func run(fast: Bool, asJSON: Bool) throws -> ExitStatus {
    let (flips, probes) = try fast ? halve() : scan()
    let first = flips.first { $0.holds }
    try terminal.warnOfNames(of: condition, in: timeline, isFound: first != nil)
    if asJSON {
      terminal.print(json: json(flips, first, probes))
    } else {
      for line in try lines(flips, first, fast, probes) { terminal.printWrapped(line) }
    }
    return first == nil ? .negative : .success
  }

  /// Evaluates every step.
  private func scan() throws -> (flips: [Flip], probes: Int) {
    let progress = Progress()
    defer { progress.done() }
    var flips: [Flip] = []
    var probes = 0
    let last = try timeline.lastState() ?? -1
    try timeline.truths(of: condition, in: timeline.firstIndex...max(last, timeline.firstIndex)) {
      progress.show("state \($0) of \(last)")
    } _: { index, holds in
      guard let holds else { return true }
      probes += 1
      if holds != (flips.last?.holds ?? false) { flips.append(Flip(index: index, holds: holds)) }
      return true
    }
    return (flips, probes)
  }

  /// Evaluates the first and the last step, and bisects between them.
  private func halve() throws -> (flips: [Flip], probes: Int) {
    guard var high = try timeline.lastState() else { return ([], 0) }
    var low = timeline.firstIndex
    var probes = 2
    if try condition.holds(at: TimelineStep(timeline, low)) {
      return ([Flip(index: low, holds: true)], 1)
    }
    guard try condition.holds(at: TimelineStep(timeline, high)) else {
      terminal.warn(
        """
        rewind: It holds neither in the first nor in the last state. --fast finds nothing between \
        the two; omit it to check every state.
        """
      )
      return ([], probes)
    }
    while high - low > 1 {
      let middle = (low + high) / 2
      probes += 1
      if try condition.holds(at: TimelineStep(timeline, middle)) {
        high = middle
      } else {
        low = middle
      }
    }
    return ([Flip(index: high, holds: true)], probes)
  }

  private func json(_ flips: [Flip], _ first: Flip?, _ probes: Int) -> String {
    let list = flips.map { flip -> JSONValue in
      let step: JSONValue = ["index": JSONValue(flip.index), "holds": .bool(flip.holds)]
      guard changedExternally(before: flip.index), var object = step.object else { return step }
      object.append("external", true)
      return .object(object)
    }
    let answer: JSONValue = [
      "index": first.map { JSONValue($0.index) } ?? .null, "probes": JSONValue(probes),
      "result": .string(first == nil ? "not-found" : "found"), "flips": .array(list),
    ]
    return answer.text
  }

  /// Another possible cause of a flip: `history` shows which of the two it was.
  private static let externalChange = ", or an external change before it"

  /// Returns true if the state changed between two actions: by an external change or a time machine.
  private func changedExternally(before index: Int) -> Bool {
    guard index > timeline.firstIndex, let before = try? timeline.state(before: index),
      let after = try? timeline.state(after: index - 1)
    else { return false }
    return before != after
  }

  private func assumption(_ probes: Int) -> String {
    let states = counted(probes, "state")
    return terminal.output.dim(
      "Only \(states) checked, assuming that it changes once; without --fast, each one is."
    )
  }

  private func lines(
    _ flips: [Flip],
    _ first: Flip?,
    _ fast: Bool,
    _ probes: Int
  ) throws -> [String] {
    guard first != nil else {
      let states = fast ? "no state that was checked" : "no state"
      return ["\(condition.text.escapedForTerminal) holds in \(states)."]
    }
    let width = flips.map { "\($0.index)".count }.max() ?? 1
    return try [condition.text.escapedForTerminal]
      + flips.map { flip in
        let style = terminal.output
        let action =
          flip.index == timeline.firstIndex
          ? timeline.startInWords : try timeline.action(flip.index).brief(style, width: 50)
        let verdict = flip.holds ? style.green("holds from   ") : style.yellow("stops at     ")
        let external = changedExternally(before: flip.index) ? Self.externalChange : ""
        return "  \(verdict) \("\(flip.index)".rightAligned(to: width))  \(action)\(external)"
      } + (fast ? [assumption(probes)] : [])
  }
}
