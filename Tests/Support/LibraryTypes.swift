// The names that the libraries have.
// swift-format-ignore-file: NeverForceUnwrap, NoLeadingUnderscores, AlwaysUseLowerCamelCase

/// Types of libraries, rebuilt from their public interfaces: what apps have in their states.

// MARK: - swift-collections

/// The hash table of an `OrderedSet`: a managed buffer that is copied before it is written to.
package struct HashTable {
  package struct Header {
    var scale = 0
    var seed = 0
  }

  package final class Storage: ManagedBuffer<Header, UInt64> {}
}

package struct OrderedSet<Element: Hashable>: RandomAccessCollection, CustomReflectable {
  private var __storage: HashTable.Storage?
  @usableFromInline package var _elements: ContiguousArray<Element>

  package init(_ elements: some Sequence<Element>) {
    _elements = ContiguousArray(elements)
    let storage = HashTable.Storage.create(minimumCapacity: 4) { _ in HashTable.Header() }
    __storage = unsafeDowncast(storage, to: HashTable.Storage.self)
  }

  @inlinable package var startIndex: Int { 0 }
  @inlinable package var endIndex: Int { _elements.count }
  @inlinable package subscript(index: Int) -> Element { _elements[index] }

  package mutating func append(_ element: Element) {
    if !_elements.contains(element) { _elements.append(element) }
  }

  package mutating func swapAt(_ a: Int, _ b: Int) { _elements.swapAt(a, b) }

  package var customMirror: Mirror {
    Mirror(self, unlabeledChildren: _elements, displayStyle: .collection)
  }
}

package struct OrderedDictionary<Key: Hashable, Value>: CustomReflectable {
  @usableFromInline package var _keys: OrderedSet<Key>
  @usableFromInline package var _values: ContiguousArray<Value>

  package init(_ pairs: [(Key, Value)]) {
    _keys = OrderedSet(pairs.map(\.0))
    _values = ContiguousArray(pairs.map(\.1))
  }

  package subscript(key: Key) -> Value? {
    get { _keys.firstIndex(of: key).map { _values[$0] } }
    set {
      guard let newValue else { return }
      if let index = _keys.firstIndex(of: key) {
        _values[index] = newValue
      } else {
        _keys.append(key)
        _values.append(newValue)
      }
    }
  }

  /// Changes the value at a position.
  @inlinable
  package subscript(position position: Int) -> Value {
    get { _values[position] }
    _modify { yield &_values[position] }
  }

  package mutating func swapAt(_ a: Int, _ b: Int) {
    _keys.swapAt(a, b)
    _values.swapAt(a, b)
  }

  package var customMirror: Mirror {
    Mirror(self, unlabeledChildren: elements, displayStyle: .dictionary)
  }
}

extension OrderedDictionary: Sequence {
  /// The keys and values in turn, as pairs.
  package struct Elements: RandomAccessCollection {
    @usableFromInline let base: OrderedDictionary

    @usableFromInline
    init(_ base: OrderedDictionary) { self.base = base }

    @inlinable package var startIndex: Int { 0 }
    @inlinable package var endIndex: Int { base._values.count }

    @inlinable
    package subscript(index: Int) -> (key: Key, value: Value) {
      (base._keys._elements[index], base._values[index])
    }
  }

  @inlinable package var elements: Elements { Elements(self) }
  @inlinable package var underestimatedCount: Int { _values.count }
  @inlinable
  package func makeIterator() -> IndexingIterator<Elements> { elements.makeIterator() }
}

extension OrderedDictionary: Encodable where Key: Encodable, Value: Encodable {
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    for (key, value) in self {
      try container.encode(key)
      try container.encode(value)
    }
  }
}

// MARK: - swift-identified-collections

package struct IdentifiedArray<ID: Hashable, Element>: RandomAccessCollection, CustomReflectable {
  package let id: KeyPath<Element, ID>
  /// Kept, as in the library, since it is quicker than the key path.
  private let _id: (Element) -> ID
  @usableFromInline var _dictionary: OrderedDictionary<ID, Element>

  package init(_ elements: [Element], id: KeyPath<Element, ID>) {
    self.id = id
    _id = { $0[keyPath: id] }
    _dictionary = OrderedDictionary(elements.map { ($0[keyPath: id], $0) })
  }

  @inlinable package var startIndex: Int { 0 }
  @inlinable package var endIndex: Int { _dictionary._values.count }

  @inlinable
  package subscript(index: Int) -> Element {
    get { _dictionary[position: index] }
    _modify { yield &_dictionary[position: index] }
  }

  package subscript(id id: ID) -> Element? {
    get { _dictionary[id] }
    set { _dictionary[id] = newValue }
  }

  package var customMirror: Mirror {
    Mirror(self, unlabeledChildren: _dictionary._values, displayStyle: .collection)
  }
}

extension IdentifiedArray: Encodable where Element: Encodable {
  @inlinable
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(ContiguousArray(self))
  }
}

// MARK: - The Composable Architecture

/// The observation of a state, which is not a part of it.
package struct ObservationStateRegistrar {
  package final class Extent {
    var accesses = 0

    init() {}
  }

  package var extent = Extent()

  package init() {}
}

@propertyWrapper
package struct PresentationState<State>: CustomReflectable {
  private final class Storage {
    var state: State?
    init(_ state: State?) { self.state = state }
  }

  private var storage: Storage

  package init(wrappedValue: State?) { storage = Storage(wrappedValue) }

  package var wrappedValue: State? {
    get { storage.state }
    set {
      if isKnownUniquelyReferenced(&storage) {
        storage.state = newValue
      } else {
        storage = Storage(newValue)
      }
    }
  }

  package var projectedValue: Self { self }
  package var customMirror: Mirror { Mirror(reflecting: wrappedValue as Any) }
}

/// A presented state whose mirror has no display style.
package struct StylelessPresentation<State>: CustomReflectable {
  package var state: State?
  package init(state: State?) { self.state = state }
  package var customMirror: Mirror { Mirror(self, children: ["wrappedValue": state as Any]) }
}

@propertyWrapper
package final class Shared<Value>: CustomReflectable {
  package var wrappedValue: Value
  package init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
  package var customMirror: Mirror { Mirror(self, children: ["value": wrappedValue]) }
}

// MARK: - Others

/// A name with a type of its own, as in swift-tagged.
package struct Tagged<Tag, RawValue> {
  package var rawValue: RawValue

  package init(rawValue: RawValue) { self.rawValue = rawValue }
}

extension Tagged: Equatable where RawValue: Equatable {}
extension Tagged: Hashable where RawValue: Hashable {}
extension Tagged: Encodable where RawValue: Encodable {
  package func encode(to encoder: any Encoder) throws { try rawValue.encode(to: encoder) }
}

/// A value in a box that is copied before it is written to, as structures with many fields are kept.
package struct CopyOnWrite<Value> {
  private final class Box {
    var value: Value
    init(_ value: Value) { self.value = value }
  }

  private var box: Box

  package init(_ value: Value) { box = Box(value) }

  package var value: Value {
    get { box.value }
    set {
      if isKnownUniquelyReferenced(&box) { box.value = newValue } else { box = Box(newValue) }
    }
  }
}

/// A list whose elements lie in a ring.
package struct Ring<Element>: Collection, CustomReflectable {
  private var storage: [Element]
  private var head = 0

  package init(_ elements: [Element]) { storage = elements }

  package var startIndex: Int { 0 }
  package var endIndex: Int { storage.count }
  package func index(after index: Int) -> Int { index + 1 }
  package subscript(index: Int) -> Element { storage[(head + index) % storage.count] }
  package mutating func rotate() { head = (head + 1) % storage.count }

  package var customMirror: Mirror {
    Mirror(self, unlabeledChildren: Array(self), displayStyle: .collection)
  }
}
