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

  /// Writes the digits two at a time, from the last to the first.
  func write(_ value: UInt64) {
    reserve(20)
    let length = value.decimalDigitCount
    let digits = end
    var rest = value
    var place = length
    while rest >= 100 {
      place &-= 2
      Self.store(twoDigits: UInt32(truncatingIfNeeded: rest % 100), at: digits + place)
      rest /= 100
    }
    if rest >= 10 {
      Self.store(twoDigits: UInt32(truncatingIfNeeded: rest), at: digits)
    } else {
      digits.pointee = UInt8(truncatingIfNeeded: rest) &+ UInt8(ascii: "0")
    }
    advance(length)
  }

  /// Stores a number below 100 as two digits.
  @_transparent
  static func store(twoDigits number: UInt32, at place: UnsafeMutablePointer<UInt8>) {
    let pairs = UnsafeRawPointer(digitPairs.utf8Start)
    let pair = pairs.loadUnaligned(fromByteOffset: Int(number) &* 2, as: UInt16.self)
    UnsafeMutableRawPointer(place).storeBytes(of: pair, as: UInt16.self)
  }

  private static var digitPairs: StaticString {
    """
    0001020304050607080910111213141516171819202122232425262728293031323334353637383940414243444546\
    4748495051525354555657585960616263646566676869707172737475767778798081828384858687888990919293\
    949596979899
    """
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
    let magnitude = value.magnitude
    if magnitude < Self.exactDoubleLimit {
      let integer = Int64(value)
      if Double(integer) == value, integer != 0 || value.sign == .plus { return write(integer) }
      if let millionths = Millionths(magnitude) {
        if value < 0 { put(UInt8(ascii: "-")) }
        write(millionths.whole)
        return millionths.writeFraction(to: self)
      }
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

/// A double with at most six digits after the point, as a whole number of millionths.
///
/// Different decimals of up to 15 digits have different nearest doubles (IEEE 754, binary64), so if
/// such a decimal reads back as the double, it is the shortest that does.
struct Millionths {
  private let count: UInt64

  private static let perUnit: UInt64 = 1_000_000
  /// The number below which Swift writes an exponent.
  private static let smallest = 0.0001

  /// Nil for doubles that need more digits.
  @_transparent
  init?(_ magnitude: Double) {
    guard magnitude >= Self.smallest else { return nil }
    let scaled = magnitude * 1e6
    guard scaled < 1e15 else { return nil }
    count = UInt64(scaled + 0.5)
    guard Double(count) / 1e6 == magnitude else { return nil }
  }

  var whole: UInt64 { count / Self.perUnit }

  /// Appends a point and the digits after it, up to the last that is not zero.
  func writeFraction(to output: JSONWriter) {
    let rest = UInt32(truncatingIfNeeded: count % Self.perUnit)
    if rest == 0 { return }
    output.reserve(7)
    let place = output.end
    place.pointee = UInt8(ascii: ".")
    JSONWriter.store(twoDigits: rest / 10_000, at: place + 1)
    JSONWriter.store(twoDigits: rest / 100 % 100, at: place + 3)
    JSONWriter.store(twoDigits: rest % 100, at: place + 5)
    var length = 7
    while place[length &- 1] == UInt8(ascii: "0") { length &-= 1 }
    output.advance(length)
  }
}
