/// An action that runs code: it reads the state and dispatches other actions, also later.
///
/// A thunk never reaches a reducer. It needs `createThunkMiddleware()` among the store's middleware.
///
/// ```swift
/// let refresh = Thunk<AppState> { dispatch, getState in
///   guard getState()?.isLoading == false else { return }
///   dispatch(RequestStarted())
///   api.load { dispatch(RequestEnded(answer: $0)) }
/// }
/// store.dispatch(refresh)
/// ```
public struct Thunk<State>: Action {
  let body: (_ dispatch: @escaping DispatchFunction, _ getState: @escaping () -> State?) -> Void

  /// Makes a thunk that runs `body` when it is dispatched.
  public init(
    body:
      @escaping (
        _ dispatch: @escaping DispatchFunction, _ getState: @escaping () -> State?
      ) -> Void
  ) {
    self.body = body
  }
}

/// Makes the middleware that runs thunks and passes all other actions on.
public func createThunkMiddleware<State>() -> Middleware<State> {
  { dispatch, getState in
    { next in
      { action in
        if let thunk = action as? Thunk<State> {
          thunk.body(dispatch, getState)
        } else {
          next(action)
        }
      }
    }
  }
}
