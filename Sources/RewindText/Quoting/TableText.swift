extension String {
  /// The text as a cell of CSV, as RFC 4180 says; an empty text is two quotes.
  ///
  /// A spreadsheet takes a cell that begins with `=`, `+`, `-`, `@`, a tab or a carriage return for a formula:
  /// such a text begins with an apostrophe. A negative number is one either way.
  package var csvCell: String {
    let text = isFormula ? "'" + self : self
    // A blank at an end would be trimmed.
    guard
      text.isEmpty
        || text.unicodeScalars.contains(where: { "\",\n\r\t ".unicodeScalars.contains($0) })
    else { return text }
    return "\"\(text.escaped { $0 == "\"" ? "\"\"" : nil })\""
  }

  private var isFormula: Bool {
    // Spreadsheets for East Asian languages read the wide forms as well.
    let starts = "=+-@\t\r\n\u{FF1D}\u{FF0B}\u{FF0D}\u{FF20}".unicodeScalars
    guard let first = unicodeScalars.first(where: { $0 != " " }), starts.contains(first) else {
      return false
    }
    return wholeMatch(of: #/-(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/#) == nil
  }
}
