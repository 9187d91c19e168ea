extension Recorded {
  /// Returns the elements in random order; the input is named `shuffle`.
  ///
  /// The recorded value is the original index of each element: `[2,0,1]` puts the third element first.
  /// So the elements need not be `Codable`. A replay with another number of elements skips indexes that
  /// are out of range or repeated, and appends the remaining elements in their own order.
  ///
  /// - Complexity: O(*n*).
  public static func shuffled<Elements: Sequence>(_ elements: Elements) -> [Elements.Element] {
    let elements = Array(elements)
    let order = read("shuffle") { withGenerator { elements.indices.shuffled(using: &$0) } }
    return elements.ordered(by: order)
  }
}

extension Array {
  /// Returns the elements in the given order of indexes, followed by the others.
  fileprivate func ordered(by order: [Int]) -> [Element] {
    var isMissing = [Bool](repeating: true, count: count)
    var result: [Element] = []
    result.reserveCapacity(count)
    for index in order where indices.contains(index) && isMissing[index] {
      isMissing[index] = false
      result.append(self[index])
    }
    for index in indices where isMissing[index] {
      result.append(self[index])
    }
    return result
  }
}
