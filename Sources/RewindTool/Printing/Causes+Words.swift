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
  /// The race in words, as of the answer to Fetch, 41, that came after Logout, 44.
  var sentence: String {
    let name = "\(request.type.escapedForTerminal), \(request.index)"
    let wait = seconds.map { ", \($0.fixed(3)) s after it" } ?? ""
    guard let rival else {
      return "Action \(answer.index) answers \(name)\(wait)."
    }
    let other = "\(rival.action.type.escapedForTerminal), \(rival.action.index)"
    let place = rival.pointer.description.escapedForTerminal
    return
      "The answer to \(name), came after \(other), which had changed \(place.isEmpty ? "the state" : place) as well."
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
