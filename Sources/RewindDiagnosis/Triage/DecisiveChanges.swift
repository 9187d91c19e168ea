import RewindJSON
import RewindSession
import RewindTimeline

/// The search for those of a culprit's changes without which the fatal action survives.
///
/// An action changes counters and dates as well, and sometimes more and sometimes less; what the crash
/// depends on stays the same. So each value is left as it was before the culprit in turn.
struct DecisiveChanges {
  private let before: JSONValue
  private let after: JSONValue
  private let patch: Patch
  private let groups: [String: [Int]]

  /// Compares the states before and after the culprit; `first` returns the session's first state.
  static func make(
    before: JSONValue,
    after: JSONValue,
    payload: JSONValue?,
    first: @escaping () throws -> JSONValue
  ) throws -> DecisiveChanges {
    let patch = Patch(from: before, to: after)
    let general = GeneralPatterns(before: before, after: after, payload: payload, first: first)
    let groups = try general.patterns(of: patch)
    return DecisiveChanges(before: before, after: after, patch: patch, groups: groups)
  }

  /// The patterns of all changes.
  var all: [String] { groups.keys.sorted() }

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
    return try make(
      before: states.state(at: position - 1),
      after: states.state(at: position),
      payload: isAction ? timeline.action(states.index(of: position)).payload : nil,
      first: { try states.state(at: 0) }
    )
  }
}
