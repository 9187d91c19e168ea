package import RewindCoding
public import RewindJSON
public import RewindStore

/// What a replay must know of an app's store: how its state begins, its reducer, and how recorded
/// actions become actions again.
///
/// ```swift
/// let game = ReplayableStore(
///   reducer: appReducer, actions: [FlipCardAction.self, RoutingAction.self])
/// ```
public struct ReplayableStore<State, Action> {
  /// Makes the initial state.
  public let initial: () -> State
  /// The state after an action.
  public let reduce: (Action, State) -> State
  public let actions: ActionDecoders<Action>
  /// Makes a state of its recorded form; nil for states that are not `Decodable`.
  public let decodeState: ((JSONValue) throws -> State)?
  /// Told of each state as the replay makes it, for view models and invariants; a crash here counts
  /// as one after the action.
  public var after: ((State) -> Void)?
  package let states: ValueWriter<State>
}

extension ReplayableStore where State: Codable {
  /// A store whose state is recorded and replayed by its `Codable` form.
  public init(
    initial: @escaping () -> State,
    reduce: @escaping (Action, State) -> State,
    actions: ActionDecoders<Action>
  ) {
    self.initial = initial
    self.reduce = reduce
    self.actions = actions
    decodeState = { try $0.decode(State.self) }
    states = ValueWriter()
  }
}

extension ReplayableStore {
  /// A store whose state cannot be decoded: every replay begins at the initial state.
  @_disfavoredOverload
  public init(
    initial: @escaping () -> State,
    reduce: @escaping (Action, State) -> State,
    actions: ActionDecoders<Action>
  ) {
    self.initial = initial
    self.reduce = reduce
    self.actions = actions
    decodeState = nil
    states = ValueWriter()
  }
}

extension ReplayableStore where State: Codable, Action == any RewindStore.Action {
  /// A store of this package's kind, whose reducer makes the initial state.
  public init(reducer: @escaping Reducer<State>, actions: [any Decodable.Type]) {
    self.init(reducer: reducer, actions: ActionDecoders(actions))
  }

  /// A store of this package's kind, whose reducer makes the initial state.
  public init(reducer: @escaping Reducer<State>, actions: ActionDecoders<any RewindStore.Action>) {
    self.init(
      initial: { reducer(ReSwiftInit(), nil) },
      reduce: { reducer($0, $1) },
      actions: actions
    )
  }
}
