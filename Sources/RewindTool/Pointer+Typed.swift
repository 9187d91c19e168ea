import RewindJSON

extension Pointer {
  /// Reads a pointer as a person types it: a JSON Pointer, or a path as in expressions:
  /// `/game/cards/3`, `game.cards.3`, `game.cards[3]`; a pointer may lack its first slash.
  init(typed text: String) throws {
    guard !text.isEmpty, !text.hasPrefix("/") else {
      self = try Pointer(text)
      return
    }
    // Keys with a slash in them are rare, and a pointer can write them.
    if text.contains("/"), !text.contains("."), !text.contains("[") {
      self = try Pointer("/" + text)
      return
    }
    let dotted = text.replacing(/\["?([^\]"]*)"?\]/) { ".\($0.1)" }
    let path = text.hasPrefix("[") ? String(dotted.dropFirst()) : dotted
    let isState = path == "state" || path.hasPrefix("state.")
    let tokens = path.split(separator: ".", omittingEmptySubsequences: false)
    self.init(tokens: tokens.dropFirst(isState ? 1 : 0).map(String.init))
  }
}
