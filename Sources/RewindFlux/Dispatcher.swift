/// What `register` gives, to unregister the handler again or to wait for it.
public typealias DispatchToken = String

/// What hands the results of actions to the stores.
///
/// An app may have one of its own. Whatever it does besides, it must do this:
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
/// Each handler of the action's type is called once, on the thread that dispatches, and `dispatch`
/// returns when all have returned. Dispatches from several threads come one after the other, so a
/// dispatcher is `Sendable`; one that was written before Swift 6 need not say so.
@preconcurrency public protocol Dispatcher: Sendable {
  /// Hands the result of an action to every handler of its type.
  func dispatch<A: Action>(_ action: A, result: Result<A.Payload, A.Error>)

  /// Adds a handler for the actions of a type.
  @discardableResult
  func register<A: Action>(
    _ type: A.Type,
    handler: @escaping (Result<A.Payload, A.Error>) -> Void
  ) -> DispatchToken

  /// Removes a handler.
  func unregister(_ dispatchToken: DispatchToken)

  /// Calls the given handlers now, those that have not been called yet, and then returns.
  ///
  /// A handler calls it during a dispatch, when its store needs what other stores make of the same
  /// action.
  ///
  /// - Parameters:
  ///   - dispatchTokens: The handlers to wait for. Those of other types are passed over, since they
  ///     have no part in this dispatch.
  ///   - type: The type of the action that is being dispatched.
  ///   - result: Its result, as it was handed to the handler that waits.
  func waitFor<A: Action>(
    _ dispatchTokens: [DispatchToken],
    type: A.Type,
    result: Result<A.Payload, A.Error>
  )
}
