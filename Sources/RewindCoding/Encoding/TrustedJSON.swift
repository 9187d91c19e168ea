import RewindJSON

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// JSON without white space that an output has written itself, so it needs no checks.
struct TrustedJSON {
  let bytes: UnsafeMutablePointer<UInt8>

  /// Returns the index after the string that begins at `start`.
  func end(ofString start: Int) -> Int {
    // By the C library, since a loop over bytes takes ten times as long in an unoptimized build.
    var index = start + 1
    while let quote = strchr(
      UnsafeRawPointer(bytes + index).assumingMemoryBound(to: CChar.self),
      0x22
    ) {
      let end = UnsafeRawPointer(quote) - UnsafeRawPointer(bytes)
      var escape = end
      while bytes[escape - 1] == UInt8(ascii: "\\") { escape -= 1 }
      index = end + 1
      if (end - escape).isMultiple(of: 2) { return index }
    }
    return index
  }

  /// Returns the index after the value that begins at `start`.
  func end(ofValue start: Int) -> Int {
    switch bytes[start] {
    case UInt8(ascii: "\""): return end(ofString: start)
    case UInt8(ascii: "{"), UInt8(ascii: "["): break
    default: return end(ofWord: start)
    }
    var index = start
    var nesting = 0
    repeat {
      switch bytes[index] {
      case UInt8(ascii: "\""):
        index = end(ofString: index)
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        nesting += 1
        index += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        nesting -= 1
        index += 1
      case UInt8(ascii: ","), UInt8(ascii: ":"):
        index += 1
      default:
        index = end(ofWord: index)
      }
    } while nesting > 0
    return index
  }

  /// Returns the index after the number or literal that begins at `start`.
  private func end(ofWord start: Int) -> Int {
    var index = start
    while true {
      switch bytes[index] {
      case UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"), 0: return index
      default: index += 1
      }
    }
  }

  /// An element, a member, or a pair of elements.
  struct Part {
    var start: Int
    /// The end of the key or first element.
    var keyEnd: Int
    var end: Int
    /// The first eight bytes of the key or first element as a number: it distinguishes most keys.
    var prefix: UInt64 = 0
  }

  /// Returns the members, single elements or pairs of elements from `start` to `end`.
  func parts(from start: Int, to end: Int, areMembers: Bool, elements: Int = 1) -> [Part] {
    var parts: [Part] = []
    var index = start
    while index < end {
      var part = Part(start: index, keyEnd: index, end: index)
      part.keyEnd = areMembers ? self.end(ofString: index) : self.end(ofValue: index)
      part.end = part.keyEnd
      if areMembers || elements > 1, part.keyEnd < end {
        part.end = self.end(ofValue: part.keyEnd + 1)
      }
      part.prefix =
        areMembers
        ? prefix(of: part.start + 1..<part.keyEnd - 1) : prefix(of: part.start..<part.keyEnd)
      parts.append(part)
      index = part.end + 1
    }
    return parts
  }

  /// Returns the string between `start` and `end`, its quotes included.
  func string(from start: Int, to end: Int) -> String {
    let literal = UnsafeBufferPointer(start: bytes + start, count: end - start)
    guard let string = try? JSONValue(parsing: literal).string else { return "" }
    return string
  }

  /// Returns the order of the bytes of two ranges.
  func order(_ a: Range<Int>, _ b: Range<Int>) -> Int {
    let order = Int(memcmp(bytes + a.lowerBound, bytes + b.lowerBound, min(a.count, b.count)))
    return order != 0 ? order : a.count - b.count
  }

  private func prefix(of range: Range<Int>) -> UInt64 {
    guard range.count < 8 else {
      let word = UnsafeRawPointer(bytes + range.lowerBound).loadUnaligned(as: UInt64.self)
      return UInt64(bigEndian: word)
    }
    var prefix: UInt64 = 0
    for index in range { prefix = prefix << 8 | UInt64(bytes[index]) }
    return prefix << UInt64(8 * (8 - range.count))
  }

  /// Returns the order of two members' keys without escapes, by their code points.
  func orderOfKeys(_ a: Part, _ b: Part) -> Int {
    if a.prefix != b.prefix { return a.prefix < b.prefix ? -1 : 1 }
    return order(a.start..<a.keyEnd - 1, b.start..<b.keyEnd - 1)
  }

  /// Returns the order of two members' keys by their code points.
  func orderOfEscapedKeys(_ a: Part, _ b: Part) -> Int {
    let (aText, bText) = (string(from: a.start, to: a.keyEnd), string(from: b.start, to: b.keyEnd))
    if aText.hasSameCodePoints(as: bText) { return 0 }
    return aText.precedesByCodePoints(bText) ? -1 : 1
  }

  func hasEscapes(_ range: Range<Int>) -> Bool {
    memchr(bytes + range.lowerBound, Int32(UInt8(ascii: "\\")), range.count) != nil
  }
}
