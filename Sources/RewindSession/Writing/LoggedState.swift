import Foundation
package import RewindJSON

/// The state that the lines of a log lead to, found as a reader finds it: a whole state, and the patches behind it.
///
/// It is made while the log is being written, from lines that are there already.
package struct LoggedState {
  /// The state; nil if the lines do not lead to one.
  package private(set) var value: JSONValue?
  private var growth = DocumentGrowth()

  /// The bytes that are read at once, besides a line that is longer.
  private static let chunk = 1 << 18

  /// Reads a range of a file that begins and ends with a line.
  package init(in range: Range<Int>, of file: ReadableFile) {
    var rest: [UInt8] = []
    var offset = range.lowerBound
    while offset < range.upperBound {
      let end = min(offset + max(Self.chunk, rest.count), range.upperBound)
      guard let bytes = try? file.bytes(offset..<end), bytes.count == end - offset else {
        value = nil
        return
      }
      rest += bytes
      offset = end
      guard let last = rest.lastIndex(of: 0x0A) else { continue }
      rest.withUnsafeBytes { bytes in
        guard let start = bytes.baseAddress else { return }
        var line = start
        while let end = memchr(line, 0x0A, start + last + 1 - line) {
          take(UnsafeRawBufferPointer(start: line, count: UnsafeRawPointer(end) - line))
          line = UnsafeRawPointer(end) + 1
        }
      }
      rest.removeSubrange(...last)
    }
  }

  /// Takes the next line.
  private mutating func take(_ line: UnsafeRawBufferPointer) {
    guard Self.beginnings.contains(where: { line.starts(with: $0) }) else { return }
    guard let json = try? JSONValue(parsing: line) else {
      value = nil
      return
    }
    if let state = json["state"] { (value, growth) = (state, DocumentGrowth()) }
    guard let patch = json["patch"], json["after"] == nil || json["state"] == nil else { return }
    guard var next = value.take(), let patch = try? Patch(patch),
      (try? patch.apply(to: &next, &growth)) != nil
    else { return }
    value = next
  }

  /// The beginnings of the lines that have a state or a patch.
  private static let beginnings = [#"{"after":"#, #"{"external":"#, #"{"keyframe":"#]
    .map { Array($0.utf8) }
}
