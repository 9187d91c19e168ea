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
  /// Returns true if values of an existential type have this layout.
  static func isOpaque(_ type: Any.Type) -> Bool {
    RuntimeAccess.isAllowed && isTrusted && TypeMemory(type).size >= 32
  }

  /// Passes the contents of an existential to `body`; the pointer is to the existential.
  static func withAny(_ existential: UnsafeRawPointer, _ body: (Any) -> Void) {
    body(existential.assumingMemoryBound(to: Any.self).pointee)
  }

  private static let isTrusted: Bool = {
    let small: any (CustomStringConvertible & Sendable) = 42
    let large: any Hashable = [Large(), Large()]
    let boxed: any Hashable = Large()
    return finds(small, 42) && finds(large, [Large(), Large()]) && finds(boxed, Large())
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
    withUnsafePointer(to: existential) { withAny($0) { isFound = $0 as? Value == value } }
    return isFound
  }
}
