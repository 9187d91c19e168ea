import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A file that is read at offsets, never mapped: a mapping fails if another program truncates the file.
package final class ReadableFile: Sendable {
  private enum Content: Sendable {
    case descriptor(CInt)
    case bytes([UInt8])
  }

  private let content: Content

  /// Opens a file.
  ///
  /// - Throws: ``SystemError``; `EISDIR` for a folder, ``SystemError/notRegular`` for a pipe or a
  ///   device, which cannot be read at offsets and may never end.
  package static func open(_ path: String) throws(SystemError) -> ReadableFile {
    // A FIFO without a writer would block `open`.
    let descriptor = Foundation.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw .last }
    return try take(descriptor)
  }

  /// Takes an open file; it is closed with this one, and at once if it is not a regular file.
  package static func take(_ descriptor: CInt) throws(SystemError) -> ReadableFile {
    let file = ReadableFile(.descriptor(descriptor))
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .last }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return file
    case S_IFDIR: throw .isFolder
    default: throw .notRegular
    }
  }

  private init(_ content: Content) {
    self.content = content
  }

  /// Makes a file of these bytes.
  package init(bytes: [UInt8]) {
    content = .bytes(bytes)
  }

  deinit {
    if case .descriptor(let descriptor) = content { close(descriptor) }
  }

  /// The user to whom the file belongs; nil for one in memory.
  var owner: uid_t? {
    guard case .descriptor(let descriptor) = content else { return nil }
    var status = stat()
    return fstat(descriptor, &status) == 0 ? status.st_uid : nil
  }

  /// The current number of bytes in the file.
  package var length: Int {
    switch content {
    case .bytes(let bytes):
      return bytes.count
    case .descriptor(let descriptor):
      var status = stat()
      return fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
    }
  }

  /// Fills as much of `buffer` as the file has from `offset` on; fewer bytes only at the end.
  package func read(
    into buffer: UnsafeMutableRawBufferPointer,
    at offset: Int
  ) throws(SystemError) -> Int {
    switch content {
    case .descriptor(let descriptor):
      return try descriptor.read(into: buffer, at: offset)
    case .bytes(let bytes):
      guard offset < bytes.count else { return 0 }
      let part = bytes[offset...].prefix(buffer.count)
      buffer.copyBytes(from: part)
      return part.count
    }
  }

  /// Returns the bytes of a range of the file; fewer if the file has become shorter.
  package func bytes(_ range: Range<Int>) throws(SystemError) -> [UInt8] {
    // Otherwise the standard library would set the count of the empty array that all threads share.
    guard !range.isEmpty else { return [] }
    var failure: SystemError?
    let bytes = [UInt8](unsafeUninitializedCapacity: range.count) { buffer, count in
      do throws(SystemError) {
        count = try read(into: UnsafeMutableRawBufferPointer(buffer), at: range.lowerBound)
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return bytes
  }

  /// Returns the end of the written part of a log: its length, without the room reserved for more lines.
  ///
  /// A recorder extends its file ahead of the lines, by line feeds, up to a multiple of
  /// ``MappedLogStorage/unit`` bytes. Unused ones are not part of the log. Nor is the line feed after a
  /// fragment of a line, during whose storing the program was killed: the end of a line is stored
  /// last.
  package func endBeforeRoom() throws(SystemError) -> Int {
    let length = length
    guard length.isMultiple(of: MappedLogStorage.unit) else { return length }
    let end = try endBeforeLineFeeds(length)
    guard end > 0, length - end > 1 else { return end == 0 ? 0 : length }
    return try bytes(max(end - 2, 0)..<end) == Array("\"}".utf8) ? end + 1 : end
  }

  private func endBeforeLineFeeds(_ length: Int) throws(SystemError) -> Int {
    var end = length
    while end > 0 {
      let start = max(0, end - 1 << 16)
      if let last = try bytes(start..<end).lastOfLine { return start + last + 1 }
      end = start
    }
    return 0
  }
}

extension [UInt8] {
  /// The index of the last byte that is not a line feed; tests eight at a time, for speed in debug builds.
  fileprivate var lastOfLine: Int? {
    withUnsafeBytes { bytes in
      var end = bytes.count
      while end >= 8, bytes.loadUnaligned(fromByteOffset: end - 8, as: UInt64.self) == lineFeeds {
        end -= 8
      }
      return bytes[..<end].lastIndex { $0 != 0x0A }
    }
  }
}

private let lineFeeds: UInt64 = 0x0A0A_0A0A_0A0A_0A0A

extension CInt {
  fileprivate func read(
    into buffer: UnsafeMutableRawBufferPointer,
    at offset: Int
  ) throws(SystemError) -> Int {
    var filled = 0
    while filled < buffer.count {
      let count = pread(
        self,
        buffer.baseAddress.map { $0 + filled },
        buffer.count - filled,
        off_t(offset + filled)
      )
      if count < 0 {
        guard errno == EINTR else { throw .last }
        continue
      }
      if count == 0 { break }
      filled += count
    }
    return filled
  }
}
