import RewindCoding
import RewindJSON

/// A line of a log, split into its content and the checksum after it.
///
/// ```
/// {"after":1,"patch":[]  ,"crc":"  0a1b2c3d  "}
/// └───────── body ─────┘           └ stored ┘
/// ```
package struct ChecksummedLine {
  /// The line up to the comma before its checksum.
  package let body: UnsafeRawBufferPointer
  /// The checksum in the line.
  package let stored: Checksum

  /// The bytes that a checksum adds to a line.
  package static let overhead = 18
  private static let opening: StaticString = #","crc":""#

  /// Splits a line; nil if it does not end with a checksum.
  package init?(_ line: UnsafeRawBufferPointer) {
    guard line.count > Self.overhead, line[line.count - 1] == UInt8(ascii: "}"),
      line[line.count - 2] == UInt8(ascii: "\"")
    else { return nil }
    let bodyEnd = line.count - Self.overhead
    for i in 0..<Self.opening.utf8CodeUnitCount
    where line[bodyEnd + i] != Self.opening.utf8Start[i] {
      return nil
    }
    let digits = UnsafeRawBufferPointer(rebasing: line[(line.count - 10)..<(line.count - 2)])
    guard let stored = Checksum(digits: digits) else { return nil }
    self.stored = stored
    body = UnsafeRawBufferPointer(rebasing: line[..<bodyEnd])
  }

  /// Returns true if the line is unchanged since it was written after a line with the checksum `previous`.
  package func continues(_ previous: Checksum) -> Bool {
    previous.continued(over: body) == stored
  }
}

extension LineBuffer {
  /// Completes the line of a JSON object without its closing brace: adds checksum, brace and line feed.
  ///
  /// `own` is the line's checksum by itself, where that is known.
  mutating func seal(after previous: Checksum, own: Checksum? = nil) -> Checksum {
    let checksum =
      own.map { previous.followed(by: $0, count: count) } ?? previous.continued(over: contents)
    append(word: 0x223A_2263_7263_222C, 8)  // ,"crc":"
    append(word: checksum.digits.byteSwapped, 8)
    append(word: 0x0A_7D22, 3)  // "} and a line feed
    return checksum
  }
}

extension [UInt8] {
  /// Completes the line of a JSON object without its closing brace: adds checksum, brace and line feed.
  package mutating func seal(after previous: Checksum) -> Checksum {
    let checksum = previous.continued(over: self)
    append(contentsOf: #","crc":""#.utf8)
    checksum.write(to: &self)
    append(contentsOf: "\"}\n".utf8)
    return checksum
  }
}
