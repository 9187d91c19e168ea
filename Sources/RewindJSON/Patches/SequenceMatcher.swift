/// The elements that stay in place between two sequences of symbols: a longest common subsequence,
/// or a good one if finding the longest would take too long.
///
/// Equal symbols represent equal values. Symbols that occur on one side only are left out first. If
/// all the rest occur once, as in a sorted list, the longest increasing subsequence of places is
/// the answer. Otherwise Myers' algorithm searches for it; if the sequences are too far apart for
/// that, the symbols that occur once on either side divide them (B. Cohen's "patience diff"), and
/// each part is tried again.
struct SequenceMatcher {
  private let a: [Int]
  private let b: [Int]
  private var effort: Int
  private var matches: [(a: Int, b: Int)] = []

  /// Returns the pairs of places that match, in order.
  ///
  /// `effort` is the cost limit of the search, in steps; the steps used are subtracted.
  static func matches(_ a: [Int], _ b: [Int], effort: inout Int) -> [(a: Int, b: Int)] {
    var matcher = SequenceMatcher(a: a, b: b, effort: effort)
    matcher.match(Array(a.indices), Array(b.indices))
    effort = matcher.effort
    return matcher.matches
  }

  private init(a: [Int], b: [Int], effort: Int) {
    self.a = a
    self.b = b
    self.effort = effort
  }

  private mutating func match(_ aPlaces: [Int], _ bPlaces: [Int]) {
    let inA = places(aPlaces, of: a)
    let inB = places(bPlaces, of: b)
    let aPlaces = aPlaces.filter { inB[a[$0]] != nil }
    let bPlaces = bPlaces.filter { inA[b[$0]] != nil }
    effort -= aPlaces.count + bPlaces.count
    guard !aPlaces.isEmpty, effort > 0 else { return }

    let anchors = anchors(aPlaces, inA, inB)
    if anchors.areAll {
      matches += anchors.matches
      return
    }
    let aRest = aPlaces.map { a[$0] }
    let bRest = bPlaces.map { b[$0] }
    let found = Myers.matches(aRest.count, bRest.count, effort: &effort) { aRest[$0] == bRest[$1] }
    if let found {
      for match in found { matches.append((aPlaces[match.a], bPlaces[match.b])) }
    } else if !anchors.matches.isEmpty {
      matchBetween(anchors.matches, aPlaces, bPlaces)
    }
  }

  private mutating func matchBetween(
    _ anchors: [(a: Int, b: Int)],
    _ aPlaces: [Int],
    _ bPlaces: [Int]
  ) {
    var aRest = aPlaces[...]
    var bRest = bPlaces[...]
    for anchor in anchors {
      let aPart = aRest.prefix { $0 < anchor.a }
      let bPart = bRest.prefix { $0 < anchor.b }
      match(Array(aPart), Array(bPart))
      matches.append(anchor)
      aRest = aRest.dropFirst(aPart.count + 1)
      bRest = bRest.dropFirst(bPart.count + 1)
    }
    match(Array(aRest), Array(bRest))
  }

  /// Returns the place of each symbol that occurs once, and -1 for each that occurs more often.
  private func places(_ places: [Int], of symbols: [Int]) -> [Int: Int] {
    var found: [Int: Int] = [:]
    found.reserveCapacity(places.count)
    for place in places {
      found[symbols[place]] = found[symbols[place]] == nil ? place : -1
    }
    return found
  }

  /// Returns the symbols that occur once in both and stay in order, and whether there are no others.
  private func anchors(
    _ aPlaces: [Int],
    _ inA: [Int: Int],
    _ inB: [Int: Int]
  ) -> (matches: [(a: Int, b: Int)], areAll: Bool) {
    var once: [(a: Int, b: Int)] = []
    var areAll = true
    for place in aPlaces {
      if let other = inB[a[place]], other >= 0, inA[a[place]] == place {
        once.append((place, other))
      } else {
        areAll = false
      }
    }
    return (once.map(\.b).longestIncreasingSubsequence.map { once[$0] }, areAll)
  }
}

extension [Int] {
  /// The indexes of a longest subsequence whose elements increase.
  ///
  /// O(n log n), after C. Schensted, "Longest increasing and decreasing subsequences" (1961).
  var longestIncreasingSubsequence: [Int] {
    // For each length, the index of the smallest element that ends a subsequence of that length.
    var ends: [Int] = []
    var predecessors: [Int] = []
    predecessors.reserveCapacity(count)
    for (index, element) in enumerated() {
      var low = 0
      var high = ends.count
      while low < high {
        let middle = (low + high) / 2
        if self[ends[middle]] < element { low = middle + 1 } else { high = middle }
      }
      predecessors.append(low == 0 ? -1 : ends[low - 1])
      if low == ends.count { ends.append(index) } else { ends[low] = index }
    }
    var result: [Int] = []
    var index = ends.last ?? -1
    while index >= 0 {
      result.append(index)
      index = predecessors[index]
    }
    return result.reversed()
  }
}
