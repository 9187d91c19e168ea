import RewindJSON
import RewindTimeline

/// The few values of a state on which it depends whether the fatal action crashes.
///
/// Found between a state that crashes and one that does not: which of the values in which they differ
/// must be taken from the other one, so that it survives too? Delta debugging (Zeller and Hildebrandt,
/// 2002), in the form that suits few causes among many: halve for the shortest beginning of the list
/// of differences that saves it; its last difference is one of those needed; again without what lies
/// behind.
struct DecisiveValues {
  /// Where the values are.
  let pointers: [Pointer]
  private let countsSuffice: Bool

  /// More differences than that are taken together by what holds them.
  private static let differenceLimit = 4_096
  /// Whoever needs more values than that to be saved is not dangerous because of a few.
  private static let causeLimit = 4

  /// Finds the values; nil where there are no few.
  init?(crashing: JSONValue, surviving: JSONValue, _ probe: CrashProbe) throws {
    let differences = crashing.differences(to: surviving, limit: Self.differenceLimit)
    guard !differences.isEmpty else { return nil }
    /// Whether the first of the differences and those found so far save the crashing state.
    func survives(_ count: Int, _ found: [Change]) throws -> Bool {
      let changes = Array(differences.prefix(count)) + found
      if changes.count >= differences.count && count == differences.count { return true }
      return try probe.crashes(on: crashing.applying(changes)) == false
    }
    var found: [Change] = []
    var count = differences.count
    repeat {
      var (low, high) = (0, count)
      while low + 1 < high {
        let middle = (low + high) / 2
        if try survives(middle, found) { high = middle } else { low = middle }
      }
      found.append(differences[high - 1])
      count = high - 1
    } while try found.count < Self.causeLimit && count > 0 && !survives(0, found)
    let pointers = found.map(\.pointer)
    self.pointers = pointers
    countsSuffice = Self.counts(pointers, crashing) != Self.counts(pointers, surviving)
  }

  /// What a state has at the places, as far as states are taken for alike: of an array, how many
  /// elements there are, where that tells the two states apart.
  func view(of state: JSONValue) -> [JSONValue] {
    countsSuffice
      ? Self.counts(pointers, state) : pointers.map { state[$0] ?? ["absent": true] }
  }

  private static func counts(_ pointers: [Pointer], _ state: JSONValue) -> [JSONValue] {
    pointers.map { pointer in
      guard let value = state[pointer] else { return ["absent": true] }
      return value.array.map { ["count": JSONValue($0.count)] } ?? value
    }
  }
}

extension JSONValue {
  /// Where another value differs, place by place, or all at once where there are too many places.
  ///
  /// Elements of arrays of the same length have places of their own, and members that both have.
  fileprivate func differences(to other: JSONValue, limit: Int) -> [Change] {
    var found: [Change] = []
    guard collect(other, .root, limit, &found) else {
      return [Change(.root, old: self, new: other)]
    }
    return found
  }

  private func collect(
    _ other: JSONValue,
    _ pointer: Pointer,
    _ limit: Int,
    _ found: inout [Change]
  ) -> Bool {
    guard self != other else { return true }
    switch (self, other) {
    case (.object(let mine), .object(let theirs)):
      for member in mine.members {
        let place = pointer.appending(member.key)
        if let value = theirs[member.key] {
          guard member.value.collect(value, place, limit, &found) else { return false }
        } else {
          found.append(Change(place, old: member.value, new: nil))
        }
      }
      for member in theirs.members where mine[member.key] == nil {
        found.append(Change(pointer.appending(member.key), old: nil, new: member.value))
      }
    case (.array(let mine), .array(let theirs)) where mine.count == theirs.count:
      for (index, element) in mine.enumerated() {
        let place = pointer.appending(index)
        guard element.collect(theirs[index], place, limit, &found) else { return false }
      }
    default:
      found.append(Change(pointer, old: self, new: other))
    }
    return found.count <= limit
  }

  /// The value with some places changed.
  fileprivate func applying(_ changes: [Change]) -> JSONValue {
    var value = self
    for change in changes {
      let operation: Patch.Operation =
        switch (change.old, change.new) {
        case (_, nil): .remove(change.pointer)
        case (nil, let new?): .add(change.pointer, new)
        case (_, let new?): .replace(change.pointer, new)
        }
      // The places are those of this value, so each change fits; places do not hold one another.
      do throws(PatchError) {
        try Patch([operation]).apply(to: &value)
      } catch {
        fatalError("A difference of two states cannot be applied to one of them: \(error)")
      }
    }
    return value
  }
}
