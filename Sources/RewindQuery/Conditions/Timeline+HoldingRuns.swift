import RewindJSON
package import RewindSession
public import RewindTimeline

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
  public func runs(
    of condition: StepExpression,
    progress: ((_ index: Int) -> Void)? = nil
  ) throws -> HoldingRuns {
    var runs = HoldingRuns()
    var outside = try outsideStates()[...]
    func addOutside(before index: Int) throws {
      while let state = outside.first, state.place.index < index {
        runs.add(try condition.holds(at: outsideStep(state)), at: state.place)
        outside = outside.dropFirst()
      }
    }
    var next = firstIndex
    try truths(of: condition, in: firstIndex...lastIndex, progress: progress) { index, holds in
      try addOutside(before: index)
      // The state before a gap is not the one on which the action after it was dispatched.
      let isBlind = index > next && condition.reads.before
      if index > next { runs.addUnjudged(next...(index - 1)) }
      next = index + 1
      if holds != nil || missingState(after: index) != .died {
        runs.add(isBlind ? nil : holds, at: HoldingRuns.Place(index))
      }
      return true
    }
    if next <= lastIndex { runs.addUnjudged(next...lastIndex) }
    try addOutside(before: .max)
    return runs
  }

  /// A state after an external change.
  package struct OutsideState {
    package let place: HoldingRuns.Place
    /// The line, counted from 0.
    package let line: Int
  }

  /// Returns the states after external changes, in order.
  package func outsideStates() throws(SessionLogError) -> [OutsideState] {
    var found: [OutsideState] = []
    for line in 0..<log.lineCount {
      let key = try log.key(of: line)
      guard key.kind == .external, let index = key.index else { continue }
      let last = found.last?.place
      let number = last?.index == index ? (last?.outside ?? 0) + 1 : 1
      found.append(OutsideState(place: HoldingRuns.Place(index, outside: number), line: line))
    }
    return found
  }

  /// Returns an external change as a step.
  package func outsideStep(_ state: OutsideState) throws(SessionLogError) -> GivenStep {
    GivenStep(
      index: state.place.index,
      action: nil,
      before: try stateLine(before: state.line).map { line throws(SessionLogError) in
        try self.state(at: line)
      },
      after: try self.state(at: state.line)
    )
  }

  /// Returns the external change at a place; nil if an action made the state.
  package func outsideChange(
    at place: HoldingRuns.Place
  ) throws(SessionLogError) -> ExternalChange? {
    guard place.outside > 0 else { return nil }
    guard let state = try outsideStates().first(where: { $0.place == place }) else { return nil }
    return try outsideChange(at: state.line)
  }
}
