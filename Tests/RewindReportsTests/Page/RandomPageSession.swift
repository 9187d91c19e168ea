import RewindJSON
import RewindTestSupport

/// A session with all that a page has to show: numbers as apps write them, texts of every script, lists
/// that are shuffled, external changes, whole states without patches, notes and inputs.
struct RandomPageSession {
  private(set) var file = SessionFile(app: "random")
  private var state: JSONValue = [
    "count": 0, "name": "a", "price": 1, "items": [], "rows": [], "byName": [:], "a/b~c": ["": 0],
  ]
  private var lastRow = 0

  init(actions: Int, using random: inout some RandomNumberGenerator) {
    file.add(["after": 0, "state": state])
    for index in 1...actions {
      let payload: JSONValue = [
        "by": Self.value(using: &random), "text": Self.text(using: &random),
      ]
      let types = ["Add", "Flip.card", "Set", "Ünïcode"]
      file.add(index, types.randomElement(using: &random) ?? "Add", payload, state: nil)
      if Bool.random(using: &random) {
        file.add([
          "index": JSONValue(index),
          "input": ["name": "dice", "value": Self.value(using: &random)],
        ])
      }
      step(index, isExternal: false, using: &random)
      if Int.random(in: 0..<12, using: &random) == 0 {
        step(index, isExternal: true, using: &random)
      }
      if Int.random(in: 0..<15, using: &random) == 0 {
        file.add(["note": Self.text(using: &random), "index": JSONValue(index)])
      }
    }
  }

  private mutating func step(
    _ index: Int,
    isExternal: Bool,
    using random: inout some RandomNumberGenerator
  ) {
    let before = state
    for _ in 0..<Int.random(in: 0...3, using: &random) { change(using: &random) }
    var line = JSONObject(isExternal ? [("external", true)] : [])
    line["after"] = JSONValue(index)
    let kind = Int.random(in: 0..<10, using: &random)
    if kind < 2 { line["state"] = state }
    if kind != 0 { line["patch"] = Patch(from: before, to: state).json }
    file.add(.object(line))
  }

  private mutating func change(using random: inout some RandomNumberGenerator) {
    guard var object = state.object else { return }
    let value = Self.value(using: &random)
    switch Int.random(in: 0..<9, using: &random) {
    case 0: object["count"] = JSONValue((object["count"]?.int ?? 0) + 1)
    case 1: object["name"] = Self.text(using: &random)
    case 2: object["price"] = Self.number(using: &random)
    case 3: object["items"] = .array(Self.changed(object["items"]?.array ?? [], value, &random))
    case 4: object["byName"] = Self.toggled(object["byName"], value, &random)
    case 5: object["a/b~c"] = ["": value]
    case 6: object["extra"] = object["extra"] == nil ? value : nil
    default: object["rows"] = .array(changedRows(object["rows"]?.array ?? [], value, &random))
    }
    state = .object(object)
  }

  private static func toggled(
    _ object: JSONValue?,
    _ value: JSONValue,
    _ random: inout some RandomNumberGenerator
  ) -> JSONValue {
    var members = object?.object ?? JSONObject()
    let key = ["k0", "__proto__", "constructor", "7"].randomElement(using: &random) ?? "k0"
    members[key] = members[key] == nil ? value : nil
    return .object(members)
  }

  private static func changed(
    _ elements: [JSONValue],
    _ value: JSONValue,
    _ random: inout some RandomNumberGenerator
  ) -> [JSONValue] {
    var elements = elements
    let position = elements.indices.randomElement(using: &random)
    switch (Int.random(in: 0..<4, using: &random), position) {
    case (0, let position?): elements.remove(at: position)
    case (1, let position?): elements[position] = value
    default: elements.insert(value, at: Int.random(in: 0...elements.count, using: &random))
    }
    return elements
  }

  /// Elements with an `id`, put in, taken out, moved about and changed.
  private mutating func changedRows(
    _ rows: [JSONValue],
    _ value: JSONValue,
    _ random: inout some RandomNumberGenerator
  ) -> [JSONValue] {
    var rows = rows
    let position = rows.indices.randomElement(using: &random)
    switch (Int.random(in: 0..<6, using: &random), position) {
    case (0, let position?): rows.remove(at: position)
    case (1, let position?): rows.append(rows.remove(at: position))
    case (2, .some): rows.shuffle(using: &random)
    case (3, let position?), (4, let position?):
      var row = rows[position].object ?? JSONObject()
      row["n"] = value
      rows[position] = .object(row)
    default:
      lastRow += 1
      let row: JSONValue = [
        "id": JSONValue(lastRow), "n": value, "name": .string("row \(lastRow)"),
      ]
      rows.insert(row, at: Int.random(in: 0...rows.count, using: &random))
    }
    return rows
  }

  private static func value(using random: inout some RandomNumberGenerator) -> JSONValue {
    switch Int.random(in: 0..<7, using: &random) {
    case 0: .null
    case 1: true
    case 2: text(using: &random)
    case 3: [1, "two", ["three": 3]]
    case 4: ["deep": ["er": number(using: &random)]]
    default: number(using: &random)
    }
  }

  private static func text(using random: inout some RandomNumberGenerator) -> JSONValue {
    let texts = [
      "", "a", "Flip", "flip flop", "line\nfeed", "\"quoted\"", "tab\t\\", "ß Ünï", "日本 テスト", "👩‍👩‍👧 🎈",
      "\u{202E}right", "</script>", "\u{FFFD}\u{10FFFF}", "e\u{301}", "\u{E9}",
    ]
    return .string(texts.randomElement(using: &random) ?? "")
  }

  private static func number(using random: inout some RandomNumberGenerator) -> JSONValue {
    let texts = [
      "0", "1", "2", "3", "-1", "1.0", "1e2", "0.1", "0.2", "0.30000000000000004", "-0", "1e400",
      "9007199254740993", "18446744073709551615", "1.7976931348623157e308", "100", "2.50", "5E-7",
    ]
    return (try? JSONValue(parsing: texts.randomElement(using: &random) ?? "0")) ?? 0
  }
}
