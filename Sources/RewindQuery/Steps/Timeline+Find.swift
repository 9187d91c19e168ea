public import RewindTimeline

extension Timeline {
  /// Calls `found` with each index, in order, after which an expression holds.
  ///
  /// One pass forward. Where the expression looks at states only, it is evaluated again only after
  /// lines that may have changed what it looks at, which their bytes tell; states are made only for
  /// those. O(bytes of the log) at worst.
  ///
  /// - Parameters:
  ///   - expression: What is asked of each step.
  ///   - range: The indexes asked about; those the session does not have are left out.
  ///   - progress: Told each index before it is looked at.
  ///   - found: Returns whether to go on.
  /// - Throws: ``SessionLogError`` where the session cannot be read.
  public func find(
    _ expression: StepExpression,
    in range: ClosedRange<Int>,
    progress: ((_ index: Int) -> Void)? = nil,
    _ found: (_ index: Int) throws -> Bool
  ) throws {
    try truths(of: expression, in: range, progress: progress) { index, holds in
      holds == true ? try found(index) : true
    }
  }

  /// Tells for each index, in order, whether an expression holds.
  ///
  /// It tells nil where the expression looks at a state and there is none, or it was not recorded, and
  /// goes on as long as `told` returns true. Indexes of which the log has no line, as in a gap, are
  /// passed over: there may be any number of them.
  package func truths(
    of expression: StepExpression,
    in range: ClosedRange<Int>,
    progress: ((_ index: Int) -> Void)? = nil,
    _ told: (_ index: Int, _ holds: Bool?) throws -> Bool
  ) throws {
    let (first, last) = (max(range.lowerBound, firstIndex), min(range.upperBound, lastIndex))
    guard first <= last else { return }
    var walk = StepWalk(self, from: first, expression.reads)
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
        guard try told(index, nil) else { return }
        continue
      }
      let holds: Bool
      if expression.reads.action || step.isTouched || quiet == nil {
        holds = try expression.holds(at: step)
        quiet = nil
        if !expression.reads.action, !step.isTouched || !expression.reads.before { quiet = holds }
      } else {
        holds = quiet ?? false
      }
      guard try told(index, holds) else { return }
    }
  }
}
