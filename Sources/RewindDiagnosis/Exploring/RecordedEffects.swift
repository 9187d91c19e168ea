import RewindJSON

/// The changes of recorded actions, to guess the effect of an action elsewhere.
///
/// A run is planned as a whole, before any of it is replayed. Where a guess is wrong, a later action may be one that no
/// user could do, and the run ends there.
final class RecordedEffects {
  private let recordings: [ExploredRecording]
  private var patches: [PlannedStep.Origin: Patch] = [:]

  init(_ recordings: [ExploredRecording]) { self.recordings = recordings }

  /// Returns what a state may be like after an action: with what a recorded one changed in its recording, as far as
  /// the state has that, and with the values of the action where the recorded one had others.
  func state(
    _ before: JSONValue,
    after step: SessionStep,
    like origin: PlannedStep.Origin
  ) -> JSONValue {
    var state = before
    let recorded = recordings[origin.recording].steps[origin.position].step
    var changed: [JSONValue: JSONValue] = [:]
    for leaf in PayloadLeaf.all(of: recorded.payload) where leaf.value.string != nil {
      changed[leaf.value] = step.payload?.value(at: leaf.path)
    }
    for operation in patch(of: origin).operations {
      try? Patch([operation.replacing(changed)]).apply(to: &state)
    }
    return state
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

extension Patch.Operation {
  /// Returns the operation with other values for some of those that it writes.
  fileprivate func replacing(_ others: [JSONValue: JSONValue]) -> Self {
    switch self {
    case .add(let pointer, let value): .add(pointer, value.replacing(others))
    case .replace(let pointer, let value): .replace(pointer, value.replacing(others))
    default: self
    }
  }
}

extension JSONValue {
  /// Returns the value with others for some of those in it.
  fileprivate func replacing(_ others: [JSONValue: JSONValue]) -> JSONValue {
    switch self {
    case .object(var object):
      for member in object.members { object[member.key] = member.value.replacing(others) }
      return .object(object)
    case .array(let elements): return .array(elements.map { $0.replacing(others) })
    default: return others[self] ?? self
    }
  }
}
