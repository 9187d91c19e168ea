import RewindJSON
package import RewindSession
public import RewindTimeline

extension Timeline {
  /// Judges every state of the session by a condition: the one after each action, and the one after each
  /// change that no action made.
  ///
  /// States that a gap has swallowed, or that were not recorded, are not judged. Where the program died in
  /// an action there is no state to judge.
  ///
  /// - Parameters:
  ///   - condition: What is asked of each.
  ///   - progress: Told each index before it is looked at.
  /// - Returns: What was judged, in order.
  /// - Throws: ``SessionLogError`` where the session cannot be read.
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
      // What stands before a gap is not the state that the action behind it was dispatched on.
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

  /// A state that came about without an action.
  package struct OutsideState {
    package let place: HoldingRuns.Place
    /// Counted from 0.
    package let line: Int
  }

  /// The states that came about without an action, in order.
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

  /// A change that no action made, as a step.
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

  /// What came about at a place without an action; nil where an action made it.
  package func outsideChange(
    at place: HoldingRuns.Place
  ) throws(SessionLogError) -> ExternalChange? {
    guard place.outside > 0 else { return nil }
    guard let state = try outsideStates().first(where: { $0.place == place }) else { return nil }
    return try outsideChange(at: state.line)
  }
}
