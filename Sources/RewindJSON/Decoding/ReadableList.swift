/// The form in which values of one type are read.
struct ReadingForm {
  var form: ValueForm
  /// The type of a list, as what it is.
  var list: (any ReadableList.Type)?

  init(_ type: Any.Type) {
    list = nil
    if let scalar = ValueForm(scalar: type) {
      form = scalar
    } else if let type = type as? any ReadableList.Type {
      form = .list
      list = type
    } else {
      form = .custom
    }
  }
}

/// Arrays and dictionaries whose contents are read one after the other, without a container between.
protocol ReadableList {
  /// Reads the list at a node.
  ///
  /// - Throws: `DecodingError` where the value is no such list, or something in it does not fit.
  static func read(_ tape: JSONTape, _ node: Int) throws -> Self
}

extension Array: ReadableList where Element: Decodable {
  static func read(_ tape: JSONTape, _ node: Int) throws -> Self {
    guard node >= 0, tape.nodes[node].kind == .array else { throw tape.mismatch(Self.self, node) }
    var elements: Self = []
    elements.reserveCapacity(tape.nodes[node].count)
    var element = node &+ 2
    while element < tape.nodes[node].next {
      tape.state.pointee.running.next = RunningDecodes.Value(node: element, container: node)
      elements.append(try tape.decode(Element.self, at: element))
      element = tape.element(after: element, in: node)
    }
    return elements
  }
}

extension Dictionary: ReadableList where Key == String, Value: Decodable {
  static func read(_ tape: JSONTape, _ node: Int) throws -> Self {
    guard node >= 0, tape.nodes[node].kind == .object else { throw tape.mismatch(Self.self, node) }
    var members: Self = [:]
    members.reserveCapacity(tape.nodes[node].count)
    var key = node &+ 2
    while key < tape.nodes[node].next {
      tape.state.pointee.running.next = RunningDecodes.Value(node: key &+ 1, container: node)
      members[tape.string(key)] = try tape.decode(Value.self, at: key &+ 1)
      key = tape.next(after: key &+ 1)
    }
    return members
  }
}
