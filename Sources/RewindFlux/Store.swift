/// What `subscribe` gives, to unsubscribe again.
public typealias StoreListenerToken = String

/// A place where a part of the state lives, and that tells when it has changed.
///
/// ```swift
/// let token = todoStore.subscribe { print(todoStore.todos) }
/// …
/// todoStore.unsubscribe(token)
/// ```
///
/// A class says no more than `: Store` to be one. ``StoreBase`` adds the handling of actions, and
/// ``ReduceStore`` a state.
public protocol Store: AnyObject {
  /// Those who listen to the store.
  ///
  /// A class that does not declare it shares a table with others, in which its listeners may be kept
  /// for some time after it has gone.
  var listeners: ListenerList<Void> { get }
}

extension Store {
  public var listeners: ListenerList<Void> { ListenerTable.shared.listeners(of: self) }

  /// Calls `handler` at every change, on the thread that makes it, until it is unsubscribed.
  ///
  /// A store changes while an action is being dispatched; the handler must not dispatch another.
  @discardableResult
  public func subscribe(handler: @escaping () -> Void) -> StoreListenerToken {
    listeners.add(handler)
  }

  /// Calls the handler of a token no more.
  public func unsubscribe(_ listenerToken: StoreListenerToken) {
    listeners.remove(listenerToken)
  }

  /// Calls none of the handlers any more.
  public func unsubscribeAll() {
    listeners.removeAll()
  }

  /// Tells everyone who has subscribed that the store has changed.
  public func emitChange() {
    listeners.send(())
  }
}
