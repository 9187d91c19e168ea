/// The encoder that a value's `encode(to:)` gets: a slot of an output.
struct WritingEncoder: Encoder {
  let output: JSONWriter
  let slot: Int

  var codingPath: [any CodingKey] { output.codingPath(of: slot) }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    output.keyedContainer(output.container(.object, in: slot))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    UnkeyedWriter(output: output, level: output.container(.array, in: slot))
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    SingleValueWriter(output: output, slot: slot)
  }
}
