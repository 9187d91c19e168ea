import Foundation
import RewindJSON
import RewindReplay
import RewindTestSupport
import Testing

@Suite("A date's text")
struct DateTextTests {
  @Test(
    "is ISO 8601 in UTC with the digits it needs",
    arguments: [
      (0, "2001-01-01T00:00:00Z"), (0.5, "2001-01-01T00:00:00.5Z"),
      (-0.25, "2000-12-31T23:59:59.75Z"), (817_804_800.123, "2026-12-01T08:00:00.123Z"),
      (-63_114_076_800, "0000-12-30T00:00:00Z"), (63_113_904_000, "4001-01-01T00:00:00Z"),
      (-978_307_200, "1970-01-01T00:00:00Z"), (94_694_399, "2004-01-01T23:59:59Z"),
      (99_792_000.000_001, "2004-03-01T00:00:00.000001Z"), (99_705_600, "2004-02-29T00:00:00Z"),
      (1e-7, "2001-01-01T00:00:00.0000001Z"), (-1e-7, "2000-12-31T23:59:59.9999999Z"),
      (252_423_993_599, "9999-12-31T23:59:59Z"), (-63_145_526_400, "0000-01-01T00:00:00Z"),
    ]
  )
  func text(seconds: Double, text: String) throws {
    #expect(encoded(Date(timeIntervalSinceReferenceDate: seconds)) == "\"\(text)\"")
    #expect(try date("\"\(text)\"").timeIntervalSinceReferenceDate == seconds)
  }

  @Test(
    "is a number where the year has no four digits",
    arguments: [
      (252_423_993_600, "252423993600"), (-63_145_526_401, "-63145526401"), (-0.0, "-0"),
      (.infinity, #""Infinity""#), (-.infinity, #""-Infinity""#), (1e300, "1e+300"),
    ]
  )
  func numbers(seconds: Double, text: String) throws {
    #expect(encoded(Date(timeIntervalSinceReferenceDate: seconds)) == text)
    #expect(try date(text).timeIntervalSinceReferenceDate == seconds)
    #expect(encoded(Date(timeIntervalSinceReferenceDate: .nan)) == #""NaN""#)
    #expect(try date(#""NaN""#).timeIntervalSinceReferenceDate.isNaN)
  }

  @Test("reads back as exactly the same date", arguments: seeds())
  func roundTrips(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<20_000 {
      let seconds =
        switch random.below(4) {
        case 0: random.double()
        case 1: Double.random(in: -63_145_526_400..<252_423_993_600, using: &random)
        case 2: Double(random.below(2_000_000_000)) / 1_000 - 1e6
        default: Date().timeIntervalSinceReferenceDate + Double.random(in: 0..<1, using: &random)
        }
      let text = encoded(Date(timeIntervalSinceReferenceDate: seconds))
      let back = try date(text).timeIntervalSinceReferenceDate
      #expect(
        back.bitPattern == seconds.bitPattern || back.isNaN && seconds.isNaN,
        "\(seconds) as \(text), seed \(seed)"
      )
    }
  }

  @Test("names the day that Foundation names", arguments: seeds())
  func days(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<2_000 {
      // From 1600, where Foundation's calendar is the Gregorian one, to 2600.
      let seconds = Double(random.below(31_556_952 * 1_000)) - 31_556_952.0 * 401
      let date = Date(timeIntervalSinceReferenceDate: seconds)
      #expect(encoded(date) == "\"\(date.formatted(.iso8601))\"", "seed \(seed)")
    }
  }

  @Test(
    "is refused where it is not of the form, or no day",
    arguments: [
      "", "2001", "2001-01-01", "2001-01-01T00:00:00", "2001-01-01T00:00:00.Z",
      "2001-01-01T00:00:00,5Z", "2001-02-29T00:00:00Z", "2001-13-01T00:00:00Z",
      "2001-00-01T00:00:00Z", "2001-01-00T00:00:00Z", "2001-01-01T24:00:00Z",
      "2001-01-01T00:60:00Z", "2001-01-01T00:00:60Z", "2001-01-01T00:00:00.5+01:00",
      "2001-01-01t00:00:00Z", "20010101T000000.00Z", "2001-01-01T00:00:00.1eZ",
    ]
  )
  func refusals(text: String) {
    let error = #expect(throws: JSONDecodingError.self) { try date("\"\(text)\"") }
    #expect(
      error?.description
        == #"At the top: expected a date such as "2026-11-21T08:00:00.123Z", found the string "\#(text)"."#
    )
  }

  @Test(
    "is refused where the month has no such day",
    arguments: [0, 4, 100, 400, 1900, 2000, 2001, 2024, 2100, 9999]
  )
  func calendar(year: Int) {
    func padded(_ number: Int, _ width: Int) -> String {
      String(repeating: "0", count: width - String(number).count) + String(number)
    }
    var count = 0
    for month in 0...13 {
      for day in 0...32 {
        let text = "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))T00:00:00Z"
        guard let date = try? date("\"\(text)\"") else { continue }
        // A day that is none would be written as the next month's.
        #expect(encoded(date) == "\"\(text)\"")
        count += 1
      }
    }
    let isLeapYear = [0, 4, 400, 2000, 2024].contains(year)
    #expect(count == (isLeapYear ? 366 : 365))
  }

  private func date(_ text: String) throws -> Date {
    try JSONValue(parsing: Array(text.utf8)).decode(Date.self)
  }
}
