public import Rewind
import RewindInputs
import RewindStore

/// Moves a running store back and forth in its own history.
///
/// ```
///                 jump, step                      an action is dispatched
///   at the end ──────────────▶ in the past ──────────────────────────────▶ at the end of a new branch;
///       ▲                        │    ▲                                    the old future is kept
///       └──── jump to the end ───┘    └── skip, unskip, replaceReducer: what follows is reduced again
/// ```
///
/// The machine wraps the store's reducer and remembers each action, what its reducer drew from outside,
/// and the state that it led to; states share what they have in common. When it moves, it shows the store
/// a state: subscribers see the past, and neither middleware nor effects run again.
///
/// ```swift
/// let machine = TimeMachine(appReducer)
/// let store = Store(reducer: machine.reducer, state: nil, middleware: [machine.middleware])
/// machine.attach(to: store)
/// try machine.jump(to: 3)
/// ```
///
/// As the store, use it from one thread or actor only.
public final class TimeMachine<State, Action> {
  /// One action of the history.
  public struct Moment {
    public let action: Action
    /// Whether the history is shown as if the action had not been dispatched.
    public fileprivate(set) var isSkipped = false
    /// The state after the action.
    public fileprivate(set) var state: State
    let draws: [RememberedInputs.Draw]
    /// Its number in the log; nil where it was not recorded.
    let logIndex: Int?
  }

  /// The state before the first action.
  public private(set) var initialState: State?
  /// The actions from the first on, of the branch that the store is on.
  public private(set) var moments: [Moment] = []
  /// How many of the actions have happened in the state that the store shows.
  public private(set) var position = 0
  /// Futures that were left when something was dispatched from the past, the latest last, with the
  /// position at which each began.
  public private(set) var branches: [(position: Int, moments: [Moment])] = []
  /// Whether actions wait until ``resume()``.
  public private(set) var isHolding = false
  /// Called after each action that is remembered and after each move, for those who draw the machine.
  public var onChange: () -> Void = {}

  private var reduce: (Action, State?) -> State
  private var show: (State) -> Void = { _ in }
  private var dispatch: (Action) -> Void = { _ in }
  private var held: [Action] = []
  private var isShowing = false
  private var recording: Recording<State>?
  /// The action in the log that led to the initial state; nil where it is not in the log.
  private var initialIndex: Int? = 0

  /// A machine around a reducer; ``reducer`` is the one to give to the store.
  public init(_ reducer: @escaping (_ action: Action, _ state: State?) -> State) {
    reduce = reducer
  }

  /// The reducer that remembers.
  public var reducer: (_ action: Action, _ state: State?) -> State {
    { [self] action, state in remember(action, state) }
  }

  /// Whether an action is to go on to the reducer: not one that waits until ``resume()``, and not one
  /// that a subscriber dispatches because it is shown the past, which is in the history already.
  ///
  /// Stores with middleware ask by ``middleware``; others ask before they reduce.
  public func admits(_ action: Action) -> Bool {
    if isShowing { return false }
    if isHolding { held.append(action) }
    return !isHolding
  }

  /// Makes the machine move a store of any kind: `show` sets its state and tells its subscribers,
  /// `dispatch` dispatches an action that was held.
  public func attach(
    show: @escaping (State) -> Void,
    dispatch: @escaping (Action) -> Void,
    recording: Recording<State>? = nil
  ) {
    self.show = show
    self.dispatch = dispatch
    self.recording = recording
  }

  // MARK: - Remembering

  private func remember(_ action: Action, _ state: State?) -> State {
    let inputs = RememberedInputs(live: Recorded.source)
    let next = Recorded.$source.withValue(inputs) { reduce(action, state) }
    inputs.close()
    guard state != nil, initialState != nil else {
      initialState = initialState ?? state ?? next
      if let state { return remember(state, moment(action, next, inputs)) }
      return next
    }
    return remember(state, moment(action, next, inputs))
  }

  private func moment(_ action: Action, _ state: State, _ inputs: RememberedInputs) -> Moment {
    // The recording of this very reduction is under way.
    let index = recording?.index(of: DispatchTrace.reducing)
    return Moment(action: action, state: state, draws: inputs.draws, logIndex: index)
  }

  private func remember(_ state: State?, _ moment: Moment) -> State {
    if position < moments.count {
      branches.append((position, Array(moments[position...])))
      moments.removeSubrange(position...)
      recording?.recordTravel("branch", to: logIndex(at: position))
    }
    moments.append(moment)
    position = moments.count
    onChange()
    return moment.state
  }

  // MARK: - Moving

  /// Shows the state after so many actions; 0 is the initial state.
  ///
  /// - Throws: ``TimeMachineError`` where there are not so many.
  public func jump(to position: Int) throws(TimeMachineError) {
    guard (0...moments.count).contains(position) else {
      throw .noSuchPosition(position, last: moments.count)
    }
    try move(to: position, "jump")
  }

  /// Goes forth by so many actions, or back where the number is negative.
  ///
  /// - Throws: ``TimeMachineError`` where that is beyond either end.
  public func step(by distance: Int) throws(TimeMachineError) {
    let (target, isHuge) = position.addingReportingOverflow(distance)
    guard !isHuge else { throw .noSuchPosition(distance, last: moments.count) }
    try jump(to: target)
  }

  private func move(to position: Int, _ kind: String) throws(TimeMachineError) {
    guard let state = state(at: position) else { throw .noState }
    self.position = position
    recording?.recordTravel(kind, to: logIndex(at: position))
    recording?.recordExternalChange(to: state)
    isShowing = true
    show(state)
    isShowing = false
    onChange()
  }

  /// The state after so many actions; nil while the store has none.
  func state(at position: Int) -> State? {
    position == 0 ? initialState : moments[position - 1].state
  }

  /// The action in the log that led to the state after so many of the machine's; it may have more, of
  /// branches that were left and of a past that was committed.
  private func logIndex(at position: Int) -> Int? {
    position == 0 ? initialIndex : moments[position - 1].logIndex
  }

  /// Shows one action after the other, with the pauses that were between them, from here to the end;
  /// `pause` waits as long as the action at a position took to come, and gives false to stop.
  ///
  /// - Throws: ``TimeMachineError``.
  public func play(pause: (_ next: Int) async -> Bool) async throws(TimeMachineError) {
    while position < moments.count, await pause(position + 1) { try step(by: 1) }
  }

  // MARK: - Changing history

  /// Shows the history as if an action had not been dispatched; the actions behind it are reduced again.
  ///
  /// - Throws: ``TimeMachineError`` where there is no such action.
  public func skip(_ index: Int) throws(TimeMachineError) {
    try setSkipped(index, true)
  }

  /// Takes ``skip(_:)`` back.
  ///
  /// - Throws: ``TimeMachineError`` where there is no such action.
  public func unskip(_ index: Int) throws(TimeMachineError) {
    try setSkipped(index, false)
  }

  private func setSkipped(_ index: Int, _ isSkipped: Bool) throws(TimeMachineError) {
    guard (1...max(1, moments.count)).contains(index), !moments.isEmpty else {
      throw .noSuchPosition(index, last: moments.count)
    }
    guard moments[index - 1].isSkipped != isSkipped else { return }
    moments[index - 1].isSkipped = isSkipped
    reduceAgain(from: index)
    try move(to: position, isSkipped ? "skip" : "unskip")
  }

  /// Reduces the history again under other rules, as after a hot reload, and shows where it leads.
  ///
  /// - Throws: ``TimeMachineError`` where the store has no state yet.
  public func replaceReducer(
    _ reducer: @escaping (_ action: Action, _ state: State?) -> State
  ) throws(TimeMachineError) {
    reduce = reducer
    reduceAgain(from: 1)
    try move(to: position, "reload")
  }

  /// Makes the state that is shown the initial one, and forgets the actions that led to it.
  ///
  /// - Throws: ``TimeMachineError`` where the store has no state yet.
  public func commit() throws(TimeMachineError) {
    guard let state = state(at: position) else { throw .noState }
    initialIndex = logIndex(at: position)
    initialState = state
    moments.removeSubrange(..<position)
    branches = []
    try move(to: 0, "commit")
  }

  /// Goes back to the initial state and forgets everything after it.
  ///
  /// - Throws: ``TimeMachineError`` where the store has no state yet.
  public func reset() throws(TimeMachineError) {
    moments = []
    branches = []
    try move(to: 0, "reset")
  }

  private func reduceAgain(from first: Int) {
    guard !moments.isEmpty else { return }
    for index in first...moments.count {
      guard let before = state(at: index - 1) else { return }
      let moment = moments[index - 1]
      guard !moment.isSkipped else {
        moments[index - 1].state = before
        continue
      }
      let inputs = RememberedInputs(replaying: moment.draws)
      moments[index - 1].state = Recorded.$source.withValue(inputs) {
        reduce(moment.action, before)
      }
      inputs.close()
    }
  }

  // MARK: - Holding

  /// Makes actions wait; the store must ask ``admits(_:)``, as ``middleware`` does.
  public func hold() {
    isHolding = true
  }

  /// Goes to the end of the history, and dispatches the actions that have waited, in order.
  ///
  /// - Throws: ``TimeMachineError`` where the store has no state yet.
  public func resume() throws(TimeMachineError) {
    isHolding = false
    if position < moments.count { try jump(to: moments.count) }
    let waiting = held
    held = []
    for action in waiting { dispatch(action) }
  }
}

/// Why a time machine cannot go there.
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
