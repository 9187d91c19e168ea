import RewindJSON

/// Numbers and words, in the forms that ``JSONNumber`` and ``JSONValue`` read.
extension JSONWriter {
  func write(_ value: Bool) {
    if value {
      put(word: 0x6575_7274, 4)
    } else {
      put(word: 0x65_736C_6166, 5)
    }
  }

  func writeNull() {
    put(word: 0x6C6C_756E, 4)
  }

  /// Appends up to eight bytes; the first is the lowest of the word.
  @_transparent
  func put(word: UInt64, _ length: Int) {
    reserve(8)
    UnsafeMutableRawPointer(end).storeBytes(of: word.littleEndian, as: UInt64.self)
    advance(length)
  }

  func write<Integer: FixedWidthInteger>(integer value: Integer) {
    guard Integer.bitWidth <= 64 else { return put(plain: value.description) }
    if value < 0 { put(UInt8(ascii: "-")) }
    put(digits: UInt64(truncatingIfNeeded: value.magnitude))
  }

  func put(digits number: UInt64) { state.pointee.buffer.append(digits: number) }

  /// Writes the shortest decimal that reads back as `value`, without `.0`.
  ///
  /// NaN and the infinities are written as ``JSONValue``'s strings for them.
  func write(_ value: Double) {
    guard value.isFinite else { return writeNonFinite(isNaN: value.isNaN, sign: value.sign) }
    put(number: value.description)
  }

  /// Writes the shortest decimal that reads back as `value` when read as a `Float`.
  func write(_ value: Float) {
    guard value.isFinite else { return writeNonFinite(isNaN: value.isNaN, sign: value.sign) }
    put(number: value.description)
  }

  private func put(number text: String) {
    put(plain: text)
    guard count >= 2, end[-1] == UInt8(ascii: "0"), end[-2] == UInt8(ascii: ".") else { return }
    truncate(to: count - 2)
  }

  private func writeNonFinite(isNaN: Bool, sign: FloatingPointSign) {
    if isNaN {
      put(#""NaN""#)
    } else {
      put(sign == .plus ? #""Infinity""# : #""-Infinity""#)
    }
  }
}
