#if REWIND_NOOP
public import RewindNoop
#else
public import RewindReplay
#endif

extension ReplayableStore
where
  Action == DispatchedAction,
  Reducer == @Sendable (_ state: State, _ action: DispatchedAction) -> State
{
  /// Makes a replayable store from the stores of a Flux dispatcher, with their combined state.
  ///
  /// ```swift
  /// ReplayableStore(
  ///   stores: { FluxToDoApp(service: OfflineTodoService(), dispatcher: $0) },
  ///   state: \.state,
  ///   actions: ActionDecoders().adding(resultsOf: TodoAction.Create.self))
  /// ```
  ///
  /// - Parameters:
  ///   - stores: Makes the stores in their first state, around a dispatcher.
  ///   - state: The combined state; setting it restores a state of the past.
  ///   - actions: The decoders of recorded results.
  public init<Stores>(
    stores: @escaping (any Dispatcher) -> Stores,
    state: ReferenceWritableKeyPath<Stores, State>,
    actions: ActionDecoders<DispatchedAction>
  ) {
    let replayed = ReplayedStores(make: stores, state: state)
    self.init(
      initial: replayed.begin(),
      actions: actions,
      reduce: { replayed.state(after: $1, on: $0) }
    )
  }
}

/// Stores that are set to one state after the other, created when they are first needed.
///
/// A replay runs on one thread.
private final class ReplayedStores<Stores, State>: @unchecked Sendable {
  private let make: (any Dispatcher) -> Stores
  private let path: ReferenceWritableKeyPath<Stores, State>
  private var current: (stores: Stores, dispatcher: DefaultDispatcher)?

  init(
    make: @escaping (any Dispatcher) -> Stores,
    state path: ReferenceWritableKeyPath<Stores, State>
  ) {
    self.make = make
    self.path = path
  }

  /// Makes new stores and returns their initial state.
  func begin() -> State {
    current = nil
    return made().stores[keyPath: path]
  }

  /// Returns the state of the stores after an action, from the state before.
  func state(after action: DispatchedAction, on state: State) -> State {
    let (stores, dispatcher) = made()
    stores[keyPath: path] = state
    action.dispatch(to: dispatcher)
    return stores[keyPath: path]
  }

  private func made() -> (stores: Stores, dispatcher: DefaultDispatcher) {
    if let current { return current }
    let dispatcher = DefaultDispatcher()
    let made = (make(dispatcher), dispatcher)
    current = made
    return made
  }
}
