package import RewindJSON

/// The frequencies of the patterns that steps change.
///
/// A step counts once for each pattern. What a dictionary is shows only at the end, when two pointers may have become
/// one; so the sets that occur are counted.
package struct PatternCounts: Sendable {
  private var sets: [Set<Pointer>: Int] = [:]

  package init() {}

  /// Counts a step that changes what these pointers point at.
  package mutating func add(_ pointers: some Sequence<Pointer>) {
    let raw = pointers.map { pointer in
      Pointer(tokens: pointer.tokens.map { $0.isMemberName ? $0 : "*" })
    }
    sets[Set(raw), default: 0] += 1
  }

  /// Returns the number of steps for each pattern.
  package func counts<Content>(in fields: FieldTree<Content>) -> [Pointer: Int] {
    var counts: [Pointer: Int] = [:]
    for (set, count) in sets {
      for pattern in Set(set.map { fields.pattern(of: $0) }) {
        counts[pattern, default: 0] += count
      }
    }
    return counts
  }
}
