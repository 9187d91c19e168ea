/// The public declarations in a Swift source, without bodies, values and layout.
struct PublicDeclarations {
  let all: [String]

  init(_ source: String) {
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.drop { $0 == " " } }
      .filter { !$0.hasPrefix("//") }
    all = lines.indices.compactMap { index in
      let line = lines[index]
      guard line.hasPrefix("public "), !line.hasPrefix("public import") else { return nil }
      return Self.declaration(lines[index...].joined(separator: "\n"))
    }
  }

  /// The text of one declaration up to its body or its value.
  private static func declaration(_ text: String) -> String {
    var end = text.startIndex
    var depth = 0
    while end < text.endIndex {
      switch text[end] {
      case "(", "[": depth += 1
      case ")", "]": depth -= 1
      case "{" where depth == 0: return plain(text[..<end])
      case "=" where depth == 0 && text[..<end].hasSuffix(" ") && text[end...].hasPrefix("= "):
        return plain(text[..<end])
      case "\n" where depth == 0:
        let next = text[end...].dropFirst()
        if !["where", "->", "throws", ")"].contains(where: next.hasPrefix) {
          return plain(text[..<end])
        }
      default: break
      }
      end = text.index(after: end)
    }
    return plain(text[...])
  }

  private static func plain(_ text: Substring) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      .replacing("( ", with: "(").replacing(" )", with: ")")
  }
}
