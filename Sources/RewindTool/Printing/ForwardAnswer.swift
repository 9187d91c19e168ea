import RewindDiagnosis
import RewindJSON
import RewindText
import RewindTimeline

/// The answer of `why --forward`: what came of an action, by a replay without it.
struct ForwardAnswer: AnswerPart {
  let timeline: Timeline
  let found: ForwardDifference

  /// The rows of each list that are shown to a person.
  private static let shown = 12

  var layout: AnswerLayout { .table }

  /// True if anything came of it.
  var isFound: Bool {
    !(found.own + found.final).isEmpty || !found.answers.isEmpty || !isEndSame
  }

  private var isEndSame: Bool {
    found.result.crash?.origin == timeline.end.fatalAction && found.final.isEmpty
  }

  var json: JSONValue {
    [
      "index": JSONValue(found.index), "changes": .array(found.own.map(\.json)),
      "answers": .array(found.answers.map { JSONValue($0) }),
      "others": .array(
        found.others.map { action in
          [
            "index": JSONValue(action.index), "type": .string(action.type),
            "recorded": .array(action.recorded.map(\.json)),
            "replayed": .array(action.replayed.map(\.json)),
          ]
        }
      ),
      "lastCompared": JSONValue(found.lastCompared),
      "end": found.result.crash.map { crash in
        ["class": .string("\(crash.class)"), "fatal": JSONValue(crash.origin)]
      } ?? .null,
      "recordedFatal": JSONValue(timeline.end.fatalAction), "isEndSame": .bool(isEndSame),
      "different": .array(found.final.map(\.json)),
    ]
  }

  func lines(_ style: Style) throws -> [String] {
    let action = try timeline.action(found.index)
    var lines = ["\(found.index)  \(action.brief(in: timeline, style, width: 80))"]
    lines += rows(found.own, style) + ["A replay without it:"]
    if !found.answers.isEmpty {
      let came = counted(found.answers.count, "action")
      lines.append(
        "    \(came) that came of it left out: \(found.answers.map(String.init).shortList)"
      )
    }
    for other in found.others.prefix(Self.shown) {
      let name = "\(other.index)  \(other.type.escapedForTerminal)"
      lines.append("\(name)  would have changed")
      lines +=
        rows(other.replayed, style) + ["  instead of"] + rows(other.recorded, style)
    }
    let more = found.others.count - Self.shown
    if more > 0 { lines.append("… and \(counted(more, "more action"))") }
    if found.others.isEmpty, let last = found.lastCompared {
      lines.append("    the other actions up to \(last) change the same")
    }
    return lines + [ending] + (found.final.isEmpty ? [] : rows(found.final, style))
  }

  /// The end of the replay beside that of the recording, and the states after the last action that both have.
  private var ending: String {
    let state =
      found.lastCompared.map { last in
        let count = found.final.count
        return count == 0
          ? "; the state after action \(last) is the same."
          : "; the state after action \(last) differs in \(counted(count, "value")):"
      } ?? "."
    switch (found.result.crash, timeline.end.fatalAction) {
    case (let crash?, let fatal?) where crash.origin == fatal:
      return "It still dies in action \(fatal) (\(crash.class))\(state)"
    case (let crash?, _):
      let place = crash.origin.map { "in action \($0)" } ?? "before its first action"
      return "It dies \(place) (\(crash.class)), which the recording does not\(state)"
    case (nil, let fatal?):
      return found.answers.contains(fatal) || found.index == fatal
        ? "It survives, without action \(fatal), in which the recording died\(state)"
        : "It survives action \(fatal), in which the recording died\(state)"
    case (nil, nil):
      return "It ends as the recording does\(state)"
    }
  }

  private func rows(_ changes: [Change], _ style: Style) -> [String] {
    if changes.isEmpty { return ["    nothing"] }
    return timeline.lines(of: changes, style, limit: Self.shown).map { "  " + $0 }
  }
}
