import RewindJSON

/// The parts of a state that its recorded form marks as opaque, `{"$rewind":"opaque","type":"Box"}`.
struct OpaqueParts {
  /// Pointers, each once, with `*` for an element.
  private(set) var paths: [String] = []
  /// The names of the types, each once.
  private(set) var types: [String] = []

  /// Finds the parts in the text of a state; nil if there are none.
  ///
  /// A text without the mark is not parsed.
  init?(in text: [UInt8]) {
    guard Self.mayHaveMark(text), let state = try? JSONValue(parsing: text) else { return nil }
    search(state, at: "")
    if paths.isEmpty { return nil }
  }

  private mutating func search(_ value: JSONValue, at path: String) {
    if let object = value.object {
      guard object["$rewind"]?.string != "opaque" else {
        if !paths.contains(path) { paths.append(path) }
        if let type = object["type"]?.string, !types.contains(type) { types.append(type) }
        return
      }
      for member in object.members { search(member.value, at: "\(path)/\(member.key)") }
    } else if let array = value.array {
      for element in array { search(element, at: "\(path)/*") }
    }
  }

  /// It begins with the letter of it that texts have most rarely.
  private static let mark = Array(#"$rewind":"opaque""#.utf8)

  private static func mayHaveMark(_ text: [UInt8]) -> Bool {
    text.withUnsafeBytes { text in mark.withUnsafeBytes { text.containsBytes(of: $0) } }
  }
}
