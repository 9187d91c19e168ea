/// The container of an encoder for a single value.
struct SingleValueWriter: SingleValueEncodingContainer {
  let output: JSONWriter
  let slot: Int

  var codingPath: [any CodingKey] { output.codingPath(of: slot) }

  private func put(_ write: () -> Void) throws {
    let way = try output.begin(slot: slot)
    if case .nowhere = way { return }
    write()
    output.end(way)
  }

  func encodeNil() throws { try put { output.writeNull() } }
  func encode(_ value: Bool) throws { try put { output.write(value) } }
  func encode(_ value: String) throws { try put { output.write(value) } }
  func encode(_ value: Double) throws { try put { output.write(value) } }
  func encode(_ value: Float) throws { try put { output.write(value) } }

  // Each by itself: a generic method would look its type up when it runs.
  func encode(_ value: Int) throws { try put { output.write(integer: value) } }
  func encode(_ value: Int8) throws { try put { output.write(integer: value) } }
  func encode(_ value: Int16) throws { try put { output.write(integer: value) } }
  func encode(_ value: Int32) throws { try put { output.write(integer: value) } }
  func encode(_ value: Int64) throws { try put { output.write(integer: value) } }
  func encode(_ value: UInt) throws { try put { output.write(integer: value) } }
  func encode(_ value: UInt8) throws { try put { output.write(integer: value) } }
  func encode(_ value: UInt16) throws { try put { output.write(integer: value) } }
  func encode(_ value: UInt32) throws { try put { output.write(integer: value) } }
  func encode(_ value: UInt64) throws { try put { output.write(integer: value) } }

  // Without these, the protocol's own, which throw, are chosen.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
  func encode(_ value: Int128) throws { try put { output.write(integer: value) } }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
  func encode(_ value: UInt128) throws { try put { output.write(integer: value) } }

  func encode<Value: Encodable>(_ value: Value) throws {
    try put { output.write(value: value) { .none } }
  }
}
