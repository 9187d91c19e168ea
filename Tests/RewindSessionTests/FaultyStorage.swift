import Foundation
import RewindSession

/// A file in memory that fails as it is told to.
///
/// Every call that the writer makes has a number, from 0; a plan says which of them fail, and how.
final class FaultyStorage: LogStorage {
  enum Fault: Equatable {
    /// The call is refused.
    case error(CInt)
    /// Only so many bytes are taken.
    case short(Int)
  }

  private let lock = NSLock()
  nonisolated(unsafe) private var plan: (_ call: Int) -> Fault?
  nonisolated(unsafe) private var truncation: (_ call: Int) -> Fault?
  nonisolated(unsafe) private var content: [UInt8] = []
  nonisolated(unsafe) private var writeCount = 0
  nonisolated(unsafe) private var truncateCount = 0
  nonisolated(unsafe) private var synchronizeCount = 0
  nonisolated(unsafe) private var isRemoved = false
  nonisolated(unsafe) private var closed = false
  private let synchronizing: Fault?

  /// A file whose calls of `write` and `truncate` fail as the plans say.
  init(
    writes plan: @escaping (_ call: Int) -> Fault? = { _ in nil },
    truncates truncation: @escaping (_ call: Int) -> Fault? = { _ in nil },
    synchronizing: Fault? = nil
  ) {
    self.plan = plan
    self.truncation = truncation
    self.synchronizing = synchronizing
  }

  var bytes: [UInt8] { lock.withLock { content } }
  var writes: Int { lock.withLock { writeCount } }
  var synchronizations: Int { lock.withLock { synchronizeCount } }
  var isClosed: Bool { lock.withLock { closed } }
  var hasName: Bool { lock.withLock { !isRemoved } }

  func remove() {
    lock.withLock { isRemoved = true }
  }

  /// From now on nothing fails.
  func mend() {
    lock.withLock {
      plan = { _ in nil }
      truncation = { _ in nil }
    }
  }

  func write(_ bytes: UnsafeRawBufferPointer) -> Result<Int, SystemError> {
    lock.withLock {
      defer { writeCount += 1 }
      switch plan(writeCount) {
      case .error(let code):
        return .failure(SystemError(code: code))
      case .short(let limit):
        content += bytes.prefix(limit)
        return .success(min(limit, bytes.count))
      case nil:
        content += bytes
        return .success(bytes.count)
      }
    }
  }

  func truncate(to length: Int) -> Result<Void, SystemError> {
    lock.withLock {
      defer { truncateCount += 1 }
      if case .error(let code) = truncation(truncateCount) {
        return .failure(SystemError(code: code))
      }
      content.removeSubrange(length...)
      return .success(())
    }
  }

  func synchronize() -> Result<Void, SystemError> {
    lock.withLock {
      synchronizeCount += 1
      if case .error(let code) = synchronizing { return .failure(SystemError(code: code)) }
      return .success(())
    }
  }

  func close() {
    lock.withLock { closed = true }
  }
}
