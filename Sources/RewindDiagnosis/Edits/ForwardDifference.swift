package import RewindJSON
package import RewindTimeline

/// The part of a session that comes of an action: what a replay without it, and without what it caused, does not do.
package struct ForwardDifference {
  /// An action of both whose changes differ.
  package struct Action {
    package let index: Int
    package let type: String
    /// The changes in the recording that the replay does not have.
    package let recorded: [Change]
    /// The changes in the replay that the recording does not have.
    package let replayed: [Change]
  }

  package let index: Int
  /// The changes of the action itself.
  package let own: [Change]
  /// The actions that the log says came of it, in order.
  package let answers: [Int]
  /// The later actions that changed the state otherwise.
  package let others: [Action]
  /// The last action, by its number in the recording, whose changes were compared; nil if none was.
  package let lastCompared: Int?
  /// The differences between the states after it, with the recorded value as `old`.
  package let final: [Change]
  /// The result of the replay.
  package let result: SessionEdit.Result

  /// Replays a session without an action.
  ///
  /// - Throws: ``SessionEdit/Refusal``; ``ReplayProgramError``; `SessionLogError`.
  package static func find(
    _ index: Int,
    in timeline: Timeline,
    by program: ReplayProgram
  ) throws -> ForwardDifference {
    let own = try timeline.leafChanges(of: index)
    let answers = try timeline.consequences(of: index, through: timeline.lastIndex).sorted()
    let drops = ([index] + answers).map { SessionEdit.Change.drop($0...$0) }
    let result = try SessionEdit.read(timeline, applying: drops).run(by: program)
    let other = try Timeline.open(result.text.log(named: timeline.log.path))
    var others: [Action] = []
    var last: (origin: Int, number: Int)?
    for number in (other.firstIndex + 1)...max(other.firstIndex + 1, other.lastIndex) {
      guard let origin = result.origin(of: number), origin > index,
        let recorded = try timeline.leafChanges(of: origin),
        let replayed = try other.leafChanges(of: number)
      else { continue }
      last = (origin, number)
      let (one, other) = (recorded.without(replayed), replayed.without(recorded))
      guard !one.isEmpty || !other.isEmpty else { continue }
      others.append(
        Action(
          index: origin,
          type: try timeline.action(origin).type,
          recorded: one,
          replayed: other
        )
      )
    }
    let final = try last.map { last in
      try StateDifference(
        from: timeline.state(after: last.origin),
        to: other.state(after: last.number)
      ).changes
    }
    return ForwardDifference(
      index: index,
      own: own ?? [],
      answers: answers,
      others: others,
      lastCompared: last?.origin,
      final: final ?? [],
      result: result
    )
  }
}

extension Timeline {
  /// Returns the changes of an action by pointer; nil where a state beside it is not known.
  fileprivate func leafChanges(of index: Int) throws -> [Change]? {
    guard index <= lastIndex, try stateLine(after: index) != nil, try isStateKnown(before: index)
    else { return nil }
    return try StateDifference(from: state(before: index), to: state(after: index)).changes
  }
}

extension [Change] {
  /// Returns the changes that do not write what the others write; the values before them are not the action's doing.
  fileprivate func without(_ others: [Change]) -> [Change] {
    let written = Set(others.flatMap(\.written))
    return filter { !written.isSuperset(of: $0.written) }
  }
}

extension Change {
  /// The change without the value before; of a list that was empty, or is, each element.
  fileprivate var written: [Change] {
    if old?.array == [] || new?.array == [], let list = (new ?? old)?.array {
      let elements = list.isEmpty ? old?.array ?? [] : list
      return elements.enumerated().map { index, element in
        Change(pointer.appending(index), old: nil, new: list.isEmpty ? nil : element)
      }
    }
    return [Change(pointer, old: nil, new: new)]
  }
}
