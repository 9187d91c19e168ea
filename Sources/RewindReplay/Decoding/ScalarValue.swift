import Foundation
import RewindCoding
import RewindJSON

/// A type whose values are decoded from a scalar with its own form in a log, not by their `init(from:)`.
protocol ScalarValue: Decodable {
  /// Reads the decoder's value.
  ///
  /// - Throws: `DecodingError` if it is of another kind, or does not fit.
  init(_ decoder: JSONValueDecoder) throws
}

extension Bool: ScalarValue {
  init(_ decoder: JSONValueDecoder) throws {
    guard case .bool(let bool) = decoder.value else { throw decoder.mismatch(Bool.self) }
    self = bool
  }
}

extension String: ScalarValue {
  init(_ decoder: JSONValueDecoder) throws {
    guard case .string(let string) = decoder.value else { throw decoder.mismatch(String.self) }
    self = string
  }
}

// MARK: - Numbers

extension FixedWidthInteger where Self: Decodable {
  init(_ decoder: JSONValueDecoder) throws {
    guard case .number(let number) = decoder.value else { throw decoder.mismatch(Self.self) }
    guard let integer = Self(exactly: number) else { throw decoder.outOfRange(Self.self, number) }
    self = integer
  }
}

extension Int: ScalarValue {}
extension Int8: ScalarValue {}
extension Int16: ScalarValue {}
extension Int32: ScalarValue {}
extension Int64: ScalarValue {}
extension UInt: ScalarValue {}
extension UInt8: ScalarValue {}
extension UInt16: ScalarValue {}
extension UInt32: ScalarValue {}
extension UInt64: ScalarValue {}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
extension Int128: ScalarValue {}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
extension UInt128: ScalarValue {}

extension BinaryFloatingPoint where Self: Decodable & LosslessStringConvertible {
  /// Decodes a number, or one of the strings for values that JSON cannot represent.
  init(_ decoder: JSONValueDecoder) throws {
    switch decoder.value {
    case .number(let number):
      guard let value = Self(number.text), value.isFinite else {
        throw decoder.outOfRange(Self.self, number)
      }
      self = value
    case "NaN": self = .nan
    case "Infinity": self = .infinity
    case "-Infinity": self = -.infinity
    default: throw decoder.mismatch(Self.self)
    }
  }
}

extension Double: ScalarValue {}
extension Float: ScalarValue {}

extension Decimal: ScalarValue {
  /// Decodes a number, exactly, or "NaN"; an object is left to the type.
  init(_ decoder: JSONValueDecoder) throws {
    switch decoder.value {
    case .number(let number):
      guard let decimal = Decimal(string: number.text) else {
        throw decoder.outOfRange(Decimal.self, number)
      }
      self = decimal
    case "NaN": self = .nan
    case .object: self = try decoder.decodeByInit(Decimal.self)
    default: throw decoder.mismatch(Decimal.self)
    }
  }
}

// MARK: - Foundation's

extension Date: ScalarValue {
  /// Decodes ISO 8601 as ``DateText`` reads it, or a number of seconds since 2001.
  init(_ decoder: JSONValueDecoder) throws {
    guard case .string(let text) = decoder.value else {
      self.init(timeIntervalSinceReferenceDate: try Double(decoder))
      return
    }
    guard let seconds = DateText.secondsSince2001(text) ?? (try? Double(decoder)) else {
      throw decoder.unreadable(Date.self, "a date such as \"2026-11-21T08:00:00.123Z\"")
    }
    self.init(timeIntervalSinceReferenceDate: seconds)
  }
}

extension Data: ScalarValue {
  /// Decodes Base64; any other value is left to the type: it reads an array of numbers.
  init(_ decoder: JSONValueDecoder) throws {
    guard case .string(let text) = decoder.value else {
      self = try decoder.decodeByInit(Data.self)
      return
    }
    guard let data = Data(base64Encoded: text) else {
      throw decoder.unreadable(Data.self, "base64")
    }
    self = data
  }
}

extension URL: ScalarValue {
  /// Decodes the URL's string; any other value is left to the type.
  init(_ decoder: JSONValueDecoder) throws {
    guard case .string(let text) = decoder.value else {
      self = try decoder.decodeByInit(URL.self)
      return
    }
    guard let url = URL(string: text) else { throw decoder.unreadable(URL.self, "a URL") }
    self = url
  }
}

extension UUID: ScalarValue {
  init(_ decoder: JSONValueDecoder) throws {
    guard let uuid = UUID(uuidString: try String(decoder)) else {
      throw decoder.unreadable(UUID.self, "a UUID")
    }
    self = uuid
  }
}
