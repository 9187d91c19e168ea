/// A key of a terminal's keyboard.
package enum Key: Hashable, Sendable {
  case character(Character)
  case control(Character)
  case up, down, left, right
  case home, end, pageUp, pageDown
  case enter, tab, backTab, escape, backspace, delete
}
