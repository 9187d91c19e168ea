import Foundation
import RewindStore

extension Recording {
  /// Middleware that tells the log which action was dispatched because of which, for a store of ReSwift's
  /// shape whose reducer is wrapped: the two together know everything.
  ///
  /// It records nothing itself, and may stand anywhere among the middleware.
  ///
  /// ```swift
  /// let store = Store(reducer: recording.wrap(appReducer), state: nil, middleware: [recording.causes])
  /// ```
  public func causes<Action>(
    _ dispatch: @escaping (Action) -> Void,
    _ getState: @escaping () -> State?
  ) -> (_ next: @escaping (Action) -> Void) -> (Action) -> Void {
    { next in
      { action in
        guard let log = self.log else { return next(action) }
        let mark = DispatchMark(of: log, cause: DispatchTrace.telling.flatMap { log.index(of: $0) })
        DispatchTrace.$telling.withValue(mark) { next(action) }
      }
    }
  }
}

/// Marks the dispatch of an action, from before its reduction until its subscribers have been told.
final class DispatchMark: @unchecked Sendable {
  let log: ObjectIdentifier
  private let cause: Int?
  private let lock = NSLock()
  private var ownIndex: Int?

  init(of log: RecordingLog, cause: Int?) {
    self.log = ObjectIdentifier(log)
    self.cause = cause
  }

  /// What is to blame for an action that is recorded now: this one, or what this one came from as long as
  /// it has not been recorded itself.
  var index: Int? { lock.withLock { ownIndex ?? cause } }

  /// The dispatched action is in the log.
  func recorded(as index: Int) {
    lock.withLock { ownIndex = ownIndex ?? index }
  }
}
