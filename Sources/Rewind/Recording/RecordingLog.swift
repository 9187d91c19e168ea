import Foundation
import RewindCoding
import RewindInputs
import RewindJSON
import RewindSession
import RewindStore

/// The log of one store, line by line.
///
/// It knows nothing of the type of the states, which lie behind pointers: code that is made anew for each
/// type would look up that type at every step of a dispatch. The life of an action in the log:
///
/// ```
///              reduce returns
///   open ────────────────────────────▶ its state line is written
///    │  a nested action begins on the state that this one has led to
///    ├──────────────────────────────▶ its state line is written then, and none when it returns
///    │  another thread's action begins: that one is marked as overlapping
///    └──────────────────────────────▶ its state line, or, behind a later one, an external change
/// ```
final class RecordingLog: @unchecked Sendable {
  let writer: SessionWriter
  let redactor: Redactor
  let clock: SessionClock
  private let isRecorded: (@Sendable (_ action: Any) -> Bool)?
  private let fail: (Recorder.Failure) -> Void
  private let remark: (Recorder.Warning) -> Void
  /// Makes what follows the states from here on.
  private let makeFollower: () -> any StateFollowing
  /// Guards what follows; held while a line is assembled and written, never while the app's code runs.
  private let lock = UnfairLock()
  private var isPausedNow = false
  /// How states are written from here on.
  private(set) var states: Recorder.Options.States
  /// What holding the last state costs; nil where it may cost anything, or none is held.
  private var holdingCost: HoldingCost?
  /// Whether nothing can be written any more.
  private var hasEnded = false
  var index = 0
  var hasInitialState = false
  /// What the next state is told from; nil while another is being encoded (the app's code runs
  /// without the lock), and after one that could not be written.
  var follower: (any StateFollowing)?
  /// Counts the state lines, so that nobody writes a patch on top of another's state.
  var generation = 0
  var bytesSinceKeyframe = 0
  /// The bytes of the last state that was written whole.
  var keyframeSize = 0
  var lastStateIndex = 0
  private var wallTextNow = WallText()
  /// Actions that have begun and whose state is not in the log yet, in the order of their indexes.
  @exclusivity(unchecked) var open: [Int] = []
  /// Where the next line is put together; nil while one is.
  ///
  /// Kept, so that most lines take no memory of their own.
  @exclusivity(unchecked) private var spare: LineBuffer?

  init(
    _ writer: SessionWriter,
    _ recorder: Recorder,
    makeFollower: @escaping () -> any StateFollowing
  ) {
    self.writer = writer
    redactor = recorder.redactor
    states = recorder.options.states
    clock = recorder.clock
    isRecorded = recorder.options.isSelective ? recorder.options.records : nil
    fail = { [weak recorder] in recorder?.fail($0) }
    remark = { [weak recorder] in recorder?.remark($0) }
    if states.areFollowed, let budget = recorder.options.holdingBudget {
      holdingCost = HoldingCost(budget: Int(budget / .nanoseconds(1)))
    }
    self.makeFollower = makeFollower
    follower = makeFollower()
  }

  var isPaused: Bool {
    get { lock.withLock { isPausedNow } }
    set { lock.withLock { isPausedNow = newValue } }
  }

  var hasState: Bool { lock.withLock { hasInitialState } }

  /// Whether an action is one of those that are recorded.
  func records<Action>(_ action: Action) -> Bool {
    guard let isRecorded else { return true }
    return isRecorded(action)
  }

  func withLock<Result: ~Copyable>(_ body: () -> Result) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return body()
  }

  /// The wall clock as text; to be asked under the lock.
  var wallText: String { wallTextNow.text(at: clock.wall()) }

  // MARK: - The life of an action

  /// Writes an action, and before it what its state says of the one before; nil while the recording
  /// is paused.
  ///
  /// `keepsState` is false where `before` is changed in place, and so must not be kept.
  func begin<Action>(
    _ action: Action,
    on before: UnsafeRawPointer,
    _ source: String?,
    keepsState: Bool
  ) -> Int? {
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
    guard let telling = DispatchTrace.telling else { return write(action, source, cause: outer) }
    let index = write(action, source, cause: outer ?? self.index(of: telling))
    (telling as? DispatchMark)?.recorded(as: index)
    return index
  }

  /// What the state that an action is dispatched on is to the log.
  private enum Entry {
    case paused
    /// The last one in the log.
    case known
    /// The first one.
    case first
    /// That of an action which is still being reduced.
    case nested
    case unknown
  }

  private func entry(
    on before: UnsafeRawPointer,
    _ outer: Int?,
    keepsState: Bool
  ) -> Entry {
    withLock {
      if isPausedNow || hasEnded { return .paused }
      if let outer, open.last == outer { return .nested }
      guard hasInitialState else { return .first }
      guard keepsState, states.areFollowed else { return .known }
      return follower?.isKnownToBe(before) ?? false ? .known : .unknown
    }
  }

  /// Runs a reduction so that what it draws is recorded, and a nested action knows its cause.
  func reducing<Result>(_ index: Int, _ reduce: () -> Result) -> Result {
    let inputs = RecordingInputs(
      of: ObjectIdentifier(self),
      index: index,
      writer: writer,
      redactor: redactor
    )
    defer { inputs.close() }
    return Recorded.$source.withValue(inputs) {
      DispatchTrace.$reducing.withValue(inputs, operation: reduce)
    }
  }

  /// Runs a reduction that changes the state in place; gives what it was found to cost that the last state
  /// is held, where that is too much.
  func reducingInPlace<Result>(
    _ index: Int,
    action: () -> String,
    reduce: () -> Result
  ) -> (Result, HoldingCost.Finding?) {
    let (isWatched, tried) = withLock { (holdingCost != nil, holdingCost?.tried) }
    guard isWatched else { return (reducing(index, reduce), nil) }
    let isFree = tried.map { $0 == action() } ?? false
    if isFree { withLock { follower = nil } }
    let start = clock.nanoseconds()
    let result = reducing(index, reduce)
    let time = clock.nanoseconds() - start
    guard var cost = withLock({ holdingCost }), isFree || time > cost.budget else {
      return (result, nil)
    }
    var finding: HoldingCost.Finding?
    if isFree {
      finding = cost.note(free: time)
    } else {
      cost.note(held: time, action)
    }
    withLock { holdingCost = finding == nil ? cost : nil }
    return (result, finding)
  }

  /// Goes over to states that are recorded now and then, and says so.
  func holdNoState(because finding: HoldingCost.Finding) {
    withLock {
      states = .keyframes
      follower = nil
    }
    let remark = Recorder.Warning.keyframesFromHere(
      action: finding.action,
      cost: .nanoseconds(finding.nanoseconds)
    )
    write(note: remark.description)
    self.remark(remark)
  }

  func finish(_ index: Int, _ state: UnsafeRawPointer, keepsState: Bool) {
    defer { writer.reportFailure() }
    guard withLock({ open.last == index || open.contains(index) }) else { return }
    writeState(state, after: index, keepsState: keepsState)
  }

  /// The action that a mark of this log stands for.
  func index(of mark: any Sendable) -> Int? {
    if let inputs = mark as? RecordingInputs {
      return inputs.log == ObjectIdentifier(self) ? inputs.index : nil
    }
    guard let mark = mark as? DispatchMark, mark.log == ObjectIdentifier(self) else { return nil }
    return mark.index
  }

  // MARK: - Lines of actions

  private func write<Action>(_ action: Action, _ source: String?, cause: Int?) -> Int {
    var line = withLock { takeSpare() }
    redactor.learn(action)
    let (start, isReflected) = ActionEncoder.writeMembers(of: action, to: &line)
    redactor.admit(&line, from: start)
    line.append("}")
    if isReflected { line.append(#","form":"reflected""#) }
    if let source {
      line.append(#","source":"#)
      line.append(json: source)
    }
    if let cause {
      line.append(#","cause":"#)
      line.append(digits: cause)
    }
    lock.lock()
    defer { lock.unlock() }
    let index = writeAction(&line)
    giveBack(line)
    return index
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

  /// Gives a line that has been begun, up to the number; to be called under the lock.
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

  /// The longest line whose memory is kept for the next one, in bytes: that of an action or a patch, and
  /// not that of a large state.
  private static var keptCapacity: Int { 1 << 16 }

  // MARK: - Following the states

  /// Takes a state in, with no lock held, since its `encode(to:)` is the app's code.
  func advance(to state: UnsafeRawPointer, keepsState: Bool) -> PendingState {
    let (taken, generation) = takeFollower()
    let follower = taken ?? makeFollower()
    let step = follower.advance(to: state, keepsState: keepsState)
    if let fault = step.fault {
      let action = withLock { index }
      fail(.unfaithful(pointer: fault.description, action: action))
    }
    return PendingState(state: state, step: step, follower: follower, generation: generation)
  }

  private func takeFollower() -> ((any StateFollowing)?, generation: Int) {
    withLock {
      defer { follower = nil }
      return (follower, generation)
    }
  }

  /// What writes a state whole, where none is followed.
  func wholeText(of state: UnsafeRawPointer) -> [UInt8] {
    let follower = withLock { self.follower } ?? makeFollower()
    return follower.text(of: state)
  }
}

/// A state on its way into the log.
struct PendingState {
  let state: UnsafeRawPointer
  let step: StateStep
  let follower: any StateFollowing
  /// The number of state lines in the log when the change was found.
  let generation: Int
  /// The whole state, once somebody needs it.
  var text: [UInt8]?
}
