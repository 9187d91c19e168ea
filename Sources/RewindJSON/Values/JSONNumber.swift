/// A JSON number that keeps its text.
///
/// Integers beyond 2^53, `UInt64` and long decimals keep their written form. Two numbers are equal
/// if their exact decimal values are: `1`, `1.0` and `10e-1` are one number.
public struct JSONNumber: Sendable {
  /// The number in the form of RFC 8259.
  public let text: String

  /// Wraps a text that is known to follow RFC 8259.
  package init(validText text: String) {
    self.text = text
  }

  public init(_ value: some BinaryInteger) {
    text = String(value)
  }

  /// Makes the shortest decimal that reads back as `value`; nil for NaN and the infinities.
  public init?(_ value: Double) {
    guard value.isFinite else { return nil }
    let text = value.description
    self.text = text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  /// The value, if it is integral and fits.
  public var int: Int? {
    Int(exactly: self)
  }

  /// The nearest floating-point value.
  public var double: Double { Double(text) ?? .nan }
}

extension FixedWidthInteger {
  /// Makes the number's value; nil if it is not integral, or does not fit.
  ///
  /// `1.0` and `1e2` are integers.
  package init?(exactly number: JSONNumber) {
    if let plain = Self(number.text) {
      self = plain
    } else {
      guard let text = Decimal(number.text).integerText, let integer = Self(text) else {
        return nil
      }
      self = integer
    }
  }
}

extension JSONNumber: Hashable, Comparable {
  public static func == (a: Self, b: Self) -> Bool {
    if a.text == b.text { return true }
    if let a = Int(a.text), let b = Int(b.text) { return a == b }
    return Decimal(a.text) == Decimal(b.text)
  }

  public static func < (a: Self, b: Self) -> Bool {
    if let a = Int(a.text), let b = Int(b.text) { return a < b }
    return Decimal(a.text) < Decimal(b.text)
  }

  public func hash(into hasher: inout Hasher) {
    // Most numbers are integers, which need no splitting.
    if let int {
      hasher.combine(int)
    } else {
      hasher.combine(Decimal(text))
    }
  }
}

/// A number split into parts: `± 0.digits × 10^exponent`, without zeros at either end of the digits.
///
/// Exponents are exact up to ± 10^17 and clamped beyond, so that `1e999999999999999999` costs no
/// more than `1`.
private struct Decimal: Hashable, Comparable {
  var isNegative = false
  var digits: [UInt8] = []
  var exponent = 0

  private static let exponentLimit = Int(clamping: 100_000_000_000_000_000 as Int64)

  init(_ text: String) {
    var seenPoint = false
    var afterPoint = 0
    var bytes = text.utf8.makeIterator()
    while let byte = bytes.next() {
      switch byte {
      case UInt8(ascii: "-"):
        isNegative = true
      case UInt8(ascii: "."):
        seenPoint = true
      case UInt8(ascii: "e"), UInt8(ascii: "E"):
        exponent = Self.exponent(&bytes)
      default:
        digits.append(byte - UInt8(ascii: "0"))
        if seenPoint { afterPoint += 1 }
      }
    }
    exponent += digits.count - afterPoint
    let leadingZeros = digits.prefix { $0 == 0 }.count
    digits.removeFirst(leadingZeros)
    exponent -= leadingZeros
    while digits.last == 0 { digits.removeLast() }
    if digits.isEmpty {
      isNegative = false
      exponent = 0
    }
  }

  private static func exponent(_ bytes: inout String.UTF8View.Iterator) -> Int {
    var value = 0
    var isNegative = false
    while let byte = bytes.next() {
      switch byte {
      case UInt8(ascii: "-"): isNegative = true
      case UInt8(ascii: "+"): break
      default: value = min(value * 10 + Int(byte - UInt8(ascii: "0")), exponentLimit)
      }
    }
    return isNegative ? -value : value
  }

  /// The integer in plain digits, if it has at most 39 digits, as 128-bit integers do.
  var integerText: String? {
    if digits.isEmpty { return "0" }
    guard exponent >= digits.count, exponent <= 39 else { return nil }
    let zeros = repeatElement("0", count: exponent - digits.count).joined()
    return (isNegative ? "-" : "") + digits.map(String.init).joined() + zeros
  }

  static func < (a: Self, b: Self) -> Bool {
    if a.isNegative != b.isNegative { return a.isNegative }
    return a.isNegative ? b.hasSmallerMagnitude(than: a) : a.hasSmallerMagnitude(than: b)
  }

  private func hasSmallerMagnitude(than other: Self) -> Bool {
    if digits.isEmpty || other.digits.isEmpty { return digits.isEmpty && !other.digits.isEmpty }
    if exponent != other.exponent { return exponent < other.exponent }
    return digits.lexicographicallyPrecedes(other.digits)
  }
}
