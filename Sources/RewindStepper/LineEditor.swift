/// An editable line of text.
package struct LineEditor: Sendable {
  private var characters: [Character]
  /// The number of characters before the cursor.
  package private(set) var cursor: Int

  /// The maximum length of a line, beyond any sensible answer.
  private static let limit = 2_000

  package init(_ text: String = "") {
    characters = Array(text)
    cursor = characters.count
  }

  package var text: String { String(characters) }
  package var textBeforeCursor: String { String(characters[..<cursor]) }

  /// Moves the cursor to an offset in bytes of UTF-8.
  package mutating func moveCursor(toOffset offset: Int) {
    var bytes = 0
    cursor =
      characters.firstIndex {
        bytes += $0.utf8.count
        return bytes > offset
      } ?? characters.count
  }

  /// Handles a key; false if it has no meaning in a line.
  package mutating func handle(_ key: Key) -> Bool {
    switch key {
    case .character(let character): insert(character)
    case .left, .control("b"): cursor = max(0, cursor - 1)
    case .right, .control("f"): cursor = min(characters.count, cursor + 1)
    case .home, .control("a"): cursor = 0
    case .end, .control("e"): cursor = characters.count
    case .backspace: remove(max(0, cursor - 1)..<cursor)
    case .delete, .control("d"): remove(cursor..<min(characters.count, cursor + 1))
    case .control("u"): remove(0..<cursor)
    case .control("k"): remove(cursor..<characters.count)
    case .control("w"): removeWord()
    default: return false
    }
    return true
  }

  private mutating func insert(_ character: Character) {
    guard characters.count < Self.limit else { return }
    // A combining mark joins the character before it.
    let joined =
      characters.indices.contains(cursor - 1) ? "\(characters[cursor - 1])\(character)" : ""
    if joined.count == 1, let whole = joined.first {
      characters[cursor - 1] = whole
    } else {
      characters.insert(character, at: cursor)
      cursor += 1
    }
  }

  private mutating func remove(_ range: Range<Int>) {
    characters.removeSubrange(range)
    cursor = range.lowerBound
  }

  private mutating func removeWord() {
    var start = cursor
    while start > 0, characters[start - 1] == " " { start -= 1 }
    while start > 0, characters[start - 1] != " " { start -= 1 }
    remove(start..<cursor)
  }
}
