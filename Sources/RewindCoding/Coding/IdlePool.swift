/// Memory that is not in use at the moment: the states of outputs, or of tapes.
///
/// There are as many as ever were in use at one time, and they are never freed, so that a pointer to
/// one stays good. They keep their buffers and what they know of types and keys. Safe to use from
/// any thread.
final class IdlePool<State>: Sendable {
  private let lock = UnfairLock()
  @exclusivity(unchecked) nonisolated(unsafe) private var idle: [UnsafeMutablePointer<State>] = []

  /// One that is idle; nil where there is none.
  func take() -> UnsafeMutablePointer<State>? {
    lock.withLock { idle.popLast() }
  }

  func giveBack(_ state: UnsafeMutablePointer<State>) {
    lock.withLock { idle.append(state) }
  }
}

extension IdlePool {
  /// The largest buffer that an idle state keeps, in bytes: a document of this size takes
  /// milliseconds, beside which a fresh buffer costs nothing.
  static var keptCapacity: Int { 1 << 20 }
}
