/// The reason why a log has no state after an action.
public enum MissingState: Hashable, Sendable {
  /// The program died in the action.
  case died
  /// The readable part of the log ends in the action.
  case unreadable
  /// Another action overlapped it, so that its state appears after that one, or writing it failed.
  case lost
}
