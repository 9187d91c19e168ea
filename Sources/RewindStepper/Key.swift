/// A key of a terminal's keyboard.
package enum Key: Hashable, Sendable {
  case character(Character)
  case control(Character)
  case up, down, left, right
  case home, end, pageUp, pageDown
  case enter, tab, backTab, escape, backspace, delete
}

extension Key {
  /// A distance beyond any session or state, far from overflowing.
  private static let far = 1 << 60

  /// Returns the number of rows that the key moves down in a list that shows `page` of them; nil if it does not.
  func rows(page: Int) -> Int? {
    switch self {
    case .up, .character("k"): -1
    case .down, .character("j"): 1
    case .pageUp, .control("b"): -page
    case .pageDown, .control("f"): page
    case .control("u"): -max(1, page / 2)
    case .control("d"): max(1, page / 2)
    case .home, .character("g"): -Self.far
    case .end, .character("G"): Self.far
    default: nil
    }
  }
}
