/// A comparison of two values that compares parts only once that occur several times in both.
///
/// Patches that copy a document into itself make values of a few objects and millions of paths.
struct SharedComparison {
  private struct Pair: Hashable {
    let a: UnsafeRawPointer
    let b: UnsafeRawPointer
  }

  /// The containers to compare before equal pairs are remembered: that costs more than comparing small ones.
  private var untracked = 1_024
  /// The addresses of containers that were found equal; the first difference ends the comparison.
  private var equal: Set<Pair> = []

  mutating func areEqual(_ a: JSONValue, _ b: JSONValue) -> Bool {
    switch (a, b) {
    case (.null, .null): true
    case (.bool(let a), .bool(let b)): a == b
    case (.number(let a), .number(let b)): a == b
    case (.string(let a), .string(let b)): a.hasSameCodePoints(as: b)
    case (.array(let a), .array(let b)): areEqual(a, b)
    case (.object(let a), .object(let b)): areEqual(a, b)
    default: false
    }
  }

  mutating func areEqual(_ a: JSONObject, _ b: JSONObject) -> Bool {
    guard a.count == b.count else { return false }
    return areEqual(at: a.members.address, b.members.address) {
      for i in a.members.indices {
        guard let j = b.position(of: a.members[i].key, near: i),
          $0.areEqual(a.members[i].value, b.members[j].value)
        else { return false }
      }
      return true
    }
  }

  private mutating func areEqual(_ a: [JSONValue], _ b: [JSONValue]) -> Bool {
    guard a.count == b.count else { return false }
    return areEqual(at: a.address, b.address) {
      for i in a.indices where !$0.areEqual(a[i], b[i]) { return false }
      return true
    }
  }

  private mutating func areEqual(
    at a: UnsafeRawPointer?,
    _ b: UnsafeRawPointer?,
    _ compare: (inout Self) -> Bool
  ) -> Bool {
    guard let a, let b, a != b else { return true }
    guard untracked == 0 else {
      untracked -= 1
      return compare(&self)
    }
    let pair = Pair(a: a, b: b)
    if equal.contains(pair) { return true }
    guard compare(&self) else { return false }
    equal.insert(pair)
    return true
  }
}

extension Array {
  /// The address of the elements in memory; nil if there are none.
  ///
  /// Two arrays of the same length and address are one.
  var address: UnsafeRawPointer? {
    isEmpty ? nil : withUnsafeBufferPointer { UnsafeRawPointer($0.baseAddress) }
  }
}
