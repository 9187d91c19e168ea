import Foundation
import RewindCoding
import RewindJSON
import RewindTestSupport
import Testing

/// What the compiler says of the types of `DeclaredTypes.swift`, as the graph of its symbols has it, and the comments
/// there say of what it cannot know: a second reader, which knows nothing of the runtime.
private struct SymbolGraph {
  /// The members of structures and the cases of enums, by the names of the types.
  private(set) var types: [String: [JSONValue]] = [:]
  private let names: [String: String]
  private let lines: [Substring]

  init() throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appending(path: "DeclaredTypes.swift").path
    lines = try String(contentsOfFile: file, encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false)
    let graph = try TemporaryFolder.with { folder in
      let run = try Program("rewind").start(
        [],
        environment: ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "", "FILE": file],
        in: folder.url,
        by: """
          swiftc -emit-module -module-name Sample -module-cache-path . -emit-symbol-graph -emit-symbol-graph-dir . \
            -symbol-graph-minimum-access-level private "$FILE"
          """
      )
      #expect(run.exit == .status(0), "\(run.errors)")
      let graph = folder.url.appending(path: "Sample.symbols.json")
      return try JSONValue(parsing: Array(Data(contentsOf: graph)))
    }
    let symbols = graph["symbols"]?.array ?? []
    func path(_ symbol: JSONValue) -> [String] {
      symbol["pathComponents"]?.array?.compactMap(\.string) ?? []
    }
    let paths = symbols.map { ($0["identifier"]?["precise"]?.string ?? "", path($0)) }
    names = Dictionary(uniqueKeysWithValues: paths.map { ($0.0, $0.1.joined(separator: ".")) })
    for symbol in symbols {
      guard let kind = symbol["kind"]?["identifier"]?.string else { continue }
      let path = path(symbol)
      let owner = path.dropLast().joined(separator: ".")
      if ["swift.struct", "swift.class", "swift.enum"].contains(kind) {
        types[path.joined(separator: "."), default: []] += written(below: symbol)
      } else if kind == "swift.property", let member = property(symbol, path.last ?? "") {
        types[owner, default: []].append(member)
      } else if kind == "swift.enum.case" {
        types[owner, default: []].append(enumCase(symbol, path.last ?? ""))
      }
    }
    for relation in graph["relationships"]?.array ?? [] where relation["kind"] == "inheritsFrom" {
      guard let child = names[relation["source"]?.string ?? ""],
        let parent = names[relation["target"]?.string ?? ""]
      else { continue }
      types[child]?.insert(["super", .string(parent)], at: 0)
    }
    types = types.mapValues { members in
      // What only an `encode(to:)` writes comes last.
      members.filter { $0.array?.count != 3 || $0.array?[2] != "written" }
        + members.filter { $0.array?.count == 3 && $0.array?[2] == "written" }
    }
  }

  private func line(of symbol: JSONValue) -> Int? { symbol["location"]?["position"]?["line"]?.int }

  /// The comments of a type's declaration on what is only written.
  private func written(below symbol: JSONValue) -> [JSONValue] {
    guard let line = line(of: symbol) else { return [] }
    let indent = lines[line].prefix { $0 == " " }
    return lines[(line + 1)...].prefix { $0 != indent + "}" }.compactMap { line in
      line.firstMatch(of: /^ +\/\/ written: (\S+) (.+)$/).map {
        [.string(String($0.1)), .string(String($0.2)), "written"]
      }
    }
  }

  private func property(_ symbol: JSONValue, _ name: String) -> JSONValue? {
    let declaration = text(of: symbol)
    guard let line = line(of: symbol) else { return nil }
    let comment = lines[line].firstMatch(of: /\/\/ (.*)$/).map { String($0.1) } ?? ""
    var type = String(declaration.drop { $0 != ":" }.dropFirst(2))
    if comment.hasPrefix("as: ") {
      type = named(String(comment.dropFirst(4)))
    } else if declaration.contains("{") {
      return nil
    }
    return .array([.string(name), .string(type)] + (comment == "declared" ? ["declared"] : []))
  }

  private func enumCase(_ symbol: JSONValue, _ name: String) -> JSONValue {
    let declaration = text(of: symbol)
    let base = JSONValue.string(String(name.prefix { $0 != "(" }))
    guard let open = declaration.firstIndex(of: "(") else { return [base] }
    var (depth, parts) = (0, [""])
    for character in declaration[declaration.index(after: open)...].dropLast() {
      depth += "([<".contains(character) ? 1 : ")]>".contains(character) ? -1 : 0
      if character == ",", depth == 0 {
        parts.append("")
      } else {
        parts[parts.count - 1].append(character)
      }
    }
    return .array(
      [base]
        + parts.enumerated().map { index, part in
          let part = part.drop { $0 == " " }
          let label = part.firstMatch(of: #/^(\w+): /#)
          return [
            .string(label.map { String($0.1) } ?? "_\(index)"),
            .string(String(label.map { part[$0.range.upperBound...] } ?? part)),
          ]
        }
    )
  }

  /// A declaration with whole names of types, as a log has them.
  private func text(of symbol: JSONValue) -> String {
    let fragments = symbol["declarationFragments"]?.array ?? []
    return fragments.map { fragment in
      fragment["preciseIdentifier"]?.string.flatMap { names[$0] } ?? fragment["spelling"]?.string
        ?? ""
    }
    .joined().replacing(" : ", with: ": ")
  }

  /// A type's name in a comment, with what the types of the file are declared in.
  private func named(_ type: String) -> String {
    type.replacing(/\w+/) {
      names.values.contains("Declared.\($0.0)") ? "Declared.\($0.0)" : "\($0.0)"
    }
  }
}

@Suite("The types in a log", .needsRuntime)
struct TypeCatalogTests {
  private static let item = Declared.Item(
    id: UUID(),
    title: "",
    price: 1,
    note: nil,
    added: Date(),
    image: Data(),
    link: nil
  )
  private static var boxes: Declared.Boxes {
    Declared.Boxes(
      numbers: .init(content: 1, all: []),
      items: .init(content: Self.item, all: []),
      filter: nil,
      result: .success(Self.item)
    )
  }
  private static var cart: Declared.Cart {
    Declared.Cart(
      items: [],
      byName: ["s3cr3t-four": Self.item],
      tags: ["s3cr3t-five"],
      matrix: [],
      counts: [:],
      last: nil,
      pair: (1, ""),
      labeled: (1, []),
      range: 0..<1,
      nested: [:]
    )
  }
  private static var values: [Any] {
    [
      Declared.Empty(), cart, Declared.Filter.all, Declared.Unit.pound, Declared.Level.low,
      Declared.Plain.one, Declared.Tree.leaf, Declared.Node(), Declared.Derived(), boxes,
      Declared.Wrapped(volume: 1, closure: {}, any: 1, pairs: [:]),
      Declared.Coded(title: "", kept: [Declared.Item2(id: 1)]), Declared.Renamed(),
      Declared.Dynamic(), Declared.Listed(), Declared.Members(values: ["s3cr3t-three": 1]),
    ]
  }

  /// The types of values, as one log has them.
  private static func types(of values: [Any]) -> [String: JSONObject] {
    var catalog = TypeCatalog()
    let new = values.map { value in
      catalog.newTypes(of: [type(of: value)], LeftOutProperties.find(in: value))
    }
    return Dictionary(
      uniqueKeysWithValues: new.flatMap(\.members).map { ($0.key, $0.value.object ?? JSONObject()) }
    )
  }

  /// Types of which the tests have no value.
  private static let types: [Any.Type] = [
    Declared.AppFeature.self, Declared.RecordMeeting.self, Declared.Game.self, Declared.Scene.self,
    Declared.TextLayer.self, Declared.Feed.self,
  ]

  @Test("are those that the compiler says, with every member in its order")
  func declared() throws {
    var types = Self.types(of: Self.values)
    var catalog = TypeCatalog()
    for member in catalog.newTypes(of: Self.types, LeftOutProperties()).members {
      var json = member.value.object ?? JSONObject()
      // Nothing shows what the `encode(to:)` of these writes.
      json["struct"] = json["struct"]?.array.map { members in
        .array(members.map { .array(Array(($0.array ?? []).prefix(2))) })
      }
      if types[member.key] == nil { types[member.key] = json }
    }
    let generic = ["Box", "Presented", "Listing", "AlertState", "Loaded", "Tagged"]
    let expected = try SymbolGraph().types.filter { name, _ in
      !name.hasSuffix("Key") && !name.hasSuffix("Keys") && name != "Declared"
        && !generic.contains { name.hasSuffix(".\($0)") }
    }
    #expect(expected.count > 45)
    for (name, members) in expected {
      let found = try #require(types[name], "\(name)")
      if let cases = found["enum"]?.array {
        // The runtime has the cases with a payload first.
        #expect(Set(cases) == Set(members) && cases.count == members.count, "\(name)")
      } else {
        #expect(found["struct"]?.array == members, "\(name)")
      }
    }
  }

  @Test("have what is written beside what is declared: raw values, ids, elements, arguments")
  func written() {
    let types = Self.types(of: Self.values)
    #expect(types["Declared.Unit"]?["values"] == ["kg", "lb"])
    #expect(types["Declared.Level"]?["raw"] == "Int")
    #expect(types["Declared.Plain"]?["raw"] == nil)
    #expect(types["Declared.Item"]?["id"] == "id")
    #expect(types["Declared.Box<Int>"]?["struct"] == [["content", "Int"], ["all", "[Int]"]])
    #expect(
      types["Declared.Box<Declared.Item>"]?["struct"]
        == [["content", "Declared.Item"], ["all", "[Declared.Item]"]]
    )
  }

  /// Types that say in different ways what tells one value from another.
  private enum Named {
    struct Book: Identifiable, Codable {
      var isbn = "1"
      var title = "t"
      var id: String { isbn }
    }
    struct Author: Identifiable, Codable {
      var id = 7
      var name = "n"
      enum CodingKeys: String, CodingKey {
        case id = "_id"
        case name
      }
    }
    /// Neither of the two can be told from the other by its type, and no value was seen.
    struct Unclear: Identifiable {
      var first = "a"
      var second = "a"
      var id: String { first }
    }
    struct Single: Identifiable {
      var number = 1
      var word = "w"
      var id: Int { number }
    }
    struct Line {
      var id = 1
    }
    struct Shelf {
      var books = [Book()]
      var authors = [Author()]
      var unclear: [Unclear] = [Unclear()]
      var singles: [Single] = []
      var lines = [Line()]
    }
  }

  @Test(
    "have the member that identifies a value, whatever its name, and none where that is not declared"
  )
  func identity() {
    let types = Self.types(of: [Named.Shelf()])
    let ids = types.mapValues { $0["id"]?.string }
    let prefix = "TypeCatalogTests.Named."
    #expect(
      ids == [
        prefix + "Book": "isbn", prefix + "Author": "_id", prefix + "Single": "number",
        prefix + "Unclear": nil, prefix + "Line": nil, prefix + "Shelf": nil,
      ]
    )
  }

  @Test("are told once")
  func once() {
    var catalog = TypeCatalog()
    func new(_ value: Any) -> [String] {
      catalog.newTypes(of: [type(of: value)], LeftOutProperties.find(in: value)).members.map(\.key)
    }
    #expect(new(Self.item) == ["Declared.Item"])
    #expect(new(Self.item) == [])
    #expect(Set(new(Self.cart)) == ["Declared.Cart"])
    #expect(new([Self.item]) == [] && new(3) == [] && new(["a": Date()]) == [])
  }

  @Test("have their modules, or numbers, where two have one name")
  func alike() {
    struct Local {
      struct Twin { var here = 1 }
      var twin = Twin()
    }
    func other() -> Any {
      struct Local { var there = Twin() }
      struct Twin { var value = "" }
      return (Local(), Local().there)
    }
    let types = Self.types(of: [Local(), other()])
    #expect(types.count == 4)
    let name = "TypeCatalogTests.Local"
    #expect(types[name]?["struct"] == [["twin", "TypeCatalogTests.Local.Twin"]])
    let module = "RewindCodingTests."
    #expect(types[module + name]?["struct"] == [["there", "TypeCatalogTests.Twin"]])
  }

  @Test("have no text that is data: no key, no value, no name of a dynamic member")
  func secrets() {
    let text = Self.types(of: Self.values).values.map { JSONValue.object($0).text }.joined()
    #expect(text.contains("first_name") && !text.contains("s3cr3t"))
  }

  @Test("are not told where the runtime may not be asked")
  func unknown() async {
    await #expect(processExitsWith: .success) {
      RuntimeAccess.forbid()
      var catalog = TypeCatalog()
      let new = catalog.newTypes(of: [Declared.Item.self], LeftOutProperties.find(in: 1))
      precondition(
        new.members.isEmpty && catalog.name(of: [Declared.Item]?.self) == "[Declared.Item]?"
      )
    }
  }
}
