package import RewindSession

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Where the lines of a file begin, found in one pass over its bytes.
///
/// Eight bytes are kept for each line, and none for those that a ``LineIndex`` knows.
package struct LineScan: Sendable {
  /// What was found out earlier, about the first lines.
  private let index: LineIndex?
  /// The offset of each complete line behind those of the index, and behind them the offset after
  /// the last line feed.
  private var offsets: [Int]
  /// Bytes after the last line feed, but for the room for more lines.
  package private(set) var tail = 0
  /// Whether a complete line does not end as sealed lines do: a piece of a line, or damage.
  package private(set) var hasUnsealed = false

  /// One megabyte: larger chunks leave the second-level cache and are no faster.
  private static let chunk = 1 << 20

  /// More lines than any session has; their offsets would take half a gigabyte.
  package static let countLimit = 1 << 26

  /// Finds the lines of `file`; those that `index` knows are not looked for.
  package init(
    _ file: ReadableFile,
    index: LineIndex? = nil,
    progress: ((_ done: Int) -> Void)? = nil
  ) throws(SystemError) {
    self.index = index
    offsets = [index?.length ?? 0]
    try extend(file, progress: progress)
  }

  /// Complete lines.
  package var count: Int { (index?.lineCount ?? 0) + offsets.count - 1 }
  /// Bytes up to and including the last line feed.
  package var length: Int { offsets[offsets.count - 1] }
  /// Whether some of the lines are known from an index.
  package var usesIndex: Bool { index != nil }

  /// Finds what was appended to `file` since.
  ///
  /// - Throws: ``SystemError``; `EFBIG` for more than ``countLimit`` lines.
  package mutating func extend(
    _ file: ReadableFile,
    progress: ((_ done: Int) -> Void)? = nil
  ) throws(SystemError) {
    // The last two bytes of a chunk stand before the next one: they may end a line there.
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
    tail = offset - length
  }

  /// Whether the two bytes before a line feed are those with which every sealed line ends.
  private static func endsSealed(before lineFeed: UnsafeRawPointer) -> Bool {
    lineFeed.load(fromByteOffset: -1, as: UInt8.self) == UInt8(ascii: "}")
      && lineFeed.load(fromByteOffset: -2, as: UInt8.self) == UInt8(ascii: "\"")
  }

  /// The bytes of a line, counted from 0, without its line feed; the tail has the number ``count``.
  ///
  /// Nil where the index turns out to be damaged.
  package func range(of line: Int) -> Range<Int>? {
    guard line < count else { return length..<(length + tail) }
    guard let first = start(of: line), let next = start(of: line + 1), first < next else {
      return nil
    }
    return first..<(next - 1)
  }

  /// Where a line begins; for ``count``, where the tail does.
  package func start(of line: Int) -> Int? {
    guard let index, line < index.lineCount else {
      return offsets[line - (index?.lineCount ?? 0)]
    }
    return index.start(of: line)
  }
}
