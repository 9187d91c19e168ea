import RewindJSON

/// The one call that is worth making next.
struct MCPNext {
  let tool: String
  let arguments: [(name: String, value: String)]
  let lists: [(name: String, values: [String])]

  init(
    _ tool: String,
    _ arguments: [(String, String)] = [],
    lists: [(String, [String])] = []
  ) {
    (self.tool, self.arguments, self.lists) = (tool, arguments, lists)
  }

  /// The call as one reads it: `state file=crash.jsonl at=56 pointer=/rows/20`.
  var call: String {
    let words = arguments.map { "\($0.name)=\(Self.word($0.value))" }
    let lists = lists.map { "\($0.name)=\(JSONValue($0.values).text.escapedJSON)" }
    return ([tool] + words + lists).joined(separator: " ")
  }

  /// Returns a value without quotes, where that cannot be misread.
  private static func word(_ text: String) -> String {
    let isPlain = !text.isEmpty && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != 0x22 }
    return isPlain ? text : JSONValue.string(text).text.escapedJSON
  }

  /// Returns true for the pointer of a log that is nothing but names: it may stand outside of the fence.
  static func isPlain(_ pointer: String) -> Bool {
    pointer.utf8.count <= 80
      && pointer.utf8.allSatisfy {
        (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
          || [0x2F, 0x2D, 0x5F].contains($0)
      }
  }
}
