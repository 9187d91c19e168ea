import RewindSession

/// Answers the first question of a dispatch: whether the log takes actions.
///
/// It has a lock of its own, held for an instant, so that an action which is not recorded is not encoded either, and
/// waits for no line that is being written.
final class RecordingGate: Sendable {
  enum Answer {
    /// The log is paused or has ended, or this is a fork of the process that writes it.
    case closed
    /// The log has no state yet.
    case new
    case open
  }

  private let lock = ProcessLock()
  @exclusivity(unchecked) nonisolated(unsafe) private var isPausedNow = false
  @exclusivity(unchecked) nonisolated(unsafe) private var hasEnded = false
  @exclusivity(unchecked) nonisolated(unsafe) private var hasState = false

  var answer: Answer {
    guard lock.take() else { return .closed }
    defer { lock.giveBack() }
    if isPausedNow || hasEnded { return .closed }
    return hasState ? .open : .new
  }

  var isPaused: Bool {
    get { lock.withLock { isPausedNow } ?? false }
    set { lock.withLock { isPausedNow = newValue } }
  }

  /// Notes that the initial state is in the log.
  func begin() { lock.withLock { hasState = true } }

  /// Notes that nothing can be written any more.
  func end() { lock.withLock { hasEnded = true } }
}
