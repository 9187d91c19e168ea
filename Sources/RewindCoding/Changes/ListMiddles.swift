import RewindJSON

/// The parts of two lists in memory between the equal ends, to be aligned.
///
/// Elements are compared by memory or contents, and only those in one list alone are written and parsed.
struct ListMiddles: AlignedArrays {
  let old: UnsafeRawPointer
  let new: UnsafeRawPointer
  let oldCount: Int
  let newCount: Int
  let shape: UnsafePointer<ValueShape>
  let walk: StateDiffer

  /// As many as two short lists have.
  var readableCount: Int { 128 }
  var mayHaveIDs: Bool {
    switch shape.pointee.form {
    case .list, .set: false
    default: true
    }
  }

  func commonRun(_ oldStart: Int, _ newStart: Int, _ limit: Int) -> Int {
    let (stride, comparison) = (shape.pointee.stride, shape.pointee.comparison)
    var count = 0
    while count < limit {
      let (a, b) = (old + (oldStart + count) * stride, new + (newStart + count) * stride)
      let same = comparison.commonHead(a, b, limit - count)
      count += same
      guard count < limit, walk.hasSameContent(a + same * stride, b + same * stride, shape) else {
        break
      }
      count += 1
    }
    return count
  }

  func numbers(old oldIndexes: [Int], new newIndexes: [Int]) -> ElementNumbers {
    ElementNumbers(
      old: oldIndexes.map { Element(address: old + $0 * shape.pointee.stride, shape, walk) },
      new: newIndexes.map { Element(address: new + $0 * shape.pointee.stride, shape, walk) }
    )
  }

  func oldValue(_ index: Int) -> JSONValue { json(old, index) }
  func newValue(_ index: Int) -> JSONValue { json(new, index) }

  private func json(_ base: UnsafeRawPointer, _ index: Int) -> JSONValue {
    walk.json(base + index * shape.pointee.stride, shape)
  }

  /// An element, by its memory or contents.
  private struct Element: Hashable {
    let address: UnsafeRawPointer
    private let shape: UnsafePointer<ValueShape>
    private let walk: StateDiffer

    init(
      address: UnsafeRawPointer,
      _ shape: UnsafePointer<ValueShape>,
      _ walk: StateDiffer
    ) {
      (self.address, self.shape, self.walk) = (address, shape, walk)
    }

    static func == (a: Element, b: Element) -> Bool {
      a.shape.pointee.comparison.isEqual(a.address, b.address)
        || a.walk.hasSameContent(a.address, b.address, a.shape)
    }

    func hash(into hasher: inout Hasher) {
      if let content = shape.pointee.content {
        content.hash(address, into: &hasher)
      } else {
        shape.pointee.comparison.hash(address, into: &hasher)
      }
    }
  }
}
