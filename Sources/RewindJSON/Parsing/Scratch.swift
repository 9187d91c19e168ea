/// A stack whose upper part can be moved into an array in one go.
///
/// It begins in memory that its caller lends, so that a short document costs no allocation.
struct Scratch<Element>: ~Copyable {
  private(set) var count = 0
  private var capacity: Int
  private var base: UnsafeMutablePointer<Element>
  private var isLent = true

  /// The number of elements that the lent memory should have room for.
  static var usualCount: Int { 16 }

  /// Makes an empty stack in memory that is lent as long as the stack lives.
  init(_ memory: UnsafeMutableBufferPointer<Element>) {
    guard let base = memory.baseAddress else { fatalError("a stack was lent no memory") }
    (self.base, capacity) = (base, memory.count)
  }

  deinit {
    base.deinitialize(count: count)
    if !isLent { base.deallocate() }
  }

  subscript(index: Int) -> Element {
    assert(index < count)
    return base[index]
  }

  mutating func append(_ element: consuming Element) {
    if count == capacity { grow() }
    (base + count).initialize(to: element)
    count += 1
  }

  mutating func withLast(_ change: (inout Element) -> Void) {
    assert(count > 0)
    change(&base[count - 1])
  }

  /// Removes and returns the elements from `start` on.
  mutating func take(from start: Int) -> [Element] {
    let (first, length) = (base + start, count - start)
    count = start
    return Array(unsafeUninitializedCapacity: length) { room, filled in
      room.baseAddress?.moveInitialize(from: first, count: length)
      filled = length
    }
  }

  mutating func drop(from start: Int) {
    (base + start).deinitialize(count: count - start)
    count = start
  }

  private mutating func grow() {
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity * 2)
    larger.moveInitialize(from: base, count: count)
    if !isLent { base.deallocate() }
    (base, isLent) = (larger, false)
    capacity *= 2
  }
}
