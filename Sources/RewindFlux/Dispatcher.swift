/// A token from `register`, for unregistering the handler or waiting for it.
public typealias DispatchToken = String

/// Dispatches the results of actions to the stores.
///
/// An app may implement its own. It must do this:
///
/// ```swift
/// var heard: [Int] = []
/// let first = dispatcher.register(Plus.self) { _ in heard.append(1) }
/// dispatcher.register(Plus.self) { result in
///   dispatcher.waitFor([first], type: Plus.self, result: result)
///   heard.append(2)
/// }
/// dispatcher.dispatch(Plus(number: 3), result: .success(3))
/// #expect(heard == [1, 2])
/// ```
///
/// Each handler of the action's type is called once, on the dispatching thread, and `dispatch` returns
/// when all have returned. Dispatches from several threads run one after the other, so a dispatcher is
/// `Sendable`; one that was written before Swift 6 need not declare it.
@preconcurrency public protocol Dispatcher: Sendable {
  /// Dispatches the result of an action to every handler of its type.
  func dispatch<A: Action>(_ action: A, result: Result<A.Payload, A.Error>)

  /// Registers a handler for the actions of a type.
  @discardableResult
  func register<A: Action>(
    _ type: A.Type,
    handler: @escaping (Result<A.Payload, A.Error>) -> Void
  ) -> DispatchToken

  /// Unregisters a handler.
  func unregister(_ dispatchToken: DispatchToken)

  /// Calls those of the given handlers that have not been called yet, and then returns.
  ///
  /// A handler calls it during a dispatch, if its store needs the response of other stores to the same
  /// action.
  ///
  /// - Parameters:
  ///   - dispatchTokens: The handlers to wait for. Those of other types are ignored, since they take no
  ///     part in this dispatch.
  ///   - type: The type of the action that is being dispatched.
  ///   - result: Its result, as passed to the handler that waits.
  func waitFor<A: Action>(
    _ dispatchTokens: [DispatchToken],
    type: A.Type,
    result: Result<A.Payload, A.Error>
  )
}
