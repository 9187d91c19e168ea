import RewindJSON
package import RewindTimeline

extension Timeline {
  /// Evaluates a condition on every state of the session: after each action, and after each external change.
  ///
  /// States that were lost in a gap, or not recorded, are not evaluated. If the program crashed in an
  /// action, there is no state to evaluate.
  ///
  /// - Parameters:
  ///   - condition: The condition.
  ///   - progress: Called with each index before it is evaluated.
  /// - Returns: The results, in order.
  /// - Throws: ``SessionLogError`` if the session cannot be read.
  package func runs(
    of condition: StepExpression,
    progress: ((_ index: Int) -> Void)? = nil
  ) throws -> TruthRuns {
    var runs = TruthRuns()
    var external = try externalStates()[...]
    func addExternal(before index: Int) throws {
      while let state = external.first, state.position.index < index {
        runs.add(try condition.holds(at: externalStep(state)), at: state.position)
        external = external.dropFirst()
      }
    }
    var next = firstIndex
    try truths(of: condition, in: firstIndex...lastIndex, progress: progress) { index, holds in
      try addExternal(before: index)
      // The state before a gap is not the one on which the action after it was dispatched.
      let isBlind = index > next && condition.reads.before
      if index > next { runs.addUnjudged(next...(index - 1)) }
      next = index + 1
      if holds != nil || missingState(after: index) != .died {
        runs.add(isBlind ? nil : holds, at: TruthRuns.Position(index))
      }
      return true
    }
    if next <= lastIndex { runs.addUnjudged(next...lastIndex) }
    try addExternal(before: .max)
    return runs
  }

  /// A state after an external change.
  package struct ExternalState {
    package let position: TruthRuns.Position
    /// The line, counted from 0.
    package let line: Int
  }

  /// Returns the states after external changes, in order.
  package func externalStates() throws(SessionLogError) -> [ExternalState] {
    var found: [ExternalState] = []
    for line in 0..<log.lineCount {
      let key = try log.key(of: line)
      guard key.kind == .external, let index = key.index else { continue }
      let last = found.last?.position
      let number = last?.index == index ? (last?.external ?? 0) + 1 : 1
      found.append(ExternalState(position: TruthRuns.Position(index, external: number), line: line))
    }
    return found
  }

  /// Returns an external change as a step.
  package func externalStep(_ state: ExternalState) throws(SessionLogError) -> GivenStep {
    GivenStep(
      index: state.position.index,
      action: nil,
      before: try stateLine(before: state.line).map { line throws(SessionLogError) in
        try self.state(at: line)
      },
      after: try self.state(at: state.line)
    )
  }

  /// Returns the external change that made a state; nil if an action made the state.
  package func externalChange(
    at position: TruthRuns.Position
  ) throws(SessionLogError) -> ExternalChange? {
    guard position.external > 0 else { return nil }
    guard let state = try externalStates().first(where: { $0.position == position }) else {
      return nil
    }
    return try externalChange(at: state.line)
  }
}
