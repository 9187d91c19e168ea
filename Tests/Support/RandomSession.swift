public import RewindJSON
import RewindTimeline

/// A random session and, beside it, every state of it: what the timeline is held against.
public struct RandomSession {
  /// The state after each action; the one at 0 is the initial state.
  public private(set) var states: [JSONValue]
  /// The state that each action began with, where it was changed in between from outside.
  public private(set) var statesBefore: [Int: JSONValue] = [:]
  public private(set) var file = SessionFile()
  /// What each state line says, changes from outside included.
  public private(set) var lines: [Line]

  public struct Line {
    public let index: Int
    public let isExternal: Bool
    public let patch: Patch
    public let state: JSONValue
  }

  public init(actions: Int, using random: inout some RandomNumberGenerator) {
    var state: JSONValue = ["count": 0, "items": [], "byName": [:], "flag": false, "rows": []]
    states = [state]
    lines = [Line(index: 0, isExternal: false, patch: Patch(), state: state)]
    var rows = 0
    file.add(["after": 0, "state": state])
    for index in 1...actions {
      if Int.random(in: 0..<12, using: &random) == 0 {
        let changed = Self.changed(state, &rows, using: &random)
        let patch = Patch(from: state, to: changed)
        file.add(["external": true, "after": JSONValue(index - 1), "patch": patch.json])
        state = changed
        lines.append(Line(index: index - 1, isExternal: true, patch: patch, state: state))
        statesBefore[index] = state
      }
      if Int.random(in: 0..<9, using: &random) == 0 {
        file.add(["note": .string("n\(index)"), "index": JSONValue(index - 1), "time": 1])
      }
      file.add([
        "index": JSONValue(index), "time": .number(JSONNumber(index)),
        "action": ["type": .string("T\(index % 3)"), "payload": ["n": JSONValue(index)]],
      ])
      for name in ["date", "random"].prefix(Int.random(in: 0...2, using: &random)) {
        file.add(["index": JSONValue(index), "input": ["name": .string(name), "value": 1]])
      }
      let next = Self.changed(state, &rows, using: &random)
      let change = Patch(from: state, to: next)
      let patch = change.json
      switch Int.random(in: 0..<10, using: &random) {
      case 0: file.add(["after": JSONValue(index), "state": next, "patch": patch])
      case 1: file.add(["after": JSONValue(index), "patch": patch, "state": next])
      // As a recorder writes one instead of a very large patch.
      case 2: file.add(["after": JSONValue(index), "state": next])
      default: file.add(["after": JSONValue(index), "patch": patch])
      }
      state = next
      states.append(state)
      lines.append(Line(index: index, isExternal: false, patch: change, state: state))
    }
  }

  /// The state that an action began with.
  public func stateBefore(_ index: Int) -> JSONValue { statesBefore[index] ?? states[index - 1] }

  /// The state with one random change, or none.
  private static func changed(
    _ state: JSONValue,
    _ lastRow: inout Int,
    using random: inout some RandomNumberGenerator
  ) -> JSONValue {
    guard var object = state.object else { return state }
    var items = object["items"]?.array ?? []
    let value = JSONValue(Int.random(in: 0..<5, using: &random))
    if Bool.random(using: &random) {
      let rows = object["rows"]?.array ?? []
      object["rows"] = .array(changed(rows: rows, &lastRow, using: &random))
      if Int.random(in: 0..<3, using: &random) > 0 { return .object(object) }
    }
    switch Int.random(in: 0..<8, using: &random) {
    case 0: object["count"] = value
    case 1: items.append(value)
    case 2: items.insert(value, at: 0)
    case 3: if !items.isEmpty { items.remove(at: Int.random(in: items.indices, using: &random)) }
    case 4: if !items.isEmpty { items[Int.random(in: items.indices, using: &random)] = value }
    case 5:
      var names = object["byName"]?.object ?? JSONObject()
      let key = "k\(Int.random(in: 0..<4, using: &random))"
      names[key] = names[key] == nil ? value : nil
      object["byName"] = .object(names)
    case 6: object["flag"] = object["flag"] == true ? false : true
    default: break
    }
    object["items"] = .array(items)
    return .object(object)
  }

  /// Elements that have an `id`, put in, taken out, moved about and changed.
  private static func changed(
    rows: [JSONValue],
    _ lastRow: inout Int,
    using random: inout some RandomNumberGenerator
  ) -> [JSONValue] {
    var rows = rows
    let value = JSONValue(Int.random(in: 0..<5, using: &random))
    let position = rows.indices.randomElement(using: &random)
    switch (Int.random(in: 0..<6, using: &random), position) {
    case (0, let position?):
      rows.remove(at: position)
    case (1, let position?):
      let row = rows.remove(at: position)
      rows.insert(row, at: Int.random(in: 0...rows.count, using: &random))
    case (2, let position?), (3, let position?):
      var row = rows[position].object ?? JSONObject()
      row["n"] = value
      row["tags"] = [value, ["of": .string("tag \(value)")]]
      rows[position] = .object(row)
    case (4, .some):
      rows.shuffle(using: &random)
    default:
      lastRow += 1
      rows.insert(
        ["id": JSONValue(lastRow), "n": value, "name": .string("row number \(lastRow)")],
        at: Int.random(in: 0...rows.count, using: &random)
      )
    }
    return rows
  }

  /// A pointer that some state may have a value at.
  public static func pointer(using random: inout some RandomNumberGenerator) -> Pointer {
    let pointers = [
      [], ["count"], ["items"], ["flag"], ["byName"], ["byName", "k1"], ["byName", "k3"],
      ["items", "0"], ["items", "1"], ["items", "4"], ["nowhere"], ["rows"], ["rows", "0"],
      ["rows", "1", "n"], ["rows", "3", "name"], ["rows", "2", "tags", "1", "of"],
      ["rows", "0", "id"],
    ]
    return Pointer(tokens: pointers[Int.random(in: pointers.indices, using: &random)])
  }
}
