/// Spearman's rank correlation of pairs: 1 where the one always rises with the other, by whatever curve.
///
/// Equal values have the mean of their ranks. Nil where one side does not vary. O(n log n).
func rankCorrelation(_ pairs: [(x: Double, y: Double)]) -> Double? {
  let (x, y) = (ranks(pairs.map(\.x)), ranks(pairs.map(\.y)))
  return linearCorrelation(zip(x, y).map { (x: $0, y: $1) })
}

/// Pearson's correlation of pairs; nil where one side does not vary.
func linearCorrelation(_ pairs: [(x: Double, y: Double)]) -> Double? {
  let count = Double(pairs.count)
  let mean = (x: pairs.reduce(0) { $0 + $1.x } / count, y: pairs.reduce(0) { $0 + $1.y } / count)
  var (xy, xx, yy) = (0.0, 0.0, 0.0)
  for pair in pairs {
    let (dx, dy) = (pair.x - mean.x, pair.y - mean.y)
    (xy, xx, yy) = (xy + dx * dy, xx + dx * dx, yy + dy * dy)
  }
  return xx > 0 && yy > 0 ? xy / (xx * yy).squareRoot() : nil
}

private func ranks(_ values: [Double]) -> [Double] {
  let order = values.indices.sorted { values[$0] < values[$1] }
  var ranks = Array(repeating: 0.0, count: values.count)
  var first = 0
  while first < order.count {
    let next = order[first...].firstIndex { values[$0] > values[order[first]] } ?? order.count
    for place in first..<next { ranks[order[place]] = Double(first + next - 1) / 2 }
    first = next
  }
  return ranks
}
