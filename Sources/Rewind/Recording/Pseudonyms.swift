import Foundation
import RewindCoding
import RewindInputs
import RewindJSON

/// Makes a value of the same type for each secret one, so that a replay can decode it.
///
/// | value | pseudonym |
/// |---|---|
/// | a UUID | a UUID of version 8, the one for a program's own use (RFC 9562) |
/// | a date in ISO 8601 | shifted by the session's secret offset, whole seconds |
/// | an integer, as a number or as text | one of the same sign that fits the same types (`UInt8`, `Int32` …) |
/// | a decimal number | one of the same sign and as many digits after the point |
/// | any other text | `redacted` and letters and digits: 16 bytes, or the next power of two; it is base64, too, and after `https://` the text of a URL |
/// | a Boolean | false |
///
/// Equal values have equal pseudonyms in a session, and different ones different pseudonyms: numbers by a
/// permutation, texts and UUIDs but for chance. Nothing is remembered for that: a pseudonym follows from the
/// value and the session's key (``PseudonymKey``).
struct Pseudonyms: Sendable {
  private let key: PseudonymKey
  /// The seconds since 2001 at which the session began; nil if that is not known.
  private let started: Double?
  /// The seconds by which dates are shifted: one to three years, in either direction.
  private let offset: Int64

  init(_ key: PseudonymKey, started: Double?) {
    (self.key, self.started) = (key, started)
    let hash = key.hash(.offset, [])
    let seconds = Int64(Self.year + hash / 2 % (2 * Self.year))
    offset = hash % 2 == 0 ? seconds : -seconds
  }

  private static let year: UInt64 = 365 * 86_400

  /// Returns the pseudonym of a number, a text or a Boolean.
  func pseudonym(of value: JSONValue) -> JSONValue {
    switch value {
    case .null: .null
    case .bool: false
    case .number(let number): .number(JSONNumber(validText: pseudonym(ofNumber: number.text)))
    case .string(let text): .string(pseudonym(of: text))
    case .array: []
    case .object: [:]
    }
  }

  func pseudonym(of text: String) -> String {
    if text.isEmpty { return text }
    if let uuid = UUID(uuidString: text), text.utf8.count == 36 { return pseudonym(of: uuid, text) }
    if let number = Int64(text), "\(number)" == text { return pseudonym(of: number) }
    return shifted(text) ?? mark(of: text)
  }

  /// The text by which equal values are known, however they are written.
  static func identity(of text: String) -> String {
    text.utf8.count == 36 ? UUID(uuidString: text)?.uuidString ?? text : text
  }

  /// Returns the value that a permutation of all values has instead of one; nil if it is none of them.
  func permuted(_ value: JSONValue, among all: [JSONValue]) -> JSONValue? {
    guard let index = all.firstIndex(of: value) else { return nil }
    let ranks = all.map { key.hash(.permutation, $0.description.utf8) }
    let order = all.indices.sorted { (ranks[$0], $0) < (ranks[$1], $1) }
    return all[order[index]]
  }
}

// MARK: - Texts

extension Pseudonyms {
  private func pseudonym(of uuid: UUID, _ text: String) -> String {
    let bytes = withUnsafeBytes(of: uuid.uuid, Array.init)
    let made = UUID(
      key.hash(.identifier, bytes) & ~0xF000 | 0x8000,
      key.hash(.identifier, bytes, 1) & ~(0b11 << 62) | 0b10 << 62
    ).uuidString
    return text == text.uppercased() ? made : made.lowercased()
  }

  private static let alphabet = Array(
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8
  )
  /// The characters that one hash of 64 bits is good for: 62^10 < 2^64.
  private static let blockLength = 10
  private static let shortest = 16
  /// The length of the pseudonyms of all longer texts.
  private static let longest = 4_096

  /// Returns `redacted` and as many characters as make the length of the text's class.
  private func mark(of text: String) -> String {
    var length = Self.shortest
    while length < min(text.utf8.count, Self.longest) { length *= 2 }
    let seed = withUnsafeBytes(of: key.hash(.text, text.utf8), Array.init)
    var mark = Array("redacted".utf8)
    var counter: UInt64 = 0
    while mark.count < length {
      var rest = key.hash(.block, seed, counter)
      counter += 1
      for _ in 0..<min(Self.blockLength, length - mark.count) {
        mark.append(Self.alphabet[Int(rest % 62)])
        rest /= 62
      }
    }
    let scheme = ["https://", "http://", "file:///"].first(where: text.hasPrefix) ?? ""
    return scheme + String(decoding: mark, as: UTF8.self)
  }
}

// MARK: - Dates

extension Pseudonyms {
  /// Dates that apps write where there is none, such as `Date.distantPast`: shifted, they would tell the
  /// offset.
  private static let fixed: Set = [
    "0000-12-30T00:00:00Z", "0001-01-01T00:00:00Z", "1970-01-01T00:00:00Z", "2001-01-01T00:00:00Z",
    "4001-01-01T00:00:00Z",
  ]

  /// Returns a date or a day, shifted; nil if the text is neither.
  private func shifted(_ text: String) -> String? {
    if text.utf8.count == 10, let day = DateText.secondsSince2001(text + "T00:00:00Z") {
      if Self.fixed.contains(text + "T00:00:00Z") { return text }
      let seconds = day + Double(offset / 86_400 * 86_400)
      return Self.text(ofSeconds: seconds).map { String($0.prefix(10)) }
    }
    guard let date = DateText.secondsSince2001(text) else { return nil }
    let point = text.firstIndex(of: ".")
    if Self.fixed.contains(text) || isOfClock(date, fraction: point.map { text[$0...].count - 2 }) {
      return text
    }
    // The fraction stays as it is written: a sum of doubles would round it.
    let fraction = point.map { String(text[$0...].dropLast()) } ?? ""
    guard let whole = DateText.secondsSince2001(String(text.prefix(19)) + "Z"),
      let moved = Self.text(ofSeconds: whole + Double(offset))
    else { return text }
    return String(moved.dropLast()) + fraction + "Z"
  }

  /// True for a date that the app took from the clock during the session, by its microseconds.
  ///
  /// The log has the time of every line: a shifted date beside it would tell the offset of all others.
  private func isOfClock(_ date: Double, fraction digits: Int?) -> Bool {
    guard let started, let digits else { return false }
    return digits > 3 && (started - 60...started + 86_400).contains(date)
  }

  private static func text(ofSeconds seconds: Double) -> String? {
    var bytes: [UInt8] = []
    ValueWriter<Date>().write(Date(timeIntervalSinceReferenceDate: seconds), to: &bytes)
    return (try? JSONValue(parsing: bytes))?.string
  }
}

// MARK: - Numbers

extension Pseudonyms {
  private func pseudonym(of number: Int64) -> String {
    // -128 is in one class with 127: both fit into a byte.
    number < 0
      ? "\(-1 - Int64(permuted(UInt64(-1 - number))))" : "\(permuted(UInt64(number)))"
  }

  private func pseudonym(ofNumber text: String) -> String {
    if let number = Int64(text) { return pseudonym(of: number) }
    if let number = UInt64(text) { return "\(permuted(number))" }
    // Another form of an integer has the pseudonym of the integer.
    if let double = Double(text), let number = Int64(exactly: double), number.magnitude < 1 << 53 {
      return pseudonym(of: number)
    }
    // The digits are replaced, but for the exponent's; the whole part by a number of its class.
    let (mantissa, exponent) = text.split(at: text.firstIndex { $0 == "e" || $0 == "E" })
    let (whole, fraction) = mantissa.split(at: mantissa.firstIndex(of: "."))
    let count = max(fraction.utf8.count - 1, 1)
    var rest = key.hash(.fraction, text.utf8)
    let digits = (0..<min(count, 15))
      .map { index -> String in
        defer { rest /= 10 }
        // The last one is not zero, so that there are as many.
        return index == min(count, 15) - 1 ? "\(rest % 9 + 1)" : "\(rest % 10)"
      }
      .joined()
    let sign = text.hasPrefix("-") ? "-" : ""
    let magnitude = UInt64(whole.drop { $0 == "-" }) ?? 0
    let made = exponent.isEmpty ? permuted(magnitude) : key.hash(.fraction, text.utf8, 1) % 9 + 1
    let pseudonym = "\(sign)\(made).\(digits)\(exponent)"
    // At the ends of what a `Float` or a `Double` takes, another first digit may be too much, or nothing.
    guard let number = Double(text)?.magnitude, let other = Double(pseudonym)?.magnitude else {
      return pseudonym
    }
    if Float(number).isFinite && !Float(other).isFinite || number.isFinite && !other.isFinite {
      return "\(sign)0.\(digits)\(exponent)"
    }
    let isNothing = Float(number) != 0 && Float(other) == 0 || number != 0 && other == 0
    return isNothing ? "\(sign)9.\(digits)\(exponent)" : pseudonym
  }

  /// The first numbers of the classes: each type of integers, signed or not, is a number of whole classes.
  ///
  /// From 2^53 on, a `Double` has not every integer.
  private static let classes: [UInt64] = [
    0, 1 << 7, 1 << 8, 1 << 15, 1 << 16, 1 << 31, 1 << 32, 1 << 53, 1 << 63,
  ]

  /// Returns the number instead of another one of its class.
  private func permuted(_ number: UInt64) -> UInt64 {
    let above = Self.classes.firstIndex { $0 > number }
    let first = Self.classes[(above ?? Self.classes.count) - 1]
    let last = above.map { Self.classes[$0] - 1 } ?? .max
    // A permutation of the next power of four; numbers beyond the class are permuted again.
    var offset = number - first
    repeat {
      offset = mixed(offset, bits: (65 - (last - first).leadingZeroBitCount) / 2, first)
    } while offset > last - first
    return first + offset
  }

  /// Returns the number instead of another of twice so many bits, by a Feistel network.
  ///
  /// After Luby and Rackoff, "How to construct pseudorandom permutations", 1988; eight rounds instead of four,
  /// since the halves are small.
  private func mixed(_ number: UInt64, bits: Int, _ tweak: UInt64) -> UInt64 {
    let mask = UInt64.max >> (64 - UInt64(bits))
    var (left, right) = (number >> UInt64(bits), number & mask)
    for round in UInt64(0)..<8 {
      let bytes = withUnsafeBytes(of: (right, tweak), Array.init)
      (left, right) = (right, left ^ key.hash(.number, bytes, round) & mask)
    }
    return left << UInt64(bits) | right
  }
}

extension StringProtocol {
  /// The text up to an index, and the rest from it on.
  fileprivate func split(at index: Index?) -> (SubSequence, SubSequence) {
    (self[..<(index ?? endIndex)], self[(index ?? endIndex)...])
  }
}
