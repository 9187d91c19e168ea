package import RewindJSON
import RewindTimeline

/// The order in which positions are probed: likely survivors first.
///
/// The danger comes and goes where an action changes a value that the crash depends on. Which values
/// these are is unknown at first. They are among those that changed where a range was seen to begin; and
/// they change less often than counters and clocks, which are new in every state. So the positions at which
/// one of the former gets its old value back come first, then those at which it changes, then those at which
/// a rare value changes; within each group, those with a new value first. It only orders: a likely survivor
/// is never reported as one.
package struct ProbeOrder {
  /// A new value, by its hash, at a position with the numbered pattern (`/items/*/qty`).
  fileprivate struct Difference: Hashable {
    let pattern: Int
    let value: Int
  }

  /// The values that changed at each position.
  private let differences: [[Difference]]
  /// The number of positions at which each pattern's value changes.
  private let counts: [Int]
  private let table: PatternTable
  private var patterns: [Pointer] { table.patterns }
  /// The patterns that changed where a range began.
  private var relevant: Set<Int> = []
  /// Values with which a state was seen to fail.
  private var failing: Set<Difference> = []
  /// The values before a range was seen to begin.
  private var old: Set<Difference> = []

  /// The number of values of one pattern to probe before others have their turn: a flag has two, a choice
  /// some.
  private static let valueLimit = 12
  /// A state with more leaves than this in one change is new as a whole.
  private static let leafLimit = 200

  /// The step that led to a position.
  package struct Step {
    let patch: Patch
    let action: (type: String, payload: JSONValue)?

    /// - Parameters:
    ///   - patch: The change.
    ///   - action: The action that made it, if any. Its payload may matter where the state's recorded
    ///     form leaves something out.
    package init(_ patch: Patch, by action: (type: String, payload: JSONValue)?) {
      (self.patch, self.action) = (patch, action)
    }
  }

  /// - Parameters:
  ///   - steps: The step to each position.
  ///   - types: The types of the states, as far as the log tells them.
  init(_ steps: [Step], _ types: RecordedTypes = RecordedTypes()) {
    var table = PatternTable(steps, types)
    differences = steps.map { step in
      table.differences = []
      for operation in step.patch.operations { table.add(operation, limit: Self.leafLimit) }
      if let action = step.action {
        // A change to a value that only actions of its type change.
        table.note(Pointer(tokens: ["", action.type]), action.payload.hashValue)
      }
      return table.differences
    }
    var counts = Array(repeating: 0, count: table.patterns.count)
    for position in differences {
      for pattern in Set(position.map(\.pattern)) { counts[pattern] += 1 }
    }
    (self.counts, self.table) = (counts, table)
  }

  /// Notes a position at which a range begins, and the patch that takes back the step to it: its changes matter.
  mutating func noteBeginning(_ position: Int, undo: Patch) {
    guard position < differences.count else { return }
    var table = table
    table.differences = []
    for operation in undo.operations { table.add(operation, limit: Self.leafLimit) }
    // A value that no position has brings none of them first.
    old.formUnion(table.differences)
    let changed = Set(differences[position].map(\.pattern))
    let rare = changed.filter(isRare)
    for pattern in rare.isEmpty ? changed : rare {
      // A change to a list is related to those of its elements, and the other way round.
      relevant.formUnion(patterns.indices.filter { patterns[$0].isRelated(to: patterns[pattern]) })
    }
  }

  /// Notes a position that fails.
  mutating func noteFailing(_ position: Int) {
    guard position < differences.count else { return }
    failing.formUnion(differences[position])
  }

  /// Returns true if a value changes at less than half of the positions.
  private func isRare(_ pattern: Int) -> Bool { counts[pattern] * 2 <= differences.count }

  /// Returns the positions in the order in which to probe them.
  func sorted(_ positions: [Int]) -> [Int] {
    let latestFirst = positions.sorted(by: >)
    var order: [Int] = []
    var taken: Set<Int> = []
    func take(_ positions: some Sequence<Int>) {
      for position in positions where taken.insert(position).inserted { order.append(position) }
    }
    take(latestFirst.filter { differences[$0].contains { isRare($0.pattern) && old.contains($0) } })
    take(latestFirst.filter { !old.isDisjoint(with: differences[$0]) })
    take(newValues(latestFirst))
    take(latestFirst.filter(isRelevant))
    let known = Set(positions)
    take(latestFirst.filter(isRelevant).map { $0 - 1 }.filter(known.contains))
    let rarities = latestFirst.map { (position: $0, rarity: rarity($0)) }
    take(
      rarities.filter { $0.rarity * 2 <= differences.count }
        .sorted { ($0.rarity, $1.position) < ($1.rarity, $0.position) }.map(\.position)
    )
    take(spread(latestFirst))
    return order
  }

  /// Returns one position for each value that was not seen to fail, those of relevant patterns first, then
  /// of rare ones.
  private func newValues(_ positions: [Int]) -> [Int] {
    var seen = failing
    var taken: [Int: Int] = [:]
    var found: [(position: Int, isRelevant: Bool, rarity: Int)] = []
    for position in positions {
      for value in differences[position] where isRare(value.pattern) {
        let isRelevant = relevant.contains(value.pattern)
        guard isRelevant || taken[value.pattern, default: 0] < Self.valueLimit,
          seen.insert(value).inserted
        else { continue }
        taken[value.pattern, default: 0] += 1
        found.append((position, isRelevant, counts[value.pattern]))
      }
    }
    return found.sorted {
      ($0.isRelevant ? 0 : 1, $0.rarity, $1.position) < (
        $1.isRelevant ? 0 : 1, $1.rarity, $0.position
      )
    }.map(\.position)
  }

  private func isRelevant(_ position: Int) -> Bool {
    differences[position].contains { relevant.contains($0.pattern) }
  }

  /// Returns how often the rarest of the values that changed at a position changes.
  private func rarity(_ position: Int) -> Int {
    differences[position].map { counts[$0.pattern] }.min() ?? differences.count
  }

  /// Returns the positions in an order in which each beginning of the list covers the whole evenly (van der
  /// Corput's order).
  private func spread(_ positions: [Int]) -> [Int] {
    let bits = max(1, Int.bitWidth - positions.count.leadingZeroBitCount)
    return (0..<(1 << bits)).compactMap { number in
      var (reversed, rest) = (0, number)
      for _ in 0..<bits { (reversed, rest) = (reversed << 1 | rest & 1, rest >> 1) }
      return reversed < positions.count ? positions[reversed] : nil
    }
  }
}

/// The patterns that occur, numbered, and the differences at one position.
private struct PatternTable {
  private(set) var patterns: [Pointer] = []
  private var numbers: [Pointer: Int] = [:]
  private let fields = FieldTree<NoContent>()
  var differences: [ProbeOrder.Difference] = []

  init(_ steps: [ProbeOrder.Step], _ types: RecordedTypes) {
    fields.know(types.state, in: types)
    for step in steps { fields.add(step.patch) }
    fields.settle()
  }

  /// Adds the changes of an operation, leaf by leaf.
  mutating func add(_ operation: Patch.Operation, limit: Int) {
    let pointer = operation.path
    switch operation {
    case .add(_, let value), .replace(_, let value): add(value, pointer, limit: limit)
    case .remove: note(fields.pattern(of: pointer), -1)
    case .move, .copy: note(fields.pattern(of: pointer), operation.hashValue)
    case .test: break
    }
  }

  private mutating func add(_ value: JSONValue, _ pointer: Pointer, limit: Int) {
    guard differences.count < limit else { return }
    switch value {
    case .object(let object) where !object.members.isEmpty:
      for member in object.members {
        add(member.value, pointer.appending(member.key), limit: limit)
      }
    case .array(let elements) where !elements.isEmpty:
      note(fields.pattern(of: pointer), elements.count)
      for element in elements { add(element, pointer.appending("-"), limit: limit) }
    default:
      note(fields.pattern(of: pointer), value.hashValue)
    }
  }

  mutating func note(_ pattern: Pointer, _ value: Int) {
    let number = numbers[pattern] ?? patterns.count
    if number == patterns.count {
      numbers[pattern] = number
      patterns.append(pattern)
    }
    differences.append(ProbeOrder.Difference(pattern: number, value: value))
  }
}
