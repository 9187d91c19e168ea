package import RewindJSON

/// The types of a log's values, as its lines of types tell them.
///
/// A type has its name here: `AppState`, `[String: User]`, `Item?`. A log of another recorder has none; its readers
/// guess (``FieldTree``).
package struct RecordedTypes: Sendable {
  /// The parts of the JSON values of a type.
  package struct Parts: Sendable {
    /// The types of members, by their names, in the order of their declaration.
    package fileprivate(set) var members: [(name: String, type: String)] = []
    /// The type of the elements of an array, or of the values of a dictionary.
    package fileprivate(set) var any: String?
    /// True if the keys of an object are data.
    package fileprivate(set) var isDictionary = false

    package subscript(name: String) -> String? { members.first { $0.name == name }?.type }
  }

  private var types: [String: JSONObject] = [:]
  /// The type of the states.
  package private(set) var state: String?
  /// The types of inputs, by their names.
  package private(set) var inputs: [String: String] = [:]
  /// The types of what actions carry that are not values of their type, by their names and by the members.
  package private(set) var contents: [String: JSONObject] = [:]

  package init() {}

  package var isEmpty: Bool { types.isEmpty }

  /// The types that have parts, in a stable order.
  package var names: [String] { types.keys.sorted() }

  /// Adds a line of types.
  package mutating func add(_ line: JSONObject) {
    for member in line["types"]?.object?.members ?? [] {
      types[member.key] = member.value.object
    }
    state = line["state"]?.string ?? state
    for member in line["inputs"]?.object?.members ?? [] {
      inputs[member.key] = member.value.string
    }
    for member in line["actions"]?.object?.members ?? [] {
      contents[member.key] = member.value.object
    }
  }

  /// Returns the type of an action's payload by the action's name, which has the case's path behind it.
  package func type(ofAction name: String) -> String? {
    if let payload = contents[name]?["payload"]?.string { return payload }
    var name = name[...]
    while types[String(name)] == nil {
      let end = name.utf8.lastIndex { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "[") }
      guard let end else { return nil }
      name = name[..<end]
    }
    return String(name)
  }

  /// Returns what the log tells of a type by its name; nil for one that has only a name.
  package func declaration(of type: String) -> TypeDeclaration? {
    types[type].map(TypeDeclaration.init)
  }

  /// Returns the parts of the values of a type; nil for one without parts, and where they are not known.
  package func parts(of type: String) -> Parts? {
    var parts = Parts()
    switch TypeForm(type) {
    case .optional(let wrapped): return self.parts(of: wrapped)
    case .list(_, let element): parts.any = element
    case .dictionary(_, let value): (parts.any, parts.isDictionary) = (value, true)
    case .tuple(let members):
      // Without a label for each, it is written as a list.
      guard members.allSatisfy({ $0.label != nil }) else { return nil }
      parts.members = members.map { ($0.label ?? "", $0.type) }
    case .function: return nil
    case .named: return declaration(of: type).flatMap(self.parts)
    }
    return parts
  }

  /// Returns a pattern without the ways from a type back to itself: `/tree/left/left/sum` is `/tree/sum`.
  package func folded(_ pattern: Pointer, from root: String?) -> Pointer {
    var tokens: [String] = []
    var path: [(type: String, depth: Int)] = []
    var next = root
    for token in [nil] + pattern.tokens.map(Optional.some) {
      if let token {
        tokens.append(token)
        let parts = next.flatMap { self.parts(of: $0) }
        next = parts?[token] ?? parts?.any
      }
      guard let type = next?.withoutOptional, types[type] != nil else { continue }
      if let start = path.firstIndex(where: { $0.type == type }) {
        tokens.removeLast(tokens.count - path[start].depth)
        path.removeLast(path.count - start - 1)
      } else {
        path.append((type, tokens.count))
      }
    }
    return Pointer(tokens: tokens)
  }

  private func parts(of declaration: TypeDeclaration) -> Parts? {
    var parts = Parts()
    parts.any = declaration.elements
    switch declaration.form {
    case .structure(let members):
      // What no value has shown is written unless others were shown without it.
      let shown = members.filter { $0.mark != .declared }
      if let others = shown.first(where: { $0.name == "*" }) {
        (parts.any, parts.isDictionary) = (others.type, true)
      }
      parts.members = (shown.isEmpty ? members : shown).map { ($0.name, $0.type) }
      return shown.isEmpty && parts.any != nil ? nil : parts
    case .enumeration(let cases):
      // The payload is an object of its values, as a tuple with labels.
      parts.members = cases.map { enumCase in
        let payload = enumCase.payload.map { "\($0.name): \($0.type)" }
        return (enumCase.name, "(\(payload.joined(separator: ", ")))")
      }
      return parts
    case .rawValues, .existential, .opaque: return nil
    }
  }
}

extension String {
  package var withoutOptional: String { String(reversed().drop { $0 == "?" }.reversed()) }
}
