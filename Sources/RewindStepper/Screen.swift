/// The size of a terminal.
package struct ScreenSize: Hashable, Sendable {
  package let columns: Int
  package let rows: Int

  /// - Parameters:
  ///   - columns: The number of columns, clamped to 1–1,000.
  ///   - rows: The number of rows, likewise.
  package init(columns: Int, rows: Int) {
    self.columns = min(max(columns, 1), 1_000)
    self.rows = min(max(rows, 1), 1_000)
  }

  /// The size of terminals since the VT100.
  package static let usual = ScreenSize(columns: 80, rows: 24)
}

/// The contents of the whole terminal.
package struct Screen: Hashable, Sendable {
  package let size: ScreenSize
  /// The lines, as many as the terminal has rows.
  package var lines: [ScreenLine]
  /// The position of the cursor; nil if it is hidden.
  package var cursor: Cell?

  /// A cell of the screen, counted from 0.
  package struct Cell: Hashable, Sendable {
    package let row: Int
    package let column: Int

    package init(row: Int, column: Int) {
      self.row = row
      self.column = column
    }
  }

  package init(_ size: ScreenSize, _ lines: [ScreenLine]) {
    self.size = size
    let missing = max(0, size.rows - lines.count)
    self.lines = lines.prefix(size.rows) + Array(repeating: ScreenLine(), count: missing)
  }

  /// The text without styles, one line for each row.
  package var text: String { lines.map(\.text).joined(separator: "\n") }
}
