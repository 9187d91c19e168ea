import RewindJSON

/// The decoder that a type's `init(from:)` receives, for one value of a document.
///
/// `JSONDecoder` on the same text takes 1.7–2.9 × as long (`scripts/bench --only codec`), and does not say in
/// which value a type threw an error of its own, nor what was found instead of what was expected.
struct JSONValueDecoder: Decoder {
  let value: JSONValue
  let location: DecodingPath
  let run: DecodingRun
  /// The type whose `init(from:)` has this decoder; nil if that asked for a decoder of its own.
  var type: (any Decodable.Type)?

  var codingPath: [any CodingKey] { location.path }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard case .object(let object) = value else { throw mismatch(type ?? [String: Any].self) }
    return KeyedDecodingContainer(KeyedValueReader(decoder: self, object: object))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard case .array(let elements) = value else { throw mismatch(type ?? [Any].self) }
    return UnkeyedValueReader(decoder: self, elements: elements)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer { self }
}

extension JSONValueDecoder: SingleValueDecodingContainer {
  func decodeNil() -> Bool { value == .null }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try decoded(type) }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
  func decode(_ type: Int128.Type) throws -> Int128 { try decoded(type) }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
  func decode(_ type: UInt128.Type) throws -> UInt128 { try decoded(type) }

  /// Decodes a value; not named as the protocol's methods, of which `Int128` has its own.
  func decoded<Value: Decodable>(_ type: Value.Type) throws -> Value {
    if let scalar = type as? any ScalarValue.Type, let value = try scalar.init(self) as? Value {
      return value
    }
    return try decodeByInit(type)
  }

  /// Decodes the value by the type's own `init(from:)`.
  ///
  /// Uses few and small stack frames: values of 128 levels must fit on a small stack.
  func decodeByInit<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try run.begin(self)
    do {
      let decoder = JSONValueDecoder(value: value, location: location, run: run, type: type)
      let value = try Value(from: decoder)
      run.end()
      return value
    } catch {
      run.fail(self)
      throw error
    }
  }
}

/// The container of a decoder that reads an object.
struct KeyedValueReader<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let decoder: JSONValueDecoder
  let object: JSONObject

  var codingPath: [any CodingKey] { decoder.codingPath }
  var allKeys: [Key] { object.keys.compactMap { Key(stringValue: $0) } }

  func contains(_ key: Key) -> Bool { object.position(of: key.stringValue) != nil }

  /// Returns the decoder of a member; if `key` is nil, a missing member is null.
  private func member(_ name: String, _ key: (any CodingKey)?) throws -> JSONValueDecoder {
    let value = object[name]
    if value == nil, let key { throw decoder.missing(key, in: object) }
    let location = DecodingPath.member(name, of: decoder.location)
    return JSONValueDecoder(value: value ?? .null, location: location, run: decoder.run)
  }

  func decodeNil(forKey key: Key) throws -> Bool { try member(key.stringValue, key).decodeNil() }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try member(key.stringValue, key).decode(type)
  }

  // Without these, the protocol's own, which throw, are chosen.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 {
    try member(key.stringValue, key).decoded(type)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 {
    try member(key.stringValue, key).decoded(type)
  }

  // Most members are of these types, and need no decoder of their own.

  func decode(_ type: String.Type, forKey key: Key) throws -> String {
    try object[key.stringValue]?.string ?? String(member(key.stringValue, key))
  }

  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
    try object[key.stringValue]?.bool ?? Bool(member(key.stringValue, key))
  }

  func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
    try object[key.stringValue]?.int ?? Int(member(key.stringValue, key))
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type,
    forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try member(key.stringValue, key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try member(key.stringValue, key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder { try member("super", nil) }
  func superDecoder(forKey key: Key) throws -> any Decoder { try member(key.stringValue, nil) }
}

/// The container of a decoder that reads an array.
struct UnkeyedValueReader: UnkeyedDecodingContainer {
  let decoder: JSONValueDecoder
  let elements: [JSONValue]
  private(set) var currentIndex = 0

  var codingPath: [any CodingKey] { decoder.codingPath }
  var count: Int? { elements.count }
  var isAtEnd: Bool { currentIndex >= elements.count }

  /// The decoder of the next element.
  private func next(_ type: Any.Type) throws -> JSONValueDecoder {
    guard !isAtEnd else { throw decoder.pastEnd(type, count: elements.count) }
    let location = DecodingPath.element(currentIndex, of: decoder.location)
    return JSONValueDecoder(value: elements[currentIndex], location: location, run: decoder.run)
  }

  mutating func decodeNil() throws -> Bool {
    guard try next(Never.self).decodeNil() else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try decoded(type) }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
  mutating func decode(_ type: Int128.Type) throws -> Int128 { try decoded(type) }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
  mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try decoded(type) }

  private mutating func decoded<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let value = try next(type).decoded(type)
    currentIndex += 1
    return value
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) throws -> KeyedDecodingContainer<NestedKey> {
    let container = try next([String: Any].self).container(keyedBy: type)
    currentIndex += 1
    return container
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    let container = try next([Any].self).unkeyedContainer()
    currentIndex += 1
    return container
  }

  mutating func superDecoder() throws -> any Decoder {
    let decoder = try next((any Decoder).self)
    currentIndex += 1
    return decoder
  }
}
