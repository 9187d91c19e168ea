import RewindJSON
import RewindSession
import RewindText
import RewindTimeline

extension CauseReference {
  /// The cause for programs, with its action if a log has it.
  func json(_ action: RecordedAction?) -> JSONValue {
    JSONValue(present: [
      "index": JSONValue(index), "store": store.map { .string($0) },
      "kind": .string("\(kind)"),
      "type": action.map { .string($0.type) }, "time": action?.time.map { JSONValue($0) },
    ])
  }
}

extension CauseChain {
  /// The causes for programs; in another store, they have its name.
  func json(in timeline: Timeline) -> JSONValue {
    .array(
      steps.map { step in
        step.reference(of: nil, in: timeline).json(step.action)
      }
    )
  }
}

extension CauseCycle {
  var json: JSONValue {
    [
      "first": JSONValue(first), "count": JSONValue(count), "turns": JSONValue(turns),
      "types": JSONValue(types), "origin": JSONValue(origin),
    ]
  }
}

extension AnswerRace {
  /// Returns the race in words, as of the answer to action 41 (Fetch) that came after action 44 (Logout).
  func sentence(in timeline: Timeline) -> String {
    func name(_ action: RecordedAction) -> String {
      let (index, store) = action.storeIndex(in: timeline)
      let lane = (store.map { " of \($0)" } ?? "").escapedForTerminal
      return "action \(index)\(lane) (\(action.type.escapedForTerminal))"
    }
    guard let rival else {
      let wait = seconds.map { ", \($0.fixed(3)) s later" } ?? ""
      return "Action \(answer.storeIndex(in: timeline).index) answers \(name(request))\(wait)."
    }
    let pointer = rival.pointer.description.escapedForTerminal
    let changed = pointer.isEmpty ? "the state" : pointer
    return
      "The answer to \(name(request)) came after \(name(rival.action)), which had changed \(changed) as well."
  }

  func json(in timeline: Timeline) -> JSONValue {
    let (index, store) = request.storeIndex(in: timeline)
    var object = JSONObject([("request", JSONValue(index)), ("type", .string(request.type))])
    object["store"] = store.map { .string($0) }
    if let seconds { object["seconds"] = JSONValue(seconds) }
    if let rival {
      let (index, store) = rival.action.storeIndex(in: timeline)
      var other = JSONObject([
        ("index", JSONValue(index)), ("type", .string(rival.action.type)),
        ("pointer", .string(rival.pointer.description)),
      ])
      other["store"] = store.map { .string($0) }
      object["rival"] = .object(other)
    }
    return .object(object)
  }
}
