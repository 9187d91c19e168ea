/// The container of a decoder that reads an object.
struct KeyedReader<Key: CodingKey>: KeyedDecodingContainerProtocol {
  private let tape: JSONTape
  private let table: UnsafeMutablePointer<KeyTable>
  /// Its object, and where that is found in a container that is used again.
  private let ownTarget: KeptContainers.Target
  private let target: UnsafeMutablePointer<KeptContainers.Target>?

  /// A container that reads one object.
  init(
    _ tape: JSONTape,
    _ table: UnsafeMutablePointer<KeyTable>,
    object: KeptContainers.Target
  ) {
    self.tape = tape
    self.table = table
    ownTarget = object
    target = nil
  }

  /// A container that reads the object that `target` names at the time.
  init(
    _ tape: JSONTape,
    _ table: UnsafeMutablePointer<KeyTable>,
    target: UnsafeMutablePointer<KeptContainers.Target>
  ) {
    self.tape = tape
    self.table = table
    ownTarget = KeptContainers.Target(object: 0)
    self.target = target
  }

  /// The place of the object.
  @inline(__always)
  private func object() throws -> Int {
    let target = if let target { target.pointee } else { ownTarget }
    try tape.check(target.generation)
    return target.object
  }

  private func owner() throws -> TapeOwner {
    try tape.owner((target?.pointee ?? ownTarget).generation)
  }

  var codingPath: [any CodingKey] {
    guard let object = try? object() else { return [] }
    return tape.path(to: object)
  }

  var allKeys: [Key] {
    guard let object = try? object() else { return [] }
    var keys: [Key] = []
    tape.eachKey(of: object) { name in
      if let key = Key(stringValue: name) { keys.append(key) }
    }
    return keys
  }

  func contains(_ key: Key) -> Bool {
    guard let object = try? object() else { return false }
    return find(key, in: object) != nil
  }

  /// The place of a member's value.
  @inline(__always)
  private func find(_ key: Key, in object: Int) -> Int? {
    if table.pointee.isIndexed {
      let entry = KeyTable.entry(table, key, KeyTable.byte(of: key))
      return tape.member(of: object, entry.pointee.name)
    }
    return find(named: key.stringValue, in: object)
  }

  @inline(never)
  private func find(named name: String, in object: Int) -> Int? {
    let found = name.utf8.withContiguousStorageIfAvailable { tape.member(of: object, unpadded: $0) }
    return found
      ?? Array(name.utf8).withUnsafeBufferPointer { tape.member(of: object, unpadded: $0) }
  }

  /// The place of a member's value, which is decoded next.
  @inline(__always)
  private func value(_ key: Key) throws -> Int {
    let object = try object()
    guard let node = find(key, in: object) else { throw tape.missing(key, in: object) }
    tape.state.pointee.running.next = RunningDecodes.Value(node: node, container: object)
    return node
  }

  /// The place of a member's value; nil where there is no member, or it is null.
  @inline(__always)
  private func present(_ key: Key) throws -> Int? {
    let object = try object()
    guard let node = find(key, in: object), !tape.isNull(node) else { return nil }
    tape.state.pointee.running.next = RunningDecodes.Value(node: node, container: object)
    return node
  }

  func decodeNil(forKey key: Key) throws -> Bool { tape.isNull(try value(key)) }
  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try tape.bool(value(key)) }
  func decode(_ type: String.Type, forKey key: Key) throws -> String {
    try tape.stringValue(value(key))
  }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
    try tape.doubleValue(value(key))
  }
  func decode(_ type: Float.Type, forKey key: Key) throws -> Float {
    try tape.floatValue(value(key))
  }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try integer(key, type) }
  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try integer(key, type) }
  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try integer(key, type) }
  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try integer(key, type) }
  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try integer(key, type) }
  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try integer(key, type) }
  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try integer(key, type) }
  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try integer(key, type) }
  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try integer(key, type) }
  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try integer(key, type) }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try integer(key, type) }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try integer(key, type) }

  @inline(__always)
  private func integer<Integer: FixedWidthInteger>(
    _ key: Key,
    _ type: Integer.Type
  ) throws -> Integer {
    try tape.integer(value(key), type)
  }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try tape.decode(type, at: value(key))
  }

  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
    if let node = try present(key) { try tape.bool(node) } else { nil }
  }
  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    if let node = try present(key) { try tape.stringValue(node) } else { nil }
  }
  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
    if let node = try present(key) { try tape.doubleValue(node) } else { nil }
  }
  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
    if let node = try present(key) { try tape.integer(node, type) } else { nil }
  }
  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    if let node = try present(key) { try tape.decode(type, at: node) } else { nil }
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type,
    forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try tape.keyedContainer(of: value(key))
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try UnkeyedReader(tape, of: value(key))
  }

  /// The decoder of the member "super"; where there is none, of null.
  func superDecoder() throws -> any Decoder {
    let object = try object()
    let node = find(named: "super", in: object) ?? tape.absentMember(of: object)
    return ReadingDecoder(owner: try owner(), node: node)
  }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    let object = try object()
    let node = find(key, in: object) ?? tape.absentMember(of: object)
    return ReadingDecoder(owner: try owner(), node: node)
  }
}

extension JSONTape {
  /// A container that reads the object at a node.
  ///
  /// - Throws: `DecodingError` where the value is no object.
  @inline(__always)
  func keyedContainer<Key: CodingKey>(of node: Int) throws -> KeyedDecodingContainer<Key> {
    guard node >= 0, nodes[node].kind == .object else {
      throw mismatch([String: Any].self, node)
    }
    let table = state.pointee.tables.table(of: Key.self)
    let object = KeptContainers.Target(object: node, generation: generation)
    if let kept = table.pointee.kept.reuse(for: object) {
      return table.pointee.kept.container(at: kept)
    }
    return newContainer(object, table)
  }

  @inline(never)
  private func newContainer<Key: CodingKey>(
    _ object: KeptContainers.Target,
    _ table: UnsafeMutablePointer<KeyTable>
  ) -> KeyedDecodingContainer<Key> {
    guard table.pointee.kept.hasRoom else {
      return KeyedDecodingContainer(KeyedReader(self, table, object: object))
    }
    let target = UnsafeMutablePointer<KeptContainers.Target>.allocate(capacity: 1)
    target.initialize(to: object)
    let container = KeyedDecodingContainer(KeyedReader<Key>(self, table, target: target))
    table.pointee.kept.keep(container, target)
    return container
  }
}
