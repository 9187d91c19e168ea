extension Key {
  /// Returns the keys of a text: each character is a key; `<enter>`, `<tab>`, `<esc>`, `<up>`,
  /// `<ctrl-f>` and similar names are the others; `<<` is the key `<`.
  ///
  /// Returns nil if a name in angle brackets is unknown.
  package static func keys(_ text: String) -> [Key]? {
    var keys: [Key] = []
    var rest = text[...]
    while let character = rest.popFirst() {
      guard character == "<" else {
        keys.append(.character(character))
        continue
      }
      if rest.first == "<" {
        keys.append(.character(rest.removeFirst()))
        continue
      }
      guard let end = rest.firstIndex(of: ">"), let key = named(rest[..<end]) else { return nil }
      keys.append(key)
      rest = rest[end...].dropFirst()
    }
    return keys
  }

  private static func named(_ name: Substring) -> Key? {
    if name.hasPrefix("ctrl-"), name.count == 6, let letter = name.last { return .control(letter) }
    return names[String(name)]
  }

  private static let names: [String: Key] = [
    "up": .up, "down": .down, "left": .left, "right": .right, "home": .home, "end": .end,
    "pageup": .pageUp, "pagedown": .pageDown, "enter": .enter, "tab": .tab, "backtab": .backTab,
    "esc": .escape, "backspace": .backspace, "delete": .delete, "space": .character(" "),
  ]
}
