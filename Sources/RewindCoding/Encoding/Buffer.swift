/// Bytes that grow at the end.
struct Buffer {
  var bytes: UnsafeMutablePointer<UInt8>
  var count = 0
  var capacity: Int

  init(capacity: Int) {
    self.capacity = capacity
    bytes = .allocate(capacity: capacity)
  }

  var contents: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: bytes, count: count) }

  /// Makes room for `more` bytes; at least doubles, so that appending is O(1) on average.
  mutating func grow(by more: Int) {
    let larger = max(capacity * 2, count + more)
    let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
    copy.update(from: bytes, count: count)
    bytes.deallocate()
    bytes = copy
    capacity = larger
  }

  mutating func append(_ more: UnsafeRawBufferPointer) {
    if capacity - count < more.count { grow(by: more.count) }
    guard let start = more.baseAddress else { return }
    (bytes + count).update(from: start.assumingMemoryBound(to: UInt8.self), count: more.count)
    count += more.count
  }

  func deallocate() {
    bytes.deallocate()
  }
}
