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
  }

  /// Returns the type of an action by its name, which has the case's path behind it.
  package func type(ofAction name: String) -> String? {
    var name = name[...]
    while types[String(name)] == nil {
      guard let end = name.lastIndex(where: { $0 == "." || $0 == "[" }) else { return nil }
      name = name[..<end]
    }
    return String(name)
  }

  /// Returns the parts of the values of a type; nil for one without parts, and where they are not known.
  package func parts(of type: String) -> Parts? {
    var parts = Parts()
    if type.hasSuffix("?") { return self.parts(of: type.withoutOptional) }
    if let json = types[type] { return self.parts(of: json) }
    if type.hasPrefix("[") {
      let inner = type.dropFirst().dropLast().split(by: ":")
      (parts.any, parts.isDictionary) = (inner.last, inner.count > 1)
      return parts
    }
    if let open = type.firstIndex(of: "<"), type.hasPrefix("Set<") {
      parts.any = String(type[type.index(after: open)...].dropLast())
      return parts
    }
    guard type.hasPrefix("("), type.hasSuffix(")") else { return nil }
    if type == "()" { return parts }
    for part in type.dropFirst().dropLast().split(by: ",") {
      let named = part.split(by: ":")
      guard named.count == 2 else { return nil }
      parts.members.append((named[0], named[1]))
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

  private func parts(of json: JSONObject) -> Parts? {
    var parts = Parts()
    parts.any = json["elements"]?.string
    if let members = json["struct"]?.array?.compactMap(Member.init) {
      // What no value has shown is written unless others were shown without it.
      let shown = members.filter { $0.mark != "declared" }
      if let others = shown.first(where: { $0.name == "*" }) {
        (parts.any, parts.isDictionary) = (others.type, true)
      }
      parts.members = (shown.isEmpty ? members : shown).map { ($0.name, $0.type) }
      return shown.isEmpty && parts.any != nil ? nil : parts
    }
    guard json["raw"] == nil, let cases = json["enum"]?.array else { return nil }
    for enumCase in cases.compactMap(\.array) {
      let payload = enumCase.dropFirst().compactMap(Member.init).map { "\($0.name): \($0.type)" }
      // The payload is an object of its values, as a tuple with labels.
      let type = "(\(payload.joined(separator: ", ")))"
      parts.members.append((enumCase.first?.string ?? "", type))
    }
    return parts
  }

  private struct Member {
    let name: String
    let type: String
    let mark: String?

    init?(_ json: JSONValue) {
      guard let array = json.array, array.count > 1, let name = array[0].string,
        let type = array[1].string
      else { return nil }
      (self.name, self.type) = (name, type)
      mark = array.count > 2 ? array[2].string : nil
    }
  }
}

extension Substring {
  /// The parts between separators that stand in no brackets, without the spaces around them.
  fileprivate func split(by separator: Character) -> [String] {
    var parts = [""]
    var depth = 0
    for character in self {
      if "([<".contains(character) { depth += 1 }
      if ")]>".contains(character) { depth -= 1 }
      if character == separator, depth == 0 {
        parts.append("")
      } else if character != " " || !parts[parts.count - 1].isEmpty {
        parts[parts.count - 1].append(character)
      }
    }
    return parts
  }
}

extension String {
  package var withoutOptional: String { String(reversed().drop { $0 == "?" }.reversed()) }

  fileprivate func split(by separator: Character) -> [String] { self[...].split(by: separator) }
}
