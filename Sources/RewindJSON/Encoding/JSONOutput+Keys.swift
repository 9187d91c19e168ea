extension JSONOutput {
  /// Puts the comma, the key and the colon of the next member of the innermost object.
  @inline(__always)
  func put<Key: CodingKey>(key: Key, _ table: UnsafeMutablePointer<KeyTable>) {
    if table.pointee.isIndexed {
      let byte = KeyTable.byte(of: key)
      put(entry: KeyTable.entry(table, key, byte), byte)
    } else {
      put(looseKey: key.stringValue)
    }
  }

  private func put(entry: UnsafeMutablePointer<KeyEntry>, _ byte: Int) {
    let level = top
    let bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: byte)
    if level.pointee.seen & bit != 0 { level.pointee.mayRepeatKeys = true }
    level.pointee.seen |= bit
    guard let bytes = entry.pointee.bytes else { return }
    reserve(entry.pointee.count + KeyEntry.quickCount)
    let isFirst = end[-1] == UInt8(ascii: "{")
    let source = UnsafeRawPointer(bytes + (isFirst ? 1 : 0))
    let length = entry.pointee.count - (isFirst ? 1 : 0)
    let target = UnsafeMutableRawPointer(end)
    if length <= KeyEntry.quickCount {
      let low = source.loadUnaligned(as: SIMD16<UInt8>.self)
      let high = source.loadUnaligned(fromByteOffset: 16, as: SIMD16<UInt8>.self)
      target.storeBytes(of: low, as: SIMD16<UInt8>.self)
      target.storeBytes(of: high, toByteOffset: 16, as: SIMD16<UInt8>.self)
    } else {
      target.copyMemory(from: source, byteCount: length)
    }
    advance(length)
  }

  /// Puts a key that is in no table.
  func put(looseKey key: String) {
    separate()
    if end[-1] != UInt8(ascii: "{") { top.pointee.mayRepeatKeys = true }
    write(key)
    put(UInt8(ascii: ":"))
  }

  /// The step to the member whose key was just put, with its comma, at `start`.
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
