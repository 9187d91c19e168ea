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
///
/// Each is one reference, and is given as what it is: as a value of a type that is not known before
/// run time, it would be copied.
protocol ReadableList {
  /// Reads the list at a node; gives a retained reference.
  ///
  /// - Throws: `DecodingError` where the value is no such list, or something in it does not fit.
  static func read(_ tape: JSONTape, _ node: Int) throws -> Unmanaged<AnyObject>
}

extension Array: ReadableList where Element: Decodable {
  static func read(_ tape: JSONTape, _ node: Int) throws -> Unmanaged<AnyObject> {
    guard node >= 0, tape.nodes[node].kind == .array else { throw tape.mismatch(Self.self, node) }
    let count = tape.nodes[node].count
    let list = count == 0 ? [] : try elements(count, of: tape, node)
    return Unmanaged.passRetained(unsafeBitCast(list, to: AnyObject.self))
  }

  @inline(__always)
  private static func elements(_ count: Int, of tape: JSONTape, _ node: Int) throws -> Self {
    let form = tape.form(of: Element.self)
    return try Array(unsafeUninitializedCapacity: count) { elements, read in
      guard let base = elements.baseAddress else { return }
      var element = node &+ 2
      while read < count {
        tape.state.pointee.running.next = RunningDecodes.Value(node: element, container: node)
        (base + read).initialize(to: try tape.decode(Element.self, form, at: element))
        read &+= 1
        element = tape.element(after: element, at: read, in: node)
      }
    }
  }
}

extension Dictionary: ReadableList where Key == String, Value: Decodable {
  static func read(_ tape: JSONTape, _ node: Int) throws -> Unmanaged<AnyObject> {
    guard node >= 0, tape.nodes[node].kind == .object else { throw tape.mismatch(Self.self, node) }
    let form = tape.form(of: Value.self)
    var members: Self = [:]
    members.reserveCapacity(tape.nodes[node].count)
    var key = node &+ 2
    while key < tape.nodes[node].next {
      tape.state.pointee.running.next = RunningDecodes.Value(node: key &+ 1, container: node)
      members[tape.string(key)] = try tape.decode(Value.self, form, at: key &+ 1)
      key = tape.next(after: key &+ 1)
    }
    return Unmanaged.passRetained(unsafeBitCast(members, to: AnyObject.self))
  }
}
