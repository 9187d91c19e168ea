package import RewindSession

/// A step on the way back from an action to its origin.
package struct CauseStep: Sendable {
  /// The cause, as the line of the action names it.
  package let reference: CauseReference
  /// Its action; nil if that is in another store, or not in the log.
  package let action: RecordedAction?
}

extension Timeline {
  /// Returns the causes of an action, the nearest first, as far back as the log knows them.
  package func causes(of index: Int) throws(SessionLogError) -> [CauseStep] {
    var steps: [CauseStep] = []
    var action = try self.action(index)
    while let origin = action.origin {
      // A cause comes before its consequence, whatever a log may say.
      let isHere = origin.store == nil && origin.index > firstIndex && origin.index < action.index
      let cause = isHere ? try nextAction(from: origin.index) : nil
      let found = cause?.index == origin.index ? cause : nil
      steps.append(CauseStep(reference: origin, action: found))
      guard let found else { break }
      action = found
    }
    return steps
  }

  /// Returns the actions that come from one, directly or through others.
  ///
  /// - Parameters:
  ///   - index: The action.
  ///   - last: The last action to look at.
  /// - Returns: Their indexes.
  /// - Throws: `SessionLogError` if the log cannot be read.
  package func consequences(
    of index: Int,
    through last: Int
  ) throws(SessionLogError) -> Set<Int> {
    var found: Set<Int> = [index]
    var next = index + 1
    while let action = try nextAction(from: next), action.index <= last {
      if let origin = action.origin, origin.store == nil, found.contains(origin.index) {
        found.insert(action.index)
      }
      next = action.index + 1
    }
    found.remove(index)
    return found
  }
}

extension CauseReference {
  /// The cause in words: `answers 41`, `subscribed by 17`, `came of 7`, `answers 5 of user`.
  package var words: String {
    let verb =
      switch kind {
      case .answer: "answers"
      case .subscription: "subscribed by"
      case .origin: "came of"
      }
    return "\(verb) \(index)" + (store.map { " of \($0)" } ?? "")
  }
}
