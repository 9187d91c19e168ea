extension RandomAccessCollection {
  /// Returns the first index from which on a condition holds for all elements, `endIndex` if it does for none.
  ///
  /// It must not hold before that index. O(log n).
  package func partitioningIndex(where holds: (Element) -> Bool) -> Index {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = index(low, offsetBy: distance(from: low, to: high) / 2)
      if holds(self[middle]) { high = middle } else { low = index(after: middle) }
    }
    return low
  }
}
