extension String {
  /// Returns the candidate that is at most two typing errors away (a third of the word, for short ones).
  package func closest(among candidates: [String]) -> String? {
    let limit = min(2, max(1, count / 3))
    return candidates.map { ($0, distance(to: $0)) }.filter { $0.1 <= limit }
      .min { $0.1 < $1.1 }?.0
  }

  /// Returns the number of characters to insert, delete, replace, or swap with their neighbor (optimal
  /// string alignment distance).
  private func distance(to other: String) -> Int {
    let (a, b) = (Array(self), Array(other))
    var rows = [Array(0...b.count)]
    for i in 0..<a.count {
      var row = [i + 1]
      for j in 0..<b.count {
        var best = Swift.min(rows[i][j + 1] + 1, row[j] + 1, rows[i][j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          best = Swift.min(best, rows[i - 1][j - 1] + 1)
        }
        row.append(best)
      }
      rows.append(row)
    }
    return rows[a.count][b.count]
  }
}
