import RewindJSON
import RewindTestSupport

/// A random session with every kind of line, and values that JavaScript cannot hold.
struct DevToolsSession {
  private(set) var file = SessionFile(app: "shop", attach: "store", ["form": 2, "version": "2.1"])
  /// Every state of it in order, the initial one first.
  private(set) var states: [JSONValue] = []
  private var state: JSONValue
  private var index = 0

  init(actions: Int, using random: inout SeededGenerator) {
    state = ["id": 9_007_199_254_740_993, "items": [], "byName": [:], "text": ""]
    states = [state]
    file.add([
      "after": 0, "state": state, "made": .bool(Bool.random(using: &random)),
      "wall": "2026-11-21T08:00:00.123Z",
    ])
    let isCrash = Bool.random(using: &random)
    for number in 1...actions {
      addOther(using: &random)
      addAction(isFatal: isCrash && number == actions, using: &random)
    }
    if !isCrash, Bool.random(using: &random) {
      file.add(["end": "closed", "index": JSONValue(index)])
    }
  }

  private mutating func addAction(isFatal: Bool, using random: inout SeededGenerator) {
    index += 1
    var action = JSONObject([("type", .string("Type.\(index % 4)"))])
    if Bool.random(using: &random) { action["payload"] = value(3, using: &random) }
    if Int.random(in: 0..<6, using: &random) == 0 { action["error"] = value(1, using: &random) }
    var line = JSONObject([
      ("index", JSONValue(index)),
      ("time", .number(JSONNumber(Double(index) / 8) ?? JSONNumber(0))),
      ("action", .object(action)),
    ])
    if Bool.random(using: &random) { line["source"] = "View.swift:12" }
    if index > 1, Bool.random(using: &random) { line["cause"] = JSONValue(index - 1) }
    file.add(.object(line))
    if Bool.random(using: &random) {
      let input: JSONValue = ["name": "dice", "value": value(1, using: &random)]
      file.add(["index": JSONValue(index), "input": input])
    }
    guard !isFatal else { return }
    let old = state
    change(using: &random)
    let patch = Patch(from: old, to: state).json
    file.add(
      Int.random(in: 0..<4, using: &random) == 0
        ? ["after": JSONValue(index), "state": state, "patch": patch]
        : ["after": JSONValue(index), "patch": patch]
    )
    states.append(state)
  }

  /// A note, an external change, or a move of a time machine.
  private mutating func addOther(using random: inout SeededGenerator) {
    let after = JSONValue(index)
    switch Int.random(in: 0..<10, using: &random) {
    case 0:
      file.add(["note": "background", "index": after, "time": JSONValue(index)])
    case 1:
      change(using: &random)
      file.add(["external": true, "after": after, "state": state])
      states.append(state)
    case 2:
      let to = Int.random(in: 0...index, using: &random)
      file.add(["travel": "jump", "index": after, "to": JSONValue(to)])
      change(using: &random)
      file.add(["external": true, "after": after, "state": state])
      states.append(state)
    default:
      break
    }
  }

  private mutating func change(using random: inout SeededGenerator) {
    guard var object = state.object else { return }
    switch Int.random(in: 0..<4, using: &random) {
    case 0:
      let items = object["items"]?.array ?? []
      object["items"] = .array(items.suffix(6) + [value(2, using: &random)])
    case 1: object["id"] = value(0, using: &random)
    case 2: object["byName"] = value(3, using: &random)
    default: break
    }
    state = .object(object)
  }

  private static let scalars: [JSONValue] = [
    .null, true, 0, -1, 1.5, "", "ä\u{1F600}\"\\\u{0}", "9007199254740993", 9_007_199_254_740_991,
    9_007_199_254_740_993, .number(JSONNumber(validText: "18446744073709551615")),
    .number(JSONNumber(validText: "-170141183460469231731687303715884105728")),
    .number(JSONNumber(validText: "0.1000000000000000055511151231257827")),
    .number(JSONNumber(validText: "1e400")), .number(JSONNumber(validText: "1E+2")), "1e400",
  ]

  /// A value without a member that has both a number beyond JavaScript's and a text that reads like it.
  private func value(_ depth: Int, using random: inout SeededGenerator) -> JSONValue {
    switch Int.random(in: 0..<(depth > 0 ? 5 : 3), using: &random) {
    case 3:
      let count = Int.random(in: 0...3, using: &random)
      return .array((0..<count).map { _ in .object(JSONObject([("n", number(using: &random))])) })
    case 4:
      var object = JSONObject()
      let names = ["a", "$jsan", "_$jsan", "~/", "é", "", "type"].shuffled(using: &random)
      for name in names.prefix(3) { object["\(depth)\(name)"] = value(depth - 1, using: &random) }
      object["$jsan"] = number(using: &random)
      object["_$jsan"] = "9007199254740993"
      return .object(object)
    default:
      return number(using: &random)
    }
  }

  private func number(using random: inout SeededGenerator) -> JSONValue {
    let numbers = Self.scalars.filter { $0.string.map { Double($0) == nil } ?? true }
    return numbers[Int.random(in: numbers.indices, using: &random)]
  }
}
