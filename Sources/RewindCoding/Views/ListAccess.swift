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

/// A collection with contiguous elements; they are accessed in memory.
protocol ContiguousList: ListAccess, Collection {
  /// Passes the memory of a list to `body`.
  static func withMemory(_ list: borrowing Self, _ body: (UnsafeBufferPointer<Element>) -> Void)
}

extension ContiguousList {
  static var stride: Int { MemoryLayout<Element>.stride }

  static func count(_ list: UnsafeRawPointer) -> Int {
    list.assumingMemoryBound(to: Self.self).pointee.count
  }

  static func withElements(
    _ old: UnsafeRawPointer,
    _ new: UnsafeRawPointer,
    _ body: (ListElements, ListElements) -> Void
  ) {
    withMemory(old.assumingMemoryBound(to: Self.self).pointee) { old in
      withMemory(new.assumingMemoryBound(to: Self.self).pointee) { new in
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

extension Array: ContiguousList {
  static func withMemory(_ list: Self, _ body: (UnsafeBufferPointer<Element>) -> Void) {
    list.withUnsafeBufferPointer(body)
  }
}

extension ContiguousArray: ContiguousList {
  static func withMemory(_ list: Self, _ body: (UnsafeBufferPointer<Element>) -> Void) {
    list.withUnsafeBufferPointer(body)
  }
}

extension ArraySlice: ContiguousList {
  static func withMemory(_ list: Self, _ body: (UnsafeBufferPointer<Element>) -> Void) {
    list.withUnsafeBufferPointer(body)
  }
}
