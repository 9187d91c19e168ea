/// Access to a list's elements, by its type.
protocol ListAccess {
  /// Passes the elements of two lists to `body`.
  static func withElements(
    _ old: UnsafeRawPointer,
    _ new: UnsafeRawPointer,
    _ body: (_ old: ListElements, _ new: ListElements) -> Void
  )
  static func count(_ list: UnsafeRawPointer) -> Int
  /// The bytes from one element to the next.
  static var stride: Int { get }
}

/// The elements of a list, one after the other.
struct ListElements {
  /// The address of the first one; may be nil if there are none.
  let base: UnsafeRawPointer?
  let count: Int
}

extension ListAccess {
  /// Passes the elements of a list to `body`.
  static func withElements(_ list: UnsafeRawPointer, _ body: (ListElements) -> Void) {
    withElements(list, list) { elements, _ in body(elements) }
  }
}

/// Access to a collection with contiguous elements.
protocol TypedListAccess: ListAccess {
  associatedtype List: Collection
  /// Passes the memory of a list to `body`.
  static func withMemory(
    _ list: borrowing List,
    _ body: (UnsafeBufferPointer<List.Element>) -> Void
  )
}

extension TypedListAccess {
  static var stride: Int { MemoryLayout<List.Element>.stride }

  static func count(_ list: UnsafeRawPointer) -> Int {
    list.assumingMemoryBound(to: List.self).pointee.count
  }

  static func withElements(
    _ old: UnsafeRawPointer,
    _ new: UnsafeRawPointer,
    _ body: (ListElements, ListElements) -> Void
  ) {
    withMemory(old.assumingMemoryBound(to: List.self).pointee) { old in
      withMemory(new.assumingMemoryBound(to: List.self).pointee) { new in
        body(ListElements(old), ListElements(new))
      }
    }
  }
}

extension ListElements {
  fileprivate init<Element>(_ memory: UnsafeBufferPointer<Element>) {
    base = UnsafeRawPointer(memory.baseAddress)
    count = memory.count
  }
}

enum ArrayAccess<Element>: TypedListAccess {
  static func withMemory(_ list: [Element], _ body: (UnsafeBufferPointer<Element>) -> Void) {
    list.withUnsafeBufferPointer(body)
  }
}

enum ContiguousAccess<Element>: TypedListAccess {
  static func withMemory(
    _ list: ContiguousArray<Element>,
    _ body: (UnsafeBufferPointer<Element>) -> Void
  ) {
    list.withUnsafeBufferPointer(body)
  }
}

enum SliceAccess<Element>: TypedListAccess {
  static func withMemory(
    _ list: ArraySlice<Element>,
    _ body: (UnsafeBufferPointer<Element>) -> Void
  ) {
    list.withUnsafeBufferPointer(body)
  }
}

// MARK: - Types

/// A list whose elements are written one by one.
protocol AnyList {
  static var access: any ListAccess.Type { get }
  static func elementShape(_ maker: inout ShapeMaker) -> UnsafePointer<ValueShape>
}

extension Array: AnyList {
  static var access: any ListAccess.Type { ArrayAccess<Element>.self }
  static func elementShape(_ maker: inout ShapeMaker) -> UnsafePointer<ValueShape> {
    maker.shape(reflecting: Element.self)
  }
}

extension ContiguousArray: AnyList {
  static var access: any ListAccess.Type { ContiguousAccess<Element>.self }
  static func elementShape(_ maker: inout ShapeMaker) -> UnsafePointer<ValueShape> {
    maker.shape(reflecting: Element.self)
  }
}

extension ArraySlice: AnyList {
  static var access: any ListAccess.Type { SliceAccess<Element>.self }
  static func elementShape(_ maker: inout ShapeMaker) -> UnsafePointer<ValueShape> {
    maker.shape(reflecting: Element.self)
  }
}

/// A list that is written by the `encode(to:)` of its elements.
protocol EncodableList {
  static var access: any ListAccess.Type { get }
  static func encodableElementShape(_ maker: inout ShapeMaker) -> UnsafePointer<ValueShape>
}

extension Array: EncodableList where Element: Encodable {
  static func encodableElementShape(_ maker: inout ShapeMaker) -> UnsafePointer<ValueShape> {
    maker.shape(encoding: Element.self)
  }
}

extension ContiguousArray: EncodableList where Element: Encodable {
  static func encodableElementShape(_ maker: inout ShapeMaker) -> UnsafePointer<ValueShape> {
    maker.shape(encoding: Element.self)
  }
}

extension ArraySlice: EncodableList where Element: Encodable {
  static func encodableElementShape(_ maker: inout ShapeMaker) -> UnsafePointer<ValueShape> {
    maker.shape(encoding: Element.self)
  }
}
