import RewindDiagnosis
import RewindJSON

extension UnattributedCrash {
  /// The crash, and why no action is to blame, in sentences.
  var lines: [String] {
    switch why {
    case .sometimes(let crashes, let tries):
      [
        "Action \(fatal) crashes only sometimes (\(crash)): in \(crashes) of \(tries) replays on the same state.",
        "Its reducer reads something that is neither in the state nor in the log, so no action before it is to "
          + "blame: Recorded.random(in:), Recorded.date() and their like record such values.",
      ] + FinalMessage(errorText).labeled()
    case .encoding:
      [
        "No reducer crashes: the app dies (\(crash)) while the state after action \(fatal) is encoded, in "
          + "an `encode(to:)`."
      ] + FinalMessage(errorText).labeled()
    }
  }

  /// The same for scripts.
  var json: JSONValue {
    var json = JSONObject([("fatal", JSONValue(fatal)), ("class", .string("\(crash)"))])
    switch why {
    case .sometimes(let crashes, let tries):
      json["crashes"] = JSONValue(crashes)
      json["tries"] = JSONValue(tries)
      json["result"] = "sometimes"
    case .encoding:
      json["result"] = "encoding"
    }
    json["wrote"] = JSONValue(FinalMessage(errorText).lines)
    return .object(json)
  }
}
