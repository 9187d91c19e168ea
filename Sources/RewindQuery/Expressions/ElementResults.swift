import RewindJSON

/// The results of nodes for the elements of lists, in the state that was looked at last.
///
/// Most steps change few elements; an element equal to the one that had its index has the same result.
final class ElementResults {
  /// A node that is evaluated for each element, and the state that holds them.
  struct Place: Hashable {
    let node: Int
    let side: StepSide
  }

  /// The elements of one list, with the results for the first of them.
  final class List {
    private var elements: [JSONValue] = []
    /// No result where it depends on more than the element.
    private var results: [JSONValue??] = []
    /// The number of elements that were looked at this time.
    private var count = 0

    /// Returns the result for the next element; no result if the node must be evaluated.
    func next(_ element: JSONValue) -> JSONValue?? {
      defer { count += 1 }
      guard count < results.count else {
        results.append(nil)
        return nil
      }
      if elements[count] != element { results[count] = nil }
      return results[count]
    }

    /// Sets the result for the element that was asked for last.
    func note(_ result: JSONValue?) { results[count - 1] = .some(result) }

    /// Keeps the results for a list of elements; the last ones may be without: an `any` ends at the first that holds.
    func end(_ elements: [JSONValue]) {
      results.removeSubrange(count...)
      (self.elements, count) = (elements, 0)
    }
  }

  private var lists: [Place: List] = [:]

  /// Returns the list that a node is evaluated for.
  func list(_ place: Place) -> List {
    if let list = lists[place] { return list }
    let list = List()
    lists[place] = list
    return list
  }
}
