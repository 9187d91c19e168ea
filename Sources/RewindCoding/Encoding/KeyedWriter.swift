/// The container of an encoder that writes an object.
struct KeyedWriter<Key: CodingKey>: KeyedEncodingContainerProtocol {
  private let output: JSONWriter
  private let table: UnsafeMutablePointer<KeyTable>
  private let frame: KeyedFrame
  /// The id of its frame.
  private var level: Int { frame.level }

  init(_ output: JSONWriter, _ table: UnsafeMutablePointer<KeyTable>, _ frame: KeyedFrame) {
    (self.output, self.table, self.frame) = (output, table, frame)
  }

  var codingPath: [any CodingKey] { output.codingPath(of: level) }

  /// Appends a member with the output of `write`.
  @inline(__always)
  private func put(_ key: Key, _ write: () -> Void) throws {
    let way = try output.begin(level)
    if case .nowhere = way { return }
    output.put(key: key, table)
    write()
    output.end(way)
  }

  func encodeNil(forKey key: Key) throws { try put(key) { output.writeNull() } }
  func encode(_ value: Bool, forKey key: Key) throws { try put(key) { output.write(value) } }
  func encode(_ value: String, forKey key: Key) throws { try put(key) { output.write(value) } }
  func encode(_ value: Double, forKey key: Key) throws { try put(key) { output.write(value) } }
  func encode(_ value: Float, forKey key: Key) throws { try put(key) { output.write(value) } }

  // Each by itself: a generic method would look its type up when it runs.
  func encode(_ value: Int, forKey key: Key) throws {
    try put(key) { output.write(integer: value) }
  }
  func encode(_ value: Int8, forKey key: Key) throws {
    try put(key) { output.write(integer: value) }
  }
  func encode(_ value: Int16, forKey key: Key) throws {
    try put(key) { output.write(integer: value) }
  }
  func encode(_ value: Int32, forKey key: Key) throws {
    try put(key) { output.write(integer: value) }
  }
  func encode(_ value: Int64, forKey key: Key) throws {
    try put(key) { output.write(integer: value) }
  }
  func encode(_ value: UInt, forKey key: Key) throws {
    try put(key) { output.write(integer: value) }
  }
  func encode(_ value: UInt8, forKey key: Key) throws {
    try put(key) { output.write(integer: value) }
  }
  func encode(_ value: UInt16, forKey key: Key) throws {
    try put(key) { output.write(integer: value) }
  }
  func encode(_ value: UInt32, forKey key: Key) throws {
    try put(key) { output.write(integer: value) }
  }
  func encode(_ value: UInt64, forKey key: Key) throws {
    try put(key) { output.write(integer: value) }
  }

  // Without these, the protocol's own, which throw, are chosen.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
  func encode(_ value: Int128, forKey key: Key) throws {
    try put(key) { output.write(integer: value) }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
  func encode(_ value: UInt128, forKey key: Key) throws {
    try put(key) { output.write(integer: value) }
  }

  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    let way = try output.begin(level)
    if case .nowhere = way { return }
    let start = output.count
    output.put(key: key, table)
    output.write(value: value) { output.step(to: key, table, from: start) }
    output.end(way)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type,
    forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    output.keyedContainer(open(.object, key))
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    UnkeyedWriter(output: output, level: open(.array, key))
  }

  private func open(_ kind: ContainerFrame.Kind, _ key: Key) -> Int {
    output.nest(in: level) {
      let start = output.count
      output.put(key: key, table)
      return output.openOrMark(kind, output.step(to: key, table, from: start))
    }
  }

  func superEncoder() -> any Encoder {
    superEncoder(PathKey(stringValue: "super")) {
      output.put(looseKey: "super")
    }
  }

  func superEncoder(forKey key: Key) -> any Encoder {
    superEncoder(key) { output.put(key: key, table) }
  }

  private func superEncoder(_ key: some CodingKey, _ putKey: () -> Void) -> any Encoder {
    let slot = output.nest(in: level) {
      putKey()
      return output.openSlotOrMark(output.looseStep(to: key, isDictionary: false, from: 0))
    }
    return WritingEncoder(output: output, slot: slot)
  }
}
