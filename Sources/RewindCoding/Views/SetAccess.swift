/// Access to a set's elements, by its type.
protocol SetAccess {
  static var elementStride: Int { get }
  static func count(_ set: UnsafeRawPointer) -> Int
  /// Passes all elements to `body`, in no particular order.
  static func forEach(_ set: UnsafeRawPointer, _ body: (UnsafeRawPointer) -> Void)
  /// Passes the element of a set that is equal to the given one to `body`; calls nothing if there is none.
  static func find(
    _ element: UnsafeRawPointer,
    in set: UnsafeRawPointer,
    _ body: (UnsafeRawPointer) -> Void
  )
}

extension Set: SetAccess {
  static var elementStride: Int { MemoryLayout<Element>.stride }

  static func count(_ set: UnsafeRawPointer) -> Int {
    set.assumingMemoryBound(to: Self.self).pointee.count
  }

  static func forEach(_ set: UnsafeRawPointer, _ body: (UnsafeRawPointer) -> Void) {
    for element in set.assumingMemoryBound(to: Self.self).pointee {
      withUnsafePointer(to: element) { body($0) }
    }
  }

  static func find(
    _ element: UnsafeRawPointer,
    in set: UnsafeRawPointer,
    _ body: (UnsafeRawPointer) -> Void
  ) {
    let elements = set.assumingMemoryBound(to: Self.self).pointee
    let element = element.assumingMemoryBound(to: Element.self).pointee
    guard let index = elements.firstIndex(of: element) else { return }
    withUnsafePointer(to: elements[index]) { body($0) }
  }
}

extension SetAccess {
  /// Passes all elements to `body`, in no particular order, from memory if possible.
  static func forEachElement(_ set: UnsafeRawPointer, _ body: (UnsafeRawPointer) -> Void) {
    guard let storage = HashStorage(set: set) else { return forEach(set, body) }
    storage.forEachBucket { body(storage.keys + $0 * elementStride) }
  }
}
