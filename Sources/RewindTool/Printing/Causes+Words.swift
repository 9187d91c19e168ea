import RewindJSON
import RewindSession
import RewindText
import RewindTimeline

extension CauseReference {
  /// The cause for programs, with its action if a log has it.
  func json(_ action: RecordedAction?) -> JSONValue {
    JSONValue(present: [
      "index": JSONValue(index), "store": store.map { .string($0) },
      "kind": .string(isSubscription ? "subscription" : "answer"),
      "type": action.map { .string($0.type) }, "time": action?.time.map { JSONValue($0) },
    ])
  }
}

extension AnswerRace {
  /// The race in words, as of the answer to action 41 (Fetch) that came after action 44 (Logout).
  var sentence: String {
    func name(_ action: RecordedAction) -> String {
      "action \(action.index) (\(action.type.escapedForTerminal))"
    }
    guard let rival else {
      let wait = seconds.map { ", \($0.fixed(3)) s later" } ?? ""
      return "Action \(answer.index) answers \(name(request))\(wait)."
    }
    let pointer = rival.pointer.description.escapedForTerminal
    let changed = pointer.isEmpty ? "the state" : pointer
    return
      "The answer to \(name(request)) came after \(name(rival.action)), which had changed \(changed) as well."
  }

  var json: JSONValue {
    var object = JSONObject([
      ("request", JSONValue(request.index)), ("type", .string(request.type)),
    ])
    if let seconds { object["seconds"] = JSONValue(seconds) }
    if let rival {
      object["rival"] = [
        "index": JSONValue(rival.action.index), "type": .string(rival.action.type),
        "pointer": .string(rival.pointer.description),
      ]
    }
    return .object(object)
  }
}
