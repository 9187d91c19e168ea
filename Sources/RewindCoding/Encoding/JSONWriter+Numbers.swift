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

  /// Appends decimal digits; a string of them would be made in memory of its own.
  func put(digits number: UInt64) {
    var count = 1
    var rest = number
    while rest >= 10 {
      rest /= 10
      count &+= 1
    }
    reserve(count)
    let start = end
    rest = number
    for index in stride(from: count &- 1, through: 0, by: -1) {
      start[index] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
    advance(count)
  }

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
