import Foundation
import RewindSession

/// A new log with lines of another, and its own chain of checksums.
///
/// It is created whole or not at all: an unfinished file is removed.
package struct LogCopy: ~Copyable {
  private let path: String
  private let file: AppendOnlyFile
  private var checksum = Checksum()
  private var pending: [UInt8] = []
  private var isFinished = false

  /// Creates the file; never changes an existing one.
  ///
  /// - Throws: ``LogRepairError``
  package init(creating path: String) throws(LogRepairError) {
    self.path = path
    do throws(SystemError) {
      file = try AppendOnlyFile(creating: path)
    } catch {
      throw .cannotCreate(path, error)
    }
  }

  deinit {
    file.close()
    if !isFinished { unlink(path) }
  }

  /// Adds a line, given as a JSON object without its closing brace and without a checksum.
  package mutating func add(_ body: some Sequence<UInt8>) throws(LogRepairError) {
    var line = Array(body)
    checksum = line.seal(after: checksum)
    pending += line
    if pending.count >= 1 << 20 { try flush() }
  }

  /// Adds the beginning of a line, which is never completed.
  mutating func addTornLine() { pending.append(UInt8(ascii: "{")) }

  /// Writes the remaining lines and keeps the file.
  package mutating func finish() throws(LogRepairError) {
    try flush()
    if case .failure(let error) = file.synchronize() { throw .cannotWrite(path, error) }
    isFinished = true
  }

  private mutating func flush() throws(LogRepairError) {
    do throws(SystemError) {
      try file.writeAll(pending)
    } catch {
      throw .cannotWrite(path, error)
    }
    pending.removeAll(keepingCapacity: true)
  }
}
