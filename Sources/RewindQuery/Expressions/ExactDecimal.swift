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
/// significant one, without zeros at either end; an empty list is zero.
struct ExactDecimal: Hashable, Sendable {
  private let isNegative: Bool
  private let digits: [Int]
  private let exponent: Int

  /// The maximum number of digits, so that a short expression cannot request a gigabyte of them.
  static let digitLimit = 1_000
  /// The significant digits of a quotient, those of the widest decimal format of IEEE 754.
  static let quotientDigits = 34
  /// The maximum magnitude of an exponent; beyond it, there is no result.
  private static let exponentLimit = 1_000_000_000

  /// Makes the sum of the decimal places, each of which may have any size and sign, times `10^exponent`.
  private init(_ places: [Int], _ exponent: Int) {
    let sum = Self.carried(places)
    isNegative = sum[0] < 0
    let digits = isNegative ? Self.carried(places.map(-)) : sum
    let zeros = digits.reversed().prefix { $0 == 0 }.count
    self.digits = Array(digits.dropLast(zeros).drop { $0 == 0 })
    self.exponent = self.digits.isEmpty ? 0 : exponent + zeros
  }

  /// Reads a JSON number; nil if it is too long or its exponent too large.
  init?(_ number: JSONNumber) {
    let parts = number.text.split(whereSeparator: { $0 == "e" || $0 == "E" })
    let exponent = parts.count > 1 ? Int(parts[1]) : 0
    guard let exponent, exponent.magnitude <= Self.exponentLimit else { return nil }
    let digits = parts[0].compactMap(\.wholeNumberValue)
    let decimals = parts[0].drop { $0 != "." }.dropFirst().count
    self.init(parts[0].hasPrefix("-") ? digits.map(-) : digits, exponent - decimals)
    guard self.digits.count <= Self.digitLimit else { return nil }
  }

  var negated: ExactDecimal { ExactDecimal(signed(digits).map(-), exponent) }

  func adding(_ other: ExactDecimal) -> ExactDecimal? {
    if digits.isEmpty { return other }
    if other.digits.isEmpty { return self }
    let common = min(exponent, other.exponent)
    guard let a = digits(downTo: common), let b = other.digits(downTo: common) else { return nil }
    return ExactDecimal(Self.sum(signed(a), other.signed(b)), common).limited
  }

  func multiplied(by other: ExactDecimal) -> ExactDecimal? {
    guard digits.count + other.digits.count <= Self.digitLimit else { return nil }
    var sums = [Int](repeating: 0, count: digits.count + other.digits.count)
    for (i, a) in signed(digits).enumerated() {
      for (j, b) in other.signed(other.digits).enumerated() { sums[i + j + 1] += a * b }
    }
    return ExactDecimal(sums, exponent + other.exponent).limited
  }

  /// Returns the quotient, rounded half to even to ``quotientDigits``.
  func divided(by other: ExactDecimal) -> ExactDecimal? {
    guard !other.digits.isEmpty else { return nil }
    // One more digit than the result has, and one that shows whether there is a remainder.
    let zeros = max(0, Self.quotientDigits + 1 + other.digits.count - digits.count)
    let dividend = digits + [Int](repeating: 0, count: zeros)
    let (quotient, remainder) = Self.divide(dividend, other.digits)
    let exact = quotient + [remainder.isEmpty ? 0 : 1]
    return ExactDecimal(
      isNegative == other.isNegative ? exact : exact.map(-),
      exponent - other.exponent - zeros - 1
    ).rounded.limited
  }

  /// Returns the remainder of a division whose quotient is truncated to an integer; it has the sign of
  /// this number.
  func remainder(dividingBy other: ExactDecimal) -> ExactDecimal? {
    let common = min(exponent, other.exponent)
    guard !other.digits.isEmpty, let a = digits(downTo: common),
      let b = other.digits(downTo: common)
    else { return nil }
    return ExactDecimal(signed(Self.divide(a, b).remainder), common)
  }

  /// The number in JSON: without an exponent if it has at most 21 digits before and 6 zeros after the point.
  var text: String {
    guard !digits.isEmpty else { return "0" }
    let sign = isNegative ? "-" : ""
    let figures = digits.map(String.init).joined()
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

  /// The number with at most ``quotientDigits`` digits.
  private var rounded: ExactDecimal {
    guard digits.count > Self.quotientDigits else { return self }
    var kept = Array(digits.prefix(Self.quotientDigits))
    let rest = Array(digits.dropFirst(Self.quotientDigits))
    let last = kept.count - 1
    let goesUp = rest == [5] ? kept[last] % 2 == 1 : rest[0] >= 5
    kept[last] += goesUp ? 1 : 0
    return ExactDecimal(signed(kept), exponent + rest.count)
  }

  /// Returns the digits with zeros appended, so that the number is `digits × 10^low`.
  private func digits(downTo low: Int) -> [Int]? {
    guard exponent - low + digits.count <= Self.digitLimit else {
      return digits.isEmpty ? [] : nil
    }
    return digits + [Int](repeating: 0, count: exponent - low)
  }

  /// Returns decimal places with the sign of this number.
  private func signed(_ places: [Int]) -> [Int] { isNegative ? places.map(-) : places }

  /// Returns decimal places of 0 to 9 with the same sum, after one place more, which is below 0 if the sum is.
  private static func carried(_ places: [Int]) -> [Int] {
    var digits = [0] + places
    for place in digits.indices.dropFirst().reversed() {
      let digit = (digits[place] % 10 + 10) % 10
      digits[place - 1] += (digits[place] - digit) / 10
      digits[place] = digit
    }
    return digits
  }

  /// Returns the sums of two numbers' decimal places, which are aligned at their ends.
  private static func sum(_ a: [Int], _ b: [Int]) -> [Int] {
    let zeros = [Int](repeating: 0, count: abs(a.count - b.count))
    return a.count < b.count ? zip(zeros + a, b).map(+) : zip(a, zeros + b).map(+)
  }

  private static func divide(
    _ dividend: [Int],
    _ divisor: [Int]
  ) -> (quotient: [Int], remainder: [Int]) {
    let negative = divisor.map(-)
    var quotient: [Int] = []
    var rest: [Int] = []
    for digit in dividend {
      rest = Array((rest + [digit]).drop { $0 == 0 })
      var times = 0
      while case let less = carried(sum(rest, negative)), less[0] >= 0 {
        rest = Array(less.drop { $0 == 0 })
        times += 1
      }
      quotient.append(times)
    }
    return (quotient, rest)
  }
}
