extension String {
  /// The string with invisible characters escaped.
  ///
  /// So the contents of a log can neither control the terminal nor make two names look alike. Within an
  /// emoji, joiners and selectors stay: they combine several scalars into one picture.
  package var escapedForTerminal: String {
    guard hasHiddenScalars else { return self }
    return map { character in
      let keepsSelectors = character.isEmojiOrIdeograph
      return character.unicodeScalars.map { scalar in
        !scalar.isHidden || keepsSelectors && scalar.isSelector
          ? String(scalar) : "\\\(scalar.swiftEscape)"
      }.joined()
    }.joined()
  }

  /// A line of JSON text with invisible characters as escapes; these mean the same.
  ///
  /// Such characters occur in strings only, where JSON has escapes for them: nothing is lost, and the
  /// line can be copied from the terminal into any JSON tool.
  package var escapedJSON: String {
    guard hasHiddenScalars else { return self }
    return escaped { $0.isHidden ? String($0).utf16.map(Self.jsonEscape).joined() : nil }
  }

  private var hasHiddenScalars: Bool {
    // Most text is ASCII, whose bytes are quickly compared.
    utf8.contains { !(0x20..<0x7F).contains($0) } && unicodeScalars.contains(where: \.isHidden)
  }

  private static func jsonEscape(_ unit: UInt16) -> String {
    let digits = String(unit, radix: 16)
    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
  }
}

extension Character {
  /// True if selectors can change its appearance: an emoji, or an ideograph with variants.
  fileprivate var isEmojiOrIdeograph: Bool {
    guard let first = unicodeScalars.first else { return false }
    return first.properties.isEmoji || first.properties.isIdeographic
  }
}

extension Unicode.Scalar {
  /// True for scalars that join several into one picture: the joiner, the variation selectors, and tags.
  fileprivate var isSelector: Bool {
    switch value {
    case 0x200D, 0xFE00...0xFE0F, 0xE0020...0xE007F, 0xE0100...0xE01EF: true
    default: false
    }
  }
}
