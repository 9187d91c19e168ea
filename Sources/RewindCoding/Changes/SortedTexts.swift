import Foundation
import RewindJSON

/// The texts of a set's elements or of a dictionary's keys, in the order in which they are written.
///
/// Finds the index of an element in the written array: a patch must name it. Cached with the
/// remembered container, so that a change of one element does not require writing the others.
struct SortedTexts {
  /// All texts, in order of arrival.
  private var bytes: [UInt8] = []
  /// The ranges of the texts in ``bytes``, sorted by text.
  private var ranges: [Range<Int32>] = []

  /// A text, and its first eight bytes as a number, which distinguish most texts.
  private struct Text {
    let number: Int
    let bytes: UnsafeRawBufferPointer
    var prefix: UInt64 = 0

    init(_ number: Int, _ range: Range<Int32>, of texts: UnsafeRawBufferPointer) {
      self.number = number
      bytes = UnsafeRawBufferPointer(
        rebasing: texts[Int(range.lowerBound)..<Int(range.upperBound)]
      )
      let start = UnsafeRawBufferPointer(rebasing: bytes.prefix(8))
      withUnsafeMutableBytes(of: &prefix) { $0.copyMemory(from: start) }
      prefix = UInt64(bigEndian: prefix)
    }

    func order(to other: Text) -> Int {
      if prefix != other.prefix { return prefix < other.prefix ? -1 : 1 }
      return bytes.order(to: other.bytes)
    }
  }

  /// Sorts texts given in any order; nil if two are equal, or there are too many.
  init?(_ texts: [UInt8], _ ranges: [Range<Int32>]) {
    guard texts.count < Int32.max / 2 else { return nil }
    let (order, areDistinct) = Self.order(of: ranges, in: texts)
    guard areDistinct else { return nil }
    bytes = texts
    self.ranges = order.map { ranges[$0] }
  }

  /// Returns the numbers of texts in the order of these, and false if two are equal.
  ///
  /// The C library sorts, which takes a quarter of the time in a debug build.
  static func order(of ranges: [Range<Int32>], in texts: [UInt8]) -> ([Int], areDistinct: Bool) {
    texts.withUnsafeBytes { all in
      var texts = ranges.indices.map { Text($0, ranges[$0], of: all) }
      qsort(&texts, texts.count, MemoryLayout<Text>.stride) { a, b in
        guard let a = a?.load(as: Text.self), let b = b?.load(as: Text.self) else { return 0 }
        let order = a.order(to: b)
        return Int32(clamping: order == 0 ? a.number - b.number : order)
      }
      let areDistinct = !texts.indices.dropFirst().contains {
        texts[$0 - 1].order(to: texts[$0]) == 0
      }
      return (texts.map(\.number), areDistinct)
    }
  }

  var count: Int { ranges.count }

  /// Returns the index of a text, and whether it is there.
  func index(of text: [UInt8]) -> (index: Int, isFound: Bool) {
    bytes.withUnsafeBytes { bytes in
      text.withUnsafeBytes { text in
        let range = 0..<Int32(text.count)
        var (low, high) = (0, ranges.count)
        while low < high {
          let middle = (low + high) / 2
          let order = Self.order(bytes, ranges[middle], text, range)
          if order == 0 { return (middle, true) }
          if order < 0 { low = middle + 1 } else { high = middle }
        }
        return (low, false)
      }
    }
  }

  mutating func insert(_ text: [UInt8], at index: Int) {
    let start = Int32(bytes.count)
    bytes += text
    ranges.insert(start..<start + Int32(text.count), at: index)
  }

  mutating func remove(at index: Int) {
    ranges.remove(at: index)
  }

  /// True if so much was removed that collecting the texts again is better.
  var isWasteful: Bool { bytes.count > 4_096 + 64 * ranges.count && bytes.count > 1 << 26 }

  private static func order(
    _ a: UnsafeRawBufferPointer,
    _ first: Range<Int32>,
    _ b: UnsafeRawBufferPointer,
    _ second: Range<Int32>
  ) -> Int {
    UnsafeRawBufferPointer(rebasing: a[Int(first.lowerBound)..<Int(first.upperBound)])
      .order(
        to: UnsafeRawBufferPointer(rebasing: b[Int(second.lowerBound)..<Int(second.upperBound)])
      )
  }
}
