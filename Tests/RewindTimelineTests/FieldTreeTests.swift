import RewindJSON
import RewindTestSupport
import RewindTimeline
import Testing

@Suite("The fields of states")
struct FieldTreeTests {
  private func patterns(of states: [JSONValue]) -> Set<String> {
    let tree = FieldTree<NoContent>()
    if let first = states.first { tree.add(first) }
    for (before, after) in zip(states, states.dropFirst()) {
      tree.add(Patch(from: before, to: after))
    }
    tree.settle()
    return Set(tree.fields.filter(\.field.isLeaf).map(\.pattern.description))
  }

  @Test("have one pattern for all keys of a dictionary, whether they are names or numbers")
  func dictionaries() {
    let users: JSONValue = ["ann": ["age": 1, "tag": "a"], "bob": ["age": 2, "tag": "b"]]
    let years: JSONValue = ["2024": ["sum": 0], "2025": ["sum": 0]]
    let found = patterns(of: [["users": users, "years": years, "rows": [["n": 0], ["n": 1]]]])
    #expect(found == ["/users/*/age", "/users/*/tag", "/years/*/sum", "/rows/*/n"])
    let many = (0..<65).map { ("k\($0)x", JSONValue($0)) }
    #expect(patterns(of: [["all": .object(JSONObject(many))]]) == ["/all/*"])
  }

  @Test("are those of a dictionary where no key is a name, and of none in a list")
  func numberedKeys() {
    let tree = FieldTree<NoContent>()
    let rows: JSONValue = [["n": 0]]
    tree.add(["rooms": ["11": ["rows": rows], "12": ["rows": rows]], "drafts": [:], "rows": rows])
    tree.add(["rooms": [:], "drafts": ["11": "a"], "rows": []])
    tree.settle()
    let found = tree.fields.filter(\.field.isDictionary).map(\.pattern.description)
    #expect(Set(found) == ["/rooms", "/drafts"])
  }

  @Test("have the names of members: of a whole state, of single values, and of an enum's cases")
  func members() {
    let team: JSONValue = ["name": "a", "points": 1]
    #expect(
      patterns(of: [["home": team, "guest": team]])
        == ["/home/name", "/home/points", "/guest/name", "/guest/points"]
    )
    #expect(patterns(of: [["only": ["one": team]]]) == ["/only/one/name", "/only/one/points"])
    // A case goes when another comes.
    let cases: [JSONValue] = [["page": ["list": team]], ["page": ["card": team]]]
    #expect(
      patterns(of: cases)
        == ["/page/list/name", "/page/list/points", "/page/card/name", "/page/card/points"]
    )
    #expect(patterns(of: [["count": 1, "ann@x.org": 2]]) == ["/count", "/*"])
  }

  @Test("are what the log's types say, whatever the objects look like")
  func told() throws {
    var types = RecordedTypes()
    let line: JSONValue = [
      "types": [
        "App": [
          "struct": [
            ["users", "[String: User]"], ["home", "Team"], ["guest", "Team?"], ["rows", "[Row]"],
            ["page", "Page"], ["wide", "Wide"], ["pair", "(low: Row, high: [Int: Row])"],
            ["kinds", "Set<Row>"], ["left", "Row", "declared"],
          ]
        ], "User": ["struct": [["age", "Int"], ["old name", "String", "written"]]],
        "Team": ["struct": [["one", "Row"], ["two", "Row"]]], "Row": ["struct": [["n", "Int"]]],
        "Page": ["enum": [["list", ["_0", "Row"], ["at", "Int"]], ["none"]]],
        "Wide": ["struct": .array((0..<70).map { [.string("m\($0)"), "Int"] })],
      ], "state": "App",
    ]
    types.add(try #require(line.object))
    let tree = FieldTree<NoContent>()
    tree.know(types.state, in: types)
    let row: JSONValue = ["n": 1]
    let team: JSONValue = ["one": row, "two": row]
    tree.add(
      [
        "users": ["ann": ["age": 1, "old name": "x"]], "home": team, "guest": team,
        "rows": [row], "page": ["list": ["_0": row, "at": 2]],
        "wide": .object(JSONObject((0..<70).map { ("m\($0)", 1) })),
        "pair": ["low": row, "high": ["7": row]], "kinds": [row], "left": row,
      ]
    )
    tree.settle()
    let found = Set(tree.fields.filter(\.field.isLeaf).map(\.pattern.description))
    let wide = (0..<70).map { "/wide/m\($0)" }
    #expect(
      found
        == Set(
          wide + [
            "/users/*/age", "/users/*/old name", "/home/one/n", "/home/two/n", "/guest/one/n",
            "/guest/two/n", "/rows/*/n", "/page/list/_0/n", "/page/list/at", "/pair/low/n",
            "/pair/high/*/n", "/kinds/*/n", "/left/n",
          ]
        )
    )
    // One key is enough, of a dictionary that no line has filled.
    #expect(tree.pattern(of: Pointer(tokens: ["users", "bob"])).description == "/users/*")
    #expect(types.type(ofAction: "Page.list[…].at") == "Page")
    #expect(types.type(ofAction: "Other.list") == nil)
  }

  @Test(
    "are those of the types, however the states were told",
    arguments: TestScale.seeds(20, of: 2_000)
  )
  func types(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let type = RandomType.structure(using: &random, depth: 3)
    var states = [type.value(using: &random)]
    for _ in 0..<12 { states.append(type.value(using: &random)) }
    let tree = FieldTree<NoContent>()
    tree.add(states[0])
    for (before, after) in zip(states, states.dropFirst()) {
      if Bool.random(using: &random) {
        tree.add(Patch(from: before, to: after))
      } else {
        tree.add(after)
      }
    }
    tree.settle()
    for state in states {
      for (pointer, pattern) in type.patterns(in: state) {
        #expect(
          tree.pattern(of: pointer).description == pattern,
          "\(pointer) of \(state.text), seed \(seed)"
        )
      }
    }
  }
}

/// A type of values whose dictionaries can be told by their JSON.
private indirect enum RandomType {
  case leaf
  case list(RandomType)
  /// Keys are data, or the values are records.
  case dictionary(RandomType, keys: [String])
  case structure([(name: String, type: RandomType)])

  private static let names = ["home", "cart", "user", "theme", "last", "draft", "page", "sum"]
  private static let people = ["ann", "bob", "cyd", "dee"]
  private static let data = ["2024", "2025", "ann@x.org", "7", "a b", "1f", "/"]

  static func structure(using random: inout some RandomNumberGenerator, depth: Int) -> RandomType {
    // A leaf among the members, so that they are no records of one shape.
    let others = names.shuffled(using: &random).prefix(Int.random(in: 1...3, using: &random))
    return .structure(
      [("kind", .leaf)] + others.map { ($0, any(using: &random, depth: depth - 1)) }
    )
  }

  private static func any(using random: inout some RandomNumberGenerator, depth: Int) -> RandomType
  {
    guard depth > 0 else { return .leaf }
    switch Int.random(in: 0..<5, using: &random) {
    case 0: return .leaf
    case 1: return .list(any(using: &random, depth: depth - 1))
    case 2: return .dictionary(any(using: &random, depth: depth - 1), keys: data)
    case 3:
      return .dictionary(.structure([("age", .leaf), ("tag", .leaf)]), keys: people)
    default: return structure(using: &random, depth: depth)
    }
  }

  func value(using random: inout some RandomNumberGenerator) -> JSONValue {
    switch self {
    case .leaf: return JSONValue(Int.random(in: 0...3, using: &random))
    case .list(let type):
      let count = Int.random(in: 0...3, using: &random)
      return .array((0..<count).map { _ in type.value(using: &random) })
    case .dictionary(let type, let keys):
      let chosen = keys.shuffled(using: &random).prefix(Int.random(in: 2...4, using: &random))
      return .object(JSONObject(chosen.map { ($0, type.value(using: &random)) }))
    case .structure(let members):
      return .object(JSONObject(members.map { ($0.name, $0.type.value(using: &random)) }))
    }
  }

  /// The pointers in a value of the type, with their patterns.
  func patterns(in value: JSONValue) -> [(Pointer, String)] {
    var found: [(Pointer, String)] = []
    func collect(_ type: RandomType, _ value: JSONValue, _ pointer: Pointer, _ pattern: String) {
      found.append((pointer, pattern))
      switch (type, value) {
      case (.list(let type), .array(let elements)):
        for (index, element) in elements.enumerated() {
          collect(type, element, pointer.appending(index), pattern + "/*")
        }
      case (.dictionary(let type, _), .object(let object)):
        for member in object.members {
          collect(type, member.value, pointer.appending(member.key), pattern + "/*")
        }
      case (.structure(let members), .object(let object)):
        for member in members {
          guard let value = object[member.name] else { continue }
          collect(member.type, value, pointer.appending(member.name), "\(pattern)/\(member.name)")
        }
      default: break
      }
    }
    collect(self, value, .root, "")
    return found
  }
}
