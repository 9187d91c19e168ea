/// A reducer and the form of its signature, by which it is recorded and replayed.
///
/// Equivalent reducers have different signatures. Each has a name here, so that a closure without types is
/// unambiguous:
///
/// | shape | function |
/// |---|---|
/// | `pure` | `(State, Action) -> State` |
/// | `inPlace` | `(inout State, Action) -> Effect` |
/// | `actionFirst` | `(Action, State) -> State` |
/// | `actionFirstInPlace` | `(Action, inout State) -> Result` |
/// | `reSwift` | `(Action, State?) -> State`, which makes the initial state as well |
/// | ``update(_:model:)`` | `(State, Action) -> Next`, where the next state is a part of the result |
///
/// Each function may be `throws` or `@MainActor`, and stays so when it is recorded. The error of a
/// reducer that throws is passed on; only one that works in place may have changed the state by then.
///
/// Reducers are assumed to be pure functions that may be called on any thread. They are not required to
/// be `@Sendable`, because reducers composed by libraries often are not.
// Each shape is written for functions that throw and for those that do not: one function generic over the error's
// type (`throws(Failure)`) would need the runtime of iOS 18.
public struct ReducerShape<State, Action, Function>: @unchecked Sendable {
  /// The reducer itself, in the shape in which it was given.
  package let function: Function
  /// Runs the reducer on a state; an error that it throws ends it early.
  package let reduce: (inout State, Action) -> Void
  /// Returns a recorded function of the same shape.
  package let recorded: (any ReducerRecording<State>) -> Function
}

/// Records the calls of reducers for the shapes; a build without the recorder has no such object.
package protocol ReducerRecording<State>: AnyObject, Sendable {
  associatedtype State

  /// Records an action and the state that `reduce` returns.
  func record<Action>(
    _ action: Action,
    from before: State,
    source: String?,
    reduce: () throws -> State
  ) rethrows -> State

  /// Records an action and the state that `reduce` changes.
  func record<Action, Result>(
    _ action: Action,
    on state: inout State,
    source: String?,
    reduce: (inout State) throws -> Result
  ) rethrows -> Result

  /// Records the creation of the initial state.
  func recordInitialState(make: () -> State) -> State
}

// Transparent, so that a dispatch has no frame for them in a debug build either.
extension ReducerRecording {
  @_transparent
  fileprivate func record<Action>(
    _ action: Action,
    from before: State,
    reduce: () throws -> State
  ) rethrows -> State {
    try record(action, from: before, source: nil, reduce: reduce)
  }

  @_transparent
  fileprivate func record<Action, Result>(
    _ action: Action,
    on state: inout State,
    reduce: (inout State) throws -> Result
  ) rethrows -> Result {
    try record(action, on: &state, source: nil, reduce: reduce)
  }
}

// MARK: - Pure reducers

extension ReducerShape {
  /// `(State, Action) -> State`, as in Redux.
  public static func pure(
    _ reducer: @escaping (_ state: State, _ action: Action) -> State
  ) -> ReducerShape where Function == @Sendable (_ state: State, _ action: Action) -> State {
    nonisolated(unsafe) let reducer = reducer
    return ReducerShape(
      function: { reducer($0, $1) },
      reduce: { $0 = reducer($0, $1) },
      recorded: { recording in
        { state, action in recording.record(action, from: state) { reducer(state, action) } }
      }
    )
  }

  /// `(State, Action) throws -> State`.
  @_disfavoredOverload
  public static func pure(
    _ reducer: @escaping (_ state: State, _ action: Action) throws -> State
  ) -> ReducerShape where Function == @Sendable (_ state: State, _ action: Action) throws -> State {
    nonisolated(unsafe) let reducer = reducer
    return ReducerShape(
      function: { try reducer($0, $1) },
      reduce: { state, action in state = (try? reducer(state, action)) ?? state },
      recorded: { recording in
        { state, action in try recording.record(action, from: state) { try reducer(state, action) }
        }
      }
    )
  }

  /// `@MainActor (State, Action) -> State`.
  public static func pure(
    _ reducer: @escaping @MainActor (_ state: State, _ action: Action) -> State
  ) -> ReducerShape where Function == @MainActor (_ state: State, _ action: Action) -> State {
    ReducerShape(
      function: reducer,
      reduce: onMain { $0 = reducer($0, $1) },
      recorded: { recording in
        { state, action in recording.record(action, from: state) { reducer(state, action) } }
      }
    )
  }

  /// `(Action, State) -> State`.
  public static func actionFirst(
    _ reducer: @escaping (_ action: Action, _ state: State) -> State
  ) -> ReducerShape where Function == @Sendable (_ action: Action, _ state: State) -> State {
    nonisolated(unsafe) let reducer = reducer
    return ReducerShape(
      function: { reducer($0, $1) },
      reduce: { $0 = reducer($1, $0) },
      recorded: { recording in
        { action, state in recording.record(action, from: state) { reducer(action, state) } }
      }
    )
  }

  /// `(Action, State) throws -> State`.
  @_disfavoredOverload
  public static func actionFirst(
    _ reducer: @escaping (_ action: Action, _ state: State) throws -> State
  ) -> ReducerShape where Function == @Sendable (_ action: Action, _ state: State) throws -> State {
    nonisolated(unsafe) let reducer = reducer
    return ReducerShape(
      function: { try reducer($0, $1) },
      reduce: { state, action in state = (try? reducer(action, state)) ?? state },
      recorded: { recording in
        { action, state in try recording.record(action, from: state) { try reducer(action, state) }
        }
      }
    )
  }

  /// `@MainActor (Action, State) -> State`.
  public static func actionFirst(
    _ reducer: @escaping @MainActor (_ action: Action, _ state: State) -> State
  ) -> ReducerShape where Function == @MainActor (_ action: Action, _ state: State) -> State {
    ReducerShape(
      function: reducer,
      reduce: onMain { $0 = reducer($1, $0) },
      recorded: { recording in
        { action, state in recording.record(action, from: state) { reducer(action, state) } }
      }
    )
  }
}

// MARK: - Reducers that make the initial state

extension ReducerShape {
  /// `(Action, State?) -> State`, as in ReSwift: without a state, the reducer makes the initial one.
  public static func reSwift(
    _ reducer: @escaping (_ action: Action, _ state: State?) -> State
  ) -> ReducerShape where Function == @Sendable (_ action: Action, _ state: State?) -> State {
    nonisolated(unsafe) let reducer = reducer
    return ReducerShape(
      function: { reducer($0, $1) },
      reduce: { $0 = reducer($1, $0) },
      recorded: { recording in
        { action, state in
          guard let state else { return recording.recordInitialState { reducer(action, nil) } }
          return recording.record(action, from: state) { reducer(action, state) }
        }
      }
    )
  }

  /// `@MainActor (Action, State?) -> State`.
  public static func reSwift(
    _ reducer: @escaping @MainActor (_ action: Action, _ state: State?) -> State
  ) -> ReducerShape where Function == @MainActor (_ action: Action, _ state: State?) -> State {
    ReducerShape(
      function: reducer,
      reduce: onMain { $0 = reducer($1, $0) },
      recorded: { recording in
        { action, state in
          guard let state else { return recording.recordInitialState { reducer(action, nil) } }
          return recording.record(action, from: state) { reducer(action, state) }
        }
      }
    )
  }
}

// MARK: - Reducers that change the state in place

extension ReducerShape {
  /// `(inout State, Action) -> Effect`, as in the Composable Architecture; the effect is passed on.
  public static func inPlace<Effect>(
    _ reducer: @escaping (_ state: inout State, _ action: Action) -> Effect
  ) -> ReducerShape where Function == @Sendable (_ state: inout State, _ action: Action) -> Effect {
    nonisolated(unsafe) let reducer = reducer
    return ReducerShape(
      function: { reducer(&$0, $1) },
      reduce: { _ = reducer(&$0, $1) },
      recorded: { recording in
        { state, action in recording.record(action, on: &state) { reducer(&$0, action) } }
      }
    )
  }

  /// `(inout State, Action) throws -> Effect`.
  @_disfavoredOverload
  public static func inPlace<Effect>(
    _ reducer: @escaping (_ state: inout State, _ action: Action) throws -> Effect
  ) -> ReducerShape
  where Function == @Sendable (_ state: inout State, _ action: Action) throws -> Effect {
    nonisolated(unsafe) let reducer = reducer
    return ReducerShape(
      function: { try reducer(&$0, $1) },
      reduce: { _ = try? reducer(&$0, $1) },
      recorded: { recording in
        { state, action in try recording.record(action, on: &state) { try reducer(&$0, action) } }
      }
    )
  }

  /// `@MainActor (inout State, Action) -> Effect`.
  public static func inPlace<Effect>(
    _ reducer: @escaping @MainActor (_ state: inout State, _ action: Action) -> Effect
  ) -> ReducerShape
  where Function == @MainActor (_ state: inout State, _ action: Action) -> Effect {
    ReducerShape(
      function: reducer,
      reduce: onMain { _ = reducer(&$0, $1) },
      recorded: { recording in
        { state, action in recording.record(action, on: &state) { reducer(&$0, action) } }
      }
    )
  }

  /// `(Action, inout State) -> Result`, as in SwiftRex, or where the result says whether the action was
  /// handled; the result is passed on.
  public static func actionFirstInPlace<Result>(
    _ reducer: @escaping (_ action: Action, _ state: inout State) -> Result
  ) -> ReducerShape where Function == @Sendable (_ action: Action, _ state: inout State) -> Result {
    nonisolated(unsafe) let reducer = reducer
    return ReducerShape(
      function: { reducer($0, &$1) },
      reduce: { _ = reducer($1, &$0) },
      recorded: { recording in
        { action, state in recording.record(action, on: &state) { reducer(action, &$0) } }
      }
    )
  }

  /// `(Action, inout State) throws -> Result`.
  @_disfavoredOverload
  public static func actionFirstInPlace<Result>(
    _ reducer: @escaping (_ action: Action, _ state: inout State) throws -> Result
  ) -> ReducerShape
  where Function == @Sendable (_ action: Action, _ state: inout State) throws -> Result {
    nonisolated(unsafe) let reducer = reducer
    return ReducerShape(
      function: { try reducer($0, &$1) },
      reduce: { _ = try? reducer($1, &$0) },
      recorded: { recording in
        { action, state in try recording.record(action, on: &state) { try reducer(action, &$0) } }
      }
    )
  }

  /// `@MainActor (Action, inout State) -> Result`.
  public static func actionFirstInPlace<Result>(
    _ reducer: @escaping @MainActor (_ action: Action, _ state: inout State) -> Result
  ) -> ReducerShape
  where Function == @MainActor (_ action: Action, _ state: inout State) -> Result {
    ReducerShape(
      function: reducer,
      reduce: onMain { _ = reducer($1, &$0) },
      recorded: { recording in
        { action, state in recording.record(action, on: &state) { reducer(action, &$0) } }
      }
    )
  }
}

// MARK: - Reducers whose result has the state as a part

extension ReducerShape {
  /// `(State, Action) -> Next`, as the update function of Mobius; the whole result is passed on.
  ///
  /// - Parameters:
  ///   - update: The function.
  ///   - model: Returns the state in a result; nil if the action does not change it.
  /// - Returns: The shape.
  public static func update<Next>(
    _ update: @escaping (_ state: State, _ action: Action) -> Next,
    model: @escaping (_ next: Next) -> State?
  ) -> ReducerShape where Function == @Sendable (_ state: State, _ action: Action) -> Next {
    nonisolated(unsafe) let (update, model) = (update, model)
    return ReducerShape(
      function: { update($0, $1) },
      reduce: { $0 = model(update($0, $1)) ?? $0 },
      recorded: { recording in
        { state, action in
          var next: Next?
          _ = recording.record(action, from: state) {
            let result = update(state, action)
            next = result
            return model(result) ?? state
          }
          return next ?? update(state, action)
        }
      }
    )
  }
}

// MARK: - Functions that say their shape

/// The shape that the types of a function imply; a bare closure needs the shape's name.
extension ReducerShape {
  /// `(State, Action) -> State`: as `pure`.
  public static func of(
    _ reducer: @escaping (_ state: State, _ action: Action) -> State
  ) -> ReducerShape where Function == @Sendable (_ state: State, _ action: Action) -> State {
    pure(reducer)
  }

  /// `(Action, State) -> State`: as `actionFirst`.
  public static func of(
    _ reducer: @escaping (_ action: Action, _ state: State) -> State
  ) -> ReducerShape where Function == @Sendable (_ action: Action, _ state: State) -> State {
    actionFirst(reducer)
  }

  /// `(State, Action) throws -> State`: as `pure`.
  @_disfavoredOverload
  public static func of(
    _ reducer: @escaping (_ state: State, _ action: Action) throws -> State
  ) -> ReducerShape where Function == @Sendable (_ state: State, _ action: Action) throws -> State {
    pure(reducer)
  }

  /// `(Action, State) throws -> State`: as `actionFirst`.
  @_disfavoredOverload
  public static func of(
    _ reducer: @escaping (_ action: Action, _ state: State) throws -> State
  ) -> ReducerShape where Function == @Sendable (_ action: Action, _ state: State) throws -> State {
    actionFirst(reducer)
  }

  /// `(Action, State?) -> State`: as `reSwift`.
  public static func of(
    _ reducer: @escaping (_ action: Action, _ state: State?) -> State
  ) -> ReducerShape where Function == @Sendable (_ action: Action, _ state: State?) -> State {
    reSwift(reducer)
  }

  /// `(inout State, Action) -> Effect`: as `inPlace`.
  public static func of<Effect>(
    _ reducer: @escaping (_ state: inout State, _ action: Action) -> Effect
  ) -> ReducerShape where Function == @Sendable (_ state: inout State, _ action: Action) -> Effect {
    inPlace(reducer)
  }

  /// `(inout State, Action) throws -> Effect`: as `inPlace`.
  @_disfavoredOverload
  public static func of<Effect>(
    _ reducer: @escaping (_ state: inout State, _ action: Action) throws -> Effect
  ) -> ReducerShape
  where Function == @Sendable (_ state: inout State, _ action: Action) throws -> Effect {
    inPlace(reducer)
  }

  /// `(Action, inout State) -> Result`: as `actionFirstInPlace`.
  public static func of<Result>(
    _ reducer: @escaping (_ action: Action, _ state: inout State) -> Result
  ) -> ReducerShape where Function == @Sendable (_ action: Action, _ state: inout State) -> Result {
    actionFirstInPlace(reducer)
  }
}

/// Returns a reduction on the main actor as one that must be called on the main thread, where a replay
/// runs.
private func onMain<State, Action>(
  _ reduce: @escaping @MainActor (inout State, Action) -> Void
) -> (inout State, Action) -> Void {
  { state, action in
    nonisolated(unsafe) var next = state
    nonisolated(unsafe) let action = action
    MainActor.assumeIsolated { reduce(&next, action) }
    state = next
  }
}
