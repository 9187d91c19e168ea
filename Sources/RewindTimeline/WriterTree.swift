import RewindJSON

/// The last writer of each value of a state, as a tree of the state's own shape, updated patch by patch.
///
/// A patch's operations are applied to the tree as to the document, so that the nodes of array elements
/// move with them, by the rules of ``ElementTracker``. A node is a class because its identity is that
/// of the element.
struct WriterTree {
  /// A value of the state.
  final class Node {
    /// The line of the last change to the value, or to anything in it.
    fileprivate(set) var line: Int
    fileprivate(set) var elements: [Node] = []
    fileprivate(set) var members: [CodePoints: Node] = [:]

    fileprivate init(_ value: JSONValue, _ line: Int) {
      self.line = line
      write(value, line)
    }

    /// Replaces the whole value.
    fileprivate func write(_ value: JSONValue, _ line: Int) {
      self.line = line
      elements = value.array?.map { Node($0, line) } ?? []
      members = [:]
      for member in value.object?.members ?? [] {
        members[CodePoints(member.key)] = Node(member.value, line)
      }
    }

    fileprivate func adopt(_ other: Node) {
      (line, elements, members) = (other.line, other.elements, other.members)
    }
  }

  let root: Node
  private var document: JSONValue
  /// The line whose patch is applied.
  private var line: Int
  private var exchange = Exchange()

  init(_ state: JSONValue, _ line: Int) {
    root = Node(state, line)
    document = state
    self.line = line
  }

  /// The elements that a patch removed and added, by their array and `id`.
  private struct Exchange {
    struct Key: Hashable {
      let array: ObjectIdentifier
      let id: JSONValue
    }

    var gone: [Key: (node: Node, value: JSONValue)] = [:]
    var come: [Key: (node: Node, value: JSONValue)] = [:]
  }

  /// Applies the patch of a line.
  mutating func apply(_ patch: Patch, _ line: Int) throws(PatchError) {
    (self.line, exchange) = (line, Exchange())
    for operation in patch.operations {
      let operation = operation.resolved(in: document)
      let old = document[operation.path]
      let moved = operation.source.flatMap { document[$0] }
      try Patch([operation]).apply(to: &document)
      follow(operation, old, moved)
    }
  }

  private mutating func follow(
    _ operation: Patch.Operation,
    _ old: JSONValue?,
    _ moved: JSONValue?
  ) {
    switch operation {
    case .test:
      break
    case .add(let path, let value):
      put(value, at: path, old)
    case .copy(_, let path):
      put(moved ?? .null, at: path, old)
    case .remove(let path):
      take(path, old ?? .null)
    case .replace(let path, let value):
      replace(path, old ?? .null, value)
    case .move(let from, let to):
      guard let node = take(from, moved ?? .null) else { return }
      guard let parent = to.parent, case .array = document[parent], let holder = touch(parent),
        let place = to.tokens.last.flatMap(Pointer.arrayIndex)
      else { return put(moved ?? .null, at: to, old) }
      holder.elements.insert(node, at: min(place, holder.elements.count))
      checkIdentity(to)
    }
  }

  /// Returns the node at a pointer, marking it and its ancestors as changed.
  private func touch(_ pointer: Pointer) -> Node? {
    var node = root
    node.line = line
    for token in pointer.tokens {
      guard let next = node.child(token) else { return nil }
      node = next
      node.line = line
    }
    return node
  }

  private mutating func put(_ value: JSONValue, at path: Pointer, _ old: JSONValue?) {
    guard let token = path.tokens.last, let parent = path.parent else {
      return merge(root, old ?? .null, value)
    }
    guard let holder = touch(parent) else { return }
    if case .array = document[parent] {
      let node = Node(value, line)
      let place = Pointer.arrayIndex(token) ?? holder.elements.count
      holder.elements.insert(node, at: min(place, holder.elements.count))
      come(node, value, in: holder)
    } else if let node = holder.members[CodePoints(token)] {
      merge(node, old ?? .null, value)
    } else {
      holder.members[CodePoints(token)] = Node(value, line)
    }
    checkIdentity(path)
  }

  @discardableResult
  private mutating func take(_ path: Pointer, _ old: JSONValue) -> Node? {
    guard let token = path.tokens.last, let parent = path.parent, let holder = touch(parent)
    else { return nil }
    if let node = holder.members.removeValue(forKey: CodePoints(token)) { return node }
    guard let place = Pointer.arrayIndex(token), place < holder.elements.count else { return nil }
    let node = holder.elements.remove(at: place)
    go(node, old, from: holder)
    return node
  }

  private mutating func replace(_ path: Pointer, _ old: JSONValue, _ value: JSONValue) {
    guard let parent = path.parent else { return merge(root, old, value) }
    guard let holder = touch(parent), let token = path.tokens.last, let node = holder.child(token)
    else { return }
    if case .array = document[parent], value.identity != nil, value.identity != old.identity,
      let place = Pointer.arrayIndex(token)
    {
      // Another element is there now.
      let fresh = Node(value, line)
      holder.elements[place] = fresh
      go(node, old, from: holder)
      come(fresh, value, in: holder)
    } else {
      merge(node, old, value)
      checkIdentity(path)
    }
  }

  // MARK: - Identity

  private mutating func go(_ node: Node, _ value: JSONValue, from holder: Node) {
    guard let id = value.identity else { return }
    let key = Exchange.Key(array: ObjectIdentifier(holder), id: id)
    if let come = exchange.come[key] {
      merge(node, value, come.value)
      come.node.adopt(node)
    } else {
      exchange.gone[key] = (node, value)
    }
  }

  private mutating func come(_ node: Node, _ value: JSONValue, in holder: Node) {
    guard let id = value.identity else { return }
    let key = Exchange.Key(array: ObjectIdentifier(holder), id: id)
    if let gone = exchange.gone.removeValue(forKey: key) {
      merge(gone.node, gone.value, value)
      node.adopt(gone.node)
    } else {
      exchange.come[key] = (node, value)
    }
  }

  /// Treats an element whose `id` was written as another element from then on.
  private mutating func checkIdentity(_ path: Pointer) {
    guard path.tokens.last == "id", let element = path.parent, let array = element.parent,
      case .array = document[array], let value = document[element], let node = touch(element),
      let holder = touch(array)
    else { return }
    node.write(value, line)
    come(node, value, in: holder)
  }

  // MARK: - Merging

  /// Writes a new value over an old one: equal parts keep their writer.
  private func merge(_ node: Node, _ old: JSONValue, _ new: JSONValue) {
    guard old != new else { return }
    switch (old, new) {
    case (.object(let old), .object(let new)):
      for member in old.members where new[member.key] == nil {
        node.members[CodePoints(member.key)] = nil
      }
      for member in new.members {
        let key = CodePoints(member.key)
        if let child = node.members[key], let value = old[member.key] {
          merge(child, value, member.value)
        } else {
          node.members[key] = Node(member.value, line)
        }
      }
      node.line = line
    case (.array(let old), .array(let new)):
      node.elements = merged(node.elements, old, new)
      node.line = line
    default:
      node.write(new, line)
    }
  }

  private func merged(_ nodes: [Node], _ old: [JSONValue], _ new: [JSONValue]) -> [Node] {
    let (before, after) = (old.places, new.places)
    return new.enumerated().map { place, value in
      var origin: Int? = place
      if let id = value.identity, after[id]?.count == 1 {
        origin = before[id]?.count == 1 ? before[id]?.first : nil
      }
      guard let origin, origin < nodes.count else { return Node(value, line) }
      // An element from another place gets a copy of its node, leaving the original untouched.
      let node = origin == place ? nodes[origin] : nodes[origin].copy()
      merge(node, old[origin], value)
      return node
    }
  }
}

extension WriterTree.Node {
  /// Returns the node of a member or element.
  package func child(_ token: String) -> WriterTree.Node? {
    if let member = members[CodePoints(token)] { return member }
    guard let index = Pointer.arrayIndex(token), index < elements.count else { return nil }
    return elements[index]
  }

  fileprivate func copy() -> WriterTree.Node {
    let node = WriterTree.Node(.null, line)
    node.elements = elements.map { $0.copy() }
    node.members = members.mapValues { $0.copy() }
    return node
  }
}

extension [JSONValue] {
  /// The indexes of the elements by their `id`.
  fileprivate var places: [JSONValue: [Int]] {
    var places: [JSONValue: [Int]] = [:]
    for (place, element) in enumerated() {
      if let id = element.identity { places[id, default: []].append(place) }
    }
    return places
  }
}
