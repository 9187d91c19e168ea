extension ArrayAlignment {
  /// A step that turns the first array into the second.
  ///
  /// Indexes are those at the time of the step; `old` and `new` are indexes in the two arrays.
  package enum Step {
    case remove(Int)
    case add(new: Int, at: Int)
    case move(from: Int, to: Int)
    /// The element now at an index stays, but may have changed.
    case compare(old: Int, new: Int, at: Int)
  }

  /// The steps that turn the first array into the second.
  ///
  /// Two cursors traverse the middles. Everything before them is done, except elements that wait
  /// until they are moved forward to their index; those are counted, to know the indexes.
  package var steps: [Step] {
    var steps: [Step] = []
    var inPlace = PrefixCounts(count: hasMoves ? fates.count : 0)
    // For each waiting element, the number of done elements before it.
    var passed: [Int: Int] = [:]
    var i = 0
    for (j, origin) in origins.enumerated() {
      passUntilKept(&i, j, &steps, &inPlace, &passed)
      let index = head + j + inPlace.count(before: i)
      switch origin {
      case nil:
        steps.append(.add(new: head + j, at: index))
      case i:
        inPlace.remove(i)
        if fates[i] == .changed {
          steps.append(.compare(old: head + i, new: head + j, at: index))
        }
        i += 1
      case let origin?:
        let from = head + (passed[origin] ?? j) + inPlace.count(before: origin)
        inPlace.remove(origin)
        let index = head + j + inPlace.count(before: i)
        if from != index { steps.append(.move(from: from, to: index)) }
        steps.append(.compare(old: head + origin, new: head + j, at: index))
      }
    }
    passUntilKept(&i, origins.count, &steps, &inPlace, &passed)
    return steps
  }

  /// The indexes of the elements that belong together, in the order of the second array, and between them
  /// those of one array alone.
  package var pairs: [(old: Int?, new: Int?)] {
    var pairs: [(old: Int?, new: Int?)] = (0..<head).map { ($0, $0) }
    var i = 0
    func addRemoved(before end: Int) {
      for index in i..<max(i, end) where fates[index] == .removed {
        pairs.append((head + index, nil))
      }
      i = max(i, end)
    }
    for (j, origin) in origins.enumerated() {
      if let origin, fates[origin].stays { addRemoved(before: origin) }
      pairs.append((origin.map { head + $0 }, head + j))
    }
    addRemoved(before: fates.count)
    let (oldEnd, newEnd) = (head + fates.count, head + origins.count)
    return pairs + (0..<tail).map { (oldEnd + $0, newEnd + $0) }
  }

  /// Removes elements that are not in the second array, and skips those that move later.
  private func passUntilKept(
    _ i: inout Int,
    _ j: Int,
    _ steps: inout [Step],
    _ inPlace: inout PrefixCounts,
    _ passed: inout [Int: Int]
  ) {
    while i < fates.count, !fates[i].stays {
      if fates[i] == .removed {
        steps.append(.remove(head + j + inPlace.count(before: i)))
        inPlace.remove(i)
      } else {
        passed[i] = j
      }
      i += 1
    }
  }
}

/// The number of elements before an index that have been neither removed nor moved into place.
///
/// P. M. Fenwick, "A New Data Structure for Cumulative Frequency Tables" (1994): O(log n) each.
private struct PrefixCounts {
  private var sums: [Int]

  /// Starts with all elements present; with a count of 0, nothing is counted.
  init(count: Int) {
    sums = (0..<count).map { ($0 + 1) & -($0 + 1) }
  }

  func count(before index: Int) -> Int {
    guard !sums.isEmpty else { return 0 }
    var sum = 0
    var end = index
    while end > 0 {
      sum += sums[end - 1]
      end &= end - 1
    }
    return sum
  }

  mutating func remove(_ index: Int) {
    var end = index + 1
    while end <= sums.count {
      sums[end - 1] -= 1
      end += end & -end
    }
  }
}
