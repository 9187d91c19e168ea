#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Memory that is not in use at the moment: the states of outputs, or of tapes.
///
/// There are as many as ever were in use at one time, and they are never freed, so that a pointer to
/// one stays good. They keep their buffers and what they know of types and keys. Safe to use from
/// any thread.
struct IdlePool<State> {
  private struct Shared {
    var mutex = pthread_mutex_t()
    var idle: [UnsafeMutablePointer<State>] = []
  }

  private let shared: UnsafeMutablePointer<Shared>

  init() {
    shared = .allocate(capacity: 1)
    shared.initialize(to: Shared())
    pthread_mutex_init(&shared.pointee.mutex, nil)
  }

  /// One that is idle; nil where there is none.
  func take() -> UnsafeMutablePointer<State>? {
    pthread_mutex_lock(&shared.pointee.mutex)
    let state = shared.pointee.idle.popLast()
    pthread_mutex_unlock(&shared.pointee.mutex)
    return state
  }

  func giveBack(_ state: UnsafeMutablePointer<State>) {
    pthread_mutex_lock(&shared.pointee.mutex)
    shared.pointee.idle.append(state)
    pthread_mutex_unlock(&shared.pointee.mutex)
  }
}

extension IdlePool {
  /// The largest buffer that an idle state keeps, in bytes: a document of this size takes
  /// milliseconds, beside which a fresh buffer costs nothing.
  static var keptCapacity: Int { 1 << 20 }
}
