import Foundation
import RewindJSON
import RewindLog
public import RewindReplay
public import RewindSession
public import RewindStore
import RewindTimeline

/// A recorded session that can be restored into the app's own store at any index.
///
/// ```swift
/// let replay = try Replay("crash.jsonl", of: game)
/// let store = try replay.store(after: 12)      // ready to be dispatched to
/// ```
public final class Replay<State, Action> {
  /// The way to reconstruct a past state.
  public enum Method: Sendable {
    /// By decoding the recorded state.
    case decoding
    /// By running the app's reducers over the recorded actions from the start.
    case rerunning
  }

  /// The last action of the session.
  public var lastIndex: Int { timeline.lastIndex }
  /// The end of the session.
  public var end: SessionEnd { timeline.end }

  /// The session's log, for who wants to look closer.
  enum Source {
    case file(String)
    case text(String)
  }

  let timeline: Timeline
  let store: ReplayedStore<State, Action>
  let source: Source
  private let lock = NSLock()
  private var hasFinding = false

  /// Opens a session log.
  ///
  /// - Throws: `SessionLogError` if the file cannot be read or is not a session log.
  public init<Reducer>(
    _ path: String,
    of store: ReplayableStore<State, Action, Reducer>
  ) throws(SessionLogError) {
    timeline = try Timeline.open(SessionLog.open(path))
    source = .file(path)
    self.store = store.replayed
  }

  /// Opens a session log from memory, as generated tests contain it.
  ///
  /// - Throws: `SessionLogError` if the text is not a session log.
  public init<Reducer>(
    text: String,
    of store: ReplayableStore<State, Action, Reducer>
  ) throws {
    timeline = try Timeline.open(SessionLog.open(bytes: Array(text.utf8), name: "the session"))
    source = .text(text)
    self.store = store.replayed
  }

  /// The app's state after an action; after 0, the initial state.
  ///
  /// Both methods give the same state where the reducers are pure and the state's recorded form is
  /// complete; `rewind verify` reports where they differ.
  ///
  /// - Throws: `SessionLogError` if the session has no such state; ``UndecodableSession``; the error
  ///   from decoding the state; ``ReplayError``.
  public func state(after index: Int, by method: Method = .decoding) throws -> State {
    // Also throws where the session has no such state.
    let recorded = try timeline.state(after: index)
    return switch method {
    case .decoding: try store.decoded(recorded)
    case .rerunning: try run(to: index)
    }
  }

  /// Runs the app's reducers over the actions up to an index, and passes each state to `onState`.
  ///
  /// After an external change, it continues from the recorded state.
  func run(to last: Int, onState: (Int, State) throws -> Void = { _, _ in }) throws -> State {
    let steps = try (0..<last).map { index in
      let action = try timeline.action(index + 1)
      return ReplayStep(action: action, inputs: try inputs(of: index + 1))
    }
    let actions = try store.decode(steps)
    var run = ReplayRun(store, header: timeline.log.header)
    var unresolved: ReplayError?
    run.onUnresolved = { unresolved = unresolved ?? .unrecordedInput($1, index: $0) }
    var state = run.initialState(try inputs(of: 0))
    try onState(0, state)
    for (step, action) in zip(steps, actions) {
      if let line = try timeline.externalLine(before: step.action.index) {
        state = try store.decoded(timeline.state(at: line))
      }
      state = run.reduce(step, action, on: state)
      store.check?(state)
      try onState(step.action.index, state)
    }
    if let unresolved { throw unresolved }
    return state
  }

  /// Returns true the first time.
  func isFirstFinding() -> Bool {
    lock.withLock {
      defer { hasFinding = true }
      return !hasFinding
    }
  }

  private func inputs(of index: Int) throws -> [(name: String, value: JSONValue)] {
    try timeline.inputs(of: index).map { ($0.name, $0.value) }
  }
}

extension Replay where Action == any RewindStore.Action {
  /// The app's store in its state after an action, ready for dispatching.
  ///
  /// - Throws: As ``state(after:by:)``.
  public func store(
    after index: Int,
    by method: Method = .decoding,
    middleware: [Middleware<State>] = []
  ) throws -> Store<State> {
    let state = try state(after: index, by: method)
    let replayed = self.store
    return Store(
      reducer: { action, state in
        state.map { replayed.state(after: action, on: $0) } ?? replayed.initial()
      },
      state: state,
      middleware: middleware
    )
  }
}
