import Foundation

/// An action that stores listen to, as in Reflux: there is no dispatcher.
///
/// ```swift
/// let add = RefluxAction<String>("add")
/// let token = add.listen { title in print("to do:", title) }
/// add("Buy milk")
/// ```
///
/// An action that can fail publishes a `Result`. Listeners may publish other actions or the same one:
/// these reach all listeners before the call returns.
///
/// **Threads.** Listeners are called on the publishing thread. Publish actions that change the same
/// store from one thread or actor.
public final class RefluxAction<Payload>: @unchecked Sendable {
  /// The name of the action, since it has no type of its own.
  public let name: String

  private let listeners = ListenerList<Payload>()
  private let lock = NSLock()
  private var publish: (Payload) -> Void

  /// Makes an action without listeners.
  public init(_ name: String) {
    self.name = name
    publish = { [listeners] in listeners.send($0) }
  }

  /// The function that is called with every payload and notifies the listeners.
  ///
  /// It can be replaced by a function that wraps it, as a recorder does.
  public var publishFunction: (Payload) -> Void {
    get { lock.withLock { publish } }
    set { lock.withLock { publish = newValue } }
  }

  /// Publishes a payload: every listener has been called when this returns.
  public func callAsFunction(_ payload: Payload) {
    publishFunction(payload)
  }

  /// Calls `handler` with every payload; listeners are called in the order in which they were added.
  @discardableResult
  public func listen(_ handler: @escaping (Payload) -> Void) -> StoreListenerToken {
    listeners.add(handler)
  }

  /// Removes the handler of a token.
  public func stopListening(_ token: StoreListenerToken) {
    listeners.remove(token)
  }
}

extension RefluxAction where Payload == Void {
  /// Publishes that the action has happened.
  public func callAsFunction() {
    callAsFunction(())
  }
}
