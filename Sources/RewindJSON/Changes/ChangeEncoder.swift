/// The encoder with which a walk listens to a value's `encode(to:)`.
///
/// It understands one object; whatever else a value asks for ends the walk through its members, and
/// gets containers that write nothing.
struct ChangeEncoder: Encoder {
  let walk: ChangeWalk
  let members: MemberList
  /// Which time the members are handed over.
  let round: Int

  var codingPath: [any CodingKey] {
    walk.fail()
    return []
  }

  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(ChangeContainer<Key>(walk: walk, members: members, round: round))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    walk.deadEncoder.unkeyedContainer()
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    walk.deadEncoder.singleValueContainer()
  }
}

extension ChangeWalk {
  /// Gives up, and an encoder for what is no longer listened to.
  fileprivate var deadEncoder: WritingEncoder {
    fail()
    return WritingEncoder(output: output, slot: JSONOutput.deadID)
  }
}

/// The container with which a walk listens to the members of an object.
private struct ChangeContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let walk: ChangeWalk
  let members: MemberList
  let round: Int

  var codingPath: [any CodingKey] {
    walk.fail()
    return []
  }

  @inline(__always)
  private func hand<Value: Encodable>(_ value: Value, _ key: Key) {
    withUnsafePointer(to: value) {
      walk.member(members, round: round, key, $0) { walk.output.shape(encoding: Value.self) }
    }
  }

  func encodeNil(forKey key: Key) throws { hand(Bool?.none, key) }
  func encode(_ value: Bool, forKey key: Key) throws { hand(value, key) }
  func encode(_ value: String, forKey key: Key) throws { hand(value, key) }
  func encode(_ value: Double, forKey key: Key) throws { hand(value, key) }
  func encode(_ value: Float, forKey key: Key) throws { hand(value, key) }
  func encode(_ value: Int, forKey key: Key) throws { hand(value, key) }
  func encode(_ value: Int8, forKey key: Key) throws { hand(value, key) }
  func encode(_ value: Int16, forKey key: Key) throws { hand(value, key) }
  func encode(_ value: Int32, forKey key: Key) throws { hand(value, key) }
  func encode(_ value: Int64, forKey key: Key) throws { hand(value, key) }
  func encode(_ value: UInt, forKey key: Key) throws { hand(value, key) }
  func encode(_ value: UInt8, forKey key: Key) throws { hand(value, key) }
  func encode(_ value: UInt16, forKey key: Key) throws { hand(value, key) }
  func encode(_ value: UInt32, forKey key: Key) throws { hand(value, key) }
  func encode(_ value: UInt64, forKey key: Key) throws { hand(value, key) }
  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws { hand(value, key) }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type,
    forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    walk.deadEncoder.container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    walk.deadEncoder.unkeyedContainer()
  }

  func superEncoder() -> any Encoder { walk.deadEncoder }
  func superEncoder(forKey key: Key) -> any Encoder { walk.deadEncoder }
}
