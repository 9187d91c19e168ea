package import RewindSession

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The offsets of a file's lines, found in one pass over its bytes.
///
/// Eight bytes are stored for each line.
package struct LineScan: Sendable {
  /// The offset of each complete line, followed by the offset after the last line feed.
  private var offsets = [0]
  /// The number of bytes after the last line feed, without the room for more lines; in a file with such
  /// room, after the last line with a checksum.
  package private(set) var tail = 0
  /// True if a complete line does not end as sealed lines do: it is a fragment of a line, or damaged.
  package private(set) var hasUnsealed = false

  /// One megabyte: larger chunks leave the second-level cache and are no faster.
  private static let chunk = 1 << 20

  /// More lines than any session has; their offsets take half a gigabyte.
  package static let countLimit = 1 << 26

  /// Finds the lines of `file`.
  package static func run(
    _ file: ReadableFile,
    progress: ((_ done: Int) -> Void)? = nil
  ) throws(SystemError) -> LineScan {
    var lines = LineScan()
    try lines.extend(file, progress: progress)
    return lines
  }

  /// The number of complete lines.
  package var count: Int { offsets.count - 1 }
  /// The number of bytes up to and including the last line feed.
  package var length: Int { offsets[offsets.count - 1] }

  /// Finds the lines appended to `file` since.
  ///
  /// - Throws: ``SystemError``; `EFBIG` for more than ``countLimit`` lines.
  package mutating func extend(
    _ file: ReadableFile,
    progress: ((_ done: Int) -> Void)? = nil
  ) throws(SystemError) {
    // The last two bytes of a chunk precede the next one: they may end a line there.
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 2 + Self.chunk, alignment: 16)
    defer { memory.deallocate() }
    memory[0] = 0
    memory[1] = 0
    let buffer = UnsafeMutableRawBufferPointer(rebasing: memory[2...])
    guard let base = buffer.baseAddress else { return }
    var offset = length
    let fileEnd = try file.endBeforeRoom()
    while true {
      let count = try min(file.read(into: buffer, at: offset), max(fileEnd - offset, 0))
      let start = UnsafeRawPointer(base)
      let end = start + count
      var next = start
      while let found = memchr(next, 0x0A, end - next) {
        next = UnsafeRawPointer(found) + 1
        offsets.append(offset + (next - start))
        if !Self.endsSealed(before: UnsafeRawPointer(found)) { hasUnsealed = true }
      }
      guard offsets.count <= Self.countLimit else { throw .tooLarge }
      offset += count
      progress?(offset)
      guard count == buffer.count else { break }
      memory[0] = buffer[count - 2]
      memory[1] = buffer[count - 1]
    }
    if fileEnd < file.length { try joinFragments(file) }
    tail = offset - length
  }

  /// Takes the lines without checksums at the end for one line that was not stored completely.
  ///
  /// A recorder copies a line into the room, which is filled with line feeds, and the last bytes of the
  /// line come last. If the program is killed meanwhile, any other bytes may be missing, in any order:
  ///
  /// ```
  /// {"after":6,…,"crc":"0a1b2c3d"}⏎    ⏎⏎⏎⏎⏎⏎⏎⏎":7,"state":{"name":⏎⏎⏎⏎⏎⏎⏎⏎"hours":[8⏎⏎⏎⏎⏎⏎⏎⏎⏎⏎⏎⏎
  /// ```
  private mutating func joinFragments(_ file: ReadableFile) throws(SystemError) {
    var (kept, fragments) = (count, 0)
    while kept > 0 {
      let line = range(of: kept - 1)
      if !line.isEmpty {
        let end = try file.bytes(line.suffix(1 + ChecksummedLine.overhead))
        if end.withUnsafeBytes({ ChecksummedLine($0) != nil }) { break }
        fragments += 1
        guard fragments <= Self.fragmentLimit else { return }
      }
      kept -= 1
    }
    offsets.removeLast(count - kept)
  }

  /// More parts than a copy in progress has: it proceeds at a few offsets at most.
  private static let fragmentLimit = 64

  /// Returns true if the two bytes before a line feed are those with which every sealed line ends.
  private static func endsSealed(before lineFeed: UnsafeRawPointer) -> Bool {
    lineFeed.load(fromByteOffset: -1, as: UInt8.self) == UInt8(ascii: "}")
      && lineFeed.load(fromByteOffset: -2, as: UInt8.self) == UInt8(ascii: "\"")
  }

  /// Returns the bytes of a line, counted from 0, without its line feed; the tail has the number ``count``.
  package func range(of line: Int) -> Range<Int> {
    line < count ? offsets[line]..<(offsets[line + 1] - 1) : length..<(length + tail)
  }
}
