/// The decoder that a type's `init(from:)` gets: one value of a document.
struct ReadingDecoder: Decoder {
  private let tape: JSONTape
  private let owner: TapeOwner
  private let node: Int

  init(owner: TapeOwner, node: Int) {
    tape = owner.tape
    self.owner = owner
    self.node = node
  }

  var codingPath: [any CodingKey] { tape.path(to: node) }
  var userInfo: [CodingUserInfoKey: Any] { tape.state.pointee.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    try tape.keyedContainer(of: node)
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try UnkeyedReader(tape, of: node)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer { self }
}

extension ReadingDecoder: SingleValueDecodingContainer {
  func decodeNil() -> Bool { tape.isNull(node) }
  func decode(_ type: Bool.Type) throws -> Bool { try tape.bool(node) }
  func decode(_ type: String.Type) throws -> String { try tape.stringValue(node) }
  func decode(_ type: Double.Type) throws -> Double { try tape.doubleValue(node) }
  func decode(_ type: Float.Type) throws -> Float { try tape.floatValue(node) }
  func decode(_ type: Int.Type) throws -> Int { try tape.integer(node, type) }
  func decode(_ type: Int8.Type) throws -> Int8 { try tape.integer(node, type) }
  func decode(_ type: Int16.Type) throws -> Int16 { try tape.integer(node, type) }
  func decode(_ type: Int32.Type) throws -> Int32 { try tape.integer(node, type) }
  func decode(_ type: Int64.Type) throws -> Int64 { try tape.integer(node, type) }
  func decode(_ type: UInt.Type) throws -> UInt { try tape.integer(node, type) }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try tape.integer(node, type) }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try tape.integer(node, type) }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try tape.integer(node, type) }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try tape.integer(node, type) }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
  func decode(_ type: Int128.Type) throws -> Int128 { try tape.integer(node, type) }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
  func decode(_ type: UInt128.Type) throws -> UInt128 { try tape.integer(node, type) }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try tape.decode(type, at: node)
  }
}
