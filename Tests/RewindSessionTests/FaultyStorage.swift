import Foundation
import RewindSession

/// A file in memory that fails on demand.
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
  /// The mapped bytes, by their offset in the file.
  nonisolated(unsafe) private var extents: [Int: MappedExtent] = [:]
  private let synchronizing: Fault?
  /// The length above which the disk is full; nil if it never is.
  nonisolated(unsafe) private var capacity: Int?
  let hasReserve: Bool

  /// A file whose calls of `write` and `truncate` fail as the plans say.
  init(
    writes plan: @escaping (_ call: Int) -> Fault? = { _ in nil },
    truncates truncation: @escaping (_ call: Int) -> Fault? = { _ in nil },
    synchronizing: Fault? = nil,
    capacity: Int? = nil,
    hasReserve: Bool = false
  ) {
    (self.capacity, self.hasReserve) = (capacity, hasReserve)
    self.plan = plan
    self.truncation = truncation
    self.synchronizing = synchronizing
  }

  var bytes: [UInt8] {
    lock.withLock {
      for (offset, extent) in extents { copy(extent, to: offset) }
      return content
    }
  }
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
      capacity = nil
    }
  }

  func takeBack(_ count: Int) -> Bool {
    if case .success = truncate(to: length - count) { true } else { false }
  }

  func write(_ bytes: UnsafeRawBufferPointer) -> Result<Int, SystemError> {
    lock.lock()
    let (plan, call) = (plan, writeCount)
    writeCount += 1
    lock.unlock()
    // Without the lock, since a plan may make the disk stall.
    let fault = plan(call)
    return lock.withLock {
      switch fault {
      case .error(let code):
        return .failure(SystemError(code: code))
      case .short(let limit):
        content += bytes.prefix(limit)
        return .success(min(limit, bytes.count))
      case nil:
        let room = min(bytes.count, capacity.map { max(0, $0 - content.count) } ?? .max)
        guard room > 0 else { return .failure(.noSpace) }
        content += bytes.prefix(room)
        return .success(room)
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

extension FaultyStorage: MappableFile {
  func extend(from end: Int, by count: Int) -> Result<MappedExtent, SystemError> {
    do throws(SystemError) {
      if length > end { try truncate(to: end).get() }
      guard length == end else { throw .wasCut }
      try writeAll([UInt8](repeating: 0x0A, count: count))
    } catch {
      if length > end { _ = truncate(to: end) }
      return .failure(error)
    }
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 16)
    memory.initializeMemory(as: UInt8.self, repeating: 0x0A)
    let extent = MappedExtent(memory)
    lock.withLock { extents[end] = extent }
    return .success(extent)
  }

  func unmap(_ extent: MappedExtent) {
    lock.withLock {
      guard let mapping = extents.first(where: { $1.bytes.baseAddress == extent.bytes.baseAddress })
      else { return }
      copy(extent, to: mapping.key)
      extents[mapping.key] = nil
    }
    extent.bytes.deallocate()
  }

  /// Makes the file shorter, as another program would.
  func cut(to length: Int) {
    lock.withLock { content.removeSubrange(length...) }
  }

  var length: Int { lock.withLock { content.count } }

  private func copy(_ extent: MappedExtent, to offset: Int) {
    let rest = min(extent.bytes.count, content.count - offset)
    guard rest > 0 else { return }
    content.replaceSubrange(offset..<(offset + rest), with: extent.bytes.prefix(rest))
  }
}
