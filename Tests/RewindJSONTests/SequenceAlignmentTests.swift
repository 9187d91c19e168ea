import RewindJSON
import RewindTestSupport
import Testing

@Suite("An alignment of two sequences")
struct SequenceAlignmentTests {
  private func runs(
    _ old: [Int32],
    _ new: [Int32],
    effort: Int = SequenceAlignment.usualEffort
  ) -> (runs: [SequenceAlignment.Run], used: Int) {
    var alignment = SequenceAlignment(count: Int((old + new).max() ?? 0) + 1)
    var rest = effort
    let runs = alignment.runs(old, new, &rest)
    return (runs, effort - rest)
  }

  /// The length of a longest common subsequence, by the textbook's table.
  private func longestCommonCount(_ old: [Int32], _ new: [Int32]) -> Int {
    var above = [Int](repeating: 0, count: new.count + 1)
    for element in old {
      var row = [0]
      for (index, other) in new.enumerated() {
        row.append(element == other ? above[index] + 1 : max(above[index + 1], row[index]))
      }
      above = row
    }
    return above[new.count]
  }

  /// Expects of each run that its elements are equal, and that all are in order; returns their number.
  private func expectCommon(
    _ runs: [SequenceAlignment.Run],
    _ old: [Int32],
    _ new: [Int32],
    _ comment: Comment
  ) -> Int {
    var (oldEnd, newEnd, count) = (0, 0, 0)
    for run in runs {
      #expect(run.old >= oldEnd && run.new >= newEnd && run.count > 0, comment)
      (oldEnd, newEnd) = (run.old + run.count, run.new + run.count)
      guard oldEnd <= old.count, newEnd <= new.count else {
        Issue.record("A run ends behind the sequences: \(comment)")
        return count
      }
      #expect(old[run.old..<oldEnd] == new[run.new..<newEnd], comment)
      count += run.count
    }
    return count
  }

  private func sequence(_ count: Int, of kinds: Int, _ random: inout SeededGenerator) -> [Int32] {
    (0..<count).map { _ in Int32.random(in: 0..<Int32(kinds), using: &random) }
  }

  private func edited(_ old: [Int32], _ edits: Int, _ random: inout SeededGenerator) -> [Int32] {
    var new = old
    for _ in 0..<edits {
      let position = Int.random(in: 0...new.count, using: &random)
      switch Int.random(in: 0..<3, using: &random) {
      case 0: new.insert(Int32.random(in: 0..<40, using: &random), at: position)
      case 1 where position < new.count: new.remove(at: position)
      case 2 where position < new.count: new.insert(new.remove(at: position), at: position / 2)
      default: break
      }
    }
    return new
  }

  @Test(
    "is a longest common subsequence",
    arguments: SeedBatch.all(TestScale.count(300, of: 4_000))
  )
  func longest(batch: SeedBatch) {
    for seed in batch.seeds {
      var random = SeededGenerator(seed: seed)
      let kinds = [1, 2, 3, 8, 40, 1_000][Int.random(in: 0..<6, using: &random)]
      let old = sequence(Int.random(in: 0..<40, using: &random), of: kinds, &random)
      let new =
        Bool.random(using: &random)
        ? sequence(Int.random(in: 0..<40, using: &random), of: kinds, &random)
        : edited(old, Int.random(in: 0..<6, using: &random), &random)
      let found = runs(old, new).runs
      let count = expectCommon(found, old, new, "seed \(seed): \(old), \(new)")
      #expect(count == longestCommonCount(old, new), "seed \(seed): \(old), \(new)")
    }
  }

  @Test("is one of the elements themselves if few were put in or taken out")
  func direct() {
    for seed in UInt64(0)..<1_000 {
      var random = SeededGenerator(seed: seed)
      let old = sequence(Int.random(in: 0..<60, using: &random), of: 5, &random)
      let new = edited(old, Int.random(in: 0..<8, using: &random), &random)
      var effort = SequenceAlignment.usualEffort
      let found = SequenceAlignment.runs(old.count, new.count, distanceLimit: 8, &effort) {
        start,
        other,
        limit in
        zip(old[start..<start + limit], new[other..<other + limit]).prefix { $0 == $1 }.count
      }
      let longest = longestCommonCount(old, new)
      let distance = old.count + new.count - 2 * longest
      #expect((found == nil) == (distance > 8), "seed \(seed)")
      guard let found else { continue }
      #expect(expectCommon(found, old, new, "seed \(seed)") == longest, "seed \(seed)")
    }
  }

  @Test("is still one of equal elements where its effort is used up")
  func givenUp() {
    for seed in UInt64(0)..<500 {
      var random = SeededGenerator(seed: seed)
      let old = sequence(300, of: 1 + Int(seed % 90), &random)
      let new = sequence(300, of: 1 + Int(seed % 90), &random)
      for effort in [0, 1, 50, 500, 5_000] {
        _ = expectCommon(runs(old, new, effort: effort).runs, old, new, "seed \(seed), \(effort)")
      }
    }
  }

  @Test("uses several sequences' numbers in turn")
  func again() {
    var random = SeededGenerator(seed: 7)
    var alignment = SequenceAlignment(count: 40)
    for _ in 0..<300 {
      let (old, new) = (sequence(30, of: 40, &random), sequence(30, of: 40, &random))
      var effort = SequenceAlignment.usualEffort
      let count = expectCommon(alignment.runs(old, new, &effort), old, new, "\(old), \(new)")
      #expect(count == longestCommonCount(old, new))
    }
  }

  /// Pairs of sequences of a length, by what became of the one.
  private static let hostile: [(String, @Sendable (Int) -> ([Int32], [Int32]))] = [
    ("rewritten", { n in ((0..<n).map(Int32.init), (n..<2 * n).map(Int32.init)) }),
    ("reversed", { n in ((0..<n).map(Int32.init), (0..<n).reversed().map(Int32.init)) }),
    (
      "reversed pairs",
      { n in ((0..<n).map { Int32($0 / 2) }, (0..<n).reversed().map { Int32($0 / 2) }) }
    ),
    ("alternating", { n in ((0..<n).map { Int32($0 % 2) }, (0..<n).map { Int32($0 % 3 % 2) }) }),
    (
      "random of few",
      { n in
        var random = SeededGenerator(seed: 5)
        return (
          (0..<n).map { _ in Int32.random(in: 0..<9, using: &random) },
          (0..<n).map { _ in Int32.random(in: 0..<9, using: &random) }
        )
      }
    ),
    (
      "random of many",
      { n in
        var random = SeededGenerator(seed: 6)
        return (
          (0..<n).map { _ in Int32.random(in: 0..<Int32(n), using: &random) },
          (0..<n).map { _ in Int32.random(in: 0..<Int32(n), using: &random) }
        )
      }
    ),
  ]

  @Test("takes no more steps than it may, whatever the sequences", arguments: hostile.indices)
  func bounded(number: Int) {
    let (name, make) = Self.hostile[number]
    for count in TestScale.cases(2, of: [1_000, 10_000, 100_000]) {
      let (old, new) = make(count)
      let (found, used) = runs(old, new)
      // The last round of a search may pass the limit, by at most one look at every element.
      #expect(
        used <= SequenceAlignment.usualEffort + 4 * count,
        "\(name), \(count) elements: \(used) steps"
      )
      _ = expectCommon(found, old, new, "\(name), \(count) elements")
    }
  }
}
