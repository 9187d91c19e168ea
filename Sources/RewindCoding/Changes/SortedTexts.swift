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

  /// Sorts texts given in any order; nil if two are equal, or there are too many.
  init?(_ texts: [UInt8], _ ranges: [Range<Int32>]) {
    guard texts.count < Int32.max / 2 else { return nil }
    bytes = texts
    self.ranges = texts.withUnsafeBytes { Self.sorted(ranges, $0) }
    for (a, b) in zip(self.ranges, self.ranges.dropFirst()) {
      let isSame = bytes.withUnsafeBytes { Self.order($0, a, $0, b) == 0 }
      if isSame { return nil }
    }
  }

  /// Sorts by the C library, which takes a quarter of the time in a debug build.
  private static func sorted(
    _ ranges: [Range<Int32>],
    _ texts: UnsafeRawBufferPointer
  ) -> [Range<Int32>] {
    var slices = ranges.map {
      UnsafeRawBufferPointer(rebasing: texts[Int($0.lowerBound)..<Int($0.upperBound)])
    }
    qsort(&slices, slices.count, MemoryLayout<UnsafeRawBufferPointer>.stride) { a, b in
      guard let a = a?.load(as: UnsafeRawBufferPointer.self),
        let b = b?.load(as: UnsafeRawBufferPointer.self)
      else { return 0 }
      return Int32(clamping: a.order(to: b))
    }
    return slices.map { slice in
      let start = Int32(slice.baseAddress.map { $0 - (texts.baseAddress ?? $0) } ?? 0)
      return start..<start + Int32(slice.count)
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
