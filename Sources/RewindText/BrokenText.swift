extension String {
  /// Returns the text in rows of at most `columns` columns, broken anywhere.
  package func broken(at columns: Int) -> [String] {
    var rows = [""]
    var used = 0
    for character in self {
      if used + character.columns > columns, used > 0 {
        rows.append("")
        used = 0
      }
      rows[rows.count - 1].append(character)
      used += character.columns
    }
    return rows
  }

  /// Returns the text in rows that end between words, if no word is longer than a row.
  package func brokenBetweenWords(at columns: Int, hang: Int) -> [String] {
    let margin = String.spaces(hang)
    var rows: [String] = []
    var row = String(prefix { $0 == " " })
    for word in split(separator: " ", omittingEmptySubsequences: false).drop(while: \.isEmpty) {
      let isFirst = row.allSatisfy { $0 == " " }
      let longer = isFirst ? row + word : "\(row) \(word)"
      if longer.columns <= columns || isFirst {
        row = longer
      } else {
        rows.append(row)
        row = margin + word
      }
    }
    return (rows + [row]).flatMap { $0.broken(at: columns) }
  }
}
