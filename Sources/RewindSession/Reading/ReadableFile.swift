#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A file that is read at places, never mapped: a mapping dies when somebody cuts the file.
package final class ReadableFile: Sendable {
  private enum Content: Sendable {
    case descriptor(CInt)
    case bytes([UInt8])
  }

  private let content: Content

  /// Opens a file; `-` stands for standard input.
  ///
  /// - Throws: ``SystemError``; `EISDIR` for a folder, ``SystemError/notRegular`` for a pipe or a
  ///   device, which cannot be read at places and may never end.
  package init(path: String) throws(SystemError) {
    // A FIFO without a writer would keep `open` waiting.
    let descriptor =
      try path == "-"
      ? StandardInput.shared.open() : open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw .last }
    content = .descriptor(descriptor)
    var status = stat()
    // From here on, throwing closes the descriptor.
    guard fstat(descriptor, &status) == 0 else { throw .last }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: throw .isFolder
    default: throw .notRegular
    }
  }

  /// A file that is these bytes.
  package init(bytes: [UInt8]) {
    content = .bytes(bytes)
  }

  deinit {
    if case .descriptor(let descriptor) = content { close(descriptor) }
  }

  /// Bytes in the file now.
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

  /// The bytes of a range of the file; fewer where the file has become shorter.
  package func bytes(_ range: Range<Int>) throws(SystemError) -> [UInt8] {
    // Else the standard library would set the count of the empty array that all threads share.
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

  /// The end of a range of the file without the spaces that it ends with.
  ///
  /// A log is made longer by spaces ahead of its lines (``MappedFile``); those that are left at its end
  /// are no part of it.
  package func endBeforeSpaces(in range: Range<Int>) throws(SystemError) -> Int {
    var end = range.upperBound
    while end > range.lowerBound {
      let start = max(range.lowerBound, end - 1 << 16)
      if let last = try bytes(start..<end).lastNonSpace { return start + last + 1 }
      end = start
    }
    return end
  }
}

extension [UInt8] {
  /// The last byte that is not a space; eight are looked at together, which counts in a debug build.
  fileprivate var lastNonSpace: Int? {
    withUnsafeBytes { bytes in
      var end = bytes.count
      while end >= 8, bytes.loadUnaligned(fromByteOffset: end - 8, as: UInt64.self) == spaces {
        end -= 8
      }
      return bytes[..<end].lastIndex { $0 != UInt8(ascii: " ") }
    }
  }
}

private let spaces: UInt64 = 0x2020_2020_2020_2020

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
