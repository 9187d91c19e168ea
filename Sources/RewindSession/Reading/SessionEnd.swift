/// How a session came to its end, as far as its log tells.
public enum SessionEnd: Hashable, Sendable {
  /// The app closed the log.
  case closed
  /// The last action has no state after it: the program died while reducing it.
  case crashed(action: Int)
  /// No end line and no open action: killed, or crashed outside a reducer.
  case stopped
  /// The last line is incomplete: the program stopped, or the disk filled up, while writing it. Also
  /// where the readable part of a log ends because of damage.
  case cut
  /// The session goes on in the next segment.
  case continued

  /// The word that `rewind check --json` uses.
  public var name: String {
    switch self {
    case .closed: "closed"
    case .crashed: "crashed"
    case .stopped: "stopped"
    case .cut: "cut"
    case .continued: "continued"
    }
  }
}
