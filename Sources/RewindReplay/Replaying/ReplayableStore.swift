package import RewindCoding
public import RewindJSON
public import RewindStore

/// The parts of an app's store that a replay needs: its initial state, its reducer, and the decoders of
/// its actions.
///
/// ```swift
/// let game = ReplayableStore(
///   reducer: appReducer, actions: [FlipCardAction.self, RoutingAction.self])
/// ```
public struct ReplayableStore<State, Action> {
  /// Makes the initial state.
  public let initial: () -> State
  /// Returns the state after an action.
  public let reduce: (Action, State) -> State
  public let actions: ActionDecoders<Action>
  /// Decodes a recorded state; nil for states that are not `Decodable`.
  public let decodeState: ((JSONValue) throws -> State)?
  /// Called with each state of the replay, to check view models and invariants; a crash here counts as
  /// a crash after the action.
  public var after: ((State) -> Void)?
  package let states: ValueWriter<State>
}

extension ReplayableStore where State: Codable {
  /// Makes a store whose state is recorded and replayed in its `Codable` form.
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
  /// Makes a store whose state cannot be decoded: every replay begins at the initial state.
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
  /// Makes a store for a reducer of this package's kind, which makes the initial state.
  public init(reducer: @escaping Reducer<State>, actions: [any Decodable.Type]) {
    self.init(reducer: reducer, actions: ActionDecoders(actions))
  }

  /// Makes a store for a reducer of this package's kind, which makes the initial state.
  public init(reducer: @escaping Reducer<State>, actions: ActionDecoders<any RewindStore.Action>) {
    self.init(
      initial: { reducer(ReSwiftInit(), nil) },
      reduce: { reducer($0, $1) },
      actions: actions
    )
  }
}
