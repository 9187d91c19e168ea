import RewindJSON
import RewindText
import Testing

@Suite("A change in a row of a list")
struct ChangeRowTests {
  private func row(
    _ pointer: String,
    _ old: JSONValue?,
    _ new: JSONValue?,
    _ columns: Int
  ) throws -> String {
    let row = Change(try Pointer(pointer), old: old, new: new).row(columns)
    return "\(row.sign) \(row.pointer) \(row.values)"
  }

  private static let cards = JSONValue.array(Array(repeating: ["imageUrl": "x"], count: 16))

  @Test("shows the value before and the value after, and as much of the pointer as fits")
  func whole() throws {
    #expect(
      try row("/gameState/memoryCards", Self.cards, [], 60)
        == "~ /gameState/memoryCards [16 elements] → []"
    )
    #expect(
      try row("/gameState/memoryCards", Self.cards, [], 35) == "~ memoryCards [16 elements] → []"
    )
    #expect(try row("/rows/3/done", false, true, 22) == "~ 3/done false → true")
    #expect(try row("/rows/3", nil, 7, 22) == "+ /rows/3 7")
    #expect(try row("/rows/3", 7, nil, 22) == "- /rows/3 7")
    #expect(try row("", 7, 8, 40) == "~ (the whole state) 7 → 8")
  }

  @Test("never takes more columns than there are, whatever the values")
  func cut() throws {
    let values: [JSONValue?] = [
      nil, true, "東京は夜の七時", .string(String(repeating: "long ", count: 40)), Self.cards,
      ["a": ["b": 1]],
    ]
    for columns in 12...80 {
      for old in values {
        for new in values {
          let text = try row("/settings/aVeryLongNameOfASetting/inner", old, new, columns)
          #expect(text.columns <= columns, "\(text), \(columns)")
        }
      }
    }
  }
}
