import Foundation

/// The range in which two texts of one value differ, and the path to it.
///
/// ```
///   old  {"list":[{"id":1,…},{"id":2,"isDone":false},…]}
///   new  {"list":[{"id":1,…},{"id":2,"isDone":true },…]}
///        ╚══════════ head ═══════════════════╝    ╚tail╝
/// ```
///
/// Head and tail are found by `memcmp`, which is fast in unoptimized builds as well. Then one text
/// is read, up to the end of the head: this determines the innermost value that holds all
/// differences, and if that is small, little else need be read.
struct TextDifference {
  private let old: TrustedJSON
  private let new: TrustedJSON
  private let oldCount: Int
  private let newCount: Int
  private let head: Int
  private let tail: Int

  /// Compares two texts that are not equal; nil if one is not an array or object.
  init?(_ old: UnsafeRawBufferPointer, _ new: UnsafeRawBufferPointer) {
    guard let a = TrustedJSON(old), let b = TrustedJSON(new), a.isContainer, b.isContainer else {
      return nil
    }
    (self.old, self.new) = (a, b)
    (oldCount, newCount) = (old.count, new.count)
    let shorter = min(old.count, new.count)
    head = a.commonHead(with: b, limit: shorter)
    tail = a.commonTail(old.count, with: b, new.count, limit: shorter - head)
  }

  /// An open array or object, and the element or member that is being read.
  struct Container {
    let start: Int
    /// The member's name; nil in an array.
    var name: Range<Int>?
    /// The element's index.
    var index = 0
  }

  /// A value in both texts, and the containers around it, outermost first.
  struct Part {
    let old: Range<Int>
    let new: Range<Int>
    let containers: ArraySlice<Container>
  }

  /// The innermost value that holds all differences.
  var innermost: Part {
    var (starts, containers) = way
    while let start = starts.popLast() {
      let end = old.end(ofValue: start)
      let newEnd = end + newCount - oldCount
      if oldCount - end <= tail, newEnd > start, new.end(ofValue: start) == newEnd {
        return Part(
          old: start..<end,
          new: start..<newEnd,
          containers: containers[..<starts.count]
        )
      }
      containers.removeSubrange(starts.count...)
    }
    return Part(old: 0..<oldCount, new: 0..<newCount, containers: [])
  }

  /// The offsets of the values that the head ends in, outermost first, and the containers among them.
  private var way: (starts: [Int], containers: [Container]) {
    var starts: [Int] = []
    var containers: [Container] = []
    var offset = 0
    while true {
      // A value begins here.
      starts.append(offset)
      switch old.bytes[offset] {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        containers.append(Container(start: offset))
        offset += 1
      default:
        offset = old.end(ofValue: offset)
        if offset >= head { return (starts, containers) }
        starts.removeLast()
      }
      // Here is the byte after an opening bracket or a value.
      while let last = containers.indices.last {
        if offset >= head { return (starts, containers) }
        let byte = old.bytes[offset]
        if byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") {
          containers.removeLast()
          starts.removeLast()
          offset += 1
          continue
        }
        if byte == UInt8(ascii: ",") {
          containers[last].index += 1
          offset += 1
        }
        if old.bytes[containers[last].start] == UInt8(ascii: "{") {
          if offset >= head { return (starts, containers) }
          let end = old.end(ofString: offset)
          containers[last].name = offset..<end
          offset = end + 1
        }
        if offset > head { return (starts, containers) }
        break
      }
      if containers.isEmpty { return (starts, containers) }
    }
  }
}

extension TrustedJSON {
  /// Wraps text that is only read; nil if it is empty.
  init?(_ text: UnsafeRawBufferPointer) {
    guard let start = text.baseAddress, !text.isEmpty else { return nil }
    bytes = UnsafeMutableRawPointer(mutating: start).assumingMemoryBound(to: UInt8.self)
  }

  fileprivate var isContainer: Bool { opensContainer(0) }

  /// Returns true if an array or object begins there.
  func opensContainer(_ start: Int) -> Bool {
    bytes[start] == UInt8(ascii: "{") || bytes[start] == UInt8(ascii: "[")
  }

  /// Returns the number of equal bytes at the beginnings of two texts.
  func commonHead(with other: TrustedJSON, limit: Int) -> Int {
    var count = Self.commonBlocks(limit) { start, count in
      memcmp(bytes + start, other.bytes + start, count) == 0
    }
    while count + 8 <= limit {
      let difference = word(count) ^ other.word(count)
      if difference != 0 {
        return count + UInt64(littleEndian: difference).trailingZeroBitCount / 8
      }
      count += 8
    }
    while count < limit, bytes[count] == other.bytes[count] { count += 1 }
    return count
  }

  /// Returns the number of equal bytes at the ends of two texts, given where they end.
  func commonTail(_ end: Int, with other: TrustedJSON, _ otherEnd: Int, limit: Int) -> Int {
    var count = Self.commonBlocks(limit) { start, count in
      let size = start + count
      return memcmp(bytes + (end - size), other.bytes + (otherEnd - size), count) == 0
    }
    while count + 8 <= limit {
      let difference = word(end - count - 8) ^ other.word(otherEnd - count - 8)
      if difference != 0 { return count + UInt64(littleEndian: difference).leadingZeroBitCount / 8 }
      count += 8
    }
    while count < limit, bytes[end - count - 1] == other.bytes[otherEnd - count - 1] { count += 1 }
    return count
  }

  /// Returns the number of equal bytes in blocks; fewer than 64 more may be equal.
  private static func commonBlocks(
    _ limit: Int,
    _ isSame: (_ start: Int, _ count: Int) -> Bool
  ) -> Int {
    var count = 0
    var step = 4_096
    while step >= 64 {
      while count + step <= limit, isSame(count, step) { count += step }
      step /= 8
    }
    return count
  }

  private func word(_ start: Int) -> UInt64 {
    UnsafeRawPointer(bytes + start).loadUnaligned(as: UInt64.self)
  }
}
