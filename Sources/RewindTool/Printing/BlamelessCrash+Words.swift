import RewindDiagnosis
import RewindJSON

extension BlamelessCrash {
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
    var members: [(String, JSONValue)] = [
      ("fatal", JSONValue(fatal)), ("class", .string("\(crash)")),
    ]
    switch why {
    case .sometimes(let crashes, let tries):
      members += [
        ("crashes", JSONValue(crashes)), ("tries", JSONValue(tries)), ("result", "sometimes"),
      ]
    case .encoding: members.append(("result", "encoding"))
    }
    members.append(("wrote", .array(FinalMessage(errorText).lines.map { .string($0) })))
    return .object(JSONObject(members))
  }
}
