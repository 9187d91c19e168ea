import Foundation
import RewindCoding
import RewindJSON
import RewindTestSupport
import Testing

/// What the text of `DeclaredTypes.swift` says of its types: a second reader, which knows nothing of the runtime.
private struct SourceReader {
  /// The members of structures and the cases of enums, by the names of the types.
  private(set) var types: [String: [JSONValue]] = [:]
  private var names: Set<String> = []
  private var open: [(name: String?, members: [JSONValue])] = []

  init() throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appending(path: "DeclaredTypes.swift")
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    let declaration = /(?:struct|class|enum) (\w+)(?:: (\w+))?.*\{/
    names = Set(lines.compactMap { $0.firstMatch(of: declaration).map { String($0.1) } })
    for line in lines.map({ $0.drop { $0 == " " } }) {
      if let match = line.firstMatch(of: declaration) {
        open.append((String(match.1), []))
        if let parent = match.2.map(String.init), names.contains(parent), line.contains("class") {
          add(["super", .string(name(of: parent))])
        }
        if line.hasSuffix("{}") { close() }
      } else if line == "}" {
        close()
      } else if line.hasSuffix("{") {
        open.append((nil, []))
      } else {
        read(String(line))
      }
    }
  }

  private mutating func close() {
    guard let last = open.popLast(), let name = last.name, !open.isEmpty else { return }
    types[self.name(of: name)] = last.members
  }

  private mutating func add(_ member: [JSONValue]) {
    open[open.count - 1].members.append(.array(member))
  }

  private mutating func read(_ line: String) {
    let property = /(?:var|let) (\w+): ([^={]+?)(?: = .*?)?(?: \/\/ (.*))?$/
    if let match = line.firstMatch(of: /^\/\/ written: (\S+) (.+)$/) {
      add([.string(String(match.1)), .string(String(match.2)), "written"])
    } else if let match = line.firstMatch(of: /^(?:indirect )?case (\w+)(?:\((.*)\))?/) {
      let values = (match.2 ?? "").split(separator: ", ").enumerated().map { index, value in
        let named = value.split(separator: ": ").map(String.init)
        let label = named.count == 2 ? named[0] : "_\(index)"
        return JSONValue.array([.string(label), .string(name(of: named[named.count - 1]))])
      }
      add([.string(String(match.1))] + values)
    } else if open.last?.name != nil, !line.contains("{"), let match = line.firstMatch(of: property)
    {
      let comment = match.3.map(String.init) ?? ""
      let type = comment.hasPrefix("as: ") ? String(comment.dropFirst(4)) : String(match.2)
      let mark: [JSONValue] = comment == "declared" ? ["declared"] : []
      add([.string(String(match.1)), .string(name(of: type))] + mark)
    }
  }

  /// A type's name, with what the types of the file are declared in.
  private func name(of type: String) -> String {
    type.replacing(/\w+/) { names.contains(String($0.0)) ? "Declared.\($0.0)" : String($0.0) }
  }
}

@Suite("The types in a log")
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

  @Test("are those that the source declares, with every member in its order")
  func declared() throws {
    let types = Self.types(of: Self.values)
    let expected = try SourceReader().types.filter {
      !$0.key.hasSuffix("Key") && !$0.key.hasSuffix("Keys")
    }
    #expect(expected.count > 20)
    for (name, members) in expected where !name.hasSuffix("Box") {
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
