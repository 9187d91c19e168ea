import RewindJSON
import RewindSession
import RewindTimeline

/// The numbers in actions that may be indexes of an array in the state.
///
/// A number is taken for an index if there is an array in the state that had, whenever such an action was
/// dispatched, at least as many elements. An amount is soon greater than every list is long.
struct IndexMembers {
  /// The arrays that each number may be an index of.
  private var arrays: [PayloadMember: Set<Pointer>] = [:]
  /// The number of actions of a type whose states are built.
  private static let limit = 50

  /// Reads the states before the actions of some types.
  ///
  /// The fatal action is not asked: its index may be the one that is out of range.
  static func read(
    _ timeline: Timeline,
    of types: Set<String>,
    before fatal: Int
  ) throws(SessionLogError) -> IndexMembers {
    var members = IndexMembers()
    var seen: [String: Int] = [:]
    for line in 0..<timeline.log.lineCount {
      let key = try timeline.log.key(of: line)
      guard key.kind == .action, let index = key.index, index < fatal else { continue }
      let action = try timeline.action(index)
      guard types.contains(action.type), let payload = action.payload,
        seen[action.type, default: 0] < limit, try timeline.isStateKnown(before: index)
      else { continue }
      seen[action.type, default: 0] += 1
      let lengths = try timeline.state(before: index).arrayLengths()
      payload.visitNumbers(from: 0) { number, path in
        let member = PayloadMember(type: action.type, path: path)
        let fitting = lengths.filter { number <= $0.value }.map(\.key)
        members.arrays[member] =
          members.arrays[member].map { $0.intersection(fitting) } ?? Set(fitting)
      }
    }
    return members
  }

  /// True if the numbers in a member may be indexes; also where none was seen, as in the fatal action.
  func contains(_ member: PayloadMember) -> Bool { arrays[member].map { !$0.isEmpty } ?? true }
}

extension JSONValue {
  /// Returns the lengths of the arrays in a state, by their pointers.
  fileprivate func arrayLengths() -> [Pointer: Int] {
    var lengths: [Pointer: Int] = [:]
    walk { value, path in
      if let elements = value.array { lengths[Pointer(tokens: path)] = elements.count }
      return true
    }
    return lengths
  }

  /// Visits the whole numbers that are not below a bound, with their paths.
  func visitNumbers(from bound: Int, _ visit: (_ number: Int, _ path: [String]) -> Void) {
    walk(element: PayloadValues.element) { value, path in
      if let number = value.int, number >= bound { visit(number, path) }
      return true
    }
  }
}
