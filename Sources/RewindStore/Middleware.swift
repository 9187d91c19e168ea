/// A function that receives an action on its way to the reducer.
public typealias DispatchFunction = (any Action) -> Void

/// A function that wraps a dispatch function, to observe, change, delay or consume actions.
///
/// It receives the store's `dispatch`, to send an action through the whole chain, and a function that returns the
/// current state (`nil` while the store makes its first one); in the second step, the dispatch function of the next
/// middleware.
///
/// ```swift
/// let logging: Middleware<AppState> = { dispatch, getState in
///   { next in
///     { action in
///       next(action)
///       print(action, getState() as Any)
///     }
///   }
/// }
/// ```
///
/// Subscribers are notified of new states after the chain has returned. So in the last middleware of a
/// store, when `next(action)` returns, `getState()` is exactly the state that `action` led to.
public typealias Middleware<State> = (
  _ dispatch: @escaping DispatchFunction, _ getState: @escaping () -> State?
) -> (_ next: @escaping DispatchFunction) -> DispatchFunction
