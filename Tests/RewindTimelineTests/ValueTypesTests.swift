import RewindJSON
import RewindSession
import RewindTestSupport
import RewindTimeline
import Testing

@Suite("The types of values")
struct ValueTypesTests {
  private static let line: JSONValue = [
    "types": [
      "App": [
        "struct": [
          ["books", "[Book]"], ["lines", "[Line]"], ["tags", "Set<String>"], ["due", "Date?"],
          ["left", "Duration"], ["photo", "Data"], ["log", "[UUID: Date]"], ["page", "Page"],
          ["number", "Double"], ["guess", "[Guess]"],
        ]
      ], "Book": ["struct": [["isbn", "String"], ["sold", "Int"]], "id": "isbn"],
      "Line": ["struct": [["id", "Int"], ["count", "Int"]]],
      "Page": ["enum": [["open", ["at", "Date"]], ["shut"]]],
      "Add": ["struct": [["when", "Date"], ["n", "Int"]]],
    ], "state": "App", "inputs": ["now": "Date"],
  ]

  private func types() throws -> ValueTypes {
    var types = RecordedTypes()
    types.add(try #require(Self.line.object))
    return ValueTypes(types)
  }

  @Test(
    "let dates, durations and data be read, and leave all else as it is written",
    arguments: [
      ("/due", #""2026-11-28T09:12:03Z""#, "2026-11-28 09:12:03Z"),
      ("/due", #""2026-11-28T09:12:03.2503Z""#, "2026-11-28 09:12:03.250Z"),
      ("/due", "null", "null"),
      ("/due", #""2026-11-28""#, #""2026-11-28""#), ("/due", "1e30", "1e30"),
      ("/left", "[0,3500000000000000000]", "3.5 s"), ("/left", "[0,90]", "0 s"),
      ("/left", "[-1,9223372036854775808]", "-9.223 s"), ("/left", "[1]", "[1]"),
      ("/photo", "\"AAAA\"", "\"AAAA\""),
      ("/photo", "\"\(String(repeating: "A", count: 1_598))==\"", "1.2 kB of data"),
      (
        "/log", #"["E621E1F8-C36C-495A-93FC-0C247A3E6E5F","2001-01-01T00:01:00Z"]"#,
        #"["E621E1F8-C36C-495A-93FC-0C247A3E6E5F",2001-01-01 00:01:00Z]"#
      ),
      (
        "/page", #"{"open":{"at":"2001-01-01T00:01:00Z"}}"#,
        #"{"open":{"at":2001-01-01 00:01:00Z}}"#
      ),
      ("/page/open/at", #""2001-01-01T00:01:00Z""#, "2001-01-01 00:01:00Z"),
      ("/number", "60", "60"),
      ("/unknown", "60", "60"),
    ]
  )
  func readable(pointer: String, text: String, shown: String) throws {
    let (types, pointer) = (try types(), try Pointer(pointer))
    let value = try JSONValue(parsing: text)
    #expect(types.readable(value, as: types.type(at: pointer))?.text == shown)
    #expect(types.readable(Change(pointer, old: nil, new: value)).new?.text == shown)
  }

  @Test("let payloads and inputs be read, by the name of the action's type or of the input")
  func payloads() throws {
    let types = try types()
    let action = try RecordedAction(
      try #require(
        ([
          "index": 1,
          "action": ["type": "Add", "payload": ["when": "2001-01-01T00:01:00Z", "n": 60]],
        ] as JSONValue).object
      )
    )
    #expect(types.readable(action).payload?.text == #"{"when":2001-01-01 00:01:00Z,"n":60}"#)
    #expect(action.payload?["when"] == "2001-01-01T00:01:00Z")
  }

  @Test("show a difference that the words would hide")
  func sameWords() throws {
    let data = ["A", "B"].map { JSONValue.string(String(repeating: $0, count: 80)) }
    let change = Change(try Pointer("/photo"), old: data[0], new: data[1])
    #expect(try types().readable(change) == change)
  }

  @Test("tell the elements of sets by themselves, whatever their places")
  func sets() throws {
    let types = try types()
    func changes(_ old: JSONValue, _ new: JSONValue) -> [String] {
      types.byElement(old.leafChanges(to: new), from: old, to: new).map {
        "\($0.pointer) \($0.old?.text ?? "") \($0.new?.text ?? "")"
      }
    }
    #expect(changes(["tags": ["a", "b", "c"]], ["tags": ["c", "b", "a"]]) == [])
    #expect(changes(["tags": ["a", "b", "c"]], ["tags": ["a", "c"]]) == ["/tags/1 \"b\" "])
    #expect(
      changes(["tags": ["a", "c"]], ["tags": ["b", "c"]]) == ["/tags/0 \"a\" ", "/tags/0  \"b\""]
    )
    #expect(
      changes(["lines": [["id": 1], ["id": 2]]], ["lines": [["id": 2], ["id": 1]]])
        == ["/lines/0/id 1 2", "/lines/1/id 2 1"]
    )
  }

  /// A session in which each action has a whole state, so that elements are told by what identifies them.
  private func blame(_ pointer: String, _ states: [JSONValue], hasTypes: Bool) throws -> Int? {
    var file = SessionFile()
    if hasTypes { file.add(Self.line) }
    file.add(["after": 0, "state": states[0]])
    for (index, state) in states.enumerated().dropFirst() {
      file.add(index, "Add", state: state)
    }
    let timeline = try file.timeline()
    let all = try timeline.blameAll(at: states.count - 1)
    let blame = try timeline.blame(Pointer(pointer), at: states.count - 1)
    #expect(all.first { $0.pointer.description == pointer }?.index == blame?.index)
    return blame?.index
  }

  @Test(
    "say what tells an element from its siblings: the declared member, not whatever is called id"
  )
  func identity() throws {
    // Book 2 is first from action 2 on; its number of sales is from action 1.
    func book(_ isbn: String, _ sold: Int) -> JSONValue {
      ["isbn": .string(isbn), "sold": JSONValue(sold)]
    }
    let books: [JSONValue] = [
      ["books": [book("1", 5), book("2", 5)]], ["books": [book("1", 5), book("2", 9)]],
      ["books": [book("2", 9), book("1", 7)]],
    ]
    #expect(try blame("/books/0/sold", books, hasTypes: true) == 1)
    #expect(try blame("/books/1/sold", books, hasTypes: true) == 2)
    // The `id` of a line is that of its order: a line that gets another one stays itself.
    func line(_ id: Int, _ count: Int) -> JSONValue {
      ["id": JSONValue(id), "count": JSONValue(count)]
    }
    let lines: [JSONValue] = [
      ["lines": [line(1, 5)]], ["lines": [line(1, 6)]], ["lines": [line(2, 6)]],
    ]
    #expect(try blame("/lines/0/count", lines, hasTypes: true) == 1)
    #expect(try blame("/lines/0/count", lines, hasTypes: false) == 2)
  }
}
