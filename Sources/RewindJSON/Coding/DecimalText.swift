/// The text of a JSON number.
struct DecimalText {
  private let text: UnsafeBufferPointer<UInt8>

  init(_ text: UnsafeBufferPointer<UInt8>) {
    self.text = text
  }

  /// The powers of ten that are doubles themselves.
  private static let exactPowers = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17,
    1e18, 1e19, 1e20, 1e21, 1e22,
  ]

  /// The powers of ten of 64 bits.
  private static let powers: [UInt64] = (0..<20).map { exponent in
    (0..<exponent).reduce(1) { power, _ in power * 10 }
  }

  /// The double nearest to the number, where that is quick to tell: up to 19 digits and not too
  /// large or small.
  var nearestDouble: Double? {
    var digits: UInt64 = 0
    var exponent = 0
    var place = text[0] == UInt8(ascii: "-") ? 1 : 0
    var seenPoint = false
    var digitCount = 0
    while place < text.count {
      let byte = text[place]
      place &+= 1
      if byte == UInt8(ascii: ".") {
        seenPoint = true
      } else if byte | 0x20 == UInt8(ascii: "e") {
        guard let power = Self.integer(text, from: place) else { return nil }
        exponent &+= power
        break
      } else {
        digits = digits &* 10 &+ UInt64(byte &- UInt8(ascii: "0"))
        digitCount &+= 1
        if seenPoint { exponent &-= 1 }
      }
    }
    // More digits may not fit into 64 bits.
    guard digitCount <= 19 else { return nil }
    guard let magnitude = Self.nearestDouble(digits, exponent) else { return nil }
    return text[0] == UInt8(ascii: "-") ? -magnitude : magnitude
  }

  /// The double nearest to `digits` × 10^`exponent`.
  ///
  /// Where both are doubles, one operation, which rounds correctly, gives it (W. D. Clinger, "How to
  /// Read Floating Point Numbers Accurately"); otherwise a division or multiplication of integers
  /// does, which loses nothing.
  static func nearestDouble(_ digits: UInt64, _ exponent: Int) -> Double? {
    if digits < 1 << 53, exponent.magnitude < exactPowers.count {
      let power = exactPowers[Int(exponent.magnitude)]
      return exponent < 0 ? Double(digits) / power : Double(digits) * power
    }
    guard digits > 0, exponent.magnitude < powers.count else { return nil }
    let power = powers[Int(exponent.magnitude)]
    if exponent < 0 {
      return quotient(digits, power)
    }
    let product = digits.multipliedFullWidth(by: power)
    guard product.high > 0 else { return Double(product.low) }
    let shift = product.high.leadingZeroBitCount
    let word = product.high << shift | (shift > 0 ? product.low >> (64 - shift) : 0)
    return double(word, isExact: product.low << shift == 0, exponent: 64 - shift)
  }

  /// The double nearest to a quotient, both of whose terms have at most 64 bits.
  private static func quotient(_ dividend: UInt64, _ divisor: UInt64) -> Double {
    // Both are moved up until their first bit is set; then the dividend down by one, so that the
    // quotient fits into 64 bits.
    let (up, divisorUp) = (dividend.leadingZeroBitCount, divisor.leadingZeroBitCount)
    let (dividend, divisor) = (dividend << up, divisor << divisorUp)
    let isLarger = dividend >= divisor
    let high = isLarger ? dividend >> 1 : dividend
    let low = isLarger ? dividend << 63 : 0
    let (quotient, remainder) = divisor.dividingFullWidth((high, low))
    return double(
      quotient,
      isExact: remainder == 0,
      exponent: divisorUp - up - 64 + (isLarger ? 1 : 0)
    )
  }

  /// The double nearest to `word` × 2^`exponent`, or to a little more where that is not exact.
  ///
  /// The word's first bit must be set, so that its last 11 bits are more than a double has.
  private static func double(_ word: UInt64, isExact: Bool, exponent: Int) -> Double {
    let rest = word & 0x7FF
    var significand = word >> 11
    if rest > 0x400 || rest == 0x400 && (!isExact || significand & 1 == 1) { significand += 1 }
    return Double(sign: .plus, exponent: exponent + 11, significand: Double(significand))
  }

  /// The exact value, where it is an integer that fits; `1.0` and `1e2` are integers.
  func integer<Integer: FixedWidthInteger>(as type: Integer.Type) -> Integer? {
    let end = text.firstIndex { $0 | 0x20 == UInt8(ascii: "e") } ?? text.count
    guard var exponent = end == text.count ? 0 : Self.integer(text, from: end + 1) else {
      return text[..<end].allSatisfy { !(0x31...0x39).contains($0) } ? 0 : nil
    }
    let isNegative = text[0] == UInt8(ascii: "-")
    var digits: [UInt8] = []
    var seenPoint = false
    for byte in text[..<end] where byte != UInt8(ascii: "-") {
      if byte == UInt8(ascii: ".") {
        seenPoint = true
      } else {
        digits.append(byte - UInt8(ascii: "0"))
        if seenPoint { exponent -= 1 }
      }
    }
    while digits.last == 0, digits.count > 1 {
      digits.removeLast()
      exponent += 1
    }
    if digits == [0] { return 0 }
    // No integer type of up to 128 bits has more digits.
    guard exponent >= 0, exponent < 40 else { return nil }
    return Self.value(digits, exponent, isNegative)
  }

  /// Counts away from zero, so that the smallest integer is reached too.
  private static func value<Integer: FixedWidthInteger>(
    _ digits: [UInt8],
    _ exponent: Int,
    _ isNegative: Bool
  ) -> Integer? {
    var value: Integer = 0
    for digit in digits + Array(repeating: 0, count: exponent) {
      let (product, overflows) = value.multipliedReportingOverflow(by: 10)
      let (next, overflowsToo) =
        isNegative
        ? product.subtractingReportingOverflow(Integer(digit))
        : product.addingReportingOverflow(Integer(digit))
      if overflows || overflowsToo { return nil }
      value = next
    }
    return value
  }

  /// The integer from `start` to the end of the text; nil where it is out of all proportion.
  private static func integer(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    var place = start
    let isNegative = text[place] == UInt8(ascii: "-")
    if isNegative || text[place] == UInt8(ascii: "+") { place += 1 }
    var value = 0
    while place < text.count {
      value = value * 10 + Int(text[place] - UInt8(ascii: "0"))
      if value > 1_000_000_000 / 10 { return nil }
      place += 1
    }
    return isNegative ? -value : value
  }
}
