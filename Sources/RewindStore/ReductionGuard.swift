import Foundation

/// Tracks the action that a store is reducing, and stops the program if another is dispatched meanwhile.
///
/// The lock makes sure that two threads dispatching at the same time are detected, instead of silently
/// losing one of two states.
final class ReductionGuard {
  private let lock = NSLock()
  private var current: (any Action)?

  /// Runs `body`, the reduction of `action`.
  func reducing<Result>(_ action: any Action, _ body: () -> Result) -> Result {
    let outer: (any Action)? = lock.withLock {
      defer { current = current ?? action }
      return current
    }
    if let outer {
      fatalError(
        """
        \(type(of: action)) was dispatched while a reducer was working on \(type(of: outer)). \
        A reducer must not dispatch: let it return the new state, and dispatch from a middleware, \
        a thunk or a subscriber. If no reducer dispatches, two threads do at the same time: \
        dispatch from one thread or actor only.
        """
      )
    }
    defer { lock.withLock { current = nil } }
    return body()
  }
}
