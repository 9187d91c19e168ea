/// The end of a session, to the extent that its log shows it.
public enum SessionEnd: Hashable, Sendable {
  /// The app closed the log.
  case closed
  /// The last action has no state after it: the program crashed while reducing it.
  case crashed(action: Int)
  /// No end line and no open action: killed, or crashed outside a reducer.
  case stopped
  /// The last line is incomplete: the program stopped, or the disk filled up, while writing it.
  ///
  /// Also used if the readable part of a log ends because of damage.
  case cut
  /// The session continues in the next segment.
  case continued

  /// The word in `rewind check --json`.
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
