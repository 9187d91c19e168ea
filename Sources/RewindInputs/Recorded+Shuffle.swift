extension Recorded {
  /// The elements in random order; the draw is called `shuffle`.
  ///
  /// What is recorded is where each element came from: `[2,0,1]` puts the third element first. So
  /// the elements need not be `Codable`. In a replay with another number of elements the recorded
  /// order is followed as far as it goes: indexes that are out of range or come twice are left out,
  /// and elements that have none follow in their own order.
  ///
  /// - Complexity: O(*n*).
  public static func shuffled<Elements: Sequence>(_ elements: Elements) -> [Elements.Element] {
    let elements = Array(elements)
    let order = draw("shuffle") { withGenerator { elements.indices.shuffled(using: &$0) } }
    return elements.ordered(by: order)
  }
}

extension Array {
  /// The elements in the given order of indexes, then those of which it says nothing.
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
