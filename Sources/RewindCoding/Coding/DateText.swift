/// A point in time as ISO 8601 text in UTC: `2026-11-21T08:00:00.123Z`.
///
/// It has as many fractional digits as it takes to read back as exactly the same `Double` of
/// seconds since 2001. Foundation's style has three: of 1,000 dates 1.2345 s apart, 252 read back as
/// they were, and a replay from the others would differ. Years are those of the proleptic Gregorian calendar, from 0000 to 9999.
package struct DateText {
  private let interval: Double

  /// From 0000-01-01T00:00:00Z up to, not including, 10000-01-01T00:00:00Z.
  private static let range = -63_145_526_400.0..<252_423_993_600.0
  private static let daysFrom1970To2001: Int64 = 11_323
  private static let secondsPerDay: Int64 = 86_400

  /// Nil for dates without a four-digit year, for values that are not finite, and for -0, which a
  /// text cannot distinguish from 0.
  init?(secondsSince2001 interval: Double) {
    guard Self.range.contains(interval), interval != 0 || interval.sign == .plus else { return nil }
    self.interval = interval
  }
}

extension DateText {
  func write(to output: JSONWriter) {
    let seconds = interval.rounded(.down)
    let (days, time) = Int64(seconds).quotientAndRemainderRoundedDown(by: Self.secondsPerDay)
    let date = CivilDate(daysSince1970: days + Self.daysFrom1970To2001)
    output.put(UInt8(ascii: "\""))
    // Eight bytes per word, the first one in its lowest byte: YYYY-MM-, DDTHH:MM, :SS.
    let (dash, colon, t): (UInt64, UInt64, UInt64) = (0x2D, 0x3A, 0x54)
    let year = Self.digits(date.year / 100) | Self.digits(date.year % 100) << 16
    output.put(word: year | dash << 32 | Self.digits(date.month) << 40 | dash << 56, 8)
    let hour = Self.digits(time / 3600) << 24 | colon << 40 | Self.digits(time / 60 % 60) << 48
    output.put(word: Self.digits(date.day) | t << 16 | hour, 8)
    output.put(word: colon | Self.digits(time % 60) << 8, 3)
    if interval != seconds { writeFraction(to: output) }
    output.put(UInt8(ascii: "Z"))
    output.put(UInt8(ascii: "\""))
  }

  /// Returns the two digits of a number below 100, the first one in the lowest byte.
  @_transparent
  private static func digits(_ number: Int64) -> UInt64 {
    UInt64(truncatingIfNeeded: 0x3030 &+ number / 10 &+ (number % 10) << 8)
  }

  /// Appends the digits after the point of the shortest decimal that reads back as the interval,
  /// counted up from the second below it.
  private func writeFraction(to output: JSONWriter) {
    let start = output.count
    Self.putFraction(of: interval.magnitude.description, to: output)
    guard interval < 0 else { return }
    // 1 minus the fraction: nine minus each digit, and ten minus the last.
    let digits = UnsafeMutableBufferPointer(
      start: output.end - (output.count - start - 1),
      count: output.count - start - 1
    )
    for index in digits.indices {
      let complement = UInt8(ascii: "0") + UInt8(ascii: "9") - digits[index]
      digits[index] = index == digits.count - 1 ? complement + 1 : complement
    }
  }

  /// Appends the point and the digits after it of a number in Swift's notation; below 0.0001 that
  /// has an exponent, and one digit before the point.
  private static func putFraction(of text: String, to output: JSONWriter) {
    output.put(UInt8(ascii: "."))
    var text = text.utf8[...]
    guard let e = text.lastIndex(of: UInt8(ascii: "e")) else {
      let point = text.firstIndex(of: UInt8(ascii: ".")) ?? text.endIndex
      for digit in text[point...].dropFirst() { output.put(digit) }
      return
    }
    let exponent = Int(String(text[text.index(after: e)...]) ?? "") ?? 0
    text = text[..<e]
    if text.hasSuffix(".0") { text = text.dropLast(2) }
    for _ in 0..<(-exponent - 1) { output.put(UInt8(ascii: "0")) }
    for digit in text where digit != UInt8(ascii: ".") { output.put(digit) }
  }
}

extension Substring.UTF8View {
  fileprivate func hasSuffix(_ text: StaticString) -> Bool {
    count >= text.utf8CodeUnitCount
      && suffix(text.utf8CodeUnitCount).elementsEqual(
        UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
      )
  }
}

extension DateText {
  /// Reads `YYYY-MM-DDTHH:MM:SS`, with or without a point and digits, and `Z`.
  ///
  /// - Returns: Seconds since 2001; nil for anything else, for days that do not exist, and for leap
  ///   seconds.
  package static func secondsSince2001(_ text: String) -> Double? {
    let text = Array(text.utf8)
    guard text.count >= 20, text[text.count - 1] == UInt8(ascii: "Z"),
      let century = twoDigits(text, 0), let year = twoDigits(text, 2),
      let month = twoDigits(text, 5), let day = twoDigits(text, 8),
      let hour = twoDigits(text, 11), let minute = twoDigits(text, 14),
      let second = twoDigits(text, 17), hour < 24, minute < 60, second < 60,
      text[4] == UInt8(ascii: "-"), text[7] == UInt8(ascii: "-"), text[10] == UInt8(ascii: "T"),
      text[13] == UInt8(ascii: ":"), text[16] == UInt8(ascii: ":")
    else { return nil }
    let date = CivilDate(year: century * 100 + year, month: month, day: day)
    guard date.exists else { return nil }
    let time = (hour * 60 + minute) * 60 + second
    let seconds = (date.daysSince1970 - daysFrom1970To2001) * secondsPerDay + time
    if text.count == 20 { return Double(seconds) }
    let digits = text[20..<(text.count - 1)]
    guard text[19] == UInt8(ascii: "."), !digits.isEmpty,
      digits.allSatisfy({ (0x30...0x39).contains($0) })
    else { return nil }
    return sum(seconds, digits.map { $0 - UInt8(ascii: "0") })
  }

  /// Returns the double nearest to the seconds and the fraction after them, read together as one
  /// decimal number.
  private static func sum(_ seconds: Int64, _ fraction: [UInt8]) -> Double? {
    var digits = fraction
    while digits.last == 0 { digits.removeLast() }
    guard let last = digits.popLast() else { return Double(seconds) }
    let isNegative = seconds < 0
    digits = isNegative ? digits.map { 9 - $0 } + [10 - last] : digits + [last]
    let text = digits.map { UnicodeScalar($0 + UInt8(ascii: "0")).description }.joined()
    return Double(isNegative ? "-\(-1 - seconds).\(text)" : "\(seconds).\(text)")
  }

  private static func twoDigits(_ text: [UInt8], _ index: Int) -> Int64? {
    let (tens, ones) = (text[index] &- UInt8(ascii: "0"), text[index + 1] &- UInt8(ascii: "0"))
    return tens < 10 && ones < 10 ? Int64(tens) * 10 + Int64(ones) : nil
  }
}

/// A day in the proleptic Gregorian calendar.
///
/// After H. Hinnant, "chrono-Compatible Low-Level Date Algorithms": years begin in March, so that
/// the leap day is the last; an era is 400 years.
private struct CivilDate {
  var year: Int64
  var month: Int64
  var day: Int64

  private static let daysPerEra: Int64 = 146_097
  /// The days from 0000-03-01 to 1970-01-01.
  private static let daysTo1970: Int64 = 719_468
}

extension CivilDate {
  fileprivate init(daysSince1970: Int64) {
    let (era, dayOfEra) = (daysSince1970 + Self.daysTo1970)
      .quotientAndRemainderRoundedDown(by: Self.daysPerEra)
    let yearOfEra =
      (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// True if the month has the day.
  fileprivate var exists: Bool {
    guard month >= 1, month <= 12, day >= 1 else { return false }
    // 31 and 30 in turn, and again from August on.
    guard month == 2 else { return day <= 30 + (month + month / 8) % 2 }
    let isLeapYear = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return day <= (isLeapYear ? 29 : 28)
  }

  fileprivate var daysSince1970: Int64 {
    let marchYear = month <= 2 ? year - 1 : year
    let (era, yearOfEra) = marchYear.quotientAndRemainderRoundedDown(by: 400)
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * Self.daysPerEra + dayOfEra - Self.daysTo1970
  }
}

extension Int64 {
  /// Divides so that the remainder is never negative.
  @_transparent
  fileprivate func quotientAndRemainderRoundedDown(by divisor: Int64) -> (Int64, Int64) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}
