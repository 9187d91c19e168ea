// Text of a log, of a file's name or of a command line is data in every output. Each language that this
// package writes has its quoting here, and nowhere else:
//
//   Swift        swiftLiteral, swiftRawLiteral, swiftIdentifier, swiftType, swiftComment   SwiftText.swift
//   shell        shellWord, shellPath                                                      ShellText.swift
//   terminal     escapedForTerminal, escapedJSON                                           TerminalText.swift
//   XML, HTML    markup, scriptText                                                        MarkupText.swift
//   Markdown     markdownCode                                                          MarkdownText.swift
//   GitHub       annotationMessage, annotationProperty                                     MarkupText.swift
//
// All of them go by Unicode scalars: a line feed after a carriage return, or a quotation mark before a
// combining mark, is no character of its own.

extension String {
  /// Returns the text with some scalars replaced.
  package func escaped(_ replacement: (Unicode.Scalar) -> String?) -> String {
    var text = ""
    for scalar in unicodeScalars {
      if let other = replacement(scalar) {
        text += other
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}

extension Unicode.Scalar {
  /// True for control characters, characters that change the writing direction, and all other invisible ones.
  var isHidden: Bool {
    if (0x20..<0x7F).contains(value) { return false }
    return value < 0xA0 || value == 0x2028 || value == 0x2029
      || properties.isDefaultIgnorableCodePoint || properties.isNoncharacterCodePoint
      || properties.generalCategory == .format
  }

  /// The escape of Swift's strings: it names a scalar by its number.
  var swiftEscape: String { "u{\(String(value, radix: 16))}" }
}
