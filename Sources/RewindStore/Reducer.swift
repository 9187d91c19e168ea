/// A pure function from an action and the state before it to the state after it.
///
/// The state is `nil` when the store was made without one: then the reducer makes the initial state.
/// A root reducer calls one reducer for each part of its state:
///
/// ```swift
/// func appReducer(action: any Action, state: AppState?) -> AppState {
///   AppState(
///     routing: routingReducer(action: action, state: state?.routing),
///     game: gameReducer(action: action, state: state?.game))
/// }
/// ```
///
/// A reducer must not dispatch; a store stops the program when one does.
public typealias Reducer<ReducerStateType> =
  (_ action: any Action, _ state: ReducerStateType?) -> ReducerStateType
