public import Rewind
public import RewindJSON

/// An app's store as it is recorded, replayed and tested: its initial state, its actions and its reducer.
///
/// Declare it once, where the app and its tests can import it:
///
/// ```swift
/// let shop = ReplayableStore(initial: Cart(), actions: CartAction.self, reduce: cartReducer)
///
/// shop.answerReplayRequest()                    // first thing in main
/// let recording = shop.record(app: "shop", enabled: isDebugBuild)
/// let store = ShopStore(state: recording.initialState(), reducer: recording.reducer)
/// ```
///
/// `reduce` is a function `(State, Action) -> State` or `(inout State, Action) -> Effect`; for all others
/// see ``ReducerShape``. A state that is `Codable` is recorded and replayed in that form. Any other is
/// written by reflection, and its replays begin at the initial state, unless ``decodingStates(_:)`` says
/// how a recorded one becomes a state again.
public struct ReplayableStore<State, Action, Reducer>: @unchecked Sendable {
  package private(set) var replayed: ReplayedStore<State, Action>
  let reducer: ReducerShape<State, Action, Reducer>

  /// Makes a store; `actions` decodes recorded actions.
  public init(
    initial: @autoclosure @escaping () -> State,
    actions: ActionDecoders<Action>,
    reduce: ReducerShape<State, Action, Reducer>
  ) {
    replayed = ReplayedStore(initial: initial, reduce: reduce.reduce, actions: actions)
    reducer = reduce
  }

  /// Makes a store whose actions are all of one type, such as an enum.
  ///
  /// An action that is not `Decodable` is recorded and cannot be replayed, until `rewind decoders` has
  /// written ``ActionDecoders`` to be used instead of the type.
  public init(
    initial: @autoclosure @escaping () -> State,
    actions: Action.Type,
    reduce: ReducerShape<State, Action, Reducer>
  ) {
    self.init(initial: initial(), actions: ActionDecoders(ofType: actions), reduce: reduce)
  }

  /// Adds a check that a replay runs on every state, such as building a view model or testing an
  /// invariant; a crash in it counts as a crash after the action.
  public func checkingStates(
    _ check: @escaping (_ state: State) -> Void
  ) -> ReplayableStore {
    var copy = self
    copy.replayed.check = check
    return copy
  }

  /// Adds what a user can do: whether the screen that shows a state has the button for an action.
  ///
  /// `rewind explore` makes sessions that nobody has had yet; without this it learns from recordings what a user can
  /// do, and with it this is the only rule. It is not asked about answers of effects, nor while the app runs.
  public func allowing(
    _ allows: @escaping (_ state: State, _ action: Action) -> Bool
  ) -> ReplayableStore {
    var copy = self
    copy.replayed.allows = allows
    return copy
  }
}

extension ReplayableStore {
  /// Adds how a recorded state that is not `Codable` becomes a state again, so that replays can begin at any index.
  ///
  /// `rewind decoders` writes the function: `.decodingStates(recordedState)`.
  public func decodingStates(
    _ decode: @escaping (_ recorded: JSONValue) throws -> State
  ) -> ReplayableStore {
    var copy = self
    copy.replayed.decodeState = decode
    return copy
  }
}

// MARK: - Functions of the two common shapes

extension ReplayableStore
where Reducer == @Sendable (_ state: State, _ action: Action) -> State {
  /// Makes a store with a reducer `(State, Action) -> State`; `actions` decodes recorded actions.
  public init(
    initial: @autoclosure @escaping () -> State,
    actions: ActionDecoders<Action>,
    reduce: @escaping (_ state: State, _ action: Action) -> State
  ) {
    self.init(initial: initial(), actions: actions, reduce: .pure(reduce))
  }

  /// Makes a store with a reducer `(State, Action) -> State`, whose actions are all of one type.
  public init(
    initial: @autoclosure @escaping () -> State,
    actions: Action.Type,
    reduce: @escaping (_ state: State, _ action: Action) -> State
  ) {
    self.init(initial: initial(), actions: actions, reduce: .pure(reduce))
  }
}

extension ReplayableStore {
  /// Makes a store with a reducer `(inout State, Action) -> Effect`; `actions` decodes recorded actions.
  public init<Effect>(
    initial: @autoclosure @escaping () -> State,
    actions: ActionDecoders<Action>,
    reduce: @escaping (_ state: inout State, _ action: Action) -> Effect
  ) where Reducer == @Sendable (_ state: inout State, _ action: Action) -> Effect {
    self.init(initial: initial(), actions: actions, reduce: .inPlace(reduce))
  }

  /// Makes a store with a reducer `(inout State, Action) -> Effect`, whose actions are all of one type.
  public init<Effect>(
    initial: @autoclosure @escaping () -> State,
    actions: Action.Type,
    reduce: @escaping (_ state: inout State, _ action: Action) -> Effect
  ) where Reducer == @Sendable (_ state: inout State, _ action: Action) -> Effect {
    self.init(initial: initial(), actions: actions, reduce: .inPlace(reduce))
  }
}

// MARK: - Functions of the two common shapes on the main actor

extension ReplayableStore
where Reducer == @MainActor (_ state: State, _ action: Action) -> State {
  /// Makes a store with a reducer `(State, Action) -> State`; `actions` decodes recorded actions.
  public init(
    initial: @autoclosure @escaping () -> State,
    actions: ActionDecoders<Action>,
    reduce: @escaping @MainActor (_ state: State, _ action: Action) -> State
  ) {
    self.init(initial: initial(), actions: actions, reduce: .pure(reduce))
  }

  /// Makes a store with a reducer `(State, Action) -> State`, whose actions are all of one type.
  public init(
    initial: @autoclosure @escaping () -> State,
    actions: Action.Type,
    reduce: @escaping @MainActor (_ state: State, _ action: Action) -> State
  ) {
    self.init(initial: initial(), actions: actions, reduce: .pure(reduce))
  }
}

extension ReplayableStore {
  /// Makes a store with a reducer `(inout State, Action) -> Effect`; `actions` decodes recorded actions.
  public init<Effect>(
    initial: @autoclosure @escaping () -> State,
    actions: ActionDecoders<Action>,
    reduce: @escaping @MainActor (_ state: inout State, _ action: Action) -> Effect
  ) where Reducer == @MainActor (_ state: inout State, _ action: Action) -> Effect {
    self.init(initial: initial(), actions: actions, reduce: .inPlace(reduce))
  }

  /// Makes a store with a reducer `(inout State, Action) -> Effect`, whose actions are all of one type.
  public init<Effect>(
    initial: @autoclosure @escaping () -> State,
    actions: Action.Type,
    reduce: @escaping @MainActor (_ state: inout State, _ action: Action) -> Effect
  ) where Reducer == @MainActor (_ state: inout State, _ action: Action) -> Effect {
    self.init(initial: initial(), actions: actions, reduce: .inPlace(reduce))
  }
}
