#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

extension UnsafeRawBufferPointer {
  /// Whether both are the same bytes.
  ///
  /// By the C library, which is optimized where this module is not.
  package func hasSameBytes(as other: UnsafeRawBufferPointer) -> Bool {
    guard count == other.count else { return false }
    guard let mine = baseAddress, let theirs = other.baseAddress else { return true }
    return memcmp(mine, theirs, count) == 0
  }

  /// Below 0 where these bytes come before the others, 0 where they are the same; shorter ones come first.
  package func order(to other: UnsafeRawBufferPointer) -> Int {
    let shared = Swift.min(count, other.count)
    if shared > 0, let mine = baseAddress, let theirs = other.baseAddress {
      let order = Int(memcmp(mine, theirs, shared))
      if order != 0 { return order }
    }
    return count - other.count
  }
}
