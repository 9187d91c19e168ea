/// A token from `subscribe`, for unsubscribing.
public typealias StoreListenerToken = String

/// An object that holds a part of the state and notifies its subscribers of changes.
///
/// ```swift
/// let token = todoStore.subscribe { print(todoStore.todos) }
/// …
/// todoStore.unsubscribe(token)
/// ```
///
/// A class only has to declare conformance. ``StoreBase`` adds the handling of actions, and
/// ``ReduceStore`` a state.
public protocol Store: AnyObject {
  /// The listeners of the store.
  ///
  /// A class that does not declare it shares a table with others; the table may retain its listeners for some time
  /// after it is deallocated.
  var listeners: ListenerList<Void> { get }
}

extension Store {
  public var listeners: ListenerList<Void> { ListenerTable.shared.listeners(of: self) }

  /// Calls `handler` at every change, on the thread that makes it, until unsubscribed.
  ///
  /// A store changes while an action is being dispatched; the handler must not dispatch another.
  @discardableResult
  public func subscribe(handler: @escaping () -> Void) -> StoreListenerToken {
    listeners.add(handler)
  }

  /// Removes the handler of a token.
  public func unsubscribe(_ listenerToken: StoreListenerToken) {
    listeners.remove(listenerToken)
  }

  /// Removes all handlers.
  public func unsubscribeAll() {
    listeners.removeAll()
  }

  /// Notifies all subscribers that the store has changed.
  public func emitChange() {
    listeners.send(())
  }
}
