extension JSONValue {
  /// The value in its canonical form: no white space, members in order, the shortest escapes.
  public var text: String {
    var buffer = TextBuffer()
    buffer.put(self)
    return String(decoding: buffer.contents, as: UTF8.self)
  }

  /// Appends the canonical form to `bytes`.
  public func write(to bytes: inout [UInt8]) {
    // A caller that has reserved room for the text knows its length.
    var buffer = TextBuffer(capacity: bytes.capacity - bytes.count)
    buffer.put(self)
    bytes.append(contentsOf: buffer.contents)
  }

  /// The value over several lines, indented by two spaces a level, for people to read.
  public var prettyText: String {
    var text = ""
    writePretty(to: &text, indent: "")
    return text
  }

  private func writePretty(to text: inout String, indent: String) {
    let inner = indent + "  "
    switch self {
    case .array(let elements) where !elements.isEmpty:
      text += "["
      for (i, element) in elements.enumerated() {
        text += i > 0 ? ",\n\(inner)" : "\n\(inner)"
        element.writePretty(to: &text, indent: inner)
      }
      text += "\n\(indent)]"
    case .object(let object) where !object.isEmpty:
      text += "{"
      for (i, member) in object.members.enumerated() {
        text += i > 0 ? ",\n\(inner)" : "\n\(inner)"
        text += JSONValue.string(member.key).text + ": "
        member.value.writePretty(to: &text, indent: inner)
      }
      text += "\n\(indent)}"
    default:
      text += self.text
    }
  }
}

extension JSONValue: CustomStringConvertible {
  public var description: String { text }
}

extension String {
  /// Appends this string as a JSON string: only `"`, `\` and control characters are escaped.
  package func writeJSON(to bytes: inout [UInt8]) {
    var buffer = TextBuffer()
    buffer.put(self)
    bytes.append(contentsOf: buffer.contents)
  }
}
