/// A line that the person is asked for, at the foot of the screen.
struct Question {
  enum Kind: Hashable {
    case search
    case filter
    case jump

    /// What stands before the line.
    var prompt: String {
      switch self {
      case .search: "search: "
      case .filter: "filter: "
      case .jump: "go to: "
      }
    }

    /// What can be typed.
    var hint: String {
      switch self {
      case .search, .filter:
        "a word of the type, or an expression: changed(/a/b) and type like \"Set*\""
      case .jump:
        "a position: 12, end, end-1, 50%, 12.5s or note:NAME"
      }
    }
  }

  let kind: Kind
  var line = LineEditor()
  /// What is wrong with the line.
  var trouble: String?
  /// How far back in the lines typed before.
  var recalled: Int?
}
