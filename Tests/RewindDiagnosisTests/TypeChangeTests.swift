import RewindDiagnosis
import RewindJSON
import RewindTestSupport
import RewindTimeline
import Testing

@Suite("A change of a type since a recording")
struct TypeChangeTests {
  private func types(_ types: JSONValue, state: String = "App") throws -> RecordedTypes {
    var read = RecordedTypes()
    read.add(try #require((["types": types, "state": .string(state)] as JSONValue).object))
    return read
  }

  private func changes(_ old: JSONValue, _ new: JSONValue) throws -> [String] {
    func app(_ row: JSONValue) throws -> RecordedTypes {
      try types(["App": ["struct": [["rows", "[Row]"]]], "Row": row, "Far": row])
    }
    return TypeChange.find(from: try app(old), to: try app(new)).filter { $0.type == "Row" }
      .map { "\($0.part) \($0.kind) \($0.isCase) \($0.isRisky)" }
  }

  @Test("is a member added, gone, renamed in its place, or of another type")
  func members() throws {
    let old: JSONValue = ["struct": [["a", "Int"], ["b", "String"], ["c", "Bool"]]]
    #expect(try changes(old, old) == [])
    #expect(
      try changes(old, ["struct": [["a", "Int"], ["title", "String"], ["c", "Bool"]]])
        == ["b renamed(to: \"title\") false true"]
    )
    #expect(try changes(old, ["struct": [["a", "Int"], ["c", "Bool"], ["b", "String"]]]) == [])
    #expect(
      try changes(
        old,
        ["struct": [["a", "Int"], ["b", "Substring"], ["c", "Bool"], ["d", "Int?"]]]
      )
        == [
          "b retyped(from: \"String\", to: \"Substring\") false true",
          "d added(type: \"Int?\") false false",
        ]
    )
    #expect(
      try changes(old, ["struct": [["a", "Int"], ["c", "Bool"], ["d", "Int"]]])
        == ["b gone(type: \"String\") false true", "d added(type: \"Int\") false true"]
    )
  }

  @Test("is a case gone or renamed, also one of raw values; a new case takes nothing away")
  func cases() throws {
    let old: JSONValue = ["enum": [["all"], ["named", ["_0", "String"]]]]
    #expect(try changes(old, ["enum": [["all"], ["named", ["_0", "String"]], ["open"]]]) == [])
    #expect(
      try changes(old, ["enum": [["all"], ["called", ["_0", "String"]]]])
        == ["named renamed(to: \"called\") true true"]
    )
    #expect(
      try changes(old, ["enum": [["all"]]]) == ["named gone(type: \"(_0: String)\") true true"]
    )
    #expect(
      try changes(
        ["enum": [["a"], ["b"]], "raw": "String"],
        ["enum": [["a"]], "raw": "String", "codable": true]
      ) == ["b gone(type: \"\") true true"]
    )
  }

  @Test(
    "is not what only an encode(to:) knows, nor the underscore of a wrapper; states may be renamed"
  )
  func unlike() throws {
    #expect(
      try changes(
        ["struct": [["_count", "Int"], ["old name", "Int", "written"]]],
        ["struct": [["count", "Int", "declared"]]]
      ) == []
    )
    let old = try types(["App": ["struct": [["a", "Int"]]]])
    let new = try types(["Cart": ["struct": [["b", "Int"]]]], state: "Cart")
    #expect(TypeChange.find(from: old, to: new).map(\.part) == ["a"])
    #expect(TypeChange.find(from: old, to: RecordedTypes()) == [])
  }

  @Test("matters to a replay where states have the type, not where only actions have it")
  func risk() throws {
    let old = try types([
      "App": ["struct": [["n", "Int"]]], "Add": ["enum": [["one"], ["two", ["_0", "Int"]]]],
    ])
    let new = try types(["App": ["struct": [["n", "Int"]]], "Add": ["enum": [["one"]]]])
    #expect(TypeChange.find(from: old, to: new).map(\.isRisky) == [false])
  }
}
