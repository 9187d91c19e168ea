import Foundation

/// Code that runs around each dispatch of an ``InterceptedDispatcher``.
public protocol DispatchInterceptor: Sendable {
  /// Called with each action and its result, successes and failures alike.
  ///
  /// One dispatch at a time, on the dispatching thread.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - result: Its result.
  ///   - dispatch: Dispatches the result to the stores; call it once. When it returns, all stores have it.
  func intercept<A: Action>(
    _ action: A,
    result: Result<A.Payload, A.Error>,
    dispatch: () -> Void
  )
}

/// A dispatcher with an interceptor, such as a recorder, that sees each action before and after the
/// stores do.
///
/// ```swift
/// ActionCreator.sharedDispatcher = InterceptedDispatcher(interceptor: recording)
/// ```
public final class InterceptedDispatcher: Dispatcher {
  private let interceptor: any DispatchInterceptor
  private let dispatcher: any Dispatcher
  /// Held during each dispatch; recursive, so that the interceptor sees a nested dispatch before the
  /// dispatcher stops it.
  private let lock = NSRecursiveLock()

  /// Wraps a dispatcher: by default the shared one, whose stores go on receiving.
  ///
  /// The interceptor does not see results that are dispatched to the wrapped one directly.
  public init(
    interceptor: any DispatchInterceptor,
    dispatcher: any Dispatcher = ActionCreator.sharedDispatcher
  ) {
    self.interceptor = interceptor
    self.dispatcher = dispatcher
  }

  public func dispatch<A: Action>(_ action: A, result: Result<A.Payload, A.Error>) {
    lock.withLock {
      interceptor.intercept(action, result: result) {
        dispatcher.dispatch(action, result: result)
      }
    }
  }

  @discardableResult
  public func register<A: Action>(
    _ type: A.Type,
    handler: @escaping (Result<A.Payload, A.Error>) -> Void
  ) -> DispatchToken {
    dispatcher.register(type, handler: handler)
  }

  public func unregister(_ dispatchToken: DispatchToken) {
    dispatcher.unregister(dispatchToken)
  }

  public func waitFor<A: Action>(
    _ dispatchTokens: [DispatchToken],
    type: A.Type,
    result: Result<A.Payload, A.Error>
  ) {
    dispatcher.waitFor(dispatchTokens, type: type, result: result)
  }
}
