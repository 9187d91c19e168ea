import RewindJSON

/// A table of rows for analysts, as JSON lines or CSV.
///
/// Every row has every column, and a column has one type in all rows: a number with a fraction has one
/// everywhere, a text is never a number, and what a row does not have is null.
package struct RowTable: Sendable {
  package enum Format: String, Sendable {
    case jsonLines = "jsonl"
    case csv
  }

  /// A value in a row.
  enum Cell {
    case text(String?)
    case integer(Int?)
    /// With a fraction, even if it is 0.
    case number(Double?)
    case truth(Bool)
    case texts([String]?)
  }

  package let name: String
  private let columns: [String]
  private let format: Format
  /// The beginnings of a row's members, each up to its value.
  private let keys: [[UInt8]]

  init(_ name: String, _ columns: [String], _ format: Format) {
    (self.name, self.columns, self.format) = (name, columns, format)
    keys = columns.enumerated().map { place, column in
      Array("\(place == 0 ? "{" : ",")\(JSONValue.string(column).text):".utf8)
    }
  }

  /// The name of the table's file.
  package var fileName: String { "\(name).\(format.rawValue)" }

  /// The lines before the rows.
  package var head: String {
    format == .csv ? columns.joined(separator: ",") + "\r\n" : ""
  }

  /// Returns the line of a row.
  func line(_ cells: [Cell]) -> String {
    var bytes: [UInt8] = []
    for (key, cell) in zip(keys, cells) {
      if format == .csv {
        if key[0] == UInt8(ascii: ",") { bytes.append(UInt8(ascii: ",")) }
        cell.writeCSV(to: &bytes)
      } else {
        bytes += key
        cell.writeJSON(to: &bytes)
      }
    }
    bytes += format == .csv ? [0x0D, 0x0A] : [UInt8(ascii: "}"), 0x0A]
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension RowTable.Cell {
  fileprivate func writeJSON(to bytes: inout [UInt8]) {
    switch self {
    case .text(let text?): text.writeJSON(to: &bytes)
    case .integer(let integer?): bytes += String(integer).utf8
    case .number(let number?): bytes += number.description.utf8
    case .truth(let truth): bytes += (truth ? "true" : "false").utf8
    case .texts(let texts?): JSONValue.array(texts.map { .string($0) }).write(to: &bytes)
    default: bytes += "null".utf8
    }
  }

  /// Writes the cell as RFC 4180 says; null is nothing, and an empty text two quotes.
  fileprivate func writeCSV(to bytes: inout [UInt8]) {
    switch self {
    case .text(let text?):
      Self.writeQuoted(text, to: &bytes)
    case .texts(let texts?):
      Self.writeQuoted(JSONValue.array(texts.map { .string($0) }).text, to: &bytes)
    case .text, .texts, .integer(nil), .number(nil):
      break
    default:
      writeJSON(to: &bytes)
    }
  }

  private static func writeQuoted(_ text: String, to bytes: inout [UInt8]) {
    let quote = UInt8(ascii: "\"")
    let isPlain =
      !text.isEmpty && !text.utf8.contains { [quote, 0x2C, 0x0A, 0x0D, 0x20].contains($0) }
    guard !isPlain else {
      bytes += text.utf8
      return
    }
    bytes.append(quote)
    for byte in text.utf8 {
      if byte == quote { bytes.append(quote) }
      bytes.append(byte)
    }
    bytes.append(quote)
  }
}

extension JSONValue {
  /// Returns the text of a value, with integers beyond 64 bits as text, since engines read them as inexact
  /// numbers, or not at all.
  var rowText: String {
    guard hasHugeInteger else { return text }
    var place = PlacePattern()
    return rewritten(
      at: &place,
      key: { $0 },
      scalar: { scalar, _ in
        if case .number(let number) = scalar, number.isHugeInteger { return .string(number.text) }
        return scalar
      }
    ).text
  }

  private var hasHugeInteger: Bool {
    switch self {
    case .number(let number): number.isHugeInteger
    case .array(let elements): elements.contains(where: \.hasHugeInteger)
    case .object(let object): object.members.contains { $0.value.hasHugeInteger }
    case .null, .bool, .string: false
    }
  }
}

extension JSONNumber {
  /// True for an integer beyond 64 bits, with a sign or without.
  fileprivate var isHugeInteger: Bool {
    guard text.utf8.count > 18, Int64(text) == nil, UInt64(text) == nil else { return false }
    return !text.utf8.contains { [0x2E, 0x45, 0x65].contains($0) }
  }
}
