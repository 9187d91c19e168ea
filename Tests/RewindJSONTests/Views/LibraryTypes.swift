// The names that the libraries have.
// swift-format-ignore-file: NeverForceUnwrap, NoLeadingUnderscores, AlwaysUseLowerCamelCase

/// Types of libraries, rebuilt from their public interfaces: what apps have in their states.

// MARK: - swift-collections

/// The hash table of an `OrderedSet`: a managed buffer that is copied before it is written to.
struct HashTable {
  struct Header {
    var scale = 0
    var seed = 0
  }

  final class Storage: ManagedBuffer<Header, UInt64> {}
}

struct OrderedSet<Element: Hashable>: RandomAccessCollection, CustomReflectable {
  private var __storage: HashTable.Storage?
  private(set) var _elements: ContiguousArray<Element>

  init(_ elements: some Sequence<Element>) {
    _elements = ContiguousArray(elements)
    let storage = HashTable.Storage.create(minimumCapacity: 4) { _ in HashTable.Header() }
    __storage = unsafeDowncast(storage, to: HashTable.Storage.self)
  }

  var startIndex: Int { 0 }
  var endIndex: Int { _elements.count }
  subscript(index: Int) -> Element { _elements[index] }

  mutating func append(_ element: Element) {
    if !_elements.contains(element) { _elements.append(element) }
  }

  mutating func swapAt(_ a: Int, _ b: Int) { _elements.swapAt(a, b) }

  var customMirror: Mirror {
    Mirror(self, unlabeledChildren: _elements, displayStyle: .collection)
  }
}

struct OrderedDictionary<Key: Hashable, Value>: CustomReflectable {
  private(set) var _keys: OrderedSet<Key>
  private(set) var _values: ContiguousArray<Value>

  init(_ pairs: [(Key, Value)]) {
    _keys = OrderedSet(pairs.map(\.0))
    _values = ContiguousArray(pairs.map(\.1))
  }

  subscript(key: Key) -> Value? {
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

  mutating func swapAt(_ a: Int, _ b: Int) {
    _keys.swapAt(a, b)
    _values.swapAt(a, b)
  }

  var customMirror: Mirror {
    Mirror(
      self,
      unlabeledChildren: zip(_keys, _values).map { (key: $0, value: $1) },
      displayStyle: .dictionary
    )
  }
}

extension OrderedDictionary: Encodable where Key: Encodable, Value: Encodable {
  func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    for (key, value) in zip(_keys, _values) {
      try container.encode(key)
      try container.encode(value)
    }
  }
}

// MARK: - swift-identified-collections

struct IdentifiedArray<ID: Hashable, Element>: RandomAccessCollection, CustomReflectable {
  let id: KeyPath<Element, ID>
  private var _id: (Element) -> ID { { $0[keyPath: id] } }
  private var _dictionary: OrderedDictionary<ID, Element>

  init(_ elements: [Element], id: KeyPath<Element, ID>) {
    self.id = id
    _dictionary = OrderedDictionary(elements.map { ($0[keyPath: id], $0) })
  }

  var startIndex: Int { 0 }
  var endIndex: Int { _dictionary._values.count }
  subscript(index: Int) -> Element { _dictionary._values[index] }

  subscript(id id: ID) -> Element? {
    get { _dictionary[id] }
    set { _dictionary[id] = newValue }
  }

  mutating func swapAt(_ a: Int, _ b: Int) { _dictionary.swapAt(a, b) }

  var customMirror: Mirror {
    Mirror(self, unlabeledChildren: Array(self), displayStyle: .collection)
  }
}

extension IdentifiedArray: Encodable where Element: Encodable {
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(ContiguousArray(self))
  }
}

// MARK: - The Composable Architecture

/// The observation of a state, which is not a part of it.
struct ObservationStateRegistrar {
  final class Extent {
    var accesses = 0
  }

  var extent = Extent()
}

@propertyWrapper
struct PresentationState<State>: CustomReflectable {
  private final class Storage {
    var state: State?
    init(_ state: State?) { self.state = state }
  }

  private var storage: Storage

  init(wrappedValue: State?) { storage = Storage(wrappedValue) }

  var wrappedValue: State? {
    get { storage.state }
    set {
      if isKnownUniquelyReferenced(&storage) {
        storage.state = newValue
      } else {
        storage = Storage(newValue)
      }
    }
  }

  var projectedValue: Self { self }
  var customMirror: Mirror { Mirror(reflecting: wrappedValue as Any) }
}

/// A presented state whose mirror has no display style.
struct StylelessPresentation<State>: CustomReflectable {
  var state: State?
  var customMirror: Mirror { Mirror(self, children: ["wrappedValue": state as Any]) }
}

@propertyWrapper
final class Shared<Value>: CustomReflectable {
  var wrappedValue: Value
  init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
  var customMirror: Mirror { Mirror(self, children: ["value": wrappedValue]) }
}

// MARK: - Others

/// A name with a type of its own, as in swift-tagged.
struct Tagged<Tag, RawValue> {
  var rawValue: RawValue
}

extension Tagged: Equatable where RawValue: Equatable {}
extension Tagged: Hashable where RawValue: Hashable {}
extension Tagged: Encodable where RawValue: Encodable {
  func encode(to encoder: any Encoder) throws { try rawValue.encode(to: encoder) }
}

/// A value in a box that is copied before it is written to, as structures with many fields are kept.
struct CopyOnWrite<Value> {
  private final class Box {
    var value: Value
    init(_ value: Value) { self.value = value }
  }

  private var box: Box

  init(_ value: Value) { box = Box(value) }

  var value: Value {
    get { box.value }
    set {
      if isKnownUniquelyReferenced(&box) { box.value = newValue } else { box = Box(newValue) }
    }
  }
}

/// A list whose elements lie in a ring.
struct Ring<Element>: Collection, CustomReflectable {
  private var storage: [Element]
  private var head = 0

  init(_ elements: [Element]) { storage = elements }

  var startIndex: Int { 0 }
  var endIndex: Int { storage.count }
  func index(after index: Int) -> Int { index + 1 }
  subscript(index: Int) -> Element { storage[(head + index) % storage.count] }
  mutating func rotate() { head = (head + 1) % storage.count }

  var customMirror: Mirror {
    Mirror(self, unlabeledChildren: Array(self), displayStyle: .collection)
  }
}
