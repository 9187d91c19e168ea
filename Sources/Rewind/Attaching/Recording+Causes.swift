public import RewindInputs

/// Which action is the cause of which.
///
/// A recording knows the cause of an action that is dispatched while another one is reduced, or by work that was
/// started there. These functions extend that to the whole dispatch: middleware, thunks and effects run
/// after the reducer has returned.
extension Recording {
  /// The action that the current code has been started from, as `Recorded.cause`.
  public var cause: Cause? { Recorded.cause }

  /// The action that this thread has reduced last: the cause of an effect that a store runs right after
  /// the reducer, where the dispatch cannot be wrapped.
  ///
  /// ```swift
  /// // an effect handler of Mobius, which runs on the thread of the update function
  /// recording.caused(by: recording.reduced) { handle(effect, Recorded.callback(dispatch)) }
  /// ```
  ///
  /// Nil if another thread has reduced an action since: then it is not known which one the effect is of.
  public var reduced: Cause? { log?.reducedHere.map { Cause(ReducedMark($0)) } }

  /// Runs `body` as started from an action, as `Recorded.caused(by:_:)`.
  public func caused<Result>(by cause: Cause?, _ body: () throws -> Result) rethrows -> Result {
    try Recorded.caused(by: cause, body)
  }

  /// Runs the dispatch of an action: actions that middleware, thunks and effects dispatch from within it have that
  /// action as their cause.
  ///
  /// ```swift
  /// func dispatch(_ action: CartAction) {
  ///   recording.dispatch {
  ///     state = reducer(state, action)
  ///     for effect in effects(of: action) { Task { dispatch(await effect.run()) } }
  ///   }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - file: The `#fileID` of the dispatch, where the store's interface passes it on, for the log.
  ///   - line: Its `#line`.
  ///   - dispatch: Dispatches one action, on this thread.
  /// - Returns: The result of `dispatch`.
  /// - Throws: The error of `dispatch`.
  public func dispatch<Result>(
    file: StaticString? = nil,
    line: UInt = 0,
    _ dispatch: () throws -> Result
  ) rethrows -> Result {
    guard let log else { return try dispatch() }
    let site = file.map { DispatchSite(file: $0, line: line) }
    return try DispatchMark.dispatching(to: log, at: site, dispatch)
  }

  /// Runs the dispatch of an action that suspends, as to a store that is an actor.
  public func dispatch<Result>(
    file: StaticString? = nil,
    line: UInt = 0,
    isolation: isolated (any Actor)? = #isolation,
    _ dispatch: () async throws -> Result
  ) async rethrows -> Result {
    guard let log else { return try await dispatch() }
    let site = file.map { DispatchSite(file: $0, line: line) }
    return try await DispatchMark.dispatching(
      to: log.identity,
      at: site,
      isolation: isolation,
      dispatch
    )
  }

  /// Runs code that is not recorded itself and dispatches, such as a thunk of your own or the action of a reactor:
  /// its later actions have as their cause the one action that it dispatches before it returns.
  ///
  /// If it dispatches none or several, the cause is that of the surroundings.
  public func request<Result>(_ body: () throws -> Result) rethrows -> Result {
    guard log != nil else { return try body() }
    return try DispatchMark.dispatching(to: nil, body)
  }

  /// Middleware that records which action caused which, for a store of ReSwift's shape.
  ///
  /// It records no actions itself. It must be the first middleware: actions dispatched by middleware
  /// before it get no cause. Its shape is ReSwift's: `(dispatch, getState) -> (next) -> (action)`.
  ///
  /// ```swift
  /// let store = Store(
  ///   reducer: recording.wrap(.reSwift(appReducer)), state: nil, middleware: [recording.causeMiddleware])
  /// ```
  public func causeMiddleware<Action>(
    _ dispatch: @escaping (Action) -> Void,
    _ getState: @escaping () -> State?
  ) -> (_ next: @escaping (Action) -> Void) -> (Action) -> Void {
    { next in { action in self.dispatch { next(action) } } }
  }

  /// Returns a function that passes an action on, and notes that it comes from the action that is being
  /// reduced: for effects that a reducer returns, and that its store runs later.
  ///
  /// The store must reduce the action right after that, or after those that wait already, as the Composable
  /// Architecture does where an effect is mapped:
  ///
  /// ```swift
  /// recording.record(action, on: &state) { _reduce(into: &$0, action: action).map(recording.sent()) }
  /// ```
  public func sent<Action>() -> @Sendable (_ action: Action) -> Action {
    guard let log, let mark = Recorded.mark else { return { $0 } }
    return { action in
      let subscription = Recorded.mark as? SubscriptionMark
      log.expect(action, from: subscription.map { SubscriptionMark(in: $0.parent ?? mark) } ?? mark)
      return action
    }
  }
}
