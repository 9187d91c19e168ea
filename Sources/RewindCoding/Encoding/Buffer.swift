import RewindJSON

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
    guard let start = more.baseAddress else { return }
    let added = more.count
    if capacity &- count < added { grow(by: added) }
    UnsafeMutableRawPointer(bytes + count).copyMemory(from: start, byteCount: added)
    count &+= added
  }

  @inline(__always)
  mutating func append(_ text: StaticString) {
    append(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Appends decimal digits; a string of them would be made in memory of its own.
  mutating func append(digits number: UInt64) {
    var (length, limit) = (1, UInt64(10))
    while number >= limit, length < 19 {
      length &+= 1
      limit &*= 10
    }
    if number >= 10_000_000_000_000_000_000 { length = 20 }
    if capacity &- count < length { grow(by: length) }
    _ = number.storeDigits(before: bytes + (count &+ length), width: 1)
    count &+= length
  }

  func deallocate() {
    bytes.deallocate()
  }
}
