/// Shows the values that an `encode(to:)` encodes, without writing them.
///
/// ```swift
/// EncodedValues { value in value is Token }.visit(session)      // true: nothing in it is visited
/// ```
package struct EncodedValues: Encoder {
  private let isDone: (Any) -> Bool
  private let objects: Objects
  private let depth: Int
  /// Gets the keys of the value itself, and none of those of values in it.
  private var keys: EncodedKeys?

  /// The objects that were visited; kept, so that no later one gets the identity of one that is gone.
  private final class Objects {
    var known: [ObjectIdentifier: AnyObject] = [:]
  }

  package var codingPath: [any CodingKey] { [] }
  package var userInfo: [CodingUserInfoKey: Any] { [:] }

  /// The depth to which values are searched, the same as that to which they are written.
  private static let depthLimit = 128

  package init(isDone: @escaping (Any) -> Bool) {
    self.init(depth: 0, Objects(), isDone)
  }

  /// Makes an encoder that takes the keys of a value, and visits none of its values.
  init(keys: EncodedKeys) {
    self.init(depth: 0, Objects()) { _ in true }
    self.keys = keys
  }

  private init(depth: Int, _ objects: Objects, _ isDone: @escaping (Any) -> Bool) {
    (self.depth, self.objects, self.isDone) = (depth, objects, isDone)
  }

  /// Passes on a value, and then those that it encodes unless it is done; each object once.
  package func visit(_ value: some Encodable) {
    guard !isDone(value), depth < Self.depthLimit, !Self.isScalar(value) else { return }
    if type(of: value) is AnyClass {
      let object = value as AnyObject
      guard objects.known.updateValue(object, forKey: ObjectIdentifier(object)) == nil else {
        return
      }
    }
    // What it encodes before an error is visited, as it is written.
    try? value.encode(to: EncodedValues(depth: depth + 1, objects, isDone))
  }

  /// True for the values that an encoder takes by themselves.
  private static func isScalar(_ value: Any) -> Bool {
    value is String || value is Bool || value is any FixedWidthInteger || value is Double
      || value is Float
  }

  package func container<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    keys?.make = { Key(stringValue: $0) != nil }
    keys?.areNamed = TypeKind(Key.self) == .enumeration
    return KeyedEncodingContainer(Keyed<Key>(encoder: self))
  }

  package func unkeyedContainer() -> any UnkeyedEncodingContainer { Unkeyed(encoder: inner) }
  package func singleValueContainer() -> any SingleValueEncodingContainer { Single(encoder: inner) }

  /// The encoder for what is in the value.
  private var inner: EncodedValues {
    var copy = self
    copy.keys = nil
    return copy
  }

  private struct Keyed<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: EncodedValues
    var codingPath: [any CodingKey] { [] }

    private func inner(at key: Key, _ type: Any.Type = Any.self) -> EncodedValues {
      if let keys = encoder.keys, keys.names.insert(key.stringValue).inserted {
        keys.members.append((key.stringValue, type))
      }
      return encoder.inner
    }

    func encodeNil(forKey key: Key) { _ = inner(at: key) }
    func encode<Value: Encodable>(_ value: Value, forKey key: Key) {
      inner(at: key, Value.self).visit(value)
    }
    func superEncoder() -> any Encoder { encoder.inner }
    func superEncoder(forKey key: Key) -> any Encoder { encoder.inner }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
      inner(at: key).unkeyedContainer()
    }

    func nestedContainer<Nested>(
      keyedBy type: Nested.Type,
      forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
      inner(at: key).container(keyedBy: type)
    }
  }

  private struct Unkeyed: UnkeyedEncodingContainer {
    let encoder: EncodedValues
    var codingPath: [any CodingKey] { [] }
    var count = 0

    init(encoder: EncodedValues) {
      self.encoder = encoder
    }

    mutating func encodeNil() { count += 1 }
    mutating func encode(_ value: some Encodable) {
      encoder.visit(value)
      count += 1
    }

    mutating func superEncoder() -> any Encoder {
      count += 1
      return encoder
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
      count += 1
      return encoder.unkeyedContainer()
    }

    mutating func nestedContainer<Nested>(
      keyedBy type: Nested.Type
    ) -> KeyedEncodingContainer<Nested> {
      count += 1
      return encoder.container(keyedBy: type)
    }
  }

  private struct Single: SingleValueEncodingContainer {
    let encoder: EncodedValues
    var codingPath: [any CodingKey] { [] }

    func encodeNil() {}
    func encode(_ value: some Encodable) { encoder.visit(value) }
  }
}

/// The keys of a value's keyed container, and the type of those keys.
final class EncodedKeys {
  fileprivate(set) var names: Set<String> = []
  /// The keys in the order in which they came, each with the type of its value, `Any` where that is not known.
  fileprivate(set) var members: [(name: String, type: Any.Type)] = []
  /// True if the keys are the cases of an enum: such a key has no data.
  fileprivate(set) var areNamed = false
  fileprivate var make: ((String) -> Bool)?

  /// Returns the keys under which a value encodes its properties; nil if it has no keyed container, or more.
  static func of(_ value: any Encodable) -> EncodedKeys? {
    let keys = EncodedKeys()
    guard (try? value.encode(to: EncodedValues(keys: keys))) != nil, keys.make != nil else {
      return nil
    }
    return keys
  }

  /// Returns true for a key that was encoded, or that is one of an enum.
  func mayWrite(_ name: String) -> Bool { areNamed ? has(name) : names.contains(name) }

  /// Returns true if the type of the keys has this one, whether it was encoded or not.
  func has(_ name: String) -> Bool { names.contains(name) || make?(name) ?? false }
}
