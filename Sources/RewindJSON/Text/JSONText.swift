extension JSONValue {
  /// The value in its canonical form: no white space, members in order, the shortest escapes.
  public var text: String {
    var bytes: [UInt8] = []
    write(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends the canonical form to `bytes`.
  public func write(to bytes: inout [UInt8]) {
    switch self {
    case .null: bytes.append("null")
    case .bool(let bool): bytes.append(bool ? "true" : "false")
    case .number(let number): bytes.append(contentsOf: number.text.utf8)
    case .string(let string): string.writeJSON(to: &bytes)
    case .array(let elements):
      bytes.append(UInt8(ascii: "["))
      for i in elements.indices {
        if i > 0 { bytes.append(UInt8(ascii: ",")) }
        elements[i].write(to: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let object):
      bytes.append(UInt8(ascii: "{"))
      for i in object.members.indices {
        if i > 0 { bytes.append(UInt8(ascii: ",")) }
        object.members[i].key.writeJSON(to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        object.members[i].value.write(to: &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
    }
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
