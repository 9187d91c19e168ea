package import RewindJSON

/// The values in which two states differ, each of which may be taken from either.
///
/// The operations of a patch depend on each other's indexes, so that some of them do not make a state. Here the elements
/// of two arrays are aligned, and each that comes, goes or changes stands for itself.
package struct StateDifference {
  private indirect enum Node {
    case same(JSONValue)
    /// The change of this number.
    case change(Int)
    case object([(key: String, value: Node)])
    case array([Node])
  }

  /// The changes from the first state to the second, in the order of the second.
  package private(set) var changes: [Change] = []
  private var root = Node.same(.null)
  private var effort = SequenceAlignment.usualEffort

  package init(from old: JSONValue, to new: JSONValue) {
    root = compared(old, new, at: .root)
  }

  /// Returns the first state with some of the changes, by their numbers.
  package func state(with numbers: some Sequence<Int>) -> JSONValue {
    value(of: root, Set(numbers)) ?? .null
  }

  /// The numbers of the changes by the part of the state that they are in: below the first member in which they differ.
  var slices: [[Int]] {
    let names = changes.map(\.pointer.tokens)
    let shortest = names.map(\.count).min() ?? 0
    let depth = (0..<shortest).first { depth in Set(names.map { $0[depth] }).count > 1 } ?? 0
    let slices = Dictionary(grouping: names.indices) { names[$0].dropFirst(depth).first ?? "" }
    return slices.values.sorted { $0[0] < $1[0] }
  }

  // MARK: - Comparing

  private mutating func change(_ pointer: Pointer, _ old: JSONValue?, _ new: JSONValue?) -> Node {
    changes.append(Change(pointer, old: old, new: new))
    return .change(changes.count - 1)
  }

  private mutating func compared(_ old: JSONValue, _ new: JSONValue, at pointer: Pointer) -> Node {
    if old == new { return .same(new) }
    switch (old, new) {
    case (.object(let old), .object(let new)) where !old.members.isEmpty:
      var members: [(key: String, value: Node)] = []
      for member in old.members {
        let place = pointer.appending(member.key)
        let node =
          new[member.key].map { compared(member.value, $0, at: place) }
          ?? change(place, member.value, nil)
        members.append((member.key, node))
      }
      for member in new.members where old[member.key] == nil {
        members.append((member.key, change(pointer.appending(member.key), nil, member.value)))
      }
      return .object(members)
    case (.array(let old), .array(let new)) where !old.isEmpty && !new.isEmpty:
      return .array(compared(old, new, at: pointer))
    default:
      return change(pointer, old, new)
    }
  }

  private mutating func compared(
    _ old: [JSONValue],
    _ new: [JSONValue],
    at pointer: Pointer
  ) -> [Node] {
    let numbers = ElementNumbers(old: old, new: new)
    var alignment = SequenceAlignment(count: numbers.count)
    var nodes: [Node] = []
    var (i, j) = (0, 0)
    let end = SequenceAlignment.Run(old: old.count, new: new.count, count: 0)
    for run in alignment.runs(numbers.old, numbers.new, &effort) + [end] {
      if run.old - i == run.new - j {
        while i < run.old {
          nodes.append(compared(old[i], new[j], at: pointer.appending(j)))
          (i, j) = (i + 1, j + 1)
        }
      }
      while i < run.old {
        nodes.append(change(pointer.appending(i), old[i], nil))
        i += 1
      }
      while j < run.new {
        nodes.append(change(pointer.appending(j), nil, new[j]))
        j += 1
      }
      nodes += old[i..<i + run.count].map { .same($0) }
      (i, j) = (i + run.count, j + run.count)
    }
    return nodes
  }

  // MARK: - Choosing

  private func value(of node: Node, _ chosen: Set<Int>) -> JSONValue? {
    switch node {
    case .same(let value): value
    case .change(let number):
      chosen.contains(number) ? changes[number].new : changes[number].old
    case .object(let members):
      .object(
        JSONObject(
          members.compactMap { member in value(of: member.value, chosen).map { (member.key, $0) } }
        )
      )
    case .array(let nodes): .array(nodes.compactMap { value(of: $0, chosen) })
    }
  }
}
