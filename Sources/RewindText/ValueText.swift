package import RewindJSON

extension JSONValue {
  /// The value on one line of at most about `width` characters: whole if it fits, otherwise a description.
  package func brief(_ width: Int = 60) -> String {
    switch self {
    case .array(let elements) where !elements.isEmpty && !fits(width):
      return "[\(elements.count) \(elements.count == 1 ? "element" : "elements")]"
    case .object(let object) where !object.isEmpty && !fits(width):
      return "{\(object.count) \(object.count == 1 ? "member" : "members")}"
    case .string(let string) where !fits(width):
      let start = string.prefix(max(8, width - 20))
      // Characters of several bytes may all be there.
      guard start.endIndex < string.endIndex else { return text.escapedForTerminal }
      return JSONValue.string(String(start)).text.dropLast().description.escapedForTerminal
        + "…\" (\(string.length))"
    default:
      return text.escapedForTerminal
    }
  }

  /// Returns true if the text has at most `width` bytes; looks at no more of it than needed.
  package func fits(_ width: Int) -> Bool { textCount(upTo: width) <= width }
}

extension String {
  /// The size above which texts are measured in bytes: counting the characters of a megabyte takes
  /// longer than a key press.
  private static let countedBytes = 1 << 18

  /// The length of the text, in words.
  var length: String {
    utf8.count > Self.countedBytes ? "\(utf8.count) bytes" : "\(count) characters"
  }
}
