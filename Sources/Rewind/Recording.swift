import Foundation
import RewindInputs
import RewindJSON
import RewindSession
import RewindStore

/// The recording of one store.
///
/// ``record(_:from:source:reduce:)`` is the one primitive that every way to attach is made of. The
/// life of an action in the log:
///
/// ```
///              reduce returns
///   open ────────────────────────────▶ its state line is written
///    │  a nested action begins on the state that this one has led to
///    ├──────────────────────────────▶ its state line is written then, and none when it returns
///    │  another thread's action begins: that one is marked as overlapping
///    └──────────────────────────────▶ its state line, or, behind a later one, an external change
/// ```
public final class Recording<State>: @unchecked Sendable {
  /// Whether actions are being recorded.
  public var isEnabled: Bool { writer != nil }

  /// Whether actions are let through unrecorded for now.
  ///
  /// What they change shows as a change without an action when the recording goes on.
  public var isPaused: Bool {
    get { lock.withLock { isPausedNow } }
    set { lock.withLock { isPausedNow = newValue } }
  }

  /// Kept, so that a session lasts as long as one of its stores.
  private let recorder: Recorder
  let writer: SessionWriter?
  private let clock: SessionClock
  private let options: Recorder.Options
  private let redactor: Redactor
  /// Guards what follows; held while a line is assembled and written, never while the app's code runs.
  private let lock = NSLock()
  private var isPausedNow = false
  private var index = 0
  private var hasInitialState = false
  /// What the next state is told from; nil while another is being encoded (the app's code runs
  /// without the lock), and after one that could not be written.
  private var follower: StateFollower<State>?
  private let makeFollower: () -> StateFollower<State>
  /// Counts the state lines, so that nobody writes a patch on top of another's state.
  private var generation = 0
  private var bytesSinceKeyframe = 0
  /// The bytes of the last state that was written whole.
  private var keyframeSize = 0
  private var lastStateIndex = 0
  private var wallText = WallText()
  /// Actions that have begun and whose state is not in the log yet, in the order of their indexes.
  private var open: [Int] = []

  init(_ recorder: Recorder, writer: SessionWriter?, states: StateKind<State>) {
    self.recorder = recorder
    self.writer = writer
    clock = recorder.clock
    options = recorder.options
    redactor = recorder.redactor
    makeFollower = { [redactor, isVerifying = options.verifying] in
      StateFollower(states, redactor, isVerifying: isVerifying)
    }
    follower = makeFollower()
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
    guard let writer, !isPaused, options.records(action) else { return reduce() }
    let index = begin(action, on: before, source, keepsState: true, writer)
    let after = reducing(index, writer, reduce)
    finish(index, after, keepsState: true, writer)
    return after
  }

  /// Whether an action is to be recorded.
  func records(_ action: Any) -> Bool {
    isEnabled && !isPaused && options.records(action)
  }

  /// Records an action of which nobody asks whether it is to be.
  @discardableResult
  func recordAlways(_ form: some ActionForm, from before: State, reduce: () -> State) -> State {
    guard let writer else { return reduce() }
    let index = begin(form, on: before, nil, keepsState: true, writer)
    let after = reducing(index, writer, reduce)
    finish(index, after, keepsState: true, writer)
    return after
  }

  /// Records an action whose reducer changes the state in place.
  ///
  /// As ``record(_:from:source:reduce:)``, but a change that came without an action shows in the next
  /// action's patch. The recorder holds the last state, to find the change in the next one: so the
  /// first write of `reduce` to an array or dictionary copies it, as a pure reducer's would.
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
    guard let writer, !isPaused, options.records(action) else { return reduce(&state) }
    let index = begin(action, on: state, source, keepsState: false, writer)
    let result = reducing(index, writer) { reduce(&state) }
    finish(index, state, keepsState: false, writer)
    return result
  }

  /// Records the making of the initial state, and what the reducer takes from outside meanwhile.
  ///
  /// It has the index 0 and is no action.
  public func recordInitialState(make: () -> State) -> State {
    guard let writer, lock.withLock({ !hasInitialState }) else { return make() }
    let state = reducing(0, writer, make)
    writeInitialStateIfNeeded(state, isMade: true, writer)
    return state
  }

  /// Records that the state was set without an action, as by `store.state = …`.
  ///
  /// Where nobody calls this, the change is noticed when the next action is dispatched.
  public func recordExternalChange(to state: State) {
    guard let writer else { return }
    if writeInitialStateIfNeeded(state, isMade: false, writer) { return }
    writeExternal(advance(to: state), writer)
  }

  /// Records a move of a time machine, to the state after so many of its actions.
  func recordTravel(_ kind: String, to position: Int) {
    guard let writer else { return }
    lock.withLock {
      var line = Array(#"{"travel":"\#(kind)","index":\#(index),"to":\#(position)"#.utf8)
      writer.append(.other, &line)
      // Nothing behind a journey is told from what was before it.
      bytesSinceKeyframe = .max / 2
    }
  }

  /// Sets a mark in the log, such as `background`.
  public func note(_ text: String) {
    guard let writer else { return }
    var line = Array(#"{"note":"#.utf8)
    redactor.redact(text).writeJSON(to: &line)
    lock.withLock {
      line.append(contentsOf: #","index":\#(index),"time":"#.utf8)
      clock.writeTime(to: &line)
      writer.append(.other, &line)
    }
  }

  // MARK: - The life of an action

  /// What marks the reduction of an action, so that a nested one knows its cause.
  private struct Mark: Sendable {
    let recording: ObjectIdentifier
    let index: Int
  }

  func index(of mark: (any Sendable)?) -> Int? {
    if let mark = mark as? DispatchMark, mark.recording == ObjectIdentifier(self) {
      return mark.index
    }
    guard let mark = mark as? Mark, mark.recording == ObjectIdentifier(self) else { return nil }
    return mark.index
  }

  func begin<Action>(
    _ action: Action,
    on before: State,
    _ source: String?,
    keepsState: Bool,
    _ writer: SessionWriter
  ) -> Int {
    let outer = index(of: DispatchTrace.reducing)
    let isNested = outer.map { outer in lock.withLock { open.last == outer } } ?? false
    if let outer, isNested {
      writeState(before, after: outer, keepsState: keepsState, writer)
    } else if !writeInitialStateIfNeeded(before, isMade: false, keepsState: keepsState, writer),
      keepsState
    {
      writeExternalChange(before, writer)
    }
    let cause = outer ?? index(of: DispatchTrace.telling)
    let index = writeAction(action, source, cause: cause, writer)
    (DispatchTrace.telling as? DispatchMark)?.recorded(as: index)
    return index
  }

  private func reducing<Result>(
    _ index: Int,
    _ writer: SessionWriter,
    _ reduce: () -> Result
  ) -> Result {
    let inputs = RecordingInputs(index: index, writer: writer, redactor: redactor)
    defer { inputs.close() }
    return Recorded.$source.withValue(inputs) {
      DispatchTrace.$reducing.withValue(
        Mark(recording: ObjectIdentifier(self), index: index),
        operation: reduce
      )
    }
  }

  func finish(
    _ index: Int,
    _ state: State,
    keepsState: Bool,
    _ writer: SessionWriter
  ) {
    guard lock.withLock({ open.contains(index) }) else { return }
    writeState(state, after: index, keepsState: keepsState, writer)
  }

  // MARK: - Lines

  private func writeAction<Action>(
    _ action: Action,
    _ source: String?,
    cause: Int?,
    _ writer: SessionWriter
  ) -> Int {
    var payload: [UInt8] = []
    payload.reserveCapacity(Self.lineCapacity)
    payload.append(#""action":{"#)
    let form = action as? any ActionForm ?? PlainActionForm(action: action)
    redactor.learn(action)
    let (start, isReflected) = form.writeMembers(to: &payload)
    redactor.admit(&payload, from: start)
    payload.append(UInt8(ascii: "}"))
    if isReflected { payload.append(contentsOf: #","form":"reflected""#.utf8) }
    if let source {
      payload.append(contentsOf: #","source":"#.utf8)
      source.writeJSON(to: &payload)
    }
    if let cause { payload.append(contentsOf: #","cause":\#(cause)"#.utf8) }
    return lock.withLock {
      index += 1
      var line: [UInt8] = []
      line.reserveCapacity(payload.count + Self.lineCapacity)
      line.append(#"{"index":"#)
      line.append(digits: index)
      line.append(#","time":"#)
      clock.writeTime(to: &line)
      line.append(UInt8(ascii: ","))
      line.append(contentsOf: payload)
      if !open.isEmpty { line.append(contentsOf: #","overlap":true"#.utf8) }
      writer.append(.action, &line, index: index)
      bytesSinceKeyframe += line.count
      open.append(index)
      return index
    }
  }

  // MARK: - States

  /// A state on its way into the log.
  private struct Arrival {
    let state: State
    let step: StateFollower<State>.Step
    let follower: StateFollower<State>
    /// The number of state lines in the log when the change was found.
    let generation: Int
    /// The whole state, once somebody needs it.
    var text: [UInt8]?
  }

  /// Takes a state in, with no lock held, since its `encode(to:)` is the app's code.
  private func advance(to state: State, keepsState: Bool = true) -> Arrival {
    let (taken, generation) = takeFollower()
    let follower = taken ?? makeFollower()
    let step = follower.advance(to: state, keepsState: keepsState)
    if let fault = step.fault {
      let action = lock.withLock { index }
      recorder.fail(.unfaithful(pointer: fault.description, action: action))
    }
    return Arrival(state: state, step: step, follower: follower, generation: generation)
  }

  private func takeFollower() -> (StateFollower<State>?, generation: Int) {
    lock.withLock {
      defer { follower = nil }
      return (follower, generation)
    }
  }

  /// Has `write` write an arrival under the lock; where it asks for the whole state, that is encoded
  /// without the lock first.
  private func settle(_ arrival: Arrival, _ write: (Arrival) -> Bool) {
    var arrival = arrival
    while !lock.withLock({ write(arrival) }) {
      arrival.text = arrival.follower.text(of: arrival.state)
    }
  }

  /// What most lines take beside what they carry, so that they seldom have to grow.
  private static var lineCapacity: Int { 192 }

  /// Writes the initial state; false where the log has one.
  @discardableResult
  func writeInitialStateIfNeeded(
    _ state: State,
    isMade: Bool,
    keepsState: Bool = true,
    _ writer: SessionWriter
  ) -> Bool {
    let isFirst = lock.withLock {
      defer { hasInitialState = true }
      return !hasInitialState
    }
    guard isFirst else { return false }
    settle(advance(to: state, keepsState: keepsState)) { arrival in
      write(keyframe: arrival, patch: nil, after: 0, isMade: isMade, writer)
    }
    return true
  }

  /// Notices a state that is not the last one in the log.
  func writeExternalChange(_ state: State, _ writer: SessionWriter) {
    let isKnown = lock.withLock { follower?.isKnownToBe(state) ?? false }
    if isKnown { return }
    let arrival = advance(to: state)
    let isNews = arrival.step.isChange && arrival.step.patch != nil
    if isNews, lock.withLock({ open.isEmpty }) { return writeExternal(arrival, writer) }
    lock.withLock {
      // What is not in the log is nothing that a patch could begin with.
      guard generation == arrival.generation, !arrival.step.isChange else { return }
      follower = arrival.follower
    }
  }

  private func writeState(
    _ state: State,
    after index: Int,
    keepsState: Bool,
    _ writer: SessionWriter
  ) {
    settle(advance(to: state, keepsState: keepsState)) { arrival in
      open.removeAll { $0 == index }
      guard index >= lastStateIndex else {
        // An overlapping action has a later state in the log: this one shows on top of that.
        return write(external: arrival, after: lastStateIndex, writer)
      }
      let patch = generation == arrival.generation ? arrival.step.patch : nil
      let isDue =
        options.states == .whole || bytesSinceKeyframe > keyframeSize || writer.isFull
      guard let patch, !isDue, !writer.needsKeyframe else {
        return write(keyframe: arrival, patch: patch, after: index, isMade: false, writer)
      }
      write(patch: patch, arrival, after: index, writer)
      return true
    }
  }

  private func write(
    patch: [UInt8],
    _ arrival: Arrival,
    after index: Int,
    _ writer: SessionWriter
  ) {
    var line: [UInt8] = []
    line.reserveCapacity(patch.count + Self.lineCapacity)
    line.append(#"{"after":"#)
    line.append(digits: index)
    line.append(#","patch":"#)
    line.append(contentsOf: patch)
    let isWritten = writer.append(.patch, &line)
    bytesSinceKeyframe += line.count
    lastStateIndex = index
    generation += 1
    follower = isWritten ? arrival.follower : nil
  }

  private func writeExternal(_ arrival: Arrival, _ writer: SessionWriter) {
    settle(arrival) { write(external: $0, after: lastStateIndex, writer) }
  }

  /// Writes a change that came without an action; false where that takes the whole state, which is not
  /// there.
  private func write(external arrival: Arrival, after index: Int, _ writer: SessionWriter) -> Bool {
    var line = Array(#"{"external":true,"after":\#(index),"#.utf8)
    if let patch = arrival.step.patch, generation == arrival.generation, !writer.needsKeyframe {
      line.append(contentsOf: #""patch":"#.utf8)
      line.append(contentsOf: patch)
    } else {
      guard let text = arrival.text else { return false }
      line.append(contentsOf: #""state":"#.utf8)
      line.append(contentsOf: text)
    }
    follower = writer.append(.other, &line) ? arrival.follower : nil
    generation += 1
    // What follows is a keyframe, so that it can be read without what came from outside.
    bytesSinceKeyframe = .max / 2
    return true
  }

  /// Writes a state whole; false where its text is not there.
  private func write(
    keyframe arrival: Arrival,
    patch: [UInt8]?,
    after index: Int,
    isMade: Bool,
    _ writer: SessionWriter
  ) -> Bool {
    guard let text = arrival.text else { return false }
    var line = Array(#"{"after":\#(index),"state":"#.utf8)
    line.append(contentsOf: text)
    if let patch {
      line.append(contentsOf: #","patch":"#.utf8)
      line.append(contentsOf: patch)
    }
    if isMade { line.append(contentsOf: #","made":true"#.utf8) }
    line.append(contentsOf: #","wall":"\#(clock.wallText())""#.utf8)
    // A patch is told from the last state in the log; where this one is not in it, there is none.
    follower = writer.append(.keyframe, &line) ? arrival.follower : nil
    generation += 1
    bytesSinceKeyframe = 0
    keyframeSize = text.count
    lastStateIndex = index
    // Between an action and its state no new segment is begun: it would hold one without the other.
    if open.isEmpty, writer.isFull { beginSegment(text, after: index, writer) }
    return true
  }

  private func beginSegment(
    _ text: [UInt8],
    after index: Int,
    _ writer: SessionWriter
  ) {
    var line = Array(#"{"after":\#(index),"state":"#.utf8)
    line.append(contentsOf: text)
    line.append(contentsOf: #","wall":"\#(clock.wallText())""#.utf8)
    writer.beginSegment(with: line)
  }
}

extension SessionClock {
  /// Appends the seconds since the clock was made, as a JSON number with microseconds.
  func writeTime(to bytes: inout [UInt8]) {
    let time = microseconds()
    bytes.append(digits: time / 1_000_000)
    bytes.append(UInt8(ascii: "."))
    bytes.append(digits: time % 1_000_000, width: 6)
  }
}
