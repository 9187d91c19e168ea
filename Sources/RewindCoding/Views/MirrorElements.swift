/// The elements of a value whose mirror shows a collection, or the keys and values of a dictionary in turn.
///
/// A mirror returns its children as `Any`, each in memory of its own. Most such types are sequences
/// of the same elements, with their types: these are used if their number, and the first one, are
/// the same.
struct MirrorElements {
  private let value: Any
  private let children: Mirror.Children
  /// True if keys and values alternate.
  let arePairs: Bool
  /// True if hashing determines the order, so that elements are written in the order of their texts.
  let isSorted: Bool

  /// The maximum number of a mirror's children: a custom one may have infinitely many.
  private static let limit = 100_000

  /// Nil if the mirror does not show a collection.
  init?(_ value: Any, _ mirror: Mirror) {
    switch mirror.displayStyle {
    case .collection, .set: arePairs = false
    case .dictionary: arePairs = true
    default: return nil
    }
    // The trees of swift-collections.
    let isTree = arePairs && String(describing: type(of: value)).hasPrefix("Tree")
    isSorted = mirror.displayStyle == .set || isTree
    self.value = value
    children = mirror.children
  }

  /// Uses the children of a mirror without labels and style.
  init(_ mirror: Mirror) {
    (value, children, arePairs, isSorted) = ((), mirror.children, false, false)
  }

  /// The number of children beyond the limit.
  var missing: Int { max(0, children.count - Self.limit) }

  typealias Body = (Any.Type, UnsafeRawPointer, UnsafePointer<ValueShape>) -> Void

  /// Passes all elements to `body`; returns false if there are more than the limit.
  func give(to body: Body) -> Bool {
    if let elements = value as? any Sequence, give(elements, to: body) { return true }
    for (index, child) in children.enumerated() {
      if index == Self.limit { return false }
      if arePairs {
        giveParts(of: child.value, body)
      } else {
        give(child.value, body)
      }
    }
    return true
  }

  // MARK: - As typed elements

  /// Passes the elements of a sequence to `body`; returns false if they may differ from the
  /// mirror's children.
  private func give<Elements: Sequence>(_ elements: Elements, to body: Body) -> Bool {
    typealias Element = Elements.Element
    guard let count = Self.count(elements), count == children.count, isShown(elements) else {
      return false
    }
    if arePairs {
      guard let layout = TypeLayout(of: Element.self), TypeKind(Element.self) == .tuple,
        layout.fields.count == 2, layout.fields.allSatisfy({ Self.isKnown($0.type) })
      else { return false }
      let parts = layout.fields.map { ($0.offset, $0.type, Self.shape(of: $0.type)) }
      for element in elements {
        withUnsafePointer(to: element) { element in
          for (offset, type, shape) in parts {
            body(type, UnsafeRawPointer(element) + offset, shape)
          }
        }
      }
    } else {
      guard Self.isKnown(Element.self) else { return false }
      let shape = ShapeMaker.shape(reflecting: Element.self)
      for element in elements {
        withUnsafePointer(to: element) { body(Element.self, UnsafeRawPointer($0), shape) }
      }
    }
    return true
  }

  /// Returns true if the first child is the first element: a mirror may hide the contents of its value.
  private func isShown<Elements: Sequence>(_ elements: Elements) -> Bool {
    guard let child = children.first?.value as? Elements.Element else { return children.isEmpty }
    let comparison = ShapeMaker.shape(reflecting: Elements.Element.self).pointee.comparison
    for element in elements {
      return withUnsafePointer(to: element) { element in
        withUnsafePointer(to: child) { comparison.isEqual(element, $0) }
      }
    }
    return false
  }

  /// Returns the number of elements of a sequence that can be iterated over again.
  private static func count<Elements: Sequence>(_ elements: Elements) -> Int? {
    func count(_ collection: any Collection) -> Int { collection.count }
    if let collection = elements as? any Collection { return count(collection) }
    // Iterating over a class or an iterator may consume it.
    guard TypeKind(Elements.self) == .structure, !(elements is any IteratorProtocol) else {
      return nil
    }
    return elements.underestimatedCount
  }

  /// Returns true if the static type of values is their dynamic type.
  private static func isKnown(_ type: Any.Type) -> Bool {
    TypeKind(type) == .structure || TypeKind(type) == .enumeration
  }

  private static func shape(of type: Any.Type) -> UnsafePointer<ValueShape> {
    func shape<Value>(_ type: Value.Type) -> UnsafePointer<ValueShape> {
      ShapeMaker.shape(reflecting: type)
    }
    return _openExistential(type, do: shape)
  }

  // MARK: - As children of a mirror

  private func giveParts(of pair: Any, _ body: Body) {
    let parts = Mirror(reflecting: pair).children.map(\.value)
    give(parts.first ?? pair, body)
    if parts.count == 2 { give(parts[1], body) }
  }

  private func give(_ element: Any, _ body: Body) {
    func give<Element>(_ element: Element) {
      let shape = ShapeMaker.shape(reflecting: Element.self)
      withUnsafePointer(to: element) { body(Element.self, UnsafeRawPointer($0), shape) }
    }
    _openExistential(element, do: give)
  }
}
