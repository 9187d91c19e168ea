/// The form of a reducer's signature; here it only keeps the function.
///
/// The shapes, and which function has which, are those of `Rewind`.
public struct ReducerShape<State, Action, Function>: @unchecked Sendable {
  let function: Function
}

extension ReducerShape {
  public static func pure(
    _ reducer: @escaping (_ state: State, _ action: Action) -> State
  ) -> ReducerShape where Function == @Sendable (_ state: State, _ action: Action) -> State {
    nonisolated(unsafe) let reducer = reducer
    return ReducerShape(function: { state, action in reducer(state, action) })
  }

  @_disfavoredOverload
  public static func pure(
    _ reducer: @escaping (_ state: State, _ action: Action) throws -> State
  ) -> ReducerShape where Function == @Sendable (_ state: State, _ action: Action) throws -> State {
    nonisolated(unsafe) let reducer = reducer
    return ReducerShape(function: { state, action in try reducer(state, action) })
  }

  public static func pure(
    _ reducer: @escaping @MainActor (_ state: State, _ action: Action) -> State
  ) -> ReducerShape where Function == @MainActor (_ state: State, _ action: Action) -> State {
    ReducerShape(function: reducer)
  }

  public static func actionFirst(
    _ reducer: @escaping (_ action: Action, _ state: State) -> State
  ) -> ReducerShape where Function == @Sendable (_ action: Action, _ state: State) -> State {
    nonisolated(unsafe) let reducer = reducer
    return ReducerShape(function: { action, state in reducer(action, state) })
  }

  @_disfavoredOverload
  public static func actionFirst(
    _ reducer: @escaping (_ action: Action, _ state: State) throws -> State
  ) -> ReducerShape where Function == @Sendable (_ action: Action, _ state: State) throws -> State {
    nonisolated(unsafe) let reducer = reducer
    return ReducerShape(function: { action, state in try reducer(action, state) })
  }

  public static func actionFirst(
    _ reducer: @escaping @MainActor (_ action: Action, _ state: State) -> State
  ) -> ReducerShape where Function == @MainActor (_ action: Action, _ state: State) -> State {
    ReducerShape(function: reducer)
  }

  public static func reSwift(
    _ reducer: @escaping (_ action: Action, _ state: State?) -> State
  ) -> ReducerShape where Function == @Sendable (_ action: Action, _ state: State?) -> State {
    nonisolated(unsafe) let reducer = reducer
    return ReducerShape(function: { action, state in reducer(action, state) })
  }

  public static func reSwift(
    _ reducer: @escaping @MainActor (_ action: Action, _ state: State?) -> State
  ) -> ReducerShape where Function == @MainActor (_ action: Action, _ state: State?) -> State {
    ReducerShape(function: reducer)
  }

  public static func inPlace<Effect>(
    _ reducer: @escaping (_ state: inout State, _ action: Action) -> Effect
  ) -> ReducerShape where Function == @Sendable (_ state: inout State, _ action: Action) -> Effect {
    nonisolated(unsafe) let reducer = reducer
    return ReducerShape(function: { state, action in reducer(&state, action) })
  }

  @_disfavoredOverload
  public static func inPlace<Effect>(
    _ reducer: @escaping (_ state: inout State, _ action: Action) throws -> Effect
  ) -> ReducerShape
  where Function == @Sendable (_ state: inout State, _ action: Action) throws -> Effect {
    nonisolated(unsafe) let reducer = reducer
    return ReducerShape(function: { state, action in try reducer(&state, action) })
  }

  public static func inPlace<Effect>(
    _ reducer: @escaping @MainActor (_ state: inout State, _ action: Action) -> Effect
  ) -> ReducerShape
  where Function == @MainActor (_ state: inout State, _ action: Action) -> Effect {
    ReducerShape(function: reducer)
  }

  public static func actionFirstInPlace<Result>(
    _ reducer: @escaping (_ action: Action, _ state: inout State) -> Result
  ) -> ReducerShape where Function == @Sendable (_ action: Action, _ state: inout State) -> Result {
    nonisolated(unsafe) let reducer = reducer
    return ReducerShape(function: { action, state in reducer(action, &state) })
  }

  @_disfavoredOverload
  public static func actionFirstInPlace<Result>(
    _ reducer: @escaping (_ action: Action, _ state: inout State) throws -> Result
  ) -> ReducerShape
  where Function == @Sendable (_ action: Action, _ state: inout State) throws -> Result {
    nonisolated(unsafe) let reducer = reducer
    return ReducerShape(function: { action, state in try reducer(action, &state) })
  }

  public static func actionFirstInPlace<Result>(
    _ reducer: @escaping @MainActor (_ action: Action, _ state: inout State) -> Result
  ) -> ReducerShape
  where Function == @MainActor (_ action: Action, _ state: inout State) -> Result {
    ReducerShape(function: reducer)
  }

  public static func update<Next>(
    _ update: @escaping (_ state: State, _ action: Action) -> Next,
    model: @escaping (_ next: Next) -> State?
  ) -> ReducerShape where Function == @Sendable (_ state: State, _ action: Action) -> Next {
    nonisolated(unsafe) let update = update
    return ReducerShape(function: { state, action in update(state, action) })
  }

  public static func of(
    _ reducer: @escaping (_ state: State, _ action: Action) -> State
  ) -> ReducerShape where Function == @Sendable (_ state: State, _ action: Action) -> State {
    pure(reducer)
  }

  public static func of(
    _ reducer: @escaping (_ action: Action, _ state: State) -> State
  ) -> ReducerShape where Function == @Sendable (_ action: Action, _ state: State) -> State {
    actionFirst(reducer)
  }

  @_disfavoredOverload
  public static func of(
    _ reducer: @escaping (_ state: State, _ action: Action) throws -> State
  ) -> ReducerShape where Function == @Sendable (_ state: State, _ action: Action) throws -> State {
    pure(reducer)
  }

  @_disfavoredOverload
  public static func of(
    _ reducer: @escaping (_ action: Action, _ state: State) throws -> State
  ) -> ReducerShape where Function == @Sendable (_ action: Action, _ state: State) throws -> State {
    actionFirst(reducer)
  }

  public static func of(
    _ reducer: @escaping (_ action: Action, _ state: State?) -> State
  ) -> ReducerShape where Function == @Sendable (_ action: Action, _ state: State?) -> State {
    reSwift(reducer)
  }

  public static func of<Effect>(
    _ reducer: @escaping (_ state: inout State, _ action: Action) -> Effect
  ) -> ReducerShape where Function == @Sendable (_ state: inout State, _ action: Action) -> Effect {
    inPlace(reducer)
  }

  @_disfavoredOverload
  public static func of<Effect>(
    _ reducer: @escaping (_ state: inout State, _ action: Action) throws -> Effect
  ) -> ReducerShape
  where Function == @Sendable (_ state: inout State, _ action: Action) throws -> Effect {
    inPlace(reducer)
  }

  public static func of<Result>(
    _ reducer: @escaping (_ action: Action, _ state: inout State) -> Result
  ) -> ReducerShape where Function == @Sendable (_ action: Action, _ state: inout State) -> Result {
    actionFirstInPlace(reducer)
  }
}
