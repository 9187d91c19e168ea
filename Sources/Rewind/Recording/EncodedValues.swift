/// Shows the values that an `encode(to:)` encodes, without writing them.
///
/// ```swift
/// EncodedValues { value in value is Token }.visit(session)      // true: nothing in it is visited
/// ```
struct EncodedValues: Encoder {
  private let isDone: (Any) -> Bool
  private let objects: Objects
  private let depth: Int

  /// The objects that were visited; kept, so that no later one gets the identity of one that is gone.
  private final class Objects {
    var known: [ObjectIdentifier: AnyObject] = [:]
  }

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  /// The depth to which values are searched, the same as that to which they are written.
  private static let depthLimit = 128

  init(isDone: @escaping (Any) -> Bool) {
    self.init(depth: 0, Objects(), isDone)
  }

  private init(depth: Int, _ objects: Objects, _ isDone: @escaping (Any) -> Bool) {
    (self.depth, self.objects, self.isDone) = (depth, objects, isDone)
  }

  /// Passes on a value, and then those that it encodes unless it is done; each object once.
  func visit(_ value: some Encodable) {
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

  func container<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(Keyed<Key>(encoder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer { Unkeyed(encoder: self) }
  func singleValueContainer() -> any SingleValueEncodingContainer { Single(encoder: self) }

  private struct Keyed<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: EncodedValues
    var codingPath: [any CodingKey] { [] }

    func encodeNil(forKey key: Key) {}
    func encode(_ value: some Encodable, forKey key: Key) { encoder.visit(value) }
    func superEncoder() -> any Encoder { encoder }
    func superEncoder(forKey key: Key) -> any Encoder { encoder }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
      encoder.unkeyedContainer()
    }

    func nestedContainer<Nested>(
      keyedBy type: Nested.Type,
      forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
      encoder.container(keyedBy: type)
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
