/// A pure function that returns the state after an action from the action and the state before it.
///
/// The state is `nil` if the store was created without one: then the reducer makes the initial state. A
/// root reducer calls one reducer for each part of its state:
///
/// ```swift
/// func appReducer(action: any Action, state: AppState?) -> AppState {
///   AppState(
///     routing: routingReducer(action: action, state: state?.routing),
///     game: gameReducer(action: action, state: state?.game))
/// }
/// ```
///
/// A reducer must not dispatch; a store stops the program if one does.
public typealias Reducer<ReducerStateType> =
  (_ action: any Action, _ state: ReducerStateType?) -> ReducerStateType
