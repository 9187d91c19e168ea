/// Two arrays as an alignment needs them: their elements are compared, numbered and, if need be, read.
package protocol AlignedArrays {
  var oldCount: Int { get }
  var newCount: Int { get }
  /// Returns the number of equal elements, from an index in either array on, up to `limit`.
  func commonRun(_ old: Int, _ new: Int, _ limit: Int) -> Int
  /// Returns numbers from 0 on for some elements, the same for equal ones and for no others.
  func numbers(old: [Int], new: [Int]) -> ElementNumbers
  /// The most elements that are worth reading as JSON, to find their common parts.
  var readableCount: Int { get }
  /// False if no element is an object, so that none has an `id`.
  var mayHaveIDs: Bool { get }
  func oldValue(_ index: Int) -> JSONValue
  func newValue(_ index: Int) -> JSONValue
}

extension AlignedArrays {
  package var mayHaveIDs: Bool { true }
  func isSame(_ old: Int, _ new: Int) -> Bool { commonRun(old, new, 1) == 1 }
}

/// The numbers of elements of two arrays: equal elements have the same.
package struct ElementNumbers {
  package private(set) var old: [Int32] = []
  package private(set) var new: [Int32] = []
  /// All numbers are below this one.
  package private(set) var count = 0

  package init<Element: Hashable>(old: [Element], new: [Element]) {
    var known: [Element: Int32] = [:]
    func number(_ element: Element) -> Int32 {
      if let number = known[element] { return number }
      let number = Int32(truncatingIfNeeded: known.count)
      known[element] = number
      return number
    }
    self.old = old.map(number)
    self.new = new.map(number)
    count = known.count
  }
}

/// Two arrays of JSON values.
struct JSONArrays: AlignedArrays {
  let old: [JSONValue]
  let new: [JSONValue]

  var oldCount: Int { old.count }
  var newCount: Int { new.count }
  var readableCount: Int { .max }

  func commonRun(_ oldStart: Int, _ newStart: Int, _ limit: Int) -> Int {
    var count = 0
    while count < limit, old[oldStart + count] == new[newStart + count] { count += 1 }
    return count
  }

  func numbers(old oldIndexes: [Int], new newIndexes: [Int]) -> ElementNumbers {
    ElementNumbers(old: oldIndexes.map { old[$0] }, new: newIndexes.map { new[$0] })
  }

  func oldValue(_ index: Int) -> JSONValue { old[index] }
  func newValue(_ index: Int) -> JSONValue { new[index] }
}
