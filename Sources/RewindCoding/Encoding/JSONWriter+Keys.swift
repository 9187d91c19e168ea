extension JSONWriter {
  /// Appends the comma, the key and the colon of the next member of the innermost object.
  @_transparent
  func put<Key: CodingKey>(key: Key, _ table: UnsafeMutablePointer<KeyTable>) {
    if table.pointee.isIndexed {
      let byte = KeyTable.byte(of: key)
      put(entry: KeyTable.entry(table, key, byte), byte)
    } else {
      put(looseKey: key.stringValue)
    }
  }

  private func put(entry: UnsafeMutablePointer<KeyEntry>, _ byte: Int) {
    top.pointee.note(key: byte)
    guard let bytes = entry.pointee.bytes else { return }
    reserve(entry.pointee.count + KeyEntry.quickCount)
    // The first member has no comma before it.
    if end[-1] == UInt8(ascii: "{") {
      put(bytes + 1, entry.pointee.count &- 1)
    } else {
      put(bytes, entry.pointee.count)
    }
  }

  /// Appends the bytes of a key; ``KeyEntry/quickCount`` of them must be readable.
  @_transparent
  private func put(_ bytes: UnsafeMutablePointer<UInt8>, _ length: Int) {
    if length <= KeyEntry.quickCount {
      UnsafeMutableRawPointer(end).copyMemory(from: bytes, byteCount: KeyEntry.quickCount)
    } else {
      UnsafeMutableRawPointer(end).copyMemory(from: bytes, byteCount: length)
    }
    advance(length)
  }

  /// Appends a key that is not in a table.
  func put(looseKey key: String) {
    separate()
    if end[-1] != UInt8(ascii: "{") { top.pointee.mayRepeatKeys = true }
    write(key)
    put(UInt8(ascii: ":"))
  }

  /// Returns the step to the member whose key was just appended, with its comma, at `start`.
  @inline(__always)
  func step<Key: CodingKey>(
    to key: Key,
    _ table: UnsafeMutablePointer<KeyTable>,
    from start: Int
  ) -> PathStep {
    if table.pointee.isIndexed {
      return .entry(KeyTable.entry(table, key, KeyTable.byte(of: key)))
    }
    return looseStep(to: key, isDictionary: table.pointee.isDictionary, from: start)
  }

  @inline(never)
  func looseStep<Key: CodingKey>(
    to key: Key,
    isDictionary: Bool,
    from start: Int
  ) -> PathStep {
    if isDictionary, state.pointee.home == 0 { return .written(start) }
    state.pointee.looseKeys.append(key)
    return .loose(state.pointee.looseKeys.count - 1)
  }
}
