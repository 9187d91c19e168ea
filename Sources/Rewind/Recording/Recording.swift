package import RewindInputs
import RewindSession

/// The recording of one store.
///
/// Every way to attach a store uses the one primitive ``record(_:from:source:reduce:)``;
/// `RecordingLog` shows how an action is logged.
public class Recording<State>: @unchecked Sendable {
  /// True while actions are being recorded.
  public var isEnabled: Bool { log != nil }

  /// True while actions pass through unrecorded.
  ///
  /// Their changes appear as a change without an action when recording resumes.
  public var isPaused: Bool {
    get { log?.gate.isPaused ?? false }
    set { log?.gate.isPaused = newValue }
  }

  /// Retained, so that a session lasts as long as one of its stores.
  private let recorder: Recorder
  /// The log; nil if nothing is recorded.
  let log: RecordingLog?
  private let states: StateCoding<State>
  /// The time machine of the store, if it has one.
  @exclusivity(unchecked) package var observer: (any ReductionObserver<State>)?
  /// The store's name in the log's header; nil if nothing is recorded.
  package let store: String?
  /// The session's id in the log's header.
  package var session: String { recorder.session.uuidString.lowercased() }
  /// The folder of the session's first log; nil for a log in memory.
  package var folder: String? { recorder.files.first?.deletingLastPathComponent().path }

  init(_ recorder: Recorder, _ begun: StoreLog?, states: StateCoding<State>) {
    (self.recorder, self.states) = (recorder, states)
    store = begun?.store
    let isVerifying = recorder.options.verifying
    log = begun.map { begun in
      RecordingLog(begun, recorder, states: State.self) { [redactor = recorder.redactor] in
        StateDeltaEncoder(states, redactor, isVerifying: isVerifying)
      }
    }
  }

  /// Ends the log: nothing can be recorded any more, since each recorded reducer holds its recording.
  deinit {
    if let log { recorder.end(log.writer) }
  }

  /// Notes the hook that sees the actions, for the log's header; the first one counts.
  package func attached(by hook: Recorder.Attachment) {
    guard let log, !log.lock.isForked else { return }
    log.attachment.become(hook)
    log.writer.begin()
    log.writer.reportFailure()
  }

  // MARK: - The primitive

  /// Records an action and the state that it leads to.
  ///
  /// The action is in the log before `reduce` runs, and the state when this returns; a program that
  /// crashes inside `reduce` leaves the fatal action as the last line. Synchronous; the closure neither
  /// escapes nor crosses an isolation boundary.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - before: The state before the action. With the first action it becomes the log's initial state;
  ///     later, if it is not the last state in the log, it is recorded as a change without an action.
  ///   - source: The line of the dispatch, as `file:line`.
  ///   - reduce: Returns the state after the action; if it throws, that is the state before.
  /// - Returns: The state that `reduce` returned.
  /// - Throws: The error that `reduce` throws.
  public func record<Action>(
    _ action: Action,
    from before: State,
    source: String? = nil,
    reduce: () throws -> State
  ) rethrows -> State {
    guard let log, log.records(action) else { return try reduce() }
    return try record(action, from: before, source, log, reduce)
  }

  /// Records an action without asking ``Recorder/Options/records``.
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
    _ reduce: () throws -> State
  ) rethrows -> State {
    let open = withUnsafePointer(to: before) {
      log.append(action, on: $0, source, keepsState: true)
    }
    guard let open else { return try reduce() }
    do {
      let after = try log.reducing(open) {
        guard observer != nil else { return try reduce() }
        var state = before
        try observing(action, open, &state) { $0 = try reduce() }
        return state
      }
      withUnsafePointer(to: after) { log.append(stateAfter: open, $0, keepsState: true) }
      return after
    } catch {
      withUnsafePointer(to: before) { log.append(stateAfter: open, $0, keepsState: true) }
      throw error
    }
  }

  /// Records an action whose reducer changes the state in place.
  ///
  /// As ``record(_:from:source:reduce:)``, but a change without an action appears in the next action's
  /// patch. The recorder holds the last state, to detect the next change: so the first write of
  /// `reduce` to an array or dictionary copies it, as a pure reducer's would. Where that is too slow
  /// (``Recorder/Options/holdingBudget``), the recorder holds no state for a while, and records some of
  /// them only.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - state: The state to change.
  ///   - source: The line of the dispatch, as `file:line`.
  ///   - reduce: Changes the state; its result is passed on. If it throws, its changes so far stay.
  /// - Returns: The result of `reduce`.
  /// - Throws: The error that `reduce` throws.
  public func record<Action, Value, Failure: Error>(
    _ action: Action,
    on state: inout State,
    source: String? = nil,
    reduce: (inout State) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    guard let log, log.records(action) else { return try reduce(&state) }
    let open = withUnsafePointer(to: &state) {
      log.append(action, on: $0, source, keepsState: false)
    }
    guard let open else { return try reduce(&state) }
    defer {
      withUnsafePointer(to: &state) { log.append(stateAfter: open, $0, keepsState: false) }
    }
    return try log.reducingInPlace(
      open,
      action: { log.lines.naming.name(of: action) },
      reduce: {
        observing(action, open, &state) { state in
          Result { () throws(Failure) in try reduce(&state) }
        }
      }
    ).get()
  }

  /// Runs a reduction, and shows it to the observer.
  private func observing<Result>(
    _ action: Any,
    _ open: OpenAction,
    _ state: inout State,
    _ reduce: (inout State) throws -> Result
  ) rethrows -> Result {
    guard let observer else { return try reduce(&state) }
    let (before, inputs) = (state, observer.inputs())
    defer {
      log?.leavingOut(of: open) {
        observer.reduced(action, at: open.index, from: before, to: state, inputs)
      }
    }
    return try Recorded.with(source: inputs) { try reduce(&state) }
  }

  /// Records the creation of the initial state, and the inputs that the reducer reads meanwhile.
  ///
  /// It has the index 0 and is not an action; one that is made later is a change without an action.
  public func recordInitialState(make: () -> State) -> State {
    guard let log else { return make() }
    guard !log.hasState else {
      let state = make()
      withUnsafePointer(to: state) { log.writeExternalChange($0) }
      return state
    }
    let making = OpenAction(
      of: log.identity,
      index: 0,
      writer: log.writer,
      redactor: log.redactor,
      types: log.types,
      clock: log.clock
    )
    let state = log.reducing(making, make)
    log.lock.withLock { making.close() }
    withUnsafePointer(to: state) { _ = log.writeInitialStateIfNeeded($0, isMade: true) }
    log.writer.reportFailure()
    observer?.begin(with: state)
    return state
  }

  /// Records that the state was set without an action, as by `store.state = …`.
  ///
  /// Without this call, the change is detected when the next action is dispatched.
  public func recordExternalChange(to state: State) {
    guard let log else { return }
    withUnsafePointer(to: state) { log.writeExternal($0) }
  }

  /// Records a move of a time machine, to the state after an action; nil if that is not in the log.
  ///
  /// With `skip` and `unskip`, `skipped` is the action that it is about.
  package func recordTravel(_ kind: String, to index: Int?, of skipped: Int? = nil) {
    log?.writeTravel(kind, to: index, of: skipped)
  }

  /// Begins to encode states as the log has them, without secrets, for someone who looks at the app.
  package var stateHistory: StateHistory<State> { StateHistory(states.writer, recorder.redactor) }

  /// Writes a note to the log, such as `background`.
  public func note(_ text: String) {
    log?.write(note: text)
  }

  /// Returns true if an action should be recorded.
  package func records(_ action: Any) -> Bool {
    guard let log, !log.gate.isPaused else { return false }
    return log.records(action)
  }

  /// Returns the index of the action that a mark of this recording stands for.
  package func index(of mark: (any CauseMark)?) -> Int? {
    mark.flatMap { log?.index(of: $0) }
  }
}
