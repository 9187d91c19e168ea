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
    return names[String(name)] ?? mouse(name)
  }

  /// Returns the key of `click-ROW-COLUMN`, `wheelup-…` or `wheeldown-…`, counted from 1.
  private static func mouse(_ name: Substring) -> Key? {
    let parts = name.split(separator: "-")
    guard parts.count == 3, let row = Int(parts[1]), let column = Int(parts[2]), row > 0, column > 0
    else { return nil }
    let cell = Screen.Cell(row: row - 1, column: column - 1)
    return switch parts[0] {
    case "click": .click(cell)
    case "wheelup": .wheel(-1, cell)
    case "wheeldown": .wheel(1, cell)
    default: nil
    }
  }

  private static let names: [String: Key] = [
    "up": .up, "down": .down, "left": .left, "right": .right, "home": .home, "end": .end,
    "pageup": .pageUp, "pagedown": .pageDown, "enter": .enter, "tab": .tab, "backtab": .backTab,
    "esc": .escape, "backspace": .backspace, "delete": .delete, "space": .character(" "),
  ]
}
