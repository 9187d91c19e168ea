#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension JSONWriter {
  /// Writes a date in ISO 8601 (``DateText``), or as seconds since 2001 if that has no form for it.
  func write(_ date: Date) {
    let seconds = date.timeIntervalSinceReferenceDate
    if let text = DateText(secondsSince2001: seconds) {
      text.write(to: self)
    } else {
      write(seconds)
    }
  }

  /// Writes the bytes in base64.
  func write(_ data: Data) {
    write(plain: data.base64EncodedString())
  }

  func write(_ url: URL) {
    write(url.absoluteString)
  }

  /// Writes 8-4-4-4-12 hexadecimal digits, in uppercase as `uuidString` does.
  func write(_ uuid: UUID) {
    reserve(38)
    put(UInt8(ascii: "\""))
    withUnsafeBytes(of: uuid.uuid) { bytes in
      for index in 0..<16 {
        if index == 4 || index == 6 || index == 8 || index == 10 { put(UInt8(ascii: "-")) }
        put(hexDigit: bytes[index] >> 4)
        put(hexDigit: bytes[index] & 15)
      }
    }
    put(UInt8(ascii: "\""))
  }

  @_transparent
  private func put(hexDigit digit: UInt8) {
    put(digit < 10 ? digit &+ UInt8(ascii: "0") : digit &- 10 &+ UInt8(ascii: "A"))
  }

  /// Writes a decimal as a number with its exact digits.
  func write(_ decimal: Decimal) {
    if decimal.isNaN {
      put(#""NaN""#)
    } else {
      put(plain: decimal.description)
    }
  }
}
