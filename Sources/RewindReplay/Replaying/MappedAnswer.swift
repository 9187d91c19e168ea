import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

#if os(Linux)
/// An answer in a file, written through memory.
///
/// ```
/// file    …finished lines │ lines │ NULs up to the end of the window
/// memory                  └────── window ──────┘
/// ```
///
/// Written lines are in the file at once, whatever kills the process, as with `write(2)`, but without a
/// system call for each action of a session. Until the answer is finished, the file is longer: readers
/// stop at the first NUL, which no line contains.
final class MappedAnswer: @unchecked Sendable {
  private let descriptor: CInt
  private let lock = NSLock()
  private var window: UnsafeMutableRawPointer
  /// The start of the window in the file.
  private var start: Int
  /// The number of bytes written to the window.
  private var filled: Int
  /// The file's previous size in bytes.
  private let oldLength: Int
  private var isFinished = false

  /// The size of a window in bytes: twenty thousand action lines, and a multiple of every page size.
  private static let length = 1 << 20

  /// Continues at the descriptor's position; nil if that is not a regular file that can be mapped, or
  /// the disk has no room.
  init?(_ descriptor: CInt) {
    // A file opened for writing only cannot be mapped, and appended bytes would follow the space
    // reserved here. Shells open files that way.
    let flags = fcntl(descriptor, F_GETFL)
    guard flags >= 0, flags & O_ACCMODE == O_RDWR, flags & O_APPEND == 0 else { return nil }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    let position = lseek(descriptor, 0, SEEK_CUR)
    guard position >= 0 else { return nil }
    start = Int(position) / Self.length * Self.length
    filled = Int(position) - start
    oldLength = Int(status.st_size)
    guard let window = Self.window(of: descriptor, at: start) else { return nil }
    (self.descriptor, self.window) = (descriptor, window)
  }

  /// Releases the unused space, and positions the descriptor at the end of the answer.
  func finish() {
    lock.withLock {
      guard !isFinished else { return }
      isFinished = true
      let end = start + filled
      // If that fails, the file keeps its NULs, which readers ignore.
      _ = ftruncate(descriptor, off_t(max(end, oldLength)))
      lseek(descriptor, off_t(end), SEEK_SET)
    }
  }

  /// Adds a line; false if the disk has no room for it.
  ///
  /// After the answer is finished, nothing is added.
  func append(_ line: [UInt8]) -> Bool {
    lock.withLock {
      guard !isFinished else { return true }
      return line.withUnsafeBytes { bytes in
        var rest = bytes[...]
        while !rest.isEmpty {
          guard filled < Self.length || advance() else { return false }
          let piece = rest.prefix(Self.length - filled)
          UnsafeMutableRawBufferPointer(start: window + filled, count: piece.count)
            .copyMemory(from: UnsafeRawBufferPointer(rebasing: piece))
          filled += piece.count
          rest = rest.dropFirst(piece.count)
        }
        return true
      }
    }
  }

  private func advance() -> Bool {
    guard let next = Self.window(of: descriptor, at: start + Self.length) else { return false }
    munmap(window, Self.length)
    (window, start, filled) = (next, start + Self.length, 0)
    return true
  }

  /// Maps a part of the file.
  ///
  /// Its space is reserved first: a page for which the disk has no room would end the process as if the
  /// app had crashed.
  private static func window(
    of descriptor: CInt,
    at start: Int
  ) -> UnsafeMutableRawPointer? {
    guard posix_fallocate(descriptor, off_t(start), off_t(length)) == 0,
      let window = mmap(nil, length, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, off_t(start)),
      window != MAP_FAILED
    else { return nil }
    return window
  }
}
#endif
