/// The elements of a value whose mirror shows a collection, or the keys and values of a dictionary in turn.
///
/// A mirror gives its children as `Any`, each in memory of its own. The type is a sequence of the same
/// elements mostly, and gives them as what they are: these are taken where there are as many, and the first
/// is the same.
struct MirrorElements {
  private let value: Any
  private let children: Mirror.Children
  /// Whether keys and values stand in turn.
  let arePairs: Bool
  /// Whether the order is an accident of hashing, so that they are written in the order of their texts.
  let isSorted: Bool

  /// How many children of a mirror are taken: those of a custom one may have no end.
  private static let limit = 100_000

  /// Nil where the mirror shows no collection.
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

  /// The children of a mirror without labels and style.
  init(_ mirror: Mirror) {
    (value, children, arePairs, isSorted) = ((), mirror.children, false, false)
  }

  /// How many children are beyond the limit.
  var missing: Int { max(0, children.count - Self.limit) }

  typealias Body = (Any.Type, UnsafeRawPointer, UnsafePointer<ValueShape>) -> Void

  /// Gives all elements; false where there are more than the limit.
  func give(to body: Body) -> Bool {
    if let elements = value as? any Sequence, give(elements, to: body) { return true }
    for (place, child) in children.enumerated() {
      if place == Self.limit { return false }
      if arePairs {
        giveParts(of: child.value, body)
      } else {
        give(child.value, body)
      }
    }
    return true
  }

  // MARK: - As what they are

  /// Gives the elements of a sequence; false where they might not be the mirror's children.
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

  /// Whether the first child is the first element: a mirror may hide what is in its value.
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

  /// How many elements there are, of a sequence that can be gone through again.
  private static func count<Elements: Sequence>(_ elements: Elements) -> Int? {
    func count(_ collection: any Collection) -> Int { collection.count }
    if let collection = elements as? any Collection { return count(collection) }
    // Whoever goes through a class or an iterator may use it up.
    guard TypeKind(Elements.self) == .structure, !(elements is any IteratorProtocol) else {
      return nil
    }
    return elements.underestimatedCount
  }

  /// Whether values of a type are of that type, and not of one that only they know.
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
