package import RewindTimeline

extension Timeline {
  /// Calls `found` with each index after which an expression holds, in order.
  ///
  /// The lines are read once, forward. If the expression reads states only, it is evaluated again only
  /// after lines that may have changed what it reads, as their bytes show; states are built only for
  /// those. O(bytes of the log) at worst.
  ///
  /// - Parameters:
  ///   - expression: The expression.
  ///   - range: The indexes to search; those that the session does not have are ignored.
  ///   - progress: Called with each index before it is searched.
  ///   - found: Returns whether to continue.
  /// - Throws: ``SessionLogError`` if the session cannot be read.
  package func find(
    _ expression: StepExpression,
    in range: ClosedRange<Int>,
    progress: ((_ index: Int) -> Void)? = nil,
    _ found: (_ index: Int) throws -> Bool
  ) throws {
    try truths(of: expression, in: range, progress: progress) { index, holds in
      holds == true ? try found(index) : true
    }
  }

  /// Calls `report` with each index, in order, and whether an expression holds there.
  ///
  /// The result is nil if the expression reads a state that does not exist or was not recorded. The
  /// search continues as long as `report` returns true. Indexes without a line in the log, as in a gap,
  /// are skipped: there may be any number of them.
  package func truths(
    of expression: StepExpression,
    in range: ClosedRange<Int>,
    progress: ((_ index: Int) -> Void)? = nil,
    _ report: (_ index: Int, _ holds: Bool?) throws -> Bool
  ) throws {
    let (first, last) = (max(range.lowerBound, firstIndex), min(range.upperBound, lastIndex))
    guard first <= last else { return }
    var walk = StepWalk(self, from: first, expression.reads)
    let results = ElementResults()
    var quiet: Bool?
    var next: Int? = first
    while let index = next, index <= last {
      progress?(index)
      let step = try walk.next(index)
      next = try walk.indexAhead()
      guard step.isRecorded || index == firstIndex else {
        quiet = nil
        continue
      }
      guard step.hasState || !expression.reads.after,
        !step.lacksBefore || !expression.reads.before
      else {
        quiet = nil
        guard try report(index, nil) else { return }
        continue
      }
      let holds: Bool
      if expression.reads.action || step.isTouched || quiet == nil {
        holds = try expression.holds(at: step, results)
        quiet = nil
        if !expression.reads.action, !step.isTouched || !expression.reads.before { quiet = holds }
      } else {
        holds = quiet ?? false
      }
      guard try report(index, holds) else { return }
    }
  }
}
