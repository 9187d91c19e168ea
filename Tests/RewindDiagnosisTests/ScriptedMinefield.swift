import RewindDiagnosis
import RewindJSON
import RewindTestSupport

extension ScriptedApp {
  /// The minefield of `Tests/Fixtures/Minefield` as far as sessions need it that are searched by the thousand.
  ///
  /// `ScriptContractTests` holds the two against each other.
  static let minefield = ScriptedApp(
    initial: ["isArmed": false, "steps": 0],
    actions: Set(
      [
        "arm", "disarm", "tick", "step", "hide", "seek", "reveal", "lean", "spring", "index",
        "unwrap", "overflow", "fatal", "loop", "hoard", "exit", "raise", "abort", "stumble", "find",
        "open", "take", "give", "settle", "tire", "peek",
      ].map { "Move.\($0)" }
    )
  ) { run, action in
    let move = String(action.type.dropFirst("Move.".count))
    let payload = action.payload[move] ?? .null
    var field = run.state.object ?? JSONObject()
    let isArmed = field["isArmed"]?.bool ?? false
    let isHidden = run.hidden["secret"] != nil
    let debt = field["debt"]?.int
    field["steps"] = JSONValue((field["steps"]?.int ?? 0) + 1)
    switch move {
    case "arm": field["isArmed"] = true
    case "disarm": field["isArmed"] = false
    case "step": if isArmed { throw Death.trap("reduce(_:_:)", line: 1) }
    case "hide": run.hidden["secret"] = true
    case "seek": if isHidden { throw Death.trap("reduce(_:_:)", line: 2, message: "found") }
    case "reveal": run.hidden["secret"] = nil
    case "lean":
      if !isHidden { throw Death.trap("reduce(_:_:)", line: 3, message: "nothing hidden") }
    case "spring": if isHidden { field["isArmed"] = true }
    case "index": throw Death.trap("reduce(_:_:)", line: 4)
    case "unwrap": throw Death.trap("reduce(_:_:)", line: 5)
    case "overflow": throw Death.trap("reduce(_:_:)", line: 6)
    case "fatal": throw Death.trap("reduce(_:_:)", line: 7, message: "on purpose")
    case "loop": throw Death.hang
    case "hoard": throw Death.hoarding
    case "exit": throw Death.exit(Int32(payload["_0"]?.int ?? 0))
    case "raise": throw Death.signal(Int32(payload["_0"]?.int ?? 0), in: "reduce(_:_:)", line: 8)
    case "abort": throw Death.signal(6, in: "reduce(_:_:)", line: 9)
    case "stumble":
      throw isArmed
        ? Death.trap("stumbleArmed(_:)", line: 10) : Death.trap("stumbleUnarmed(_:)", line: 11)
    case "find":
      let keys = Set((field["keys"]?.array ?? []).compactMap(\.int))
        .union([payload["key"]?.int ?? 0])
      field["keys"] = .array(keys.sorted().map { JSONValue($0) })
    case "open":
      let keys = Set((field["keys"]?.array ?? []).compactMap(\.int))
      if keys.isSuperset(of: 1...6), payload["_0"]?.int ?? 0 > 10 {
        throw Death.trap("reduce(_:_:)", line: 12, message: "open")
      }
    case "take": field["debt"] = JSONValue((debt ?? 0) + 1)
    case "give": field["debt"] = JSONValue((debt ?? 0) - 1)
    case "settle":
      if isArmed, debt ?? 0 == 0 { throw Death.trap("reduce(_:_:)", line: 13, message: "settled") }
    case "tire":
      let tiredness = (run.memory["tiredness"]?.int ?? 0) + 1
      run.memory["tiredness"] = JSONValue(tiredness)
      if tiredness == 8 { throw Death.trap("reduce(_:_:)", line: 14, message: "tired") }
    case "peek":
      // What an impure reducer takes without telling: another value in each process.
      field["noise"] = .string("\(UInt64.random(in: .min ... .max))")
    default: break
    }
    run.state = .object(field)
  }
}
