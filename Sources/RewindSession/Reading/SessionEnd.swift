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

  /// The action in which the program crashed; nil if it did not.
  package var fatalAction: Int? {
    if case .crashed(let action) = self { action } else { nil }
  }
}

extension SessionEnd {
  /// The end that a line shows if nothing relevant follows it; nil if an earlier line determines it.
  package init?(_ last: SessionLine) {
    switch last {
    case .end(let line): self = line.end == SessionEndLine.continued ? .continued : .closed
    case .action(let action): self = .crashed(action: action.index)
    case .state, .external, .reduced: self = .stopped
    // The state of the last action may be among the lines that could not be written.
    case .gap(let gap) where gap.actions > 0 || gap.states > 0: self = .stopped
    default: return nil
    }
  }
}
