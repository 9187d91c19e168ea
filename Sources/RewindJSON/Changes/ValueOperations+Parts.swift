/// How a list's elements are reached.
protocol ListOperations {
  /// Gives the elements of two lists.
  static func withElements(
    _ old: UnsafeRawPointer,
    _ new: UnsafeRawPointer,
    _ body: (_ old: ListElements, _ new: ListElements) -> Void
  )
  static func count(_ list: UnsafeRawPointer) -> Int
  static func elementShape(_ output: JSONOutput) -> UnsafePointer<ValueShape>
}

/// The elements of a list, one behind the other.
struct ListElements {
  /// Where the first one is; perhaps nil where there are none.
  let base: UnsafeRawPointer?
  let count: Int
}

/// How what an optional wraps is reached.
protocol OptionalOperations {
  /// Gives the values that two optionals wrap.
  static func withWrapped(
    _ old: UnsafeRawPointer,
    _ new: UnsafeRawPointer,
    _ body: (_ old: UnsafeRawPointer?, _ new: UnsafeRawPointer?) -> Void
  )
  static func wrappedShape(_ output: JSONOutput) -> UnsafePointer<ValueShape>
}

/// How a dictionary's values are reached.
protocol DictionaryOperations {
  /// Whether the dictionary is written as an object with its keys for names.
  static var hasTextKeys: Bool { get }
  static func count(_ dictionary: UnsafeRawPointer) -> Int
  /// What is different between two dictionaries; nil where that cannot be told key by key.
  static func differences(
    _ old: UnsafeRawPointer,
    _ new: UnsafeRawPointer,
    _ comparison: MemoryComparison
  ) -> [DictionaryDifference]?
  /// Gives the values of a key in both dictionaries.
  static func withValues(
    of key: DictionaryDifference,
    _ old: UnsafeRawPointer,
    _ new: UnsafeRawPointer,
    _ body: (_ old: UnsafeRawPointer?, _ new: UnsafeRawPointer?) -> Void
  )
  static func valueShape(_ output: JSONOutput) -> UnsafePointer<ValueShape>
}

/// A key whose value in one dictionary is not the same as in another.
struct DictionaryDifference {
  /// The key as a member's name.
  let name: String
}

// MARK: - Lists

/// The operations on arrays of a type that is known here.
private protocol ArrayOperations: ListOperations {
  associatedtype Element
}

extension ArrayOperations {
  static func count(_ list: UnsafeRawPointer) -> Int { elements(list).count }

  static func withElements(
    _ old: UnsafeRawPointer,
    _ new: UnsafeRawPointer,
    _ body: (ListElements, ListElements) -> Void
  ) {
    elements(old).withUnsafeBufferPointer { old in
      elements(new).withUnsafeBufferPointer { new in
        body(
          ListElements(base: UnsafeRawPointer(old.baseAddress), count: old.count),
          ListElements(base: UnsafeRawPointer(new.baseAddress), count: new.count)
        )
      }
    }
  }

  private static func elements(_ list: UnsafeRawPointer) -> [Element] {
    list.assumingMemoryBound(to: [Element].self).pointee
  }
}

private enum EncodedElements<Element: Encodable>: ArrayOperations {
  static func elementShape(_ output: JSONOutput) -> UnsafePointer<ValueShape> {
    output.shape(encoding: Element.self)
  }
}

private enum ReflectedElements<Element>: ArrayOperations {
  static func elementShape(_ output: JSONOutput) -> UnsafePointer<ValueShape> {
    output.shape(reflecting: Element.self)
  }
}

/// An array that is written by the `encode(to:)` of its elements.
protocol EncodableList {
  static var operations: any ListOperations.Type { get }
}

extension Array: EncodableList where Element: Encodable {
  static var operations: any ListOperations.Type { EncodedElements<Element>.self }
}

/// An array whose elements need not be `Encodable`.
protocol ReflectedList {
  static var reflectedOperations: any ListOperations.Type { get }
}

extension Array: ReflectedList {
  static var reflectedOperations: any ListOperations.Type { ReflectedElements<Element>.self }
}

// MARK: - Optionals

/// The operations on optionals of a type that is known here.
private protocol TypedOptionalOperations: OptionalOperations {
  associatedtype Wrapped
}

extension TypedOptionalOperations {
  static func withWrapped(
    _ old: UnsafeRawPointer,
    _ new: UnsafeRawPointer,
    _ body: (UnsafeRawPointer?, UnsafeRawPointer?) -> Void
  ) {
    withPointer(to: old.assumingMemoryBound(to: Wrapped?.self).pointee) { old in
      withPointer(to: new.assumingMemoryBound(to: Wrapped?.self).pointee) { new in body(old, new) }
    }
  }
}

private enum EncodedWrapped<Wrapped: Encodable>: TypedOptionalOperations {
  static func wrappedShape(_ output: JSONOutput) -> UnsafePointer<ValueShape> {
    output.shape(encoding: Wrapped.self)
  }
}

private enum ReflectedWrapped<Wrapped>: TypedOptionalOperations {
  static func wrappedShape(_ output: JSONOutput) -> UnsafePointer<ValueShape> {
    output.shape(reflecting: Wrapped.self)
  }
}

/// An optional that is written by the `encode(to:)` of what it wraps.
protocol EncodableOptional {
  static var operations: any OptionalOperations.Type { get }
}

extension Optional: EncodableOptional where Wrapped: Encodable {
  static var operations: any OptionalOperations.Type { EncodedWrapped<Wrapped>.self }
}

/// An optional that may wrap what is not `Encodable`.
protocol ReflectedOptional {
  static var reflectedOperations: any OptionalOperations.Type { get }
}

extension Optional: ReflectedOptional {
  static var reflectedOperations: any OptionalOperations.Type { ReflectedWrapped<Wrapped>.self }
}

/// Gives a pointer to what an optional wraps.
func withPointer<Wrapped>(to value: Wrapped?, _ body: (UnsafeRawPointer?) -> Void) {
  guard let value else { return body(nil) }
  withUnsafePointer(to: value) { body(UnsafeRawPointer($0)) }
}
