import RewindJSON
import RewindText

/// A table of rows for analysts, as JSON lines.
///
/// Every row has every column, and a column has one type in all rows: a number with a fraction has one
/// everywhere, a text is never a number, and what a row does not have is null.
package struct RowTable: Sendable {
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

  init(_ name: String, _ columns: [String]) {
    (self.name, self.columns) = (name, columns)
  }

  /// The name of the table's file.
  package var fileName: String { "\(name).jsonl" }

  /// Returns the line of a row.
  func line(_ cells: [Cell]) -> String {
    "{" + zip(columns, cells).map { "\"\($0)\":\($1.json)" }.joined(separator: ",") + "}\n"
  }
}

extension RowTable.Cell {
  fileprivate var json: String {
    switch self {
    case .text(let text?): JSONValue.string(text).text
    case .integer(let integer?): String(integer)
    case .number(let number?): number.description
    case .truth(let truth): truth ? "true" : "false"
    case .texts(let texts?): JSONValue.array(texts.map { .string($0) }).text
    default: "null"
    }
  }
}

extension JSONValue {
  /// Returns the text of a value, with integers beyond 64 bits as text, since engines read them as inexact
  /// numbers, or not at all.
  var rowText: String {
    rewritten { scalar, _ in
      if case .number(let number) = scalar, number.isHugeInteger { return .string(number.text) }
      return scalar
    }.text
  }
}

extension JSONNumber {
  /// True for an integer beyond 64 bits, with a sign or without.
  fileprivate var isHugeInteger: Bool {
    guard text.utf8.count > 18, Int64(text) == nil, UInt64(text) == nil else { return false }
    return !text.utf8.contains { [0x2E, 0x45, 0x65].contains($0) }
  }
}
