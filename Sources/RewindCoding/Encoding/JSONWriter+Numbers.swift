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

  func write(_ value: Int64) {
    guard value < 0 else { return write(UInt64(value)) }
    put(UInt8(ascii: "-"))
    write(value.magnitude)
  }

  func write(_ value: UInt64) {
    reserve(20)
    let length = value.decimalDigitCount
    var place = end + length
    var rest = value
    repeat {
      place -= 1
      place.pointee = UInt8(truncatingIfNeeded: rest % 10) &+ UInt8(ascii: "0")
      rest /= 10
    } while rest > 0
    advance(length)
  }

  /// Writes an integer of any width.
  @inline(__always)
  func write<Integer: FixedWidthInteger>(integer value: Integer) {
    if Integer.bitWidth <= 64 {
      if Integer.isSigned {
        write(Int64(truncatingIfNeeded: value))
      } else {
        write(UInt64(truncatingIfNeeded: value))
      }
    } else {
      put(plain: String(value))
    }
  }

  /// Writes the shortest decimal that reads back as `value`, without `.0`.
  ///
  /// NaN and the infinities are written as ``JSONValue``'s strings for them.
  func write(_ value: Double) {
    if value.magnitude < Self.exactDoubleLimit {
      let integer = Int64(value)
      if Double(integer) == value, integer != 0 || value.sign == .plus { return write(integer) }
    }
    guard value.isFinite else { return writeNonFinite(isNaN: value.isNaN, sign: value.sign) }
    put(number: value.description)
  }

  /// Integers below 2^53 are exact as doubles, and Swift writes them without an exponent.
  private static var exactDoubleLimit: Double { 9_007_199_254_740_992 }

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

extension UInt64 {
  /// The number of decimal digits.
  @_transparent
  var decimalDigitCount: Int {
    if self < 10 { return 1 }
    if self < 100 { return 2 }
    if self < 1_000 { return 3 }
    var count = 4
    var rest = self / 10_000
    while rest > 0 {
      count &+= 1
      rest /= 10
    }
    return count
  }
}
