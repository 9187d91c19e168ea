#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A lock that is taken several times for each line of a log.
///
/// `NSLock` is an open class, which makes it twice as slow without contention; `Mutex` requires
/// newer systems than this package.
package final class UnfairLock: Sendable {
  #if canImport(Darwin)
  nonisolated(unsafe) private let mutex: os_unfair_lock_t

  package init() {
    mutex = .allocate(capacity: 1)
    mutex.initialize(to: os_unfair_lock())
  }

  package func lock() { os_unfair_lock_lock(mutex) }
  package func unlock() { os_unfair_lock_unlock(mutex) }
  #else
  nonisolated(unsafe) private let mutex: UnsafeMutablePointer<pthread_mutex_t>

  package init() {
    mutex = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
  }

  package func lock() { pthread_mutex_lock(mutex) }
  package func unlock() { pthread_mutex_unlock(mutex) }
  #endif

  deinit {
    #if !canImport(Darwin)
    pthread_mutex_destroy(mutex)
    #endif
    mutex.deallocate()
  }
}

extension UnfairLock {
  package func withLock<Result>(_ body: () -> Result) -> Result {
    lock()
    defer { unlock() }
    return body()
  }
}
