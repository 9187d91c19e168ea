import Foundation
import RewindCoding
import RewindInputs
import RewindJSON
import RewindSession

/// The log of one store, line by line.
///
/// It does not know the type of the states, which are behind pointers: generic code would look up that
/// type at every step of a dispatch. The life of an action in the log:
///
/// ```
///              reduce returns
///   open ────────────────────────────▶ its state line is written
///    │  a nested action begins on the state that this one has led to
///    ├──────────────────────────────▶ its state line is written then, and none when it returns
///    │  another thread's action begins: that one is marked as overlapping
///    └──────────────────────────────▶ its state line, or, after a later one, an external change
/// ```
///
/// The log's lock is that of its writer. An action takes it three times: for its line, to take the last state's
/// encoder, and for the state's line. It is not held while the app's code runs.
final class RecordingLog: @unchecked Sendable {
  let writer: SessionWriter
  let attachment: KnownAttachment
  let identity: LogIdentity
  let redactor: Redactor
  let clock: SessionClock
  let lines: ActionLines
  let types = LogTypes()
  let notices: LogNotices
  let gate = RecordingGate()
  /// The actions that hooks have announced.
  let hooked = HookedActions()
  private let hasSignposts: Bool
  private let isRecorded: (@Sendable (_ action: Any) -> Bool)?
  /// The writer's lock; it guards the following properties as well.
  let lock: ProcessLock
  @exclusivity(unchecked) var numbers = ActionNumbers()
  @exclusivity(unchecked) var last: LastState
  @exclusivity(unchecked) var keyframes: KeyframeSchedule
  /// The whole state that is being composed of the log's lines; nil if none is.
  @exclusivity(unchecked) var coming: ComingKeyframe?
  /// The offset of the last whole state in the file.
  @exclusivity(unchecked) var keyframeStart = 0
  /// True if large states that are only scheduled are composed of the log's lines.
  let composesKeyframes: Bool
  /// Decides whether to hold the last state; nil if that has no limit.
  @exclusivity(unchecked) var copyCost: CopyCost?
  /// The actions that effects are about to send.
  @exclusivity(unchecked) var sent = SentActions()
  @exclusivity(unchecked) private var wallTextNow = WallText()
  @exclusivity(unchecked) private var lastAction: OpenAction?

  init(
    _ begun: StoreLog,
    _ recorder: Recorder,
    states type: Any.Type,
    makeEncoder: @escaping () -> StateEncoder
  ) {
    let options = recorder.options
    (writer, attachment, lock) = (begun.writer, begun.attachment, begun.writer.lock)
    identity = LogIdentity(
      session: recorder.session.uuidString.lowercased(),
      store: begun.store
    )
    (redactor, clock) = (recorder.redactor, recorder.clock)
    lines = ActionLines(
      ActionNaming(states: type, custom: options.names),
      recorder.redactor,
      types
    )
    notices = LogNotices(recorder)
    hasSignposts = options.signposts
    isRecorded = options.isSelective ? options.records : nil
    last = LastState(makeEncoder)
    keyframes = KeyframeSchedule(options.states)
    composesKeyframes = !options.verifying
    if options.states == .patches, let budget = options.holdingBudget {
      copyCost = CopyCost(
        budget: Int(budget / .nanoseconds(1)),
        nanosecondsPerByte: clock.copying
      )
    }
  }

  /// True if the log has a state, or can get none, as in a fork of the process that records.
  var hasState: Bool { lock.withLock { last.isBegun } ?? true }

  /// Returns true if an action should be recorded.
  func records<Action>(_ action: Action) -> Bool {
    guard let isRecorded else { return true }
    return isRecorded(action)
  }

  /// Appends the wall clock as text; call it under the lock.
  func appendWallText(to line: inout LineBuffer) { wallTextNow.append(clock.wall(), to: &line) }

  /// True if each state is written relative to the one before, so that this one is held; requires the lock.
  var comparesStates: Bool { keyframes.states.areCompared && copyCost?.isPaused != true }

  // MARK: - The line of an action

  /// Appends an action, preceded by any change of the state since the one before; nil while paused.
  ///
  /// `keepsState` is false if `before` is changed in place, and so must not be retained.
  func append<Action>(
    _ action: Action,
    on before: UnsafeRawPointer,
    _ source: String?,
    keepsState: Bool
  ) -> OpenAction? {
    notices.readNotes?()
    switch gate.answer {
    case .closed: return nil
    case .new: begin(on: before, keepsState: keepsState)
    case .open: break
    }
    let scope = Recorded.scope
    let mark = scope?.mark
    let reducing = scope?.reducing
    let around = clock.isTiming ? reducing.flatMap(actionRunningHere) : nil
    let start = around == nil ? 0 : clock.nanoseconds()
    var line = lines.line(of: action, source, mark?.site)
    let cause = mark?.cause(ofNextIn: identity)
    let outer = reducing.flatMap { index(of: $0) }
    guard lock.take() else { return nil }
    let relation = relation(of: before, outer, keepsState: keepsState)
    if relation != .same {
      lock.giveBack()
      catchUp(with: before, relation, keepsState: keepsState)
      guard lock.take() else { return nil }
    }
    let sender = sent.take(line)
    let open = append(&line, sender?.action ?? cause, measuresCopies: !keepsState)
    lock.giveBack()
    mark?.noteRecorded(CausingAction(log: identity, index: open.index))
    if let dispatch = scope as? DispatchMark, dispatch.standsFor(open.index, in: identity) {
      open.dispatch = dispatch
    }
    if hasSignposts { open.signpost = redactor.redact(action: lines.naming.name(of: action)) }
    if let around { open.outer = (around, start) }
    return open
  }

  /// Completes the line of an action, and appends it; call it under the lock.
  private func append(
    _ line: inout ActionLine,
    _ cause: CausingAction?,
    measuresCopies: Bool
  ) -> OpenAction {
    let (index, isOverlapping) = numbers.begin()
    if let cause = sessionCause(cause) { append(cause, to: &line.text) }
    line.text.prepend(#","action":{"#)
    clock.prependTime(to: &line.text)
    line.text.prepend(#","time":"#)
    line.text.prepend(digits: index)
    line.text.prepend(#"{"index":"#)
    if let types = line.types { writer.append(.types, types) }
    if isOverlapping { line.text.append(#","overlap":true"#) }
    if !writer.append(.action, &line.text, index: index), writer.hasEnded { gate.end() }
    keyframes.note(line: line.text.count)
    return openAction(index, measuresCopies ? copyCost?.begin(index) : nil)
  }

  /// Returns an open action: the last one's object, if nothing that was started from there refers to it.
  private func openAction(_ index: Int, _ plan: CopyCost.Plan?) -> OpenAction {
    if isKnownUniquelyReferenced(&lastAction), let lastAction {
      lastAction.become(index, plan)
      return lastAction
    }
    let action = OpenAction(
      of: identity,
      index: index,
      plan: plan,
      writer: writer,
      redactor: redactor,
      types: types,
      clock: clock
    )
    lastAction = action
    return action
  }

  // MARK: - The state before an action

  /// The relation of the state before an action to the last state in the log.
  private enum Relation: Equatable {
    case same
    /// It is the state of this action while it is being reduced.
    case reached(by: Int)
    case unknown
  }

  private func relation(
    of before: UnsafeRawPointer,
    _ outer: Int?,
    keepsState: Bool
  ) -> Relation {
    if let outer, numbers.open.last == outer { return .reached(by: outer) }
    // Before the first action, a state that an app restores is compared in any case.
    guard comparesStates, keepsState || numbers.last == 0 else { return .same }
    return last.isKnownToBe(before) ? .same : .unknown
  }

  /// Appends the state before an action, where it is not the last one in the log.
  private func catchUp(with before: UnsafeRawPointer, _ relation: Relation, keepsState: Bool) {
    switch relation {
    case .same: break
    case .reached(let outer): writeState(before, after: outer, keepsState: keepsState)
    case .unknown: writeExternalChange(before)
    }
  }

  /// Appends the initial state.
  private func begin(on before: UnsafeRawPointer, keepsState: Bool) {
    let isWritten = writeInitialStateIfNeeded(before, isMade: false, keepsState: keepsState)
    if !isWritten, keepsState { writeExternalChange(before) }
  }

  // MARK: - Causes

  /// The action that this thread has reduced last, if no other one has reduced one since.
  var reducedHere: CausingAction? {
    let index = lock.withLock { numbers.reducedHere } ?? nil
    return index.map { CausingAction(log: identity, index: $0) }
  }

  /// Returns the action of a mark if this thread is reducing it.
  private func actionRunningHere(_ mark: any CauseMark) -> OpenAction? {
    guard let action = mark as? OpenAction, action.stopwatch.isRunningHere else { return nil }
    return action
  }

  /// Returns the index of the action that a mark of this log stands for.
  func index(of mark: any CauseMark) -> Int? {
    guard let action = mark.action, action.log === identity else { return nil }
    return action.index
  }

  /// Returns a cause that a reader of the session finds: an index of another one would mean nothing.
  private func sessionCause(_ cause: CausingAction?) -> CausingAction? {
    guard let cause, cause.log !== identity else { return cause }
    return (cause.log as? LogIdentity)?.session == identity.session ? cause : nil
  }

  private func append(_ cause: CausingAction, to line: inout LineBuffer) {
    line.append(
      cause.isSubscription
        ? #","subscribed":"# : cause.isShared ? #","origin":"# : #","cause":"#
    )
    guard cause.log !== identity, let other = cause.log as? LogIdentity else {
      return line.append(digits: cause.index)
    }
    line.append(#"{"store":"#)
    line.append(json: other.store)
    line.append(#","index":"#)
    line.append(digits: cause.index)
    line.append("}")
  }
}
