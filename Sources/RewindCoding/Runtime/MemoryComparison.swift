#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Compares values of one type by their bytes, without meaningless ones.
///
/// ```
/// struct Item { id: Int, isDone: Bool, title: String }
///   0        8  9       16              32
///   ├── id ──┼d─┼───────┼─── title ─────┤
///   └── run ────┘padding└───── run ─────┘
/// ```
///
/// Padding is not copied along with a value, so it differs between equal values; nor is what the contents of an
/// existential leave of its three words. Cached until the program ends, like all information on types.
struct MemoryComparison {
  /// Meaningful bytes, without a gap.
  private struct Run {
    var start: Int
    var count: Int
  }

  /// The bytes between the beginnings of two adjacent elements in an array.
  private let stride: Int
  private let runs: UnsafePointer<Run>
  private let runCount: Int
  /// The offsets of existentials, whose contents are compared by their own types.
  private let existentials: UnsafePointer<Int>
  private let existentialCount: Int
  /// The runs as words, a mask for eight bytes; none if the stride is not a multiple of eight.
  private let masks: UnsafePointer<UInt64>
  private let maskCount: Int
  /// The number of elements in a block.
  private let blockCount: Int

  /// A few cache lines, so that the call that compares them costs little in comparison.
  private static var blockSize: Int { 1024 }

  init(_ type: Any.Type, stride: Int) {
    var runs: [Run] = []
    var existentials: [Int] = []
    Self.collect(type, at: 0, &runs, &existentials)
    self.stride = stride
    self.runs = Self.kept(runs)
    runCount = runs.count
    self.existentials = Self.kept(existentials)
    existentialCount = existentials.count
    blockCount = max(1, Self.blockSize / max(stride, 1))
    let masks = stride % 8 == 0 && existentials.isEmpty ? Self.masks(runs, stride: stride) : []
    self.masks = Self.kept(masks)
    maskCount = masks.count
  }

  /// Appends the meaningful bytes of a type.
  ///
  /// A type without a known layout counts as a whole: then padding inside it makes equal values
  /// look different, which only costs time.
  private static func collect(
    _ type: Any.Type,
    at offset: Int,
    _ runs: inout [Run],
    _ existentials: inout [Int]
  ) {
    if let layout = TypeLayout(of: type), !layout.fields.isEmpty {
      for field in layout.contents {
        collect(field.type, at: offset + field.offset, &runs, &existentials)
      }
      return
    }
    var (start, size) = (offset, TypeMemory(type).size)
    if TypeKind(type) == .existential, ExistentialStorage.isOpaque(type) {
      existentials.append(offset)
      start += ExistentialStorage.contentSize
      size -= ExistentialStorage.contentSize
    }
    if let last = runs.last, last.start + last.count == start {
      runs[runs.count - 1].count += size
    } else if size > 0 {
      runs.append(Run(start: start, count: size))
    }
  }

  private static func masks(_ runs: [Run], stride: Int) -> [UInt64] {
    var masks = [UInt64](repeating: 0, count: stride / 8)
    masks.withUnsafeMutableBytes { bytes in
      for run in runs {
        for index in run.start..<run.start + run.count { bytes[index] = 0xFF }
      }
    }
    return masks
  }

  private static func kept<Element>(_ elements: [Element]) -> UnsafePointer<Element> {
    let copy = UnsafeMutablePointer<Element>.allocate(capacity: max(1, elements.count))
    copy.initialize(from: elements, count: elements.count)
    return UnsafePointer(copy)
  }
}

extension MemoryComparison {
  /// Returns true if the memory of two values is equal.
  func isEqual(_ a: UnsafeRawPointer, _ b: UnsafeRawPointer) -> Bool {
    var number = 0
    while number < runCount {
      let start = runs[number].start
      if memcmp(a + start, b + start, runs[number].count) != 0 { return false }
      number += 1
    }
    return existentialCount == 0 || hasSameContents(a, b)
  }

  /// Returns true if the existentials of two values hold equal values, given that they hold the same types.
  private func hasSameContents(_ a: UnsafeRawPointer, _ b: UnsafeRawPointer) -> Bool {
    UnsafeBufferPointer(start: existentials, count: existentialCount).allSatisfy { offset in
      let (a, b) = (a + offset, b + offset)
      return HeldType.of(ExistentialStorage.type(in: a)).isEqual(a, b)
    }
  }

  /// Returns how many of the first `count` elements of two arrays are equal.
  func commonHead(_ a: UnsafeRawPointer, _ b: UnsafeRawPointer, _ count: Int) -> Int {
    var head = 0
    while head < count {
      let block = min(blockCount, count - head)
      let offset = head * stride
      if memcmp(a + offset, b + offset, block * stride) != 0 {
        let equal = equalElements(a + offset, b + offset, block, step: stride)
        if equal < block { return head + equal }
      }
      head += block
    }
    return head
  }

  /// Returns how many of the last `count` elements of two arrays are equal; the pointers are to their ends.
  func commonTail(_ a: UnsafeRawPointer, _ b: UnsafeRawPointer, _ count: Int) -> Int {
    var tail = 0
    while tail < count {
      let block = min(blockCount, count - tail)
      let offset = (tail + block) * stride
      if memcmp(a - offset, b - offset, block * stride) != 0 {
        let last = (tail + 1) * stride
        let equal = equalElements(a - last, b - last, block, step: -stride)
        if equal < block { return tail + equal }
      }
      tail += block
    }
    return tail
  }

  /// Returns the number of equal elements, starting at the given ones, until two differ.
  ///
  /// In unoptimized builds a loop over words takes longer than calls of the C library, which is
  /// always optimized.
  private func equalElements(
    _ a: UnsafeRawPointer,
    _ b: UnsafeRawPointer,
    _ count: Int,
    step: Int
  ) -> Int {
    let usesWords = maskCount > 0 && !_isDebugAssertConfiguration()
    var number = 0
    while number < count {
      let offset = number &* step
      let isSame =
        usesWords ? hasSameWords(a + offset, b + offset) : isEqual(a + offset, b + offset)
      if !isSame { break }
      number &+= 1
    }
    return number
  }

  @inline(__always)
  private func hasSameWords(_ a: UnsafeRawPointer, _ b: UnsafeRawPointer) -> Bool {
    // Two words at a time: every processor has registers for that.
    typealias Pair = SIMD2<UInt64>
    let masks = UnsafeRawPointer(masks)
    var difference = Pair()
    var word = 0
    while word &+ 1 < maskCount {
      let left = a.loadUnaligned(fromByteOffset: word &* 8, as: Pair.self)
      let right = b.loadUnaligned(fromByteOffset: word &* 8, as: Pair.self)
      let mask = masks.loadUnaligned(fromByteOffset: word &* 8, as: Pair.self)
      difference |= (left ^ right) & mask
      word &+= 2
    }
    var last: UInt64 = 0
    if word < maskCount {
      let left = a.loadUnaligned(fromByteOffset: word &* 8, as: UInt64.self)
      let right = b.loadUnaligned(fromByteOffset: word &* 8, as: UInt64.self)
      last = (left ^ right) & masks.load(fromByteOffset: word &* 8, as: UInt64.self)
    }
    return difference.x | difference.y | last == 0
  }

  /// Adds the meaningful bytes of a value to a hash.
  func hash(_ value: UnsafeRawPointer, into hasher: inout Hasher) {
    for number in 0..<runCount {
      let run = runs[number]
      hasher.combine(bytes: UnsafeRawBufferPointer(start: value + run.start, count: run.count))
    }
    for offset in UnsafeBufferPointer(start: existentials, count: existentialCount) {
      let contents = value + offset
      HeldType.of(ExistentialStorage.type(in: contents)).hash(contents, into: &hasher)
    }
  }
}
