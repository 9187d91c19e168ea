import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

#if os(Linux)
/// An answer that lies in a file, written through memory.
///
/// ```
/// file    …lines that are done │ lines │ NULs up to the end of the window
/// memory                       └────── window ──────┘
/// ```
///
/// What is written is in the file at once, whatever kills the process, as with `write(2)`; but an action
/// line costs no call of the system, of which there would be one for each action of a session. The file
/// is longer than the answer: who reads it stops at the first NUL, which no line has.
final class MappedAnswer: @unchecked Sendable {
  private let descriptor: CInt
  private let lock = NSLock()
  private var window: UnsafeMutableRawPointer
  /// Where the window begins in the file.
  private var start: Int
  /// How much of the window is written.
  private var filled: Int

  /// Bytes of a window: twenty thousand action lines, and a multiple of every page size there is.
  private static let length = 1 << 20

  /// Goes on where the descriptor stands; nil where that is no regular file, or the disk has no room.
  init?(_ descriptor: CInt) {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    let position = lseek(descriptor, 0, SEEK_CUR)
    guard position >= 0 else { return nil }
    start = Int(position) / Self.length * Self.length
    filled = Int(position) - start
    guard let window = Self.window(of: descriptor, at: start) else { return nil }
    (self.descriptor, self.window) = (descriptor, window)
  }

  /// Adds a line; false where the disk has no room for it.
  func append(_ line: [UInt8]) -> Bool {
    lock.withLock {
      line.withUnsafeBytes { bytes in
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

  /// A part of the file as memory.
  ///
  /// Its room is taken first: a page for which the disk has none would end the process as if the app
  /// had died.
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
