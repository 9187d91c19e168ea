import RewindJSON
import RewindSession
import RewindTimeline

/// Walks through a session's lines step by step, reading only the necessary parts.
struct StepWalk {
  private let timeline: Timeline
  private let filter: PatchFilter
  private var line: Int?
  /// The last state line passed.
  private var lastState: Int?
  /// True if the state after the last step was not recorded.
  private var isLost = false
  /// True if the values asked about may have changed externally since the last step.
  private var isTouched = true

  init(_ timeline: Timeline, from index: Int, _ reads: ExpressionReads) {
    self.timeline = timeline
    filter = PatchFilter(reads.pointers)
  }

  /// A step of the walk, with its lines.
  struct WalkedStep: Step {
    let timeline: Timeline
    let index: Int
    fileprivate(set) var actionLine: Int?
    fileprivate(set) var lineBefore: Int?
    fileprivate(set) var lineAfter: Int?
    /// True if the values asked about may have changed since the step before.
    fileprivate(set) var isTouched = false

    /// True if the state before it was not recorded.
    fileprivate(set) var lacksBefore = false

    var hasState: Bool { lineAfter != nil }

    /// True if the log has the action or the state after it.
    var isRecorded: Bool { actionLine != nil || lineAfter != nil }

    func times() throws(SessionLogError) -> ActionTimes? { try timeline.times(of: index) }

    func action() throws(SessionLogError) -> StepAction? {
      guard let actionLine else { return nil }
      guard case .action(let action) = try timeline.log.line(actionLine) else { return nil }
      return StepAction(action)
    }

    func state(_ side: StepSide) throws(SessionLogError) -> JSONValue? {
      guard let line = side == .before ? lineBefore : lineAfter else { return nil }
      return try timeline.state(at: line)
    }
  }

  /// Returns the index of the next line after the last step; nil if there is none.
  func indexAhead() throws(SessionLogError) -> Int? {
    guard let line, line < timeline.log.lineCount else { return nil }
    return try timeline.log.key(of: line).index
  }

  /// Returns the step `index`, which must be after the last, with no logged step in between.
  mutating func next(_ index: Int) throws(SessionLogError) -> WalkedStep {
    let log = timeline.log
    if self.line == nil { self.line = try start(index) }
    var line = self.line ?? 0
    var step = WalkedStep(timeline: timeline, index: index)
    step.isTouched = isTouched
    isTouched = false
    step.lineBefore = index == timeline.firstIndex ? nil : lastState
    step.lacksBefore = isLost
    var isReduced = false
    while line < log.lineCount {
      let key = try log.key(of: line)
      if let found = key.index, found > index { break }
      switch key.kind {
      case .action:
        step.actionLine = line
      case .patch where key.index == index, .keyframe where key.index == index:
        step.isTouched = try mayTouch(line) || step.isTouched
        step.lineAfter = line
        lastState = line
        isLost = false
      case .reduced:
        isReduced = isReduced || key.index == index
        lastState = nil
        (isLost, isTouched) = (true, true)
      case .external, .patch, .keyframe:
        // Includes the state of an earlier action that this one has overlapped.
        isTouched = try mayTouch(line) || isTouched
        lastState = line
        isLost = false
      default:
        break
      }
      line += 1
    }
    self.line = line
    if step.lineAfter == nil, !isReduced, step.actionLine != nil, line < log.lineCount,
      let late = try timeline.stateLine(after: index)
    {
      // The next action has overlapped this one.
      step.lineAfter = late
      step.isTouched = true
    }
    return step
  }

  private func mayTouch(_ line: Int) throws(SessionLogError) -> Bool {
    try timeline.log.withBytes(of: line, filter.mayTouch)
  }

  /// Returns the first line of the first step, and finds the state before it.
  private mutating func start(_ index: Int) throws(SessionLogError) -> Int {
    let line = try timeline.log.firstLine(from: index)
    if index > timeline.firstIndex, let last = try timeline.lastStateLine(before: line) {
      (lastState, isLost) = (last.isRecorded ? last.line : nil, !last.isRecorded)
    }
    return line
  }
}
