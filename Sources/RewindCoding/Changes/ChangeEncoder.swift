/// The encoder that receives the members of a value from its `encode(to:)`.
///
/// It accepts an object, objects in it that the same value encodes, a list whose elements come one
/// by one, and another value that this one is written as. Any other request ends the comparison of
/// the members, and gets containers that write nothing.
struct ChangeEncoder: Encoder {
  let walk: StateDiffer
  let members: MemberList
  /// The number of times that the members have been encoded.
  let round: Int

  var codingPath: [any CodingKey] {
    walk.fail()
    return []
  }

  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    walk.ask(for: .members, members, round: round)
    return KeyedEncodingContainer(
      ChangeContainer<Key>(walk: walk, members: members, round: round)
    )
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    walk.ask(for: .elements, members, round: round)
    return ChangeElements(walk: walk, members: members, round: round)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    walk.ask(for: .value, members, round: round)
    return ChangeContent(walk: walk, members: members, round: round)
  }
}

extension StateDiffer {
  /// An encoder for values that are no longer compared; reading it ends the comparison.
  fileprivate var deadEncoder: WritingEncoder {
    fail()
    return WritingEncoder(output: output, slot: JSONWriter.deadID)
  }
}

/// The container that receives the members of an object.
private struct ChangeContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let walk: StateDiffer
  let members: MemberList
  let round: Int

  var codingPath: [any CodingKey] {
    walk.fail()
    return []
  }

  @inline(__always)
  private func forward<Value: Encodable>(_ value: Value, _ key: Key) {
    withUnsafePointer(to: value) {
      walk.member(members, round: round, key, $0) { walk.output.shape(encoding: Value.self) }
    }
  }

  // The generic method is also the one for each type of scalar that the protocol names.
  func encodeNil(forKey key: Key) throws { forward(Bool?.none, key) }
  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws { forward(value, key) }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type,
    forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    guard let nested = walk.nested(members, round: round, key) else {
      return walk.deadEncoder.container(keyedBy: type)
    }
    return KeyedEncodingContainer(
      ChangeContainer<NestedKey>(walk: walk, members: nested, round: nested.round)
    )
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    walk.deadEncoder.unkeyedContainer()
  }

  func superEncoder() -> any Encoder { walk.deadEncoder }
  func superEncoder(forKey key: Key) -> any Encoder { walk.deadEncoder }
}

/// The container that receives the elements of a list.
private struct ChangeElements: UnkeyedEncodingContainer {
  let walk: StateDiffer
  let members: MemberList
  let round: Int
  private(set) var count = 0

  init(walk: StateDiffer, members: MemberList, round: Int) {
    (self.walk, self.members, self.round) = (walk, members, round)
  }

  var codingPath: [any CodingKey] {
    walk.fail()
    return []
  }

  @inline(__always)
  private mutating func forward<Value: Encodable>(_ value: Value) {
    count &+= 1
    withUnsafePointer(to: value) {
      walk.element(members, round: round, Value.self, $0) {
        walk.output.shape(encoding: Value.self)
      }
    }
  }

  mutating func encodeNil() throws { forward(Bool?.none) }
  mutating func encode<Value: Encodable>(_ value: Value) throws { forward(value) }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) -> KeyedEncodingContainer<NestedKey> {
    walk.deadEncoder.container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    walk.deadEncoder.unkeyedContainer()
  }

  mutating func superEncoder() -> any Encoder { walk.deadEncoder }
}

/// The container that receives the value that another is written as.
private struct ChangeContent: SingleValueEncodingContainer {
  let walk: StateDiffer
  let members: MemberList
  let round: Int

  var codingPath: [any CodingKey] {
    walk.fail()
    return []
  }

  private func forward<Value: Encodable>(_ value: Value) {
    withUnsafePointer(to: value) {
      walk.content(members, round: round, $0) { walk.output.shape(encoding: Value.self) }
    }
  }

  func encodeNil() throws { forward(Bool?.none) }
  func encode<Value: Encodable>(_ value: Value) throws { forward(value) }
}
