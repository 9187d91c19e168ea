/// The shortest edit script, found greedily.
///
/// E. W. Myers, "An O(ND) Difference Algorithm and Its Variations", Algorithmica 1 (1986).
extension SequenceAlignment {
  /// The most insertions and removals that are searched for.
  ///
  /// The stored paths take a number for each pair of a distance and a smaller one: two megabytes
  /// for this many.
  static let distanceLimit = 1_000

  /// Returns the common elements of two sequences that differ by a few insertions and removals; nil if
  /// there are more than `distanceLimit`, or `effort` is used up.
  ///
  /// The elements need no numbers: `commonRun` returns how many are equal, from an index in either sequence
  /// on, up to a limit. It is called O(distance²) times.
  package static func runs(
    _ oldCount: Int,
    _ newCount: Int,
    distanceLimit: Int,
    _ effort: inout Int,
    commonRun: (_ old: Int, _ new: Int, _ limit: Int) -> Int
  ) -> [Run]? {
    guard abs(oldCount - newCount) <= distanceLimit else { return nil }
    // Row d holds, for the diagonals k = -d, -d + 2 … d, where k = x - y, the furthest x that d
    // edits lead to; it begins at d (d + 1) / 2.
    let paths = Paths()
    for distance in 0...min(distanceLimit, oldCount + newCount) {
      paths.reserve(distance)
      var turn = 0
      while turn <= distance {
        let diagonal = 2 &* turn &- distance
        var x = paths.start(turn, distance)
        let limit = min(oldCount &- x, newCount &- (x &- diagonal))
        effort &-= 1
        if limit > 0 {
          let count = commonRun(x, x &- diagonal, limit)
          effort &-= count
          x &+= count
        }
        paths.append(x)
        if x >= oldCount, x &- diagonal >= newCount {
          return paths.runs(to: oldCount, newCount, distance)
        }
        turn &+= 1
      }
      if effort < 0 { return nil }
    }
    return nil
  }

  /// The furthest points that are reached with each number of edits.
  private final class Paths {
    private var points: UnsafeMutablePointer<Int32>
    private var capacity = 64
    private var count = 0

    init() { points = .allocate(capacity: capacity) }

    deinit { points.deallocate() }

    /// Makes room for the row of a distance.
    func reserve(_ distance: Int) {
      guard count + distance + 1 > capacity else { return }
      capacity = max(2 * capacity, count + distance + 1)
      let larger = UnsafeMutablePointer<Int32>.allocate(capacity: capacity)
      larger.initialize(from: points, count: count)
      points.deallocate()
      points = larger
    }

    @inline(__always)
    func append(_ x: Int) {
      (points + count).initialize(to: Int32(truncatingIfNeeded: x))
      count &+= 1
    }

    /// Returns where a path continues on its diagonal.
    ///
    /// Either after a removal from the diagonal below or an insertion from the one above, whichever
    /// leads further.
    func start(_ turn: Int, _ distance: Int) -> Int {
      guard distance > 0 else { return 0 }
      let previous = points + distance &* (distance &- 1) / 2
      return comesFromAbove(turn, distance)
        ? Int(previous[turn]) : Int(previous[turn &- 1]) &+ 1
    }

    private func comesFromAbove(_ turn: Int, _ distance: Int) -> Bool {
      if turn == 0 { return true }
      if turn == distance { return false }
      let previous = points + distance &* (distance &- 1) / 2
      return previous[turn &- 1] < previous[turn]
    }

    /// Traces the path back from the end and collects the common runs on it.
    func runs(to oldCount: Int, _ newCount: Int, _ lastDistance: Int) -> [Run] {
      var runs: [Run] = []
      var x = oldCount
      var turn = (oldCount - newCount + lastDistance) / 2
      for distance in stride(from: lastDistance, through: 0, by: -1) {
        let begin = start(turn, distance)
        let diagonal = 2 * turn - distance
        if x > begin { runs.append(Run(old: begin, new: begin - diagonal, count: x - begin)) }
        guard distance > 0 else { break }
        if comesFromAbove(turn, distance) {
          x = begin
        } else {
          turn -= 1
          x = begin - 1
        }
      }
      return runs.reversed()
    }
  }
}

extension Numbers {
  /// The indexes of a longest subsequence whose elements increase.
  ///
  /// O(n log n), after C. Schensted, "Longest increasing and decreasing subsequences" (1961).
  var longestIncreasingSubsequence: [Int] {
    // For each length, the index of the smallest element that ends a subsequence of that length.
    let (ends, predecessors) = (Numbers(capacity: count), Numbers(capacity: count))
    var index = 0
    while index < count {
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low &+ high) / 2
        if memory[Int(ends.memory[middle])] < memory[index] {
          low = middle &+ 1
        } else {
          high = middle
        }
      }
      predecessors.append(low == 0 ? -1 : ends.memory[low &- 1])
      if low == ends.count {
        ends.append(Int32(truncatingIfNeeded: index))
      } else {
        ends.memory[low] = Int32(truncatingIfNeeded: index)
      }
      index &+= 1
    }
    var result: [Int] = []
    var end = ends.count > 0 ? Int(ends.memory[ends.count - 1]) : -1
    while end >= 0 {
      result.append(end)
      end = Int(predecessors.memory[end])
    }
    return result.reversed()
  }
}
