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
final class RecordingLog: @unchecked Sendable {
  let writer: SessionWriter
  let attachment: KnownAttachment
  let identity: LogIdentity
  let redactor: Redactor
  let clock: SessionClock
  let actions: ActionEncoders
  private let isRecorded: (@Sendable (_ action: Any) -> Bool)?
  private let fail: (Recorder.Failure) -> Void
  private let warn: (Recorder.Warning) -> Void
  /// Writes the notes that another process has left; nil where none is to.
  private let readNotes: (() -> Void)?
  /// Makes the encoder of the states from here on.
  private let makeEncoder: () -> any StateEncoder
  /// The writer's lock, which guards the following properties as well; never held while the app's code
  /// runs.
  let lock: ProcessLock
  private var isPausedNow = false
  /// The form in which states are written.
  let states: Recorder.Options.States
  /// Decides whether to hold the last state; nil if that has no limit.
  private var copyCost: CopyCost?
  /// True when nothing can be written any more.
  private var hasEnded = false
  /// Guards the following property, separately: an action's mirror is the app's code.
  private let outline = NSRecursiveLock()
  private var outlines = WrittenOutlines()
  var index = 0
  var hasInitialState = false
  /// Encodes the next state relative to the last one; nil while another is being encoded (the app's
  /// code runs without the lock), and after a state that could not be written.
  var encoder: (any StateEncoder)?
  /// The number of state lines, so that no patch is written on top of another thread's state.
  var generation = 0
  var bytesSinceKeyframe = 0
  /// The size in bytes of the last state that was written whole.
  var keyframeSize = 0
  var lastStateIndex = 0
  private var wallTextNow = WallText()
  /// Actions without a state in the log yet, in the order of their indexes.
  @exclusivity(unchecked) var open: [Int] = []
  /// The buffer for the next line; nil while in use.
  ///
  /// Retained, so that most lines allocate no memory.
  @exclusivity(unchecked) private var spare: LineBuffer?
  /// The actions that effects are about to send.
  @exclusivity(unchecked) var sent = SentActions()
  /// The action that was reduced last, and where.
  @exclusivity(unchecked) private var reduced: (index: Int, thread: ThreadIdentity)?

  init(
    _ begun: StoreLog,
    _ recorder: Recorder,
    states type: Any.Type,
    makeEncoder: @escaping () -> any StateEncoder
  ) {
    actions = ActionEncoders(ActionNaming(states: type, custom: recorder.options.names))
    (writer, attachment, lock) = (begun.writer, begun.attachment, begun.writer.lock)
    identity = LogIdentity(
      session: recorder.session.uuidString.lowercased(),
      store: begun.store
    )
    redactor = recorder.redactor
    states = recorder.options.states
    clock = recorder.clock
    isRecorded = recorder.options.isSelective ? recorder.options.records : nil
    fail = { [weak recorder] in recorder?.fail($0) }
    warn = { [weak recorder] in recorder?.warn($0) }
    readNotes = recorder.noteFile.map { _ in { [weak recorder] in recorder?.readNotes() } }
    if states == .patches, let budget = recorder.options.holdingBudget {
      copyCost = CopyCost(budget: Int(budget / .nanoseconds(1)))
    }
    self.makeEncoder = makeEncoder
    encoder = makeEncoder()
  }

  var isPaused: Bool {
    get { lock.withLock { isPausedNow } ?? false }
    set { lock.withLock { isPausedNow = newValue } }
  }

  /// True if the log has a state, or can get none, as in a fork of the process that records.
  var hasState: Bool { lock.withLock { hasInitialState } ?? true }

  /// Returns true if an action should be recorded.
  func records<Action>(_ action: Action) -> Bool {
    guard let isRecorded else { return true }
    return isRecorded(action)
  }

  /// The wall clock as text; call it under the lock.
  var wallText: String { wallTextNow.text(at: clock.wall()) }

  // MARK: - The life of an action

  /// Writes an action, preceded by any change of the state since the one before; nil while paused.
  ///
  /// `keepsState` is false if `before` is changed in place, and so must not be retained.
  func begin<Action>(
    _ action: Action,
    on before: UnsafeRawPointer,
    _ source: String?,
    keepsState: Bool
  ) -> Int? {
    readNotes?()
    let outer = DispatchTrace.reducing.flatMap { self.index(of: $0) }
    switch entry(on: before, outer, keepsState: keepsState) {
    case .paused: return nil
    case .known: break
    case .nested: writeState(before, after: outer ?? 0, keepsState: keepsState)
    case .first:
      let isWritten = writeInitialStateIfNeeded(before, isMade: false, keepsState: keepsState)
      if !isWritten, keepsState { writeExternalChange(before) }
    case .unknown: writeExternalChange(before)
    }
    return write(action, source)
  }

  /// The relation of the state before an action to the log.
  private enum Entry {
    case paused
    /// The last state in the log.
    case known
    /// The first state.
    case first
    /// The state of an action that is still being reduced.
    case nested
    case unknown
  }

  private func entry(
    on before: UnsafeRawPointer,
    _ outer: Int?,
    keepsState: Bool
  ) -> Entry {
    lock.withLock {
      if isPausedNow || hasEnded { return .paused }
      if let outer, open.last == outer { return .nested }
      guard hasInitialState else { return .first }
      guard keepsState, comparesStates else { return .known }
      return encoder?.isKnownToBe(before) ?? false ? .known : .unknown
    } ?? .paused
  }

  /// Runs a reduction so that its inputs are recorded, and what it starts knows its cause.
  func reducing<Result>(_ index: Int, _ reduce: () throws -> Result) rethrows -> Result {
    let inputs = RecordingInputs(
      of: identity,
      index: index,
      writer: writer,
      redactor: redactor
    )
    defer { inputs.close() }
    return try Recorded.$source.withValue(inputs) {
      try DispatchTrace.$reducing.withValue(inputs) {
        // What the dispatch is marked with need not be marked again.
        guard Recorded.mark?.standsFor(index, in: identity) != true else { return try reduce() }
        return try Recorded.$mark.withValue(inputs, operation: reduce)
      }
    }
  }

  /// True if each state is written relative to the one before, which is held for that; call it under the
  /// lock.
  var comparesStates: Bool { states.areCompared && copyCost?.isPaused != true }

  /// Runs a reduction that changes the state in place, and measures it where holding the last state
  /// may make it slow.
  func reducingInPlace<Result>(
    _ index: Int,
    action: () -> String,
    reduce: () throws -> Result
  ) rethrows -> Result {
    guard case let plan?? = lock.withLock({ copyCost?.begin(index) }) else {
      return try reducing(index, reduce)
    }
    if plan.isResumed { write(text: "From here, Rewind tries again to record every state.") }
    guard !plan.isPaused else { return try reducing(index, reduce) }
    // Without the lock, since the name of an action is found by the app's code.
    let isSuspect = plan.suspect.map { $0 == action() } ?? false
    let isFree = isSuspect && plan.isTrialDue
    if isFree { lock.withLock { encoder = nil } }
    let nanoseconds = isSuspect ? clock.processorNanoseconds : clock.nanoseconds
    let start = nanoseconds()
    let result = try reducing(index, reduce)
    let time = nanoseconds() - start
    if isSuspect {
      note(time, isFree: isFree, at: index)
    } else if time > plan.budget {
      let action = action()
      lock.withLock { copyCost?.noteExcess(of: action, at: index) }
    }
    return result
  }

  /// Notes the processor's time for an action, and holds no state from here on if that is too slow.
  private func note(_ nanoseconds: Int, isFree: Bool, at index: Int) {
    let finding = lock.withLock {
      let finding = copyCost?.note(nanoseconds, isFree: isFree, at: index)
      if finding != nil { encoder = nil }
      return finding
    }
    guard case let finding?? = finding else { return }
    let warning = Recorder.Warning.statesTooSlow(
      action: redactor.redact(action: finding.action),
      cost: .nanoseconds(finding.nanoseconds),
      pause: finding.pause
    )
    write(text: warning.description)
    if finding.isFirst { warn(warning) }
  }

  /// Reports the properties of the initial state that no line will show.
  func reportLeftOut(of state: UnsafeRawPointer) {
    let encoder = makeEncoder()
    if !RuntimeAccess.isAllowed { actions.naming.learn(fromState: encoder.value(of: state)) }
    reportUnnamedProperties()
    let leftOut = encoder.leftOut(of: state)
    guard !leftOut.places.isEmpty else { return }
    let warning = Recorder.Warning.leftOut(pointers: leftOut.places, types: leftOut.types)
    write(text: warning.description)
    warn(warning)
  }

  /// Reports the parts of the initial state of which its text has only a mark.
  func reportOpaqueParts(in text: [UInt8]) {
    guard let found = OpaqueParts(in: text) else { return }
    let warning = Recorder.Warning.opaque(pointers: found.places, types: found.types)
    write(text: warning.description)
    warn(warning)
  }

  /// Reports that bindings to properties of the state will have no names.
  private func reportUnnamedProperties() {
    guard let states = actions.naming.states, actions.naming.lacksPropertyNames else { return }
    let warning = Recorder.Warning.unnamedProperties(state: ActionName.name(of: states))
    write(text: warning.description)
    warn(warning)
  }

  func finish(_ index: Int, _ state: UnsafeRawPointer, keepsState: Bool) {
    defer { writer.reportFailure() }
    writeState(state, after: index, keepsState: keepsState)
  }

  /// The action that this thread has reduced last, if no other one has reduced one since.
  var reducedHere: CausingAction? {
    let index = lock.withLock { reduced?.thread == .current ? reduced?.index : nil } ?? nil
    return index.map { CausingAction(log: identity, index: $0) }
  }

  /// Returns the index of the action that a mark of this log stands for.
  func index(of mark: any CauseMark) -> Int? {
    guard let action = mark.action, action.log === identity else { return nil }
    return action.index
  }

  // MARK: - Lines of actions

  private func write<Action>(_ action: Action, _ source: String?) -> Int? {
    guard lock.take() else { return nil }
    var line = takeSpare()
    let isAwaited = !sent.isEmpty
    lock.giveBack()
    redactor.collectSecrets(action)
    let members = actions.writeMembers(of: action, to: &line)
    let mark = Recorded.mark
    let sender = isAwaited ? lock.withLock { sent.take(line.contents) } ?? nil : nil
    let cause = sessionCause(sender?.action ?? mark?.cause(ofNextIn: identity))
    let start = redactor.redactAndCap(nameIn: &line, before: members.start)
    redactor.redactAndCap(&line, from: start)
    line.append("}")
    if members.isReflected {
      line.append(#","form":"reflected""#)
      // Before the payload, the line has the action's name.
      let name = Array(line.contents.prefix(start))
      if let outline = outline.withLock({ outlines.next(for: action, named: name) }) {
        line.append(#","outline":"#)
        var text: [UInt8] = []
        outline.write(to: &text)
        line.append(text)
      }
    }
    if !members.traits.isEmpty {
      line.append(#","traits":"#)
      line.append(json: members.traits)
    }
    if let source {
      line.append(#","source":"#)
      line.append(json: source)
    } else if let site = mark?.site {
      site.append(to: &line)
    }
    if let cause { append(cause, to: &line) }
    guard lock.take() else { return nil }
    let index = writeAction(&line)
    giveBack(line)
    lock.giveBack()
    if let mark { mark.noteRecorded(CausingAction(log: identity, index: index)) }
    return index
  }

  /// Returns a cause that a reader of the session finds: an index of another one would mean nothing.
  private func sessionCause(_ cause: CausingAction?) -> CausingAction? {
    guard let cause, cause.log !== identity else { return cause }
    return (cause.log as? LogIdentity)?.session == identity.session ? cause : nil
  }

  private func append(_ cause: CausingAction, to line: inout LineBuffer) {
    if cause.isSubscription { line.append(#","subscribed":"#) } else { line.append(#","cause":"#) }
    guard cause.log !== identity, let other = cause.log as? LogIdentity else {
      return line.append(digits: cause.index)
    }
    line.append(#"{"store":"#)
    line.append(json: other.store)
    line.append(#","index":"#)
    line.append(digits: cause.index)
    line.append("}")
  }

  private func writeAction(_ line: inout LineBuffer) -> Int {
    index += 1
    line.prepend(#","action":{"#)
    clock.prependTime(to: &line)
    line.prepend(#","time":"#)
    line.prepend(digits: index)
    line.prepend(#"{"index":"#)
    if !open.isEmpty { line.append(#","overlap":true"#) }
    if !writer.append(.action, &line, index: index) { hasEnded = writer.hasEnded }
    bytesSinceKeyframe += line.count
    open.append(index)
    return index
  }

  /// Passes a line to `body` that is complete up to the number; call it under the lock.
  func withLine<Result>(
    _ opening: StaticString,
    _ number: Int,
    _ body: (inout LineBuffer) -> Result
  ) -> Result {
    var line = takeSpare()
    line.append(opening)
    line.append(digits: number)
    let result = body(&line)
    giveBack(line)
    return result
  }

  private func takeSpare() -> LineBuffer {
    spare.take() ?? LineBuffer()
  }

  private func giveBack(_ line: consuming LineBuffer) {
    guard line.capacity <= Self.keptCapacity else { return }
    line.removeAll()
    spare = consume line
  }

  /// The maximum size in bytes of a buffer that is reused: memory that is new to the process takes as long as the
  /// line, but is no matter beside a state of megabytes.
  private static var keptCapacity: Int { 1 << 20 }

  // MARK: - Following the states

  /// The next state, as far as it has to be encoded.
  enum NextState {
    /// The action that led to it has its state already, or will have none, as in a fork.
    case closed
    /// States are not written relative to each other.
    case notCompared
    case pending(PendingState)
  }

  /// Encodes a state, with no lock held, since its `encode(to:)` is the app's code.
  ///
  /// An action leads to it, or none, where `index` is nil.
  func advance(
    to state: UnsafeRawPointer,
    after index: Int? = nil,
    keepsState: Bool
  ) -> NextState {
    guard lock.take() else { return .closed }
    if let index { reduced = (index, .current) }
    if let index, open.last != index, !open.contains(index) {
      lock.giveBack()
      return .closed
    }
    guard comparesStates else {
      lock.giveBack()
      return .notCompared
    }
    let (taken, generation, lastIndex) = (encoder, generation, self.index)
    encoder = nil
    lock.giveBack()
    let encoder = taken ?? makeEncoder()
    let step = encoder.advance(to: state, keepsState: keepsState)
    if let fault = step.fault {
      fail(.unfaithful(pointer: fault.description, action: lastIndex))
    }
    return .pending(
      PendingState(state: state, step: step, encoder: encoder, generation: generation)
    )
  }

  /// Returns the whole text of a state, where none are compared.
  func wholeText(of state: UnsafeRawPointer) -> [UInt8] {
    let known = lock.withLock { self.encoder } ?? nil
    let encoder = known ?? makeEncoder()
    return encoder.text(of: state)
  }
}

/// A state that is not yet written to the log.
struct PendingState {
  let state: UnsafeRawPointer
  let step: StateStep
  let encoder: any StateEncoder
  /// The number of state lines in the log when the change was detected.
  let generation: Int
  /// The whole state, once it is needed.
  private(set) var text: [UInt8]?
  /// Further members of the line, such as the name of a transaction.
  var members: [UInt8] = []

  init(
    state: UnsafeRawPointer,
    step: StateStep,
    encoder: any StateEncoder,
    generation: Int
  ) {
    (self.state, self.step, self.encoder, self.generation) = (state, step, encoder, generation)
  }

  /// Encodes the whole state, with no lock held.
  mutating func encodeWhole() {
    text = encoder.text(of: state)
  }
}
