import Foundation
import RewindCoding
import RewindJSON
import RewindTestSupport
import Testing

/// An object that refers to others in every way that an app's model does.
private final class Node {
  enum Location {
    case nowhere
    case near(Node)
  }

  let id: Int
  var count = 0
  var next: Node?
  var others: [Node] = []
  var byName: [String: Node] = [:]
  var location = Location.nowhere
  var any: Any = 0

  init(_ id: Int) { self.id = id }

  /// The nodes that it refers to, in the order in which it is written.
  var links: [Node] {
    var links = [next].compactMap(\.self) + others
    links += byName.sorted { $0.key < $1.key }.map(\.value)
    if case .near(let node) = location { links.append(node) }
    if let node = any as? Node { links.append(node) }
    return links
  }
}

private struct Model {
  var title = "a model"
  var rows = [1, 2, 3]
  var nodes: [Node]
  var selected: Node?
}

@Suite("Objects that refer to each other")
struct GraphTests {
  @Test(
    "are each written once, and elsewhere by where they are",
    arguments: TestScale.seeds(4, of: 20)
  )
  func once(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var model = Self.random(&generator)
    var followed = try FollowedStates(reflecting: model)
    for edit in 0..<12 {
      try Self.check(model, seed)
      Self.edit(&model, &generator)
      try followed.patch(to: model, "edit \(edit), seed \(seed)")
    }
  }

  @Test("take as many bytes as there are of them", arguments: [50, 400])
  func linear(count: Int) throws {
    let nodes = (0..<count).map { Node($0) }
    for (number, node) in nodes.enumerated() {
      node.others = [nodes[number / 2], nodes[count - 1 - number], nodes[(number + 1) % count]]
    }
    let text = Self.text(Model(nodes: nodes))
    // A pointer into nested objects is as long as they are deep, which they are up to 128 times.
    #expect(text.utf8.count < count * 4_000)
  }

  @Test("are where they come first among the values of a dictionary, whatever its order in memory")
  func dictionaries() throws {
    let (a, b) = (Node(1), Node(2))
    a.next = b
    b.next = a
    struct Holder { var nodes: [String: Node] }
    var other = Dictionary(uniqueKeysWithValues: (0..<40).map { ("\($0)", a) })
    for key in other.keys { other[key] = nil }
    (other["y"], other["x"]) = (b, a)
    let first = Self.text(Holder(nodes: ["x": a, "y": b]))
    #expect(Self.text(Holder(nodes: other)) == first)
    #expect(first.contains(#""y":{"$rewind":"same","at":"/nodes/x/next"}"#), "\(first)")
  }

  // MARK: - Random models

  private static func random(_ generator: inout SeededGenerator) -> Model {
    let nodes = (0..<Int.random(in: 1...14, using: &generator)).map { Node($0) }
    let model = Model(nodes: nodes)
    for _ in 0..<30 { relink(model, &generator) }
    return model
  }

  private static func relink(_ model: Model, _ generator: inout SeededGenerator) {
    guard let node = model.nodes.randomElement(using: &generator),
      let other = model.nodes.randomElement(using: &generator)
    else { return }
    switch Int.random(in: 0..<7, using: &generator) {
    case 0: node.next = node.next == nil ? other : nil
    case 1: node.others.append(other)
    case 2: if !node.others.isEmpty { node.others.removeFirst() }
    case 3: node.byName["a/\(other.id)~"] = other
    case 4: node.location = .near(other)
    case 5: node.any = node.any is Int ? other : 1
    default: node.count += 1
    }
  }

  private static func edit(_ model: inout Model, _ generator: inout SeededGenerator) {
    switch Int.random(in: 0..<6, using: &generator) {
    case 0: model.rows.append(model.rows.count)
    case 1: model.nodes.insert(Node(model.nodes.count), at: 0)
    case 2: model.nodes.shuffle(using: &generator)
    case 3: model.selected = model.nodes.randomElement(using: &generator)
    default: relink(model, &generator)
    }
  }

  // MARK: - An independent reading

  private static func text<State>(_ state: State) -> String {
    var bytes: [UInt8] = []
    ValueWriter<State>().write(state, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Reads the graph from the document, and holds it against the model.
  private static func check(_ model: Model, _ seed: UInt64) throws {
    let document = try JSONValue(parsing: text(model))
    var found: [Int: JSONValue] = [:]
    collect(document, &found, seed)
    for node in model.nodes {
      let object = try #require(found[node.id], "node \(node.id) is not there, seed \(seed)")
      let links = try self.links(object).map { try id(of: $0, in: document) }
      #expect(links == node.links.map(\.id), "node \(node.id), seed \(seed)")
    }
    let selected = try document["selected"].map { try id(of: $0, in: document) }
    #expect(selected == model.selected?.id, "seed \(seed)")
  }

  /// Finds the nodes that are written out, of which none may be twice.
  private static func collect(_ value: JSONValue, _ found: inout [Int: JSONValue], _ seed: UInt64) {
    switch value {
    case .array(let elements): for element in elements { collect(element, &found, seed) }
    case .object(let object):
      if let id = object["id"]?.int {
        #expect(found.updateValue(value, forKey: id) == nil, "node \(id) is there twice, \(seed)")
      }
      for member in object.members { collect(member.value, &found, seed) }
    default: break
    }
  }

  private static func links(_ node: JSONValue) -> [JSONValue] {
    var links = [node["next"]].compactMap(\.self) + (node["others"]?.array ?? [])
    links += node["byName"]?.object?.members.sorted { $0.key < $1.key }.map(\.value) ?? []
    links += [node["location"]?["near"]?["_0"]].compactMap(\.self)
    if let any = node["any"], any.object != nil { links.append(any) }
    return links
  }

  private static func id(of value: JSONValue, in document: JSONValue) throws -> Int {
    guard value["$rewind"] == "same" else { return try #require(value["id"]?.int) }
    let pointer = try Pointer(try #require(value["at"]?.string))
    return try #require(document[pointer]?["id"]?.int)
  }
}
