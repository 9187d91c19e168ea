/// The container of an encoder that writes an array.
struct UnkeyedWriter: UnkeyedEncodingContainer {
  let output: JSONWriter
  let level: Int

  var codingPath: [any CodingKey] { output.codingPath(of: level) }
  var count: Int { output.elementCount(of: level) }

  /// Appends an element with the output of `write`.
  @inline(__always)
  private func put(_ write: () -> Void) throws {
    let way = try output.begin(level)
    if case .nowhere = way { return }
    output.separate()
    output.top.pointee.count &+= 1
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
    try put { output.write(value: value) { output.lastElement } }
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) -> KeyedEncodingContainer<NestedKey> {
    output.keyedContainer(open { output.openOrMark(.object, output.lastElement) })
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    UnkeyedWriter(output: output, level: open { output.openOrMark(.array, output.lastElement) })
  }

  func superEncoder() -> any Encoder {
    WritingEncoder(output: output, slot: open { output.openSlotOrMark(output.lastElement) })
  }

  private func open(_ openLevel: () -> Int) -> Int {
    output.nest(in: level) {
      output.separate()
      output.top.pointee.count &+= 1
      return openLevel()
    }
  }
}

extension JSONWriter {
  /// The step to the element that was begun last in the innermost array.
  @_transparent
  var lastElement: PathStep { .element(top.pointee.count &- 1) }

  /// Returns the number of elements written to an array that is open, or was closed for a sibling.
  func elementCount(of id: Int) -> Int {
    guard isInUse(id) else { return 0 }
    if let open = find(id) { return open.pointee.count }
    return state.pointee.closed.last { $0.level.id == id }?.level.count ?? 0
  }
}
