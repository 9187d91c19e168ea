public import RewindJSON
public import RewindLog
public import RewindSession

/// An event between two actions.
public enum TimelineEvent: Sendable, CustomStringConvertible {
  case note(SessionNote)
  case gap(SessionGap)
  /// A move of the time machine on the live store.
  case travel(SessionTravel)
  /// The state changed without an action; the pointers, if the log has them, and the name of the transaction, if it
  /// has one.
  case external([Pointer], name: String?)

  /// In a few words, such as `jumped to the state after action 3`.
  public var description: String {
    switch self {
    case .note(let note): "note \"\(note.text)\""
    case .gap(let gap): gap.words
    case .travel(let travel): travel.words
    case .external(let pointers, let name): Self.words(pointers, name)
    }
  }

  private static func words(_ pointers: [Pointer], _ name: String?) -> String {
    guard let first = pointers.first else {
      return name.map { "\($0) set the state" } ?? "the state was set externally"
    }
    let more = pointers.count > 1 ? " and \(pointers.count - 1) more" : ""
    return name.map { "\($0) changed \(first)\(more)" }
      ?? "the state was changed externally: \(first)\(more)"
  }
}

extension Timeline {
  /// Returns the events after an action and before the next, in the order of the log.
  ///
  /// - Parameter index: The action; 0 is the start.
  /// - Returns: The notes, gaps, travels and external changes.
  /// - Throws: ``SessionLogError``
  public func events(after index: Int) throws(SessionLogError) -> [TimelineEvent] {
    var events: [TimelineEvent] = []
    for line in try lines(of: index) {
      switch try log.key(of: line).kind {
      case .note, .gap, .travel, .external: break
      case .header, .action, .input, .patch, .keyframe, .reduced, .types, .held, .laterKeyframe,
        .end,
        .unknown:
        continue
      }
      switch try log.line(line) {
      case .note(let note): events.append(.note(note))
      case .gap(let gap): events.append(.gap(gap))
      case .travel(let travel): events.append(.travel(travel))
      case .external(let state):
        // If the states contradict each other, the pointers are unknown.
        let changes = state.patch.map {
          recordedChanges(of: $0) ?? (try? externalChange(at: line).changes) ?? []
        }
        events.append(.external(changes?.map(\.pointer) ?? [], name: state.name))
      default: break
      }
    }
    return events
  }
}

extension SessionTravel {
  fileprivate var words: String {
    let target = to.map { $0 == 0 ? "the initial state" : "the state after action \($0)" }
    switch (kind, target) {
    case ("jump", let target?): return "jumped to \(target)"
    case ("branch", let target?): return "a new branch begins at \(target)"
    case (_, let target?): return "time travel (\(kind)), now at \(target)"
    case (_, nil): return "time travel (\(kind))"
    }
  }
}
