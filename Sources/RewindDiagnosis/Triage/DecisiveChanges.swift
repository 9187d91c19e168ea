package import RewindJSON
import RewindSession
package import RewindTimeline

/// The search for those of a culprit's changes without which the fatal action survives.
///
/// An action changes counters and dates as well, and sometimes more and sometimes less; what the crash
/// depends on stays the same. So each value is left as it was before the culprit in turn.
package struct DecisiveChanges {
  private let before: JSONValue
  private let after: JSONValue
  private let patch: Patch
  private let groups: [String: [Int]]

  /// Compares the states before and after the culprit; `first` is the session's first state, and `types` has those of
  /// the states.
  package static func make(
    before: JSONValue,
    after: JSONValue,
    payload: JSONValue?,
    first: JSONValue,
    types: RecordedTypes = RecordedTypes()
  ) -> DecisiveChanges {
    let fields = FieldTree<NoContent>()
    fields.know(types.state, in: types)
    for state in [first, before, after] { fields.add(state) }
    fields.settle()
    var data: Set<String> = []
    payload?.walk { value, _ in
      if let text = value.string ?? value.int.map(String.init) { data.insert(text) }
      return true
    }
    let patch = Patch(from: before, to: after)
    var groups: [String: [Int]] = [:]
    for (number, operation) in patch.operations.enumerated() {
      let pattern = fields.pattern(of: operation.path, data: data)
      // Of an element that comes, goes or is replaced, the list or dictionary itself: one session may replace what
      // another adds.
      let concerned = pattern.tokens.last == "*" ? pattern.parent : pattern
      groups[(concerned ?? pattern).description, default: []].append(number)
    }
    return DecisiveChanges(before: before, after: after, patch: patch, groups: groups)
  }

  /// The patterns of all changes.
  package var all: [String] { groups.keys.sorted() }

  /// Finds the changes that matter; all of them where trying the fatal action on states does not tell.
  func find(_ probe: ([JSONValue]) throws -> [FailureVerdict]) rethrows -> [String] {
    let patterns = all
    guard patterns.count > 1 else { return patterns }
    let trials = patterns.map(without)
    let states = [after] + trials.compactMap { $0 }
    var verdicts = try probe(states)[...]
    guard verdicts.popFirst() == .fails else { return patterns }
    let decisive = zip(patterns, trials).filter { _, trial in
      trial != nil && verdicts.popFirst()?.isPass == true
    }.map(\.0)
    return decisive.isEmpty ? patterns : decisive
  }

  /// Returns the state after the culprit but for one change; nil where the other changes need that one.
  private func without(_ pattern: String) -> JSONValue? {
    let left = Set(groups[pattern] ?? [])
    let rest = patch.operations.enumerated().filter { !left.contains($0.offset) }.map(\.element)
    var state = before
    do throws(PatchError) {
      try Patch(rest).apply(to: &state)
      return state
    } catch {
      return nil
    }
  }
}

extension DecisiveChanges {
  /// Reads the change that led to a state.
  static func read(
    at position: Int,
    of states: StateSequence,
    _ timeline: Timeline
  ) throws -> DecisiveChanges {
    let isAction = try !states.isExternal(position)
    return make(
      before: try states.state(at: position - 1),
      after: try states.state(at: position),
      payload: isAction ? try timeline.action(states.index(of: position)).payload : nil,
      first: try states.state(at: 0),
      types: timeline.stateTypes
    )
  }
}
