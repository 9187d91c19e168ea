import RewindInputs

/// The reduction of an action that is in the log.
extension RecordingLog {
  /// Runs a reduction so that its inputs are recorded, and work that it starts knows its cause.
  func reducing<Result>(
    _ action: OpenAction,
    _ reduce: () throws -> Result
  ) rethrows -> Result {
    guard let dispatch = action.dispatch else {
      return try Recorded.$scope.withValue(action) { try timing(action, reduce) }
    }
    // What the dispatch is marked with need not be marked again.
    action.dispatch = nil
    return try dispatch.reducing(action) { try timing(action, reduce) }
  }

  /// Runs a reducer, and notes how long it took.
  private func timing<Result>(
    _ action: OpenAction,
    _ reduce: () throws -> Result
  ) rethrows -> Result {
    guard clock.isTiming else { return try reduce() }
    action.stopwatch.start(at: clock.nanoseconds())
    defer { action.stopwatch.stop(at: clock.nanoseconds()) }
    #if canImport(os)
    if let name = action.signpost, #available(macOS 12, iOS 15, tvOS 15, watchOS 8, *) {
      return try ActionSignpost.interval(name, reduce)
    }
    #endif
    return try reduce()
  }

  /// Runs work that is not the reducer's within the reduction of an action.
  func leavingOut<Result>(of action: OpenAction, _ work: () -> Result) -> Result {
    guard action.stopwatch.isRunningHere else { return work() }
    let start = clock.nanoseconds()
    defer { action.stopwatch.leaveOut(clock.nanoseconds() - start) }
    return work()
  }

  /// Leaves the time of an action, from before it was recorded until now, out of the time of the one around it.
  func leaveOut(_ action: OpenAction) {
    guard let outer = action.outer else { return }
    action.outer = nil
    outer.action.stopwatch.leaveOut(clock.nanoseconds() - outer.since)
  }

  /// Runs a reduction that changes the state in place, and measures it where holding the last state
  /// may make it slow.
  func reducingInPlace<Result>(
    _ open: OpenAction,
    action: () -> String,
    reduce: () -> Result
  ) -> Result {
    guard let plan = open.plan else { return reducing(open, reduce) }
    if plan.isResumed { write(text: "From here, Rewind tries again to record every state.") }
    guard !plan.isPaused else { return reducing(open, reduce) }
    // Without the lock, since the name of an action is found by the app's code.
    let isSuspect = plan.suspect.map { $0 == action() } ?? false
    let isFree = isSuspect && plan.isTrialDue
    if isFree { lock.withLock { last.become(nil) } }
    let nanoseconds = isSuspect ? clock.processorNanoseconds : clock.nanoseconds
    let start = nanoseconds()
    let result = reducing(open, reduce)
    let time = nanoseconds() - start
    if isSuspect {
      note(time, isFree: isFree, at: open.index)
    } else if time > plan.budget {
      let action = action()
      lock.withLock { copyCost?.noteExcess(of: action, at: open.index, size: keyframes.size) }
    }
    return result
  }

  /// Notes the processor's time for an action, and holds no state from here on if that is too slow.
  private func note(_ nanoseconds: Int, isFree: Bool, at index: Int) {
    let finding = lock.withLock {
      let finding = copyCost?.note(nanoseconds, isFree: isFree, at: index)
      if finding != nil { last.become(nil) }
      return finding
    }
    guard case let finding?? = finding else { return }
    let warning = Recorder.Warning.statesTooSlow(
      action: redactor.redact(action: finding.action),
      cost: .nanoseconds(finding.nanoseconds),
      pause: finding.pause
    )
    if finding.isFirst { tell(warning) } else { write(text: warning.description) }
  }
}
