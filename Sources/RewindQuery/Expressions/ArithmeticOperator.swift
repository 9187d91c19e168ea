import Foundation
import RewindJSON

/// The arithmetic operators, by the bytes that write them.
///
/// They compute with Foundation's `Decimal`: in doubles, 0.1 + 0.2 is not 0.3, and 2^53 + 1 is 2^53.
enum ArithmeticOperator: UInt8, CaseIterable, Sendable {
  case plus = 0x2B
  case minus = 0x2D
  case times = 0x2A
  case divide = 0x2F
  case remainder = 0x25

  /// Returns the result; nil if there is none that a `Decimal` can hold.
  func result(_ a: JSONNumber, _ b: JSONNumber) -> JSONNumber? {
    if let a = Int(a.text), let b = Int(b.text), let quick = quickResult(a, b) {
      return JSONNumber(quick)
    }
    guard let a = Decimal(exactly: a), let b = Decimal(exactly: b) else { return nil }
    return decimalResult(a, b).map { JSONNumber(validText: $0.description) }
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

extension ArithmeticOperator {
  /// Returns the result; nil if it needs more than 38 digits, or an exponent beyond ±127.
  private func decimalResult(_ a: Decimal, _ b: Decimal) -> Decimal? {
    switch self {
    case .plus: a.adding(b)
    case .minus: a.adding(-b)
    case .times: a.multiplied(by: b)
    case .divide: a.divided(by: b)
    case .remainder: a.remainder(dividingBy: b)
    }
  }
}

/// Exact arithmetic: what does not fit is found before Foundation computes it, since on Linux it rounds
/// without a word, traps at large exponents, and has no right quotient of long numbers.
extension Decimal {
  /// The digits of a number whose sums and tenfold still fit.
  private static let digitLimit = 37
  /// The significant digits of a quotient, those of the widest decimal format of IEEE 754.
  private static let quotientDigits = 34

  /// Reads a number of JSON; nil if it does not fit without rounding.
  fileprivate init?(exactly number: JSONNumber) {
    self.init(string: number.text)
    guard isFinite, JSONNumber(validText: description) == number else { return nil }
  }

  /// Makes the number from a whole one and a power of ten; nil if the power is too large.
  private init?(_ whole: Decimal, exponent: Int, isNegative: Bool) {
    let least = exponent + whole.exponent
    guard least >= -127, least + whole.digits.count <= 128 else { return nil }
    self.init(sign: isNegative ? .minus : .plus, exponent: exponent, significand: whole)
  }

  /// The digits without zeros at their end; the number is them times ten to its exponent.
  private var digits: [Int] { abs(significand).description.compactMap(\.wholeNumberValue) }

  /// Returns the digits down to an exponent; nil if they are too many.
  private func digits(downTo low: Int) -> [Int]? {
    let digits = digits
    guard digits.count + exponent - low <= Self.digitLimit else { return nil }
    return digits + Array(repeating: 0, count: exponent - low)
  }

  fileprivate func adding(_ other: Decimal) -> Decimal? {
    if isZero { return other }
    if other.isZero { return self }
    let low = min(exponent, other.exponent)
    guard digits(downTo: low) != nil, other.digits(downTo: low) != nil else { return nil }
    return self + other
  }

  fileprivate func multiplied(by other: Decimal) -> Decimal? {
    guard digits.count + other.digits.count <= Self.digitLimit + 1 else { return nil }
    return Decimal(
      abs(significand) * abs(other.significand),
      exponent: exponent + other.exponent,
      isNegative: isSignMinus != other.isSignMinus
    )
  }

  /// Returns the quotient, rounded to ``quotientDigits``.
  fileprivate func divided(by other: Decimal) -> Decimal? {
    guard !other.isZero, other.digits.count <= Self.digitLimit else { return nil }
    let zeros = max(0, Self.quotientDigits + 1 + other.digits.count - digits.count)
    let dividend = digits + Array(repeating: 0, count: zeros)
    let (quotient, _) = Self.divide(dividend, by: abs(other.significand))
    let rest = quotient.dropFirst(Self.quotientDigits)
    let rounded =
      Self.number(quotient.prefix(Self.quotientDigits)) + ((rest.first ?? 0) < 5 ? 0 : 1)
    return Decimal(
      rounded,
      exponent: exponent - other.exponent - zeros + rest.count,
      isNegative: isSignMinus != other.isSignMinus
    )
  }

  /// Returns the remainder of a division without decimals, with the sign of this number.
  fileprivate func remainder(dividingBy other: Decimal) -> Decimal? {
    let low = min(exponent, other.exponent)
    guard !other.isZero, let dividend = digits(downTo: low), let divisor = other.digits(downTo: low)
    else { return nil }
    let (_, rest) = Self.divide(dividend, by: Self.number(divisor[...]))
    return Decimal(rest, exponent: low, isNegative: isSignMinus)
  }

  private static func number(_ digits: ArraySlice<Int>) -> Decimal {
    digits.reduce(0) { $0 * 10 + Decimal($1) }
  }

  /// Divides as on paper: returns the digits of the quotient from the first that is not 0, and the rest.
  private static func divide(_ dividend: [Int], by divisor: Decimal) -> ([Int], Decimal) {
    var quotient: [Int] = []
    var rest: Decimal = 0
    for digit in dividend {
      rest = rest * 10 + Decimal(digit)
      var times = 0
      while rest >= divisor {
        rest -= divisor
        times += 1
      }
      if times > 0 || !quotient.isEmpty { quotient.append(times) }
    }
    return (quotient, rest)
  }
}
