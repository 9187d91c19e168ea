/// The contents of an existential, without a dynamic cast.
///
/// An existential that is not bound to classes is laid out like `Any`, followed by its witness
/// tables (`ExistentialContainer`, part of the stable ABI):
///
/// ```
///   0  value, or its box, 3 words │ 24  type │ 32  witness tables
/// ```
///
/// So its first four words are an `Any`. Tried on samples of both kinds of contents.
enum ExistentialStorage {
  /// The bytes of the value, or of its box.
  static let contentSize = 24

  /// Returns true if values of a type have this layout.
  ///
  /// The size alone does not tell: one that is bound to classes, with three protocols, is as large as `Any`. So it must be
  /// that of the witness tables which the type counts (`ExistentialTypeFlags`). Types with arguments, `any P<Int>`, have
  /// no such count.
  static func isOpaque(_ type: Any.Type) -> Bool {
    guard RuntimeAccess.isAllowed, isTrusted else { return false }
    let metadata = unsafeBitCast(type, to: UnsafeRawPointer.self)
    guard metadata.load(as: UInt.self) == 0x303 else { return false }
    let tables = Int(metadata.load(fromByteOffset: 8, as: UInt32.self) & 0xFF_FFFF)
    return TypeMemory(type).size == 32 + 8 * tables
  }

  /// Passes the contents of an existential to `body`; the pointer is to the existential.
  static func withAny(_ existential: UnsafeRawPointer, _ body: (Any) -> Void) {
    body(existential.assumingMemoryBound(to: Any.self).pointee)
  }

  /// Returns the type of the contents of an existential.
  static func type(in existential: UnsafeRawPointer) -> Any.Type {
    existential.load(fromByteOffset: contentSize, as: Any.Type.self)
  }

  /// Returns true if the values of a type lie in an existential itself, not in a box: a flag of the type's value
  /// witnesses (`ValueWitnessFlags::IsNonInline`).
  fileprivate static func holdsInline(_ type: Any.Type) -> Bool {
    let metadata = unsafeBitCast(type, to: UnsafeRawPointer.self)
    let witnesses = metadata.load(fromByteOffset: -8, as: UnsafeRawPointer.self)
    return witnesses.load(fromByteOffset: 80, as: UInt32.self) & 0x2_0000 == 0
  }

  private static let isTrusted: Bool = {
    let small: any (CustomStringConvertible & Sendable) = 42
    let large: any Hashable = [Large(), Large()]
    let boxed: any Hashable = Large()
    // With `as`, what they hold is not passed on instead of them.
    return finds(small as any CustomStringConvertible & Sendable, 42)
      && finds(large as any Hashable, [Large(), Large()]) && finds(boxed as any Hashable, Large())
      && holdsInline(Int.self) && !holdsInline(Large.self)
  }()

  private struct Large: Hashable {
    var words = [1, 2, 3]
    var text = "a text that is longer than fifteen bytes"
    var numbers: Set<Int> = [7]
  }

  private static func finds<Existential, Value: Equatable>(
    _ existential: Existential,
    _ value: Value
  ) -> Bool {
    guard MemoryLayout<Existential>.size >= 32 else { return false }
    var isFound = false
    withUnsafePointer(to: existential) { pointer in
      guard type(in: pointer) == Value.self else { return }
      withAny(pointer) { isFound = $0 as? Value == value }
    }
    return isFound
  }
}

/// A type as the contents of existentials.
final class HeldType {
  /// True if equal memory means equal values; the contents of two existentials are compared only then.
  let isValue: Bool
  /// The comparison of contents that lie in the existential; nil for a box, which is copied before it is written to.
  private let comparison: MemoryComparison?

  private static let lock = UnfairLock()
  nonisolated(unsafe) private static var known = TypeCache<HeldType>()

  static func of(_ type: Any.Type) -> HeldType {
    lock.withLock { known.entry(of: type) { HeldType(type) } }
  }

  private init(_ type: Any.Type) {
    isValue = ValueSemantics.isValue(type)
    let size = TypeMemory(type).size
    comparison =
      ExistentialStorage.holdsInline(type) ? MemoryComparison(type, stride: size) : nil
  }

  /// Returns true if two existentials that hold values of this type hold equal ones.
  func isEqual(_ a: UnsafeRawPointer, _ b: UnsafeRawPointer) -> Bool {
    comparison?.isEqual(a, b)
      ?? (a.load(as: UnsafeRawPointer.self) == b.load(as: UnsafeRawPointer.self))
  }

  func hash(_ contents: UnsafeRawPointer, into hasher: inout Hasher) {
    if let comparison { return comparison.hash(contents, into: &hasher) }
    hasher.combine(contents.load(as: UnsafeRawPointer.self))
  }
}
