import Foundation

extension Recording {
  /// Middleware that records which action caused which, for a store of ReSwift's shape whose reducer is
  /// wrapped.
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
    { next in
      { action in
        guard let log = self.log else { return next(action) }
        let mark = DispatchMark(
          of: log,
          cause: DispatchTrace.notifying.flatMap { log.index(of: $0) }
        )
        DispatchTrace.$notifying.withValue(mark) { next(action) }
      }
    }
  }
}

/// Marks the dispatch of an action, from before its reduction until its subscribers have been notified.
final class DispatchMark: @unchecked Sendable {
  let log: ObjectIdentifier
  private let cause: Int?
  private let lock = NSLock()
  private var ownIndex: Int?

  init(of log: RecordingLog, cause: Int?) {
    self.log = ObjectIdentifier(log)
    self.cause = cause
  }

  /// The cause of an action that is recorded now: this action, or its own cause until it has been recorded.
  var index: Int? { lock.withLock { ownIndex ?? cause } }

  /// Notes the index of the dispatched action in the log.
  func recorded(as index: Int) {
    lock.withLock { ownIndex = ownIndex ?? index }
  }
}
