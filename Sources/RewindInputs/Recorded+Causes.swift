/// The causes of actions.
///
/// While an action is dispatched, a task-local value names it. Every `Task` and task group that is started from
/// there inherits it: an action that they dispatch later has that one as its cause, across suspension, actors and
/// delays. Completion handlers, queues, timers, Combine and RxSwift carry no task-local values: their actions have
/// no cause unless one of these functions carries it.
///
/// Without a recorder, each of them just runs its closure.
extension Recorded {
  /// The mark of the dispatch that the current code has been started from.
  package static var mark: (any CauseMark)? { scope?.mark }

  /// Runs `body` with a mark.
  package static func with<Result>(
    mark: (any CauseMark)?,
    _ body: () throws -> Result
  ) rethrows -> Result {
    try $scope.withValue(scope(of: mark), operation: body)
  }

  private static func with<Result>(
    mark: (any CauseMark)?,
    isolation: isolated (any Actor)?,
    _ body: () async throws -> Result
  ) async rethrows -> Result {
    try await $scope.withValue(scope(of: mark), operation: body, isolation: isolation)
  }

  private static func scope(of mark: (any CauseMark)?) -> any RecordedScope {
    let outer = scope
    return BoundScope(source: outer?.source, reducing: outer?.reducing, mark: mark)
  }

  /// The action that the current code has been started from; nil if there is none.
  public static var cause: Cause? { mark.map { Cause($0) } }

  /// Runs `body` as started from an action: actions that it dispatches have that cause.
  ///
  /// - Parameters:
  ///   - cause: The action, from ``cause``; nil for none, as in a service that has outlived the dispatch
  ///     which made it.
  ///   - body: Dispatches.
  /// - Returns: The result of `body`.
  /// - Throws: The error of `body`.
  public static func caused<Result>(
    by cause: Cause?,
    _ body: () throws -> Result
  ) rethrows -> Result {
    try with(mark: cause?.mark, body)
  }

  /// Runs `body` as started from an action, across suspension.
  public static func caused<Result>(
    by cause: Cause?,
    isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> Result
  ) async rethrows -> Result {
    try await with(mark: cause?.mark, isolation: isolation, body)
  }

  /// Returns a completion handler that runs as started from the current action.
  ///
  /// ```swift
  /// service.load(completion: Recorded.callback { result in store.dispatch(Loaded(result)) })
  /// ```
  public static func callback<each Argument, Result>(
    _ handler: @escaping (repeat each Argument) -> Result
  ) -> (repeat each Argument) -> Result {
    guard let mark else { return handler }
    return { (argument: repeat each Argument) in
      with(mark: mark) { handler(repeat each argument) }
    }
  }

  /// Returns a `@Sendable` completion handler that runs as started from the current action.
  ///
  /// Nothing is passed for `sendable`: it ranks this one after the other, so that Swift 5 finds neither ambiguous.
  @preconcurrency
  public static func callback<each Argument, Result>(
    _ handler: @escaping @Sendable (repeat each Argument) -> Result,
    sendable: Void = ()
  ) -> @Sendable (repeat each Argument) -> Result {
    guard let mark else { return handler }
    return { (argument: repeat each Argument) in
      with(mark: mark) { handler(repeat each argument) }
    }
  }

  /// Runs a consumer that lives long, such as a loop over an `AsyncStream`: its actions are recorded as
  /// subscribed by the action that has started it, and never as an answer to that.
  ///
  /// ```swift
  /// Task { await Recorded.subscription { for await price in prices { dispatch(.price(price)) } } }
  /// ```
  ///
  /// A task that serves requests of several actions, such as a queue of jobs that the first of them has
  /// made, is such a consumer. Each job keeps its own ``cause``, and is run with ``caused(by:_:)``.
  public static func subscription<Result>(
    isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> Result
  ) async rethrows -> Result {
    try await with(mark: SubscriptionMark(in: mark), isolation: isolation, body)
  }

  /// Runs the beginning of a subscription with closures that ``callback(_:)`` makes.
  ///
  /// ```swift
  /// Recorded.subscription { socket.onMessage = Recorded.callback { dispatch(.message($0)) } }
  /// ```
  public static func subscription<Result>(_ body: () throws -> Result) rethrows -> Result {
    try with(mark: SubscriptionMark(in: mark), body)
  }
}
