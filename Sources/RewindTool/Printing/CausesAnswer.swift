import RewindJSON
import RewindSession
import RewindTimeline

/// The answer of `why` about an action: what it came from, through all stores of the session.
struct CausesAnswer: AnswerPart {
  private let timeline: Timeline
  private let action: RecordedAction
  private let chain: CauseChain
  /// The cycle that the action is the last of, which is told in one line.
  private let cycle: CauseCycle?

  /// True if the action has a cause.
  var isKnown: Bool { !chain.steps.isEmpty }

  var layout: AnswerLayout { .table }

  /// Reads the causes of an action; `report` gets a sentence on each log that is left out.
  init(_ timeline: Timeline, _ index: Int, report: (String) -> Void) throws {
    guard index > timeline.firstIndex else { throw InputError.isStart(index) }
    self.timeline = timeline
    action = try timeline.action(index)
    chain = try CauseChain(timeline, index, report: report)
    cycle = try timeline.cycle(to: index)
  }

  var json: JSONValue {
    JSONValue(present: [
      "index": JSONValue(action.index), "type": .string(action.type),
      "time": action.time.map { JSONValue($0) }, "causes": chain.json(in: timeline),
      "race": chain.race?.json(in: timeline), "cycle": cycle?.json,
    ])
  }

  func lines(_ style: Style) throws -> [String] {
    var lines = [line(action, style)]
    var last = action
    let inCycle = (cycle?.count ?? 1) - 1
    if let cycle {
      lines.append("    " + (try cycle.words(in: timeline)))
      last = chain.steps.prefix(inCycle).last?.action ?? last
    }
    for step in chain.steps.dropFirst(inCycle) {
      let reference = step.reference(of: last, in: timeline)
      let words = reference.words.escapedForTerminal
      guard let cause = step.action else {
        lines.append(
          "    \(words), which is "
            + (reference.store == nil ? "not in this log" : "in a log that is not beside this one")
        )
        return lines + ending
      }
      let wait = zip(last.time, cause.time).map { ", \(($0 - $1).fixed(3)) s after it" } ?? ""
      lines.append("    \(words)\(wait)")
      lines.append(line(cause, style))
      last = cause
    }
    lines.append("    no action is recorded as its cause")
    return lines + ending
  }

  /// The race, if there is one.
  private var ending: [String] {
    chain.race.flatMap { $0.rival == nil ? nil : ["", $0.sentence(in: timeline)] } ?? []
  }

  private func line(_ action: RecordedAction, _ style: Style) -> String {
    let own = action.storeIndex(in: timeline)
    let index = "\(own.index)".rightAligned(to: "\(self.action.index)".count)
    let time = action.time.map { "  " + style.dim($0.fixed(3)) } ?? ""
    let source = action.source.map { "  " + style.dim($0.escapedForTerminal) } ?? ""
    let lane =
      (own.store.map { "of \($0.escapedForTerminal)" } ?? timeline.lane(of: action))
      .map { "  \($0)" } ?? ""
    let isOwn = timeline.stores.isEmpty
    let brief =
      isOwn ? action.brief(style, width: 80) : action.brief(in: timeline, style, width: 80)
    return index + lane + time + "  " + brief + source
  }

  private func zip(_ first: Double?, _ second: Double?) -> (Double, Double)? {
    guard let first, let second else { return nil }
    return (first, second)
  }
}
