import Foundation

/// What stands around each dispatch of an ``InterceptedDispatcher``.
public protocol DispatchInterceptor: Sendable {
  /// Called with each action and its result, successes and failures alike.
  ///
  /// One dispatch at a time, on the thread that dispatches.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - result: What it dispatches.
  ///   - dispatch: Hands the result to the stores; to be called once. When it returns, all have it.
  func intercept<A: Action>(
    _ action: A,
    result: Result<A.Payload, A.Error>,
    dispatch: () -> Void
  )
}

/// A dispatcher that lets somebody see each action before and after the stores do, such as a recorder.
///
/// ```swift
/// ActionCreator.sharedDispatcher = InterceptedDispatcher(interceptor: recording)
/// ```
public final class InterceptedDispatcher: Dispatcher {
  private let interceptor: any DispatchInterceptor
  private let dispatcher: any Dispatcher
  /// Held around each dispatch; recursive, so that a dispatch in the midst of a dispatch is seen, and
  /// then stopped by the dispatcher.
  private let lock = NSRecursiveLock()

  /// Makes a dispatcher around another one, which nobody else should dispatch to.
  public init(
    interceptor: any DispatchInterceptor,
    dispatcher: any Dispatcher = DefaultDispatcher()
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
