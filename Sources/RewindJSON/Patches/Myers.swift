/// The shortest edit script between two sequences, found greedily.
///
/// E. W. Myers, "An O(ND) Difference Algorithm and Its Variations", Algorithmica 1 (1986).
package enum Myers {
  /// The largest distance that is searched.
  ///
  /// The stored paths take a number for each pair of a distance and a smaller one: two megabytes
  /// for this many.
  package static let distanceLimit = 1_000

  /// Returns the pairs of places that a longest common subsequence matches, in order; nil if more
  /// than `distanceLimit` insertions and removals are needed, or `effort` is used up.
  ///
  /// O((aCount + bCount) · distance) calls of `equal`. `effort` is the cost limit of the search, in
  /// steps; the steps used are subtracted.
  package static func matches(
    _ aCount: Int,
    _ bCount: Int,
    distanceLimit: Int = distanceLimit,
    effort: inout Int,
    equal: (Int, Int) -> Bool
  ) -> [(a: Int, b: Int)]? {
    // Row d holds, for the diagonals k = -d, -d + 2 … d, where k = x - y, the furthest x that d
    // edits lead to; it begins at d (d + 1) / 2.
    var rows: [Int32] = []
    for distance in 0...min(distanceLimit, aCount + bCount) {
      let previous = rows.count - distance
      for t in 0...distance {
        let diagonal = 2 * t - distance
        var x = start(rows, previous, t, distance)
        let begin = x
        while x < aCount, x - diagonal < bCount, equal(x, x - diagonal) { x += 1 }
        effort -= 1 + x - begin
        rows.append(Int32(x))
        if x >= aCount, x - diagonal >= bCount {
          return path(rows, aCount, bCount, distance)
        }
      }
      if effort < 0 { return nil }
    }
    return nil
  }

  /// Returns where a path continues on its diagonal.
  ///
  /// Either after a removal from the diagonal below or an insertion from the one above, whichever
  /// leads further.
  private static func start(_ rows: [Int32], _ previous: Int, _ t: Int, _ distance: Int) -> Int {
    guard distance > 0 else { return 0 }
    return comesFromAbove(rows, previous, t, distance)
      ? Int(rows[previous + t])
      : Int(rows[previous + t - 1]) + 1
  }

  private static func comesFromAbove(
    _ rows: [Int32],
    _ previous: Int,
    _ t: Int,
    _ distance: Int
  ) -> Bool {
    t == 0 || (t != distance && rows[previous + t - 1] < rows[previous + t])
  }

  /// Traces the path back from the end and collects its matches.
  private static func path(
    _ rows: [Int32],
    _ aCount: Int,
    _ bCount: Int,
    _ lastDistance: Int
  ) -> [(a: Int, b: Int)] {
    var matches: [(a: Int, b: Int)] = []
    var x = aCount
    var t = (aCount - bCount + lastDistance) / 2
    for distance in stride(from: lastDistance, through: 0, by: -1) {
      let diagonal = 2 * t - distance
      let previous = distance * (distance - 1) / 2
      let begin = start(rows, previous, t, distance)
      while x > begin {
        x -= 1
        matches.append((x, x - diagonal))
      }
      guard distance > 0 else { break }
      if !comesFromAbove(rows, previous, t, distance) {
        t -= 1
        x -= 1
      }
    }
    return matches.reversed()
  }
}
