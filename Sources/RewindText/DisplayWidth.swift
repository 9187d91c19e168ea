extension Character {
  /// The width of the character in terminal columns: 2 for East Asian wide characters and emoji, 0 for
  /// marks without a base.
  ///
  /// Follows UAX #11 (East Asian Width) and UTS #51 (emoji presentation). Terminals that disagree about
  /// a sequence show it in fewer columns, so drawing beside the text requires positioning the cursor.
  package var columns: Int {
    let scalars = unicodeScalars
    guard let first = scalars.first else { return 0 }
    // No character below the combining marks is wide, joined or empty.
    if first.value < 0x300, scalars.count == 1 { return 1 }
    if first.properties.isEmojiPresentation { return 2 }
    if first.properties.isEmoji,
      scalars.contains(where: { $0.value == 0xFE0F || $0.properties.isEmojiModifier })
    {
      return 2
    }
    // Indic scripts join several letters, which are side by side, into one character.
    return scalars.reduce(0) { $0 + $1.columns }
  }

  /// More scalars than any writing system or emoji uses in one character; longer sequences are meant to
  /// spill over their neighbors.
  private static let scalarLimit = 16

  /// The character, or U+FFFD if it has too many scalars.
  fileprivate var bounded: Character {
    unicodeScalars.dropFirst(Self.scalarLimit).isEmpty ? self : "\u{FFFD}"
  }
}

extension Unicode.Scalar {
  /// The width of the scalar by itself.
  fileprivate var columns: Int {
    if isWide { return 2 }
    switch (value, properties.generalCategory) {
    case (0xAD, _): return 1
    case (0x1160...0x11FF, _), (0xD7B0...0xD7FF, _): return 0
    case (_, .nonspacingMark), (_, .enclosingMark), (_, .format): return 0
    default: return 1
    }
  }

  /// True if the scalar has East Asian Width W or F and is not an emoji.
  fileprivate var isWide: Bool {
    switch value {
    case 0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x3247, 0x3250...0x4DBF,
      0x4E00...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19,
      0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x16FFF, 0x17000...0x18DFF,
      0x1AFF0...0x1B2FF, 0x1F200...0x1F265, 0x20000...0x3FFFD:
      true
    default:
      false
    }
  }
}

extension String {
  /// Returns a number of spaces; none for a negative one.
  package static func spaces(_ count: Int) -> String {
    guard count > 0 else { return "" }
    return String(unsafeUninitializedCapacity: count) { bytes in
      bytes.initialize(repeating: 0x20)
      return count
    }
  }

  /// The width of the text in terminal columns.
  package var columns: Int {
    if utf8.allSatisfy({ $0 < 0x80 }) { return utf8.count }
    return reduce(0) { $0 + $1.columns }
  }

  /// The text in at most `limit` columns, cut with `…` if it is longer; control characters are escaped.
  ///
  /// O(columns), regardless of the text's length.
  package func fitted(to limit: Int) -> String {
    guard limit > 0 else { return "" }
    let start = utf8.prefix(limit + 1)
    if start.allSatisfy({ (0x20..<0x7F).contains($0) }) {
      return start.count <= limit ? self : String(prefix(limit - 1)) + "…"
    }
    var text = ""
    var columns = 0
    // The prefix to use if the text turns out too long: as much as leaves one column for the `…`.
    var short = ""
    for character in self {
      let shown = String(character.bounded).escapedForTerminal
      let width = shown.columns
      guard columns + width <= limit else { return short + "…" }
      text += shown
      columns += width
      if columns < limit { short = text }
    }
    return text
  }

  /// The end of the text in at most `limit` columns, after `…` if it is longer.
  package func fittedEnd(to limit: Int) -> String {
    guard limit > 0 else { return "" }
    // Characters take a column or more, except for bare marks, so this many are enough.
    let end = suffix(limit + 1)
    let tail = String(end.map(\.bounded)).escapedForTerminal
    guard end.startIndex > startIndex || tail.columns > limit else { return tail }
    var text = ""
    var columns = 1
    for character in tail.reversed() {
      columns += character.columns
      guard columns <= limit else { break }
      text = String(character) + text
    }
    return "…" + text
  }

  /// The text, padded with spaces at the end to a number of columns.
  package func padded(to columns: Int) -> String {
    self + String.spaces(columns - self.columns)
  }

  /// The text, padded with spaces at the start to a number of columns.
  package func rightAligned(to columns: Int) -> String {
    String.spaces(columns - self.columns) + self
  }
}
