import RewindJSON

/// Numbers drawn as a row of bars: `▁▃▅█`.
struct Sparkline {
  /// The bars, at most ``widthLimit``.
  let text: String
  let lowest: JSONNumber
  let highest: JSONNumber

  /// The maximum width, which leaves room for the two ends on 79 columns.
  static let widthLimit = 60

  private static let bars: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

  /// Makes the bars of some numbers; nil if fewer than two are different.
  ///
  /// If there are more numbers than columns, each column shows the highest of its share.
  init?(_ numbers: [JSONNumber]) {
    guard let lowest = numbers.min(), let highest = numbers.max(), lowest < highest else {
      return nil
    }
    (self.lowest, self.highest) = (lowest, highest)
    let (low, high) = (lowest.double, highest.double)
    let width = min(numbers.count, Self.widthLimit)
    text = String(
      (0..<width).map { column in
        let share = numbers[
          (column * numbers.count / width)..<((column + 1) * numbers.count / width)
        ]
        let top = share.max()?.double ?? low
        let height = high > low ? (top - low) / (high - low) : 1
        return Self.bars[min(7, max(0, Int((height * 7).rounded())))]
      }
    )
  }
}
