#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension JSONTape {
  @inline(__always)
  func isNull(_ node: Int) -> Bool {
    node < 0 || nodes[node].kind == .null
  }

  @inline(__always)
  func bool(_ node: Int) throws -> Bool {
    if node >= 0, nodes[node].kind == .true { return true }
    if node >= 0, nodes[node].kind == .false { return false }
    throw mismatch(Bool.self, node)
  }

  @inline(__always)
  func integer<Integer: FixedWidthInteger>(_ node: Int, _ type: Integer.Type) throws -> Integer {
    guard isNumber(node) else { throw mismatch(type, node) }
    guard let integer = integer(node, as: type) else { throw outOfRange(type, node) }
    return integer
  }

  @inline(__always)
  private func isNumber(_ node: Int) -> Bool {
    node >= 0 && (nodes[node].kind == .integer || nodes[node].kind == .number)
  }

  @inline(__always)
  private func isString(_ node: Int) -> Bool {
    node >= 0 && (nodes[node].kind == .string || nodes[node].kind == .escapedString)
  }

  /// A number, or one of the strings that stand for what JSON has no number for.
  @inline(__always)
  func doubleValue(_ node: Int) throws -> Double {
    guard isNumber(node) else { return try nonFinite(node) }
    guard let double = double(node) else { throw outOfRange(Double.self, node) }
    return double
  }

  func floatValue(_ node: Int) throws -> Float {
    guard isNumber(node) else { return try nonFinite(node) }
    guard let float = float(node) else { throw outOfRange(Float.self, node) }
    return float
  }

  @inline(never)
  private func nonFinite<Float: BinaryFloatingPoint>(_ node: Int) throws -> Float {
    guard isString(node) else { throw mismatch(Float.self, node) }
    switch string(node) {
    case "NaN": return .nan
    case "Infinity": return .infinity
    case "-Infinity": return -.infinity
    default: throw mismatch(Float.self, node)
    }
  }

  @inline(__always)
  func stringValue(_ node: Int) throws -> String {
    guard isString(node) else { throw mismatch(String.self, node) }
    return string(node)
  }
}

extension JSONTape {
  /// ISO 8601 as ``DateText`` reads it, or a number of seconds since 2001.
  func date(_ node: Int) throws -> Date {
    guard isString(node) else {
      return Date(timeIntervalSinceReferenceDate: try doubleValue(node))
    }
    let seconds =
      nodes[node].kind == .string
      ? DateText.secondsSince2001(UnsafeRawBufferPointer(text(node))) : nil
    if let seconds { return Date(timeIntervalSinceReferenceDate: seconds) }
    guard let nonFinite: Double = try? nonFinite(node) else {
      throw unreadable(Date.self, "a date such as \"2026-11-21T08:00:00.123Z\"", node)
    }
    return Date(timeIntervalSinceReferenceDate: nonFinite)
  }

  /// Base64; what is no string is left to the type, which reads an array of numbers.
  func data(_ node: Int) throws -> Data {
    guard isString(node) else { return try run(Data.self, node) }
    guard let data = Data(base64Encoded: string(node)) else {
      throw unreadable(Data.self, "base64", node)
    }
    return data
  }

  /// A URL's string; what is no string is left to the type.
  func url(_ node: Int) throws -> URL {
    guard isString(node) else { return try run(URL.self, node) }
    guard let url = URL(string: string(node)) else { throw unreadable(URL.self, "a URL", node) }
    return url
  }

  func uuid(_ node: Int) throws -> UUID {
    guard let uuid = UUID(uuidString: try stringValue(node)) else {
      throw unreadable(UUID.self, "a UUID", node)
    }
    return uuid
  }

  /// A number, which is read exactly, or "NaN"; an object is left to the type.
  func decimal(_ node: Int) throws -> Decimal {
    if isString(node), string(node) == "NaN" { return .nan }
    guard isNumber(node) else {
      if node >= 0, nodes[node].kind == .object { return try run(Decimal.self, node) }
      throw mismatch(Decimal.self, node)
    }
    guard let decimal = Decimal(string: numberText(node)) else {
      throw outOfRange(Decimal.self, node)
    }
    return decimal
  }
}
