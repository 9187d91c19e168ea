/// A key of a terminal's keyboard.
package enum Key: Hashable, Sendable {
  case character(Character)
  case control(Character)
  case up, down, left, right
  case home, end, pageUp, pageDown
  /// A press of the first mouse button.
  case click(Screen.Place)
  /// A turn of the mouse wheel: -1 is up.
  case wheel(Int, Screen.Place)
  case enter, tab, backTab, escape, backspace, delete
}
