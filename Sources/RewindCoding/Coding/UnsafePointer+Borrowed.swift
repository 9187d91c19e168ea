extension UnsafePointer where Pointee: ~Copyable {
  /// Gives what is pointed to without copying it, which for a copyable type the compiler would do.
  @inline(__always)
  func withBorrowed(_ body: (borrowing Pointee) throws -> Void) rethrows {
    try body(pointee)
  }
}
