import RewindJSON
import RewindQuery
import RewindSession
import RewindTimeline

/// The search of `bisect --where` for the steps at which a condition begins and ceases to hold.
struct ConditionSearch {
  let timeline: Timeline
  let condition: StepExpression
  let terminal: Terminal

  /// A step at which the answer differs from the step before.
  private typealias Flip = (index: Int, holds: Bool)

  /// Searches and prints the result.
  func run(fast: Bool, asJSON: Bool) throws -> ExitStatus {
    let (flips, probes) = try fast ? halve() : scan()
    try terminal.warnOfNames(of: condition, in: timeline, isFound: !flips.isEmpty)
    try terminal.print(asJSON: asJSON, json(flips, probes), lines(flips, fast, probes))
    return flips.isEmpty ? .negative : .success
  }

  /// Evaluates every step.
  private func scan() throws -> (flips: [Flip], probes: Int) {
    let progress = Progress()
    var flips: [Flip] = []
    var probes = 0
    let last = try timeline.lastState() ?? -1
    try timeline.truths(of: condition, in: timeline.firstIndex...max(last, timeline.firstIndex)) {
      progress.show("state \($0) of \(last)")
    } _: { index, holds in
      guard let holds else { return true }
      probes += 1
      if holds != (flips.last?.holds ?? false) { flips.append((index, holds)) }
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
      return ([(low, true)], 1)
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
    return ([(high, true)], probes)
  }

  private func json(_ flips: [Flip], _ probes: Int) -> JSONValue {
    let list = flips.map { flip in
      JSONValue(present: [
        "index": JSONValue(flip.index), "holds": .bool(flip.holds),
        "external": changedExternally(before: flip.index) ? true : .none,
      ])
    }
    return [
      "index": JSONValue(flips.first?.index), "probes": JSONValue(probes),
      "result": flips.isEmpty ? "not-found" : "found", "flips": .array(list),
    ]
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

  private func lines(_ flips: [Flip], _ fast: Bool, _ probes: Int) throws -> [String] {
    guard !flips.isEmpty else {
      let states = fast ? "no state that was checked" : "no state"
      return ["\(condition.text.escapedForTerminal) holds in \(states)."]
    }
    let style = terminal.output
    let width = flips.map { "\($0.index)".count }.max() ?? 1
    var lines = [condition.text.escapedForTerminal]
    for flip in flips {
      let action =
        flip.index == timeline.firstIndex
        ? timeline.startInWords : try timeline.action(flip.index).brief(style, width: 50)
      let verdict = flip.holds ? style.green("holds from   ") : style.yellow("stops at     ")
      let external = changedExternally(before: flip.index) ? Self.externalChange : ""
      lines.append(
        "  \(verdict) \("\(flip.index)".rightAligned(to: width))  \(action)\(external)"
      )
    }
    guard fast else { return lines }
    let states = counted(probes, "state")
    lines.append(
      style.dim(
        "Only \(states) checked, assuming that it changes once; without --fast, each one is."
      )
    )
    return lines
  }
}
