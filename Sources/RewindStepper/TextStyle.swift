/// The style of a piece of text.
package struct TextStyle: Hashable, Sendable {
  /// The colors that every terminal has, on any background.
  package enum Color: Int, Sendable {
    case red = 31
    case green = 32
    case yellow = 33
    case cyan = 36
  }

  package var color: Color?
  package var isBold = false
  package var isDim = false
  package var isReversed = false

  package static let plain = TextStyle()
  package static let bold = TextStyle(isBold: true)
  package static let dim = TextStyle(isDim: true)
  package static let red = TextStyle(color: .red)
  package static let green = TextStyle(color: .green)
  package static let yellow = TextStyle(color: .yellow)
  package static let cyan = TextStyle(color: .cyan)
}
