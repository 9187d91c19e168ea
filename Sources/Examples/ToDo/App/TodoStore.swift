import Dispatch
import Foundation
import RewindInputs

/// The store of the app: one for the whole program.
///
/// ```
///   dispatch(action) ──▶ serial queue ──▶ the reducers, until one handles it ──▶ state ──▶ changed
/// ```
///
/// `dispatch` can be called on any thread and returns immediately. Actions are reduced one by one, on
/// the store's queue, in the order in which they arrive; subscribers are notified there as well.
public final class TodoStore: @unchecked Sendable {
  public static let shared = TodoStore()

  /// Sends the new state after each action that a reducer handles.
  public let changed = Signal<TodoState>()

  private let queue = DispatchQueue(label: "todo.store")
  private let lock = NSLock()
  private var current = TodoState()
  /// Accessed on the queue only.
  private var reducer: TodoReducer

  /// Makes a store with an empty list; the app has only ``shared``.
  public init(reducers: [TodoReducer] = TodoReducers.all) {
    reducer = TodoReducers.combine(reducers)
  }

  /// The state after the last reduced action.
  public var state: TodoState { lock.withLock { current } }

  /// Queues an action, with its cause.
  public func dispatch(_ action: TodoAction) {
    let reduce: @Sendable () -> Void = Recorded.callback { [self] in
      var state = state
      guard reducer(action, &state) else { return }
      lock.withLock { current = state }
      changed.send(state)
    }
    queue.async(execute: reduce)
  }

  /// Returns when every previously dispatched action has been reduced and the subscribers notified.
  ///
  /// A subscriber must not call it, since it would wait for itself.
  public func waitUntilIdle() {
    dispatchPrecondition(condition: .notOnQueue(queue))
    queue.sync {}
  }

  /// Sets the state without an action, as a time machine does, and notifies the subscribers.
  ///
  /// A subscriber must not call it, since it would wait for itself.
  public func show(_ state: TodoState) {
    dispatchPrecondition(condition: .notOnQueue(queue))
    queue.sync {
      lock.withLock { current = state }
      changed.send(state)
    }
  }

  /// Wraps the reducer of the store, as a recorder does, from the next action on.
  public func wrapReducer(_ wrap: (@escaping TodoReducer) -> TodoReducer) {
    queue.sync { reducer = wrap(reducer) }
  }
}
