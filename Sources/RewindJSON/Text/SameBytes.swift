#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

extension UnsafeRawBufferPointer {
  /// Returns true if both are the same bytes.
  ///
  /// Uses the C library: it is optimized even in builds where this module is not.
  package func hasSameBytes(as other: UnsafeRawBufferPointer) -> Bool {
    guard count == other.count else { return false }
    guard let mine = baseAddress, let theirs = other.baseAddress else { return true }
    return memcmp(mine, theirs, count) == 0
  }

  /// Returns true if the other bytes, at least one, stand somewhere in these.
  package func containsBytes(of other: UnsafeRawBufferPointer) -> Bool {
    guard let base = baseAddress, let text = other.baseAddress, let first = other.first else {
      return false
    }
    var offset = 0
    while count - offset >= other.count,
      let found = memchr(base + offset, Int32(first), count - offset - other.count + 1)
    {
      if memcmp(found, text, other.count) == 0 { return true }
      offset = UnsafeRawPointer(found) - base + 1
    }
    return false
  }

  /// Returns a number below 0 if these bytes sort before the others, 0 if they are equal; a prefix
  /// sorts first.
  package func order(to other: UnsafeRawBufferPointer) -> Int {
    let shared = Swift.min(count, other.count)
    if shared > 0, let mine = baseAddress, let theirs = other.baseAddress {
      let order = Int(memcmp(mine, theirs, shared))
      if order != 0 { return order }
    }
    return count - other.count
  }
}
