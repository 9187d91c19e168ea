import RewindJSON
import RewindSession
import RewindTimeline

/// The search for those of a culprit's changes without which the fatal action survives.
///
/// An action changes counters and dates as well, and sometimes more and sometimes less; what the crash
/// depends on stays the same. So each place is left as it was before the culprit in turn.
struct DecisivePlaces {
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
  ) throws -> DecisivePlaces {
    let patch = Patch(from: before, to: after)
    let places = GeneralPlaces(before: before, after: after, payload: payload, first: first)
    let groups = try places.places(of: patch)
    return DecisivePlaces(before: before, after: after, patch: patch, groups: groups)
  }

  /// Every changed place.
  var all: [String] { groups.keys.sorted() }

  /// Finds the places that matter; all of them where trying the fatal action on states does not tell.
  func find(_ probe: ([JSONValue]) throws -> [FailureVerdict]) rethrows -> [String] {
    let places = all
    guard places.count > 1 else { return places }
    let trials = places.map(without)
    let states = [after] + trials.compactMap { $0 }
    var verdicts = try probe(states)[...]
    guard verdicts.popFirst() == .fails else { return places }
    let decisive = zip(places, trials).filter { _, trial in
      trial != nil && verdicts.popFirst()?.isPass == true
    }.map(\.0)
    return decisive.isEmpty ? places : decisive
  }

  /// Returns the state after the culprit but for one place; nil where the other changes need that one.
  private func without(_ place: String) -> JSONValue? {
    let left = Set(groups[place] ?? [])
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

extension DecisivePlaces {
  /// Reads the change that led to a place of a session.
  static func read(
    at place: Int,
    of states: StateSequence,
    _ timeline: Timeline
  ) throws -> DecisivePlaces {
    let isAction = try !states.isExternal(place)
    return try make(
      before: states.state(at: place - 1),
      after: states.state(at: place),
      payload: isAction ? timeline.action(states.index(of: place)).payload : nil,
      first: { try states.state(at: 0) }
    )
  }
}
