package import RewindJSON
import RewindSession
package import RewindTimeline

extension StepExpression {
  /// Returns the pointers of the values that the expression reads in the state after a step, each once.
  ///
  /// `any(items, it.count == 0)` reads the counts up to the first 0. A value that is read whole, as by
  /// `length(items)`, is one pointer.
  package func readPointers(at step: some Step) throws(SessionLogError) -> [Pointer] {
    var evaluation = ExpressionEvaluation(step, collectsReads: true)
    _ = try evaluation.value(of: root, .after)
    var seen: Set<Pointer> = []
    return (evaluation.reads ?? []).filter { seen.insert($0).inserted }
  }
}

/// A value that a condition reads, with its last writer.
package struct ReadValue {
  /// The pointer of the value in the state that the condition was evaluated on.
  package let pointer: Pointer
  package let blame: Blame
}

extension Timeline {
  /// The number of values whose writers are looked for; each may take a pass over the log.
  private static let readLimit = 30

  /// Returns the values that a condition reads in a state, each with its last writer.
  ///
  /// - Returns: The values in the order in which they are read, 30 at most; and the number of the others.
  package func readValues(
    of condition: StepExpression,
    at position: TruthRuns.Position
  ) throws(SessionLogError) -> (values: [ReadValue], omitted: Int) {
    var external: ExternalState?
    for state in try externalStates() where state.position == position { external = state }
    let line: Int
    let pointers: [Pointer]
    if let external {
      line = external.line
      pointers = try condition.readPointers(at: externalStep(external))
    } else {
      guard let found = try stateLine(after: position.index) else { return ([], 0) }
      line = found
      pointers = try condition.readPointers(at: TimelineStep(self, position.index))
    }
    var values: [ReadValue] = []
    for pointer in pointers.prefix(Self.readLimit) {
      guard let blame = try blame(pointer, upTo: line) else { continue }
      values.append(ReadValue(pointer: pointer, blame: blame))
    }
    return (values, max(pointers.count - Self.readLimit, 0))
  }
}
