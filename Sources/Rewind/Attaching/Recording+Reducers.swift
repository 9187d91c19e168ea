/// Reducers that behave as the given ones and record what they do; they work with any store.
///
/// A wrapped reducer sees the actions that middleware let through, in reduction order, is recorded
/// before a crash, and never sees a thunk. There is one form for each common shape of reducer.
extension Recording {
  /// Wraps `(Action, State?) -> State`, as in ReSwift: without a state, the reducer makes the initial one.
  public func wrap<Action>(
    _ reducer: @escaping (_ action: Action, _ state: State?) -> State
  ) -> (_ action: Action, _ state: State?) -> State {
    guard isEnabled else { return reducer }
    return { [self] action, state in
      guard let state else { return recordInitialState { reducer(action, nil) } }
      return record(action, from: state) { reducer(action, state) }
    }
  }

  /// Wraps `(Action, State) -> State`.
  public func wrap<Action>(
    _ reducer: @escaping (_ action: Action, _ state: State) -> State
  ) -> (_ action: Action, _ state: State) -> State {
    guard isEnabled else { return reducer }
    return { [self] action, state in record(action, from: state) { reducer(action, state) } }
  }

  /// Wraps `(State, Action) -> State`, as in Redux.
  public func wrap<Action>(
    _ reducer: @escaping (_ state: State, _ action: Action) -> State
  ) -> (_ state: State, _ action: Action) -> State {
    guard isEnabled else { return reducer }
    return { [self] state, action in record(action, from: state) { reducer(state, action) } }
  }

  /// Wraps `(inout State, Action) -> Effect`, as in the Composable Architecture; the effect is passed on.
  public func wrap<Action, Effect>(
    _ reducer: @escaping (_ state: inout State, _ action: Action) -> Effect
  ) -> (_ state: inout State, _ action: Action) -> Effect {
    guard isEnabled else { return reducer }
    return { [self] state, action in record(action, on: &state) { reducer(&$0, action) } }
  }

  /// Wraps `(Action, inout State) -> Bool`, where the reducer returns whether it handled the action;
  /// the result is passed on.
  public func wrap<Action, Answer>(
    _ reducer: @escaping (_ action: Action, _ state: inout State) -> Answer
  ) -> (_ action: Action, _ state: inout State) -> Answer {
    guard isEnabled else { return reducer }
    return { [self] action, state in record(action, on: &state) { reducer(action, &$0) } }
  }
}
