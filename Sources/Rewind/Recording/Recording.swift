import RewindSession

/// The recording of one store.
///
/// ``record(_:from:source:reduce:)`` is the one primitive that every way to attach is made of; how an
/// action goes into the log, ``RecordingLog`` shows.
public final class Recording<State>: @unchecked Sendable {
  /// Whether actions are being recorded.
  public var isEnabled: Bool { log != nil }

  /// Whether actions are let through unrecorded for now.
  ///
  /// What they change shows as a change without an action when the recording goes on.
  public var isPaused: Bool {
    get { log?.isPaused ?? false }
    set { log?.isPaused = newValue }
  }

  /// Kept, so that a session lasts as long as one of its stores.
  private let recorder: Recorder
  /// The log; nil where nothing is recorded.
  let log: RecordingLog?

  init(_ recorder: Recorder, writer: SessionWriter?, states: StateKind<State>) {
    self.recorder = recorder
    let isVerifying = recorder.options.verifying
    log = writer.map { writer in
      RecordingLog(writer, recorder) { [redactor = recorder.redactor] in
        StateDeltaEncoder(states, redactor, isVerifying: isVerifying)
      }
    }
  }

  // MARK: - The primitive

  /// Records an action and the state that it leads to.
  ///
  /// The action is in the log before `reduce` runs, and the state when this returns; a program that
  /// dies inside `reduce` leaves the fatal action as the last line. Synchronous; the closure neither
  /// escapes nor crosses an isolation boundary.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - before: The state that it was dispatched on. With the first action it becomes the log's
  ///     initial state; later, where it is not the last state in the log, it is recorded as a change
  ///     that came without an action.
  ///   - source: Where it was dispatched, as `file:line`.
  ///   - reduce: Gives the state after the action.
  /// - Returns: What `reduce` gave.
  public func record<Action>(
    _ action: Action,
    from before: State,
    source: String? = nil,
    reduce: () -> State
  ) -> State {
    guard let log, log.records(action) else { return reduce() }
    return record(action, from: before, source, log, reduce)
  }

  /// Records an action of which nobody asks whether it is to be.
  @discardableResult
  package func recordAlways(
    _ form: some ActionForm,
    from before: State,
    reduce: () -> State
  ) -> State {
    guard let log else { return reduce() }
    return record(form, from: before, nil, log, reduce)
  }

  private func record<Action>(
    _ action: Action,
    from before: State,
    _ source: String?,
    _ log: RecordingLog,
    _ reduce: () -> State
  ) -> State {
    let index = withUnsafePointer(to: before) {
      log.begin(action, on: $0, source, keepsState: true)
    }
    guard let index else { return reduce() }
    let after = log.reducing(index, reduce)
    withUnsafePointer(to: after) { log.finish(index, $0, keepsState: true) }
    return after
  }

  /// Records an action whose reducer changes the state in place.
  ///
  /// As ``record(_:from:source:reduce:)``, but a change that came without an action shows in the next
  /// action's patch. The recorder holds the last state, to find the change in the next one: so the
  /// first write of `reduce` to an array or dictionary copies it, as a pure reducer's would. Where
  /// that is too dear (``Recorder/Options/holdingBudget``), the recorder goes over to
  /// ``Recorder/Options/States/keyframes``, which holds none.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - state: The state, which `reduce` changes.
  ///   - source: Where it was dispatched, as `file:line`.
  ///   - reduce: Changes the state; what it returns is passed on.
  /// - Returns: What `reduce` gave.
  public func record<Action, Result>(
    _ action: Action,
    on state: inout State,
    source: String? = nil,
    reduce: (inout State) -> Result
  ) -> Result {
    guard let log, log.records(action) else { return reduce(&state) }
    let index = withUnsafePointer(to: &state) {
      log.begin(action, on: $0, source, keepsState: false)
    }
    guard let index else { return reduce(&state) }
    let (result, finding) = log.reducingInPlace(
      index,
      action: { ActionName.of(action) },
      reduce: { reduce(&state) }
    )
    withUnsafePointer(to: &state) { log.finish(index, $0, keepsState: false) }
    if let finding { log.holdNoState(because: finding) }
    return result
  }

  /// Records the making of the initial state, and what the reducer takes from outside meanwhile.
  ///
  /// It has the index 0 and is no action.
  public func recordInitialState(make: () -> State) -> State {
    guard let log, !log.hasState else { return make() }
    let state = log.reducing(0, make)
    withUnsafePointer(to: state) { _ = log.writeInitialStateIfNeeded($0, isMade: true) }
    log.writer.reportFailure()
    return state
  }

  /// Records that the state was set without an action, as by `store.state = …`.
  ///
  /// Where nobody calls this, the change is noticed when the next action is dispatched.
  public func recordExternalChange(to state: State) {
    guard let log else { return }
    withUnsafePointer(to: state) { log.writeExternal($0) }
  }

  /// Records a move of a time machine, to the state after an action of the log, where that is in it.
  package func recordTravel(_ kind: String, to index: Int?) {
    log?.writeTravel(kind, to: index)
  }

  /// Sets a mark in the log, such as `background`.
  public func note(_ text: String) {
    log?.write(note: text)
  }

  /// Whether an action is to be recorded.
  package func records(_ action: Any) -> Bool {
    guard let log, !log.isPaused else { return false }
    return log.records(action)
  }

  /// The action that a mark of this recording stands for.
  package func index(of mark: (any Sendable)?) -> Int? {
    mark.flatMap { log?.index(of: $0) }
  }
}
