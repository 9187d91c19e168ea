/// A store whose state is changed by reducers, one for each type of action.
///
/// ```swift
/// final class CalculatorStore: ReduceStore<Int> {
///   init() {
///     super.init(initialState: 0)
///     reduce(Plus.self) { state, result in
///       switch result {
///       case .success(let number): state + number
///       case .failure: state
///       }
///     }
///   }
/// }
/// ```
///
/// The store notifies its subscribers when a reducer returns a state that is not equal to the one before.
open class ReduceStore<State: Equatable>: StoreBase {
  /// The current state.
  public private(set) var state: State

  /// Makes a store in its first state, without reducers.
  public init(initialState: State, dispatcher: any Dispatcher = ActionCreator.dispatcher) {
    state = initialState
    super.init(dispatcher: dispatcher)
  }

  /// Registers a reducer for the results of a type of action.
  ///
  /// - Parameters:
  ///   - type: The type of the actions.
  ///   - reducer: Returns the state after an action from the state before it and the action's result.
  /// - Returns: The token that other stores can wait for.
  @discardableResult
  public func reduce<A: Action>(
    _ type: A.Type,
    reducer: @escaping (_ state: State, _ result: Result<A.Payload, A.Error>) -> State
  ) -> DispatchToken {
    register(type) { [weak self] result in
      guard let self else { return }
      replaceState(reducer(state, result))
    }
  }

  /// Registers a reducer for the payloads of an action that is its own publisher.
  @discardableResult
  public func reduce<Payload>(
    _ action: RefluxAction<Payload>,
    reducer: @escaping (_ state: State, _ payload: Payload) -> State
  ) -> StoreListenerToken {
    listen(to: action) { [weak self] payload in
      guard let self else { return }
      replaceState(reducer(state, payload))
    }
  }

  /// Replaces the current state, with a persisted state or one of the past.
  public func replaceState(_ newState: State) {
    let oldState = state
    state = newState
    if newState != oldState { emitChange() }
  }
}
