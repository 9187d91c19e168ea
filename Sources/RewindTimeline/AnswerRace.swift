package import RewindJSON
package import RewindSession

/// An answer that came after another action had changed the same values.
package struct AnswerRace: Sendable {
  /// The action that the answer belongs to.
  package let request: RecordedAction
  package let answer: RecordedAction
  /// The last action between them that does not come from the request, and changed a value that the
  /// answer changes too; nil if there is none.
  package let rival: Rival?

  package struct Rival: Sendable {
    package let action: RecordedAction
    /// The pointer of the value that both have changed, or of the larger one of two.
    package let pointer: Pointer
  }

  /// The seconds between request and answer.
  package var seconds: Double? {
    guard let start = request.time, let end = answer.time, end >= start else { return nil }
    return end - start
  }
}

extension Timeline {
  /// The most actions between a request and its answer whose changes are compared: the last ones.
  private static var comparedActions: Int { 500 }

  /// Returns the request that an action answers, and the actions in between; nil if it answers none.
  package func race(of index: Int) throws(SessionLogError) -> AnswerRace? {
    let answer = try action(index)
    guard let step = try causes(of: index).first, step.reference.kind == .answer,
      let request = step.action
    else { return nil }
    let own = try consequences(of: request.index, through: index)
    var rival: AnswerRace.Rival?
    if let pointers = knownChanges(of: index)?.map(\.pointer) {
      let first = max(request.index + 1, index - Self.comparedActions)
      for between in (first..<max(first, index)).reversed() where !own.contains(between) {
        guard let changed = knownChanges(of: between)?.map(\.pointer),
          let shared = Self.shared(pointers, changed), let action = try? action(between)
        else { continue }
        rival = AnswerRace.Rival(action: action, pointer: shared)
        break
      }
    }
    return AnswerRace(request: request, answer: answer, rival: rival)
  }

  private func knownChanges(of index: Int) -> [Change]? {
    guard (try? stateLine(after: index)) != nil else { return nil }
    guard (try? isStateKnown(before: index)) ?? false else { return nil }
    return try? changes(of: index)
  }

  /// Returns a pointer that is in both lists, or leads into a value of the other one.
  private static func shared(_ pointers: [Pointer], _ others: [Pointer]) -> Pointer? {
    for pointer in pointers {
      for other in others {
        if pointer.isPrefix(of: other) { return pointer }
        if other.isPrefix(of: pointer) { return other }
      }
    }
    return nil
  }
}
