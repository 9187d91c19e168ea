import RewindJSON

/// The arithmetic operators, by the bytes that write them.
enum ArithmeticOperator: UInt8, CaseIterable, Sendable {
  case plus = 0x2B
  case minus = 0x2D
  case times = 0x2A
  case divide = 0x2F
  case remainder = 0x25

  /// Returns the result; nil if there is none, or none short enough (``ExactDecimal/digitLimit``).
  func result(_ a: JSONNumber, _ b: JSONNumber) -> JSONNumber? {
    if let a = Int(a.text), let b = Int(b.text), let quick = quickResult(a, b) {
      return JSONNumber(quick)
    }
    guard let a = ExactDecimal(a), let b = ExactDecimal(b) else { return nil }
    let result: ExactDecimal? =
      switch self {
      case .plus: a.adding(b)
      case .minus: a.adding(b.negated)
      case .times: a.multiplied(by: b)
      case .divide: a.divided(by: b)
      case .remainder: a.remainder(dividingBy: b)
      }
    return result.map { JSONNumber(validText: $0.text) }
  }

  /// Returns the result if it is a machine integer.
  private func quickResult(_ a: Int, _ b: Int) -> Int? {
    let (result, overflow) =
      switch self {
      case .plus: a.addingReportingOverflow(b)
      case .minus: a.subtractingReportingOverflow(b)
      case .times: a.multipliedReportingOverflow(by: b)
      case .divide: b == 0 || a % b != 0 ? (0, true) : a.dividedReportingOverflow(by: b)
      case .remainder: a.remainderReportingOverflow(dividingBy: b)
      }
    return overflow ? nil : result
  }
}

/// A decimal number with all its digits: `± digits × 10^exponent`.
///
/// In doubles, 0.1 + 0.2 is not 0.3: of the sums of two amounts below 10 in cents, 23 % are not the amount that
/// a condition compares them with. And 2^53 + 1 is 2^53. `decimal.js` is the same for the page.
///
/// Uses schoolbook arithmetic, since the numbers of states are short. Digits begin with the most
/// significant one, without leading zeros; an empty list is zero.
struct ExactDecimal: Hashable, Sendable {
  private let isNegative: Bool
  private let digits: [UInt8]
  private let exponent: Int

  /// The maximum number of digits, so that a short expression cannot request a gigabyte of them.
  static let digitLimit = 1_000
  /// The significant digits of a quotient, those of the widest decimal format of IEEE 754.
  static let quotientDigits = 34
  /// The maximum magnitude of an exponent; beyond it, there is no result.
  private static let exponentLimit = 1_000_000_000

  private init(_ isNegative: Bool, _ digits: [UInt8], _ exponent: Int) {
    var digits = Array(digits.drop { $0 == 0 })
    var exponent = exponent
    while digits.last == 0 {
      digits.removeLast()
      exponent += 1
    }
    self.isNegative = isNegative && !digits.isEmpty
    self.exponent = digits.isEmpty ? 0 : exponent
    self.digits = digits
  }

  /// Reads a JSON number; nil if it is too long or its exponent too large.
  init?(_ number: JSONNumber) {
    let parts = number.text.split(whereSeparator: { $0 == "e" || $0 == "E" })
    let exponent = parts.count > 1 ? Int(parts[1]) : 0
    guard let exponent, exponent.magnitude <= Self.exponentLimit else { return nil }
    let mantissa = parts[0].utf8
    let digits = mantissa.filter { (0x30...0x39).contains($0) }.map { $0 - 0x30 }
    let point = mantissa.firstIndex(of: UInt8(ascii: "."))
    let decimals = point.map { mantissa.distance(from: $0, to: mantissa.endIndex) - 1 } ?? 0
    self.init(mantissa.first == UInt8(ascii: "-"), digits, exponent - decimals)
    guard self.digits.count <= Self.digitLimit else { return nil }
  }

  var negated: ExactDecimal { ExactDecimal(!isNegative, digits, exponent) }

  func adding(_ other: ExactDecimal) -> ExactDecimal? {
    if digits.isEmpty { return other }
    if other.digits.isEmpty { return self }
    let common = min(exponent, other.exponent)
    guard let a = digits(downTo: common), let b = other.digits(downTo: common) else { return nil }
    if isNegative == other.isNegative {
      return ExactDecimal(isNegative, Self.sum(a, b), common).limited
    }
    return Self.isLess(a, b)
      ? ExactDecimal(other.isNegative, Self.difference(b, a), common)
      : ExactDecimal(isNegative, Self.difference(a, b), common)
  }

  func multiplied(by other: ExactDecimal) -> ExactDecimal? {
    guard digits.count + other.digits.count <= Self.digitLimit else { return nil }
    var sums = [Int](repeating: 0, count: digits.count + other.digits.count)
    for (i, a) in digits.enumerated() {
      for (j, b) in other.digits.enumerated() { sums[i + j + 1] += Int(a) * Int(b) }
    }
    for place in sums.indices.dropFirst().reversed() {
      sums[place - 1] += sums[place] / 10
      sums[place] %= 10
    }
    let product = sums.map { UInt8($0) }
    return ExactDecimal(isNegative != other.isNegative, product, exponent + other.exponent).limited
  }

  /// Returns the quotient, rounded half to even to ``quotientDigits``.
  func divided(by other: ExactDecimal) -> ExactDecimal? {
    guard !other.digits.isEmpty else { return nil }
    // One more digit than the result has, and one that shows whether there is a remainder.
    let zeros = max(0, Self.quotientDigits + 1 + other.digits.count - digits.count)
    let dividend = digits + [UInt8](repeating: 0, count: zeros)
    let (quotient, remainder) = Self.divide(dividend, other.digits)
    let exact = ExactDecimal(
      isNegative != other.isNegative,
      quotient + [remainder.isEmpty ? 0 : 1],
      exponent - other.exponent - zeros - 1
    )
    return exact.rounded.limited
  }

  /// Returns the remainder of a division whose quotient is truncated to an integer; it has the sign of
  /// this number.
  func remainder(dividingBy other: ExactDecimal) -> ExactDecimal? {
    let common = min(exponent, other.exponent)
    guard !other.digits.isEmpty, let a = digits(downTo: common),
      let b = other.digits(downTo: common)
    else { return nil }
    return ExactDecimal(isNegative, Self.divide(a, b).remainder, common)
  }

  /// The number in JSON: without an exponent if it has at most 21 digits before and 6 zeros after the point.
  var text: String {
    guard !digits.isEmpty else { return "0" }
    let sign = isNegative ? "-" : ""
    let figures = String(decoding: digits.map { $0 + 0x30 }, as: UTF8.self)
    let point = digits.count + exponent
    if exponent >= 0, point <= 21 {
      return sign + figures + String(repeating: "0", count: exponent)
    }
    if exponent < 0, (1...21).contains(point) {
      return "\(sign)\(figures.prefix(point)).\(figures.dropFirst(point))"
    }
    if (-5...0).contains(point) {
      return sign + "0." + String(repeating: "0", count: -point) + figures
    }
    let fraction = figures.count > 1 ? ".\(figures.dropFirst())" : ""
    return "\(sign)\(figures.prefix(1))\(fraction)e\(point > 0 ? "+" : "")\(point - 1)"
  }

  // MARK: - Digits

  private var limited: ExactDecimal? {
    digits.count <= Self.digitLimit && exponent.magnitude <= Self.exponentLimit ? self : nil
  }

  /// Returns the digits with zeros appended, so that the number is `digits × 10^low`.
  private func digits(downTo low: Int) -> [UInt8]? {
    guard exponent - low + digits.count <= Self.digitLimit else {
      return digits.isEmpty ? [] : nil
    }
    return digits + [UInt8](repeating: 0, count: exponent - low)
  }

  private var rounded: ExactDecimal {
    guard digits.count > Self.quotientDigits else { return self }
    let kept = Array(digits.prefix(Self.quotientDigits))
    let rest = digits.dropFirst(Self.quotientDigits)
    let isTie = rest.first == 5 && rest.dropFirst().allSatisfy { $0 == 0 }
    let goesUp = isTie ? (kept.last ?? 0) % 2 == 1 : (rest.first ?? 0) >= 5
    return ExactDecimal(
      isNegative,
      goesUp ? Self.sum(kept, [1]) : kept,
      exponent + rest.count
    )
  }

  private static func isLess(_ a: [UInt8], _ b: [UInt8]) -> Bool {
    let (a, b) = (a.drop { $0 == 0 }, b.drop { $0 == 0 })
    return a.count == b.count ? a.lexicographicallyPrecedes(b) : a.count < b.count
  }

  private static func sum(_ a: [UInt8], _ b: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var carry: UInt8 = 0
    for place in 0..<max(a.count, b.count) {
      let digit = digit(a, place) + digit(b, place) + carry
      result.append(digit % 10)
      carry = digit / 10
    }
    result.append(carry)
    return result.reversed()
  }

  /// Returns `a - b`; `a` must not be smaller.
  private static func difference(_ a: [UInt8], _ b: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var borrow: UInt8 = 0
    for place in 0..<max(a.count, b.count) {
      let (upper, lower) = (digit(a, place), digit(b, place) + borrow)
      borrow = upper < lower ? 1 : 0
      result.append(upper + borrow * 10 - lower)
    }
    return result.reversed()
  }

  /// Returns the digit at a place counted from the end.
  private static func digit(_ digits: [UInt8], _ place: Int) -> UInt8 {
    place < digits.count ? digits[digits.count - 1 - place] : 0
  }

  private static func divide(
    _ dividend: [UInt8],
    _ divisor: [UInt8]
  ) -> (quotient: [UInt8], remainder: [UInt8]) {
    var quotient: [UInt8] = []
    var rest: [UInt8] = []
    for digit in dividend {
      rest = Array((rest + [digit]).drop { $0 == 0 })
      var times: UInt8 = 0
      while !isLess(rest, divisor) {
        rest = Array(difference(rest, divisor).drop { $0 == 0 })
        times += 1
      }
      quotient.append(times)
    }
    return (quotient, rest)
  }
}
