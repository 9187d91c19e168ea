/// Why a log has no state after an action.
public enum MissingState: Hashable, Sendable {
  /// The program died in the action.
  case died
  /// What can be read of the log ends in the action.
  case unreadable
  /// Another action overlapped it, so that its state shows behind that one, or writing it failed.
  case lost
}
