import Foundation

/// The dispatcher of an app that does not supply its own.
///
/// Handlers are called in the order in which they were registered. A handler that is unregistered
/// during a dispatch is no longer called; one that is registered during a dispatch takes part from the
/// next one on.
///
/// **Threads.** One dispatch at a time: a thread that dispatches while another does waits for it to
/// end. A dispatch during a dispatch, by a store or by one of its listeners, stops the program, and so
/// does a circular wait.
public final class DefaultDispatcher: Dispatcher, @unchecked Sendable {
  /// Guards all state; recursive, since handlers register, unregister and wait.
  private let lock = NSRecursiveLock()
  /// The handlers of all types of action, in the order in which they were registered.
  private var registrations: [AnyRegistration] = []
  private var current: (any Action.Type)?

  public init() {}

  public func dispatch<A: Action>(_ action: A, result: Result<A.Payload, A.Error>) {
    dispatch(resultOf: A.self, result)
  }

  /// Dispatches a result to every handler of a type of action, for replays: these have results but no actions.
  package func dispatch<A: Action>(resultOf type: A.Type, _ result: Result<A.Payload, A.Error>) {
    lock.withLock {
      begin(A.self)
      defer { current = nil }
      let handlers = handlers(of: A.self)
      for handler in handlers { handler.status = .waiting }
      for handler in handlers where handler.status == .waiting { handler.handle(result) }
    }
  }

  @discardableResult
  public func register<A: Action>(
    _ type: A.Type,
    handler: @escaping (Result<A.Payload, A.Error>) -> Void
  ) -> DispatchToken {
    lock.withLock {
      let registration = Registration<A>(handler: handler)
      registrations.append(registration)
      return registration.token
    }
  }

  public func unregister(_ dispatchToken: DispatchToken) {
    lock.withLock {
      let index = registrations.firstIndex { $0.token == dispatchToken }
      guard let index else { return }
      // It goes after the list has changed: its handler may hold the last reference to a store, which
      // unregisters others then.
      let registration = registrations.remove(at: index)
      registration.status = .handled
    }
  }

  public func waitFor<A: Action>(
    _ dispatchTokens: [DispatchToken],
    type: A.Type,
    result: Result<A.Payload, A.Error>
  ) {
    lock.withLock {
      checkIsDispatching(A.self)
      let handlers = handlers(of: A.self)
      for token in dispatchTokens {
        guard let handler = handlers.first(where: { $0.token == token }) else { continue }
        switch handler.status {
        case .waiting: handler.handle(result)
        case .pending: stopForCircle(at: token, of: A.self)
        case .handled: continue
        }
      }
    }
  }

  private func handlers<A: Action>(of type: A.Type) -> [Registration<A>] {
    registrations.compactMap { $0 as? Registration<A> }
  }
}

// MARK: - Misuse

extension DefaultDispatcher {
  /// A thread that holds the lock and finds an action under way is the thread that is dispatching it.
  private func begin(_ type: any Action.Type) {
    if let current {
      fatalError(
        """
        \(type) was dispatched in the midst of the dispatch of \(current). Stores, and those that \
        listen to them, must not dispatch: use waitFor if a store needs what another makes of the \
        same action, and dispatch what follows from it after the dispatch has returned.
        """
      )
    }
    current = type
  }

  private func checkIsDispatching(_ type: any Action.Type) {
    guard let current else {
      fatalError(
        """
        waitFor was called for \(type), and nothing is being dispatched. Call it from a handler, \
        before the handler returns.
        """
      )
    }
    guard current == type else {
      fatalError(
        """
        waitFor was called for \(type) while \(current) is being dispatched. Give it the type and \
        the result of the action that the handler was registered for.
        """
      )
    }
  }

  private func stopForCircle(at token: DispatchToken, of type: any Action.Type) -> Never {
    fatalError(
      """
      The handlers of \(type) wait for each other in a circle: \(token) was waited for before it \
      had returned. Let one of the stores do without what the others make of the action.
      """
    )
  }
}
