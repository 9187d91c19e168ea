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

  package init(
    _ color: Color? = nil,
    isBold: Bool = false,
    isDim: Bool = false,
    isReversed: Bool = false
  ) {
    self.color = color
    self.isBold = isBold
    self.isDim = isDim
    self.isReversed = isReversed
  }

  package static let plain = TextStyle()
  package static let bold = TextStyle(isBold: true)
  package static let dim = TextStyle(isDim: true)
  package static let reversed = TextStyle(isReversed: true)
  package static let red = TextStyle(.red)
  package static let green = TextStyle(.green)
  package static let yellow = TextStyle(.yellow)
  package static let cyan = TextStyle(.cyan)
}
