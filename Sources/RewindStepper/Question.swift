/// A prompt for a line of input, at the bottom of the screen.
struct Question {
  enum Kind: Hashable {
    case search
    case filter
    case jump

    /// The text before the line.
    var prompt: String {
      switch self {
      case .search: "search: "
      case .filter: "filter: "
      case .jump: "go to: "
      }
    }

    /// A hint at the possible input.
    var hint: String {
      switch self {
      case .search, .filter:
        "a word, \"a text\", or an expression: changed(/a/b) and type like \"Set*\""
      case .jump:
        "a position: 12, end, end-1, 50%, 12.5s or note:NAME"
      }
    }
  }

  let kind: Kind
  var line = LineEditor()
  /// The error in the line, if any.
  var error: String?
  /// The number of steps back in the lines typed before.
  var recalled: Int?
}
