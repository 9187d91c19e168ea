/// Access to the wrapped value of an optional, by its type.
protocol OptionalAccess {
  static func isNil(_ optional: UnsafeRawPointer) -> Bool
  /// Passes the wrapped value of an optional that is not nil to `body`.
  static func withWrapped(_ optional: UnsafeRawPointer, _ body: (UnsafeRawPointer) -> Void)
}

/// An optional of any wrapped type.
protocol AnyOptional {
  static var access: any OptionalAccess.Type { get }
  static func wrappedShape(_ maker: inout ShapeMaker) -> UnsafePointer<ValueShape>
}

/// An optional that is written by the `encode(to:)` of its wrapped value.
protocol EncodableOptional {
  static var access: any OptionalAccess.Type { get }
  static func encodableWrappedShape(_ maker: inout ShapeMaker) -> UnsafePointer<ValueShape>
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

extension Optional: AnyOptional {
  static var access: any OptionalAccess.Type { Self.self }
  static func wrappedShape(_ maker: inout ShapeMaker) -> UnsafePointer<ValueShape> {
    maker.shape(reflecting: Wrapped.self)
  }
}

extension Optional: EncodableOptional where Wrapped: Encodable {
  static func encodableWrappedShape(_ maker: inout ShapeMaker) -> UnsafePointer<ValueShape> {
    maker.shape(encoding: Wrapped.self)
  }
}
