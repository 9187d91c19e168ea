/// Access to the wrapped value of an optional, by its type.
protocol OptionalAccess {
  static func isNil(_ optional: UnsafeRawPointer) -> Bool
  /// Passes the wrapped value of an optional that is not nil to `body`.
  static func withWrapped(_ optional: UnsafeRawPointer, _ body: (UnsafeRawPointer) -> Void)
}

extension Optional: OptionalAccess {
  static func isNil(_ optional: UnsafeRawPointer) -> Bool {
    switch optional.assumingMemoryBound(to: Self.self).pointee {
    case nil: true
    case _?: false
    }
  }

  static func withWrapped(_ optional: UnsafeRawPointer, _ body: (UnsafeRawPointer) -> Void) {
    guard let wrapped = optional.assumingMemoryBound(to: Self.self).pointee else { return }
    withUnsafePointer(to: wrapped) { body(UnsafeRawPointer($0)) }
  }
}
