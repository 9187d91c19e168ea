extension UnsafePointer where Pointee: ~Copyable {
  /// Passes the pointee to `body` without the copy that the compiler would make of a copyable type.
  @inline(__always)
  func withBorrowed(_ body: (borrowing Pointee) throws -> Void) rethrows {
    try body(pointee)
  }
}
