/// The container of a decoder that reads an array.
struct UnkeyedReader: UnkeyedDecodingContainer {
  // Three words are what fits into an `any UnkeyedDecodingContainer` without memory of its own.
  private let tape: JSONTape
  private let generation: Int
  private let array: Int32
  private var element: Int32

  /// - Throws: `DecodingError` where the value is no array.
  init(_ tape: JSONTape, of node: Int) throws {
    guard node >= 0, tape.nodes[node].kind == .array else {
      throw tape.mismatch([Any].self, node)
    }
    self.tape = tape
    generation = tape.generation
    array = Int32(truncatingIfNeeded: node)
    element = Int32(truncatingIfNeeded: node &+ 2)
  }

  private var isCurrent: Bool { generation == tape.generation }
  var codingPath: [any CodingKey] { isCurrent ? tape.path(to: Int(array)) : [] }
  var count: Int? { isCurrent ? tape.nodes[Int(array)].count : nil }
  var currentIndex: Int { isCurrent ? tape.index(of: Int(element), in: Int(array)) : 0 }
  var isAtEnd: Bool { !isCurrent || Int(element) >= tape.nodes[Int(array)].next }

  /// The place of the next element, which is decoded next.
  @inline(__always)
  private func next(_ type: Any.Type) throws -> Int {
    try tape.check(generation)
    guard !isAtEnd else { throw tape.pastEnd(type, of: Int(array)) }
    tape.state.pointee.running.next = RunningDecodes.Value(
      node: Int(element),
      container: Int(array)
    )
    return Int(element)
  }

  @inline(__always)
  private mutating func advance() {
    element = Int32(truncatingIfNeeded: tape.element(after: Int(element), in: Int(array)))
  }

  mutating func decodeNil() throws -> Bool {
    guard tape.isNull(try next(Never.self)) else { return false }
    advance()
    return true
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let value = try tape.decode(type, at: next(type))
    advance()
    return value
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) throws -> KeyedDecodingContainer<NestedKey> {
    let container: KeyedDecodingContainer<NestedKey> = try tape.keyedContainer(
      of: next([String: Any].self)
    )
    advance()
    return container
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    let reader = try UnkeyedReader(tape, of: next([Any].self))
    advance()
    return reader
  }

  mutating func superDecoder() throws -> any Decoder {
    let decoder = ReadingDecoder(
      owner: try tape.owner(generation),
      node: try next((any Decoder).self)
    )
    advance()
    return decoder
  }
}
