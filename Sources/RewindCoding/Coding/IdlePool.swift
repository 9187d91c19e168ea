/// Memory that is not in use at the moment: the states of outputs.
///
/// There are as many as were ever in use at one time, and they are never freed, so a pointer to one
/// stays valid. They keep their buffers and their tables of types and keys. Safe to use from any
/// thread.
final class IdlePool<State>: Sendable {
  private let lock = UnfairLock()
  @exclusivity(unchecked) nonisolated(unsafe) private var idle: [UnsafeMutablePointer<State>] = []

  /// Takes an idle state; returns nil if there is none.
  func take() -> UnsafeMutablePointer<State>? {
    lock.withLock { idle.popLast() }
  }

  func giveBack(_ state: UnsafeMutablePointer<State>) {
    lock.withLock { idle.append(state) }
  }
}

extension IdlePool {
  /// The largest buffer that an idle state retains, in bytes: writing a document of this size takes
  /// milliseconds, so a new buffer costs nothing in comparison.
  static var keptCapacity: Int { 1 << 20 }
}
