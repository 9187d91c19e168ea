public import Rewind
package import RewindInputs

/// Moves a running store back and forth in its own history.
///
/// ```
///                 jump, step                      an action is dispatched
///   at the end ──────────────▶ in the past ──────────────────────────────▶ at the end of a new branch;
///       ▲                        │    ▲                                    the old future is retained
///       └──── jump to the end ───┘    └── skip, unskip, replaceReducer: the later actions are reduced again
/// ```
///
/// The machine wraps the store's reducer and remembers each action, its inputs, and the state that it
/// led to; states share their common parts. When it moves, it shows the store a state: subscribers see
/// the past, and neither middleware nor effects run again.
///
/// ```swift
/// let machine = TimeMachine(appReducer)
/// let store = Store(reducer: machine.reducer, state: nil, middleware: [machine.middleware])
/// machine.attach(to: store)
/// try machine.jump(to: 3)
/// ```
///
/// Like the store, use it from one thread or actor only.
public final class TimeMachine<State, Action> {
  /// One action of the history.
  public struct HistoryEntry {
    public let action: Action
    /// True if the history is shown as if the action had not been dispatched.
    public fileprivate(set) var isSkipped = false
    /// The state after the action.
    public fileprivate(set) var state: State
    /// True if the state was computed again: the log has the one that it led to at first.
    package fileprivate(set) var isReducedAgain = false
    let inputs: [(name: String, value: Any)]
    /// Its index in the log; nil if it was not recorded.
    let logIndex: Int?
  }

  /// The state before the first action.
  public private(set) var initialState: State?
  /// The actions of the store's current branch.
  public private(set) var history: [HistoryEntry] = []
  /// The index of the state shown by the store: the number of actions reduced to reach it.
  public private(set) var position = 0
  /// The futures that were abandoned when an action was dispatched from the past, the latest last, with
  /// the position where each began.
  public private(set) var branches: [(position: Int, history: [HistoryEntry])] = []
  /// True if actions wait until ``resume()``.
  public private(set) var isHolding = false
  /// Called after each remembered action and after each move, for updating views.
  ///
  /// The store may still be reducing then: read the state from the machine. Accessing the store's state
  /// while an in-place reducer has it would violate exclusivity.
  public var onChange: () -> Void = {}
  /// Called when the machine leaves the end, returns to it, or holds another action: a window shows these.
  package var onTravel: () -> Void = {}

  private var reduce: (Action, State?) -> State
  private var show: (State) -> Void = { _ in }
  /// Dispatches an action as the app does.
  package private(set) var dispatch: (Action) -> Void = { _ in }
  /// The actions that wait until ``resume()``.
  package private(set) var held: [Action] = []
  /// Counts the changes of the history other than actions at its end.
  package private(set) var historyVersion = 0
  private var isShowing = false
  private var attached: Recording<State>?
  /// The recording that shows its actions to the machine, and so keeps it.
  fileprivate weak var observed: Recording<State>?
  /// The index in the log of the action that led to the initial state; nil if it is not in the log.
  private var initialIndex: Int? = 0

  /// Wraps a reducer; pass ``reducer`` to the store.
  public init(_ reducer: @escaping (_ action: Action, _ state: State?) -> State) {
    reduce = reducer
  }

  /// Wraps the reducer of a declared store; pass ``reducer`` to the store.
  public convenience init<Reducer>(_ store: ReplayableStore<State, Action, Reducer>) {
    let replayed = store.replayed
    self.init { action, state in
      state.map { replayed.state(after: action, on: $0) } ?? replayed.initial()
    }
  }

  /// Makes the machine of a recorded store, of any kind: it sees every action that the recording sees.
  ///
  /// The store keeps its reducer, `recording.reducer`, and ``reducer`` is not needed. Actions that are not
  /// recorded are not in the history.
  ///
  /// ```swift
  /// let machine = TimeMachine(recording)
  /// machine.attach(show: { store.state = $0 }, dispatch: { store.send($0) })
  /// ```
  public convenience init<Reducer>(_ recording: StoreRecording<State, Action, Reducer>) {
    let (reduce, initial) = (recording.declared.reduce, recording.makeInitial)
    self.init { action, state in
      guard var state else { return initial() }
      reduce(&state, action)
      return state
    }
    observed = recording
    recording.observer = self
  }

  /// A reducer that remembers its actions.
  public var reducer: (_ action: Action, _ state: State?) -> State {
    { [self] action, state in remember(action, state) }
  }

  /// Returns true if an action should go on to the reducer.
  ///
  /// It should not if it waits until ``resume()``, or if a subscriber dispatches it in response to a
  /// past state, since it is then in the history already. Stores with middleware ask through
  /// ``middleware``; others ask before they reduce.
  public func admits(_ action: Action) -> Bool {
    if isShowing { return false }
    guard isHolding else { return true }
    held.append(action)
    onTravel()
    return false
  }

  /// Lets the machine move a store of any kind: `show` sets its state and notifies its subscribers,
  /// `dispatch` dispatches an action that was held.
  public func attach(
    show: @escaping (State) -> Void,
    dispatch: @escaping (Action) -> Void,
    recording: Recording<State>? = nil
  ) {
    self.show = show
    self.dispatch = dispatch
    attached = recording
  }

  /// The recording of the store; nil if there is none.
  package var recording: Recording<State>? { attached ?? observed }

  // MARK: - Remembering

  private func remember(_ action: Action, _ state: State?) -> State {
    let inputs = StoredInputs(live: Recorded.source)
    let next = Recorded.with(source: inputs) { reduce(action, state) }
    inputs.close()
    initialState = initialState ?? state ?? next
    // The action that a reducer makes its initial state with is not one of the history.
    if state != nil {
      // This very reduction is being recorded.
      let index = recording?.index(of: Recorded.reducing)
      remember(HistoryEntry(action: action, state: next, inputs: inputs.all, logIndex: index))
    }
    return next
  }

  fileprivate func remember(_ entry: HistoryEntry) {
    let leavesPast = position < history.count
    if leavesPast {
      branches.append((position, Array(history[position...])))
      history.removeSubrange(position...)
      historyVersion += 1
      recording?.recordTravel("branch", to: logIndex(at: position))
    }
    history.append(entry)
    position = history.count
    onChange()
    if leavesPast { onTravel() }
  }

  // MARK: - Moving

  /// Shows the state after a number of actions; 0 is the initial state.
  ///
  /// - Throws: ``TimeMachineError`` if there are fewer actions.
  public func jump(to position: Int) throws(TimeMachineError) {
    guard (0...history.count).contains(position) else {
      throw .noSuchPosition(position, last: history.count)
    }
    try move(to: position, "jump")
  }

  /// Moves forward by a number of actions, or back if it is negative.
  ///
  /// - Throws: ``TimeMachineError`` if that is beyond either end.
  public func step(by distance: Int) throws(TimeMachineError) {
    let (target, isHuge) = position.addingReportingOverflow(distance)
    guard !isHuge else { throw .noSuchPosition(distance, last: history.count) }
    try jump(to: target)
  }

  private func move(
    to position: Int,
    _ kind: String,
    of index: Int? = nil
  ) throws(TimeMachineError) {
    guard let state = state(at: position) else { throw .noState }
    self.position = position
    recording?.recordTravel(kind, to: logIndex(at: position), of: index.flatMap(logIndex))
    recording?.recordExternalChange(to: state)
    isShowing = true
    show(state)
    isShowing = false
    onChange()
    onTravel()
  }

  /// The state after a number of actions; nil while the store has none.
  package func state(at position: Int) -> State? {
    position == 0 ? initialState : history[position - 1].state
  }

  /// The index in the log of the action at a position; the log may have more actions, from abandoned
  /// branches and from a past that was committed.
  package func logIndex(at position: Int) -> Int? {
    position == 0 ? initialIndex : history[position - 1].logIndex
  }

  /// Plays the remaining actions with their original pauses.
  ///
  /// - Parameter pause: Waits as long as the pause before the action at a position; returns false to stop.
  /// - Throws: ``TimeMachineError``.
  public func play(pause: (_ next: Int) async -> Bool) async throws(TimeMachineError) {
    while position < history.count, await pause(position + 1) { try step(by: 1) }
  }

  // MARK: - Changing history

  /// Shows the history as if an action had not been dispatched; the later actions are reduced again.
  ///
  /// - Throws: ``TimeMachineError`` if the action does not exist.
  public func skip(_ index: Int) throws(TimeMachineError) {
    try setSkipped(index, true)
  }

  /// Undoes ``skip(_:)``.
  ///
  /// - Throws: ``TimeMachineError`` if the action does not exist.
  public func unskip(_ index: Int) throws(TimeMachineError) {
    try setSkipped(index, false)
  }

  private func setSkipped(_ index: Int, _ isSkipped: Bool) throws(TimeMachineError) {
    guard index > 0, index <= history.count else {
      throw .noSuchPosition(index, last: history.count)
    }
    guard history[index - 1].isSkipped != isSkipped else { return }
    history[index - 1].isSkipped = isSkipped
    reduceAgain(from: index)
    try move(to: position, isSkipped ? "skip" : "unskip", of: index)
  }

  /// Reduces the history again with another reducer, as after a hot reload, and shows the result.
  ///
  /// - Throws: ``TimeMachineError`` if the store has no state yet.
  public func replaceReducer(
    _ reducer: @escaping (_ action: Action, _ state: State?) -> State
  ) throws(TimeMachineError) {
    reduce = reducer
    reduceAgain(from: 1)
    try move(to: position, "reload")
  }

  /// Makes the current state the initial one, and forgets the actions that led to it.
  ///
  /// - Throws: ``TimeMachineError`` if the store has no state yet.
  public func commit() throws(TimeMachineError) {
    guard let state = state(at: position) else { throw .noState }
    initialIndex = logIndex(at: position)
    initialState = state
    history.removeSubrange(..<position)
    branches = []
    historyVersion += 1
    try move(to: 0, "commit")
  }

  /// Goes back to the initial state and forgets everything after it.
  ///
  /// - Throws: ``TimeMachineError`` if the store has no state yet.
  public func reset() throws(TimeMachineError) {
    history = []
    branches = []
    historyVersion += 1
    try move(to: 0, "reset")
  }

  private func reduceAgain(from first: Int) {
    guard var state = state(at: first - 1) else { return }
    historyVersion += 1
    for position in history.indices.dropFirst(first - 1) {
      let entry = history[position]
      if !entry.isSkipped {
        let inputs = StoredInputs(replaying: entry.inputs)
        state = Recorded.with(source: inputs) { reduce(entry.action, state) }
        inputs.close()
      }
      history[position].state = state
      history[position].isReducedAgain = true
    }
  }

  // MARK: - Holding

  /// Holds actions back; the store must ask ``admits(_:)``, as ``middleware`` does.
  public func hold() {
    isHolding = true
    onTravel()
  }

  /// Goes to the end of the history, and dispatches the held actions in order.
  ///
  /// - Throws: ``TimeMachineError`` if the store has no state yet.
  public func resume() throws(TimeMachineError) {
    isHolding = false
    if position < history.count { try jump(to: history.count) }
    let waiting = held
    held = []
    onTravel()
    for action in waiting { dispatch(action) }
  }
}

// MARK: - Observing a recording

extension TimeMachine: ReductionObserver {
  package func begin(with initial: State) {
    initialState = initialState ?? initial
  }

  package func inputs() -> any InputSource { StoredInputs(live: Recorded.source) }

  package func reduced(
    _ action: Any,
    at index: Int,
    from before: State,
    to after: State,
    _ inputs: any InputSource
  ) {
    guard let action = action as? Action, let inputs = inputs as? StoredInputs else { return }
    inputs.close()
    begin(with: before)
    remember(HistoryEntry(action: action, state: after, inputs: inputs.all, logIndex: index))
  }
}

/// The reason why a time machine cannot make a move.
public enum TimeMachineError: Error, Hashable, CustomStringConvertible {
  case noSuchPosition(Int, last: Int)
  case noState

  public var description: String {
    switch self {
    case .noSuchPosition(let position, let last):
      "There is no position \(position): the history has the actions 1 to \(last), and 0 is its start."
    case .noState:
      "The store has no state yet: nothing has been reduced."
    }
  }
}
