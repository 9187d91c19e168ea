import RewindJSON

/// The changes of recorded actions, to guess the effect of an action elsewhere.
///
/// A run is planned as a whole, before any of it is replayed. Where a guess is wrong, a later action may be one that no
/// user could do, and the run ends there.
final class RecordedEffects {
  private let recordings: [ExploredRecording]
  private var patches: [PlannedStep.Origin: Patch] = [:]

  init(_ recordings: [ExploredRecording]) { self.recordings = recordings }

  /// Returns what a state may be like after a recorded action: with what that changed in its recording.
  func state(_ before: JSONValue, after origin: PlannedStep.Origin) -> JSONValue {
    var state = before
    do {
      try patch(of: origin).apply(to: &state)
      return state
    } catch {
      // It changes something that is not there.
      return before
    }
  }

  /// Returns the pointers that a recorded action changed, with `*` for an index, cut after some names.
  func changed(by origin: PlannedStep.Origin, _ length: Int) -> Set<String> {
    Set(
      patch(of: origin).operations.map { operation in
        operation.path.tokens.prefix(length)
          .map { Pointer.arrayIndex($0) == nil ? $0 : "*" }.joined(separator: "/")
      }
    )
  }

  private func patch(of origin: PlannedStep.Origin) -> Patch {
    if let known = patches[origin] { return known }
    let recording = recordings[origin.recording]
    var patch = Patch([])
    if let before = recording.state(before: origin.position),
      let after = recording.steps[origin.position].state
    {
      patch = Patch(from: before, to: after)
    }
    patches[origin] = patch
    return patch
  }
}
