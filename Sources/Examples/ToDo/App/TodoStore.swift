import Dispatch
import Foundation

/// The store of the app: one for the whole program.
///
/// ```
///   dispatch(action) ──▶ serial queue ──▶ the reducers, until one handles it ──▶ state ──▶ changed
/// ```
///
/// `dispatch` can be called on any thread and returns at once. Actions are reduced one by one, on the
/// store's queue, in the order in which they came; there too the subscribers hear of the change.
public final class TodoStore: @unchecked Sendable {
  public static let shared = TodoStore()

  /// Sends the new state after each action that a reducer has handled.
  public let changed = Signal<TodoState>()

  private let queue = DispatchQueue(label: "todo.store")
  private let lock = NSLock()
  private var current = TodoState()
  /// Touched on the queue only.
  private var reducer: TodoReducer

  /// Makes a store with an empty list; the app has only ``shared``.
  public init(reducers: [TodoReducer] = TodoReducers.all) {
    reducer = TodoReducers.combine(reducers)
  }

  /// The state after the last action that has been reduced.
  public var state: TodoState { lock.withLock { current } }

  /// Queues an action.
  public func dispatch(_ action: TodoAction) {
    queue.async { [self] in
      var state = state
      guard reducer(action, &state) else { return }
      lock.withLock { current = state }
      changed.send(state)
    }
  }

  /// Returns when every action that was dispatched before has been reduced and told.
  ///
  /// Not to be called by a subscriber, which would wait for itself.
  public func waitUntilIdle() {
    dispatchPrecondition(condition: .notOnQueue(queue))
    queue.sync {}
  }

  /// Sets the state without an action, as a time machine does, and tells the subscribers.
  ///
  /// Not to be called by a subscriber, which would wait for itself.
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
