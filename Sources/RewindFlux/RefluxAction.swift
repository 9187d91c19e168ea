import Foundation

/// An action that is itself a publisher to which stores listen: Reflux, which has no dispatcher.
///
/// ```swift
/// let add = RefluxAction<String>("add")
/// let token = add.listen { title in print("to do:", title) }
/// add("Buy milk")
/// ```
///
/// An action that can fail publishes a `Result`. Listeners may publish, other actions or the same:
/// it reaches everybody before the call returns.
///
/// **Threads.** Listeners are called on the thread that publishes. Actions that change one store are
/// to be published from one thread or actor.
public final class RefluxAction<Payload>: @unchecked Sendable {
  /// What the action is called, since it has no type of its own to be named after.
  public let name: String

  private let listeners = ListenerList<Payload>()
  private let lock = NSLock()
  private var publish: (Payload) -> Void

  /// Makes an action that nobody listens to yet.
  public init(_ name: String) {
    self.name = name
    publish = { [listeners] in listeners.send($0) }
  }

  /// The function that is called with every payload: it tells the listeners.
  ///
  /// It can be replaced by one that wraps it, as a recorder does.
  public var publishFunction: (Payload) -> Void {
    get { lock.withLock { publish } }
    set { lock.withLock { publish = newValue } }
  }

  /// Publishes a payload: every listener has been called when this returns.
  public func callAsFunction(_ payload: Payload) {
    publishFunction(payload)
  }

  /// Calls `handler` with every payload, in the order in which listeners came.
  @discardableResult
  public func listen(_ handler: @escaping (Payload) -> Void) -> StoreListenerToken {
    listeners.add(handler)
  }

  /// Calls the handler of a token no more.
  public func stopListening(_ token: StoreListenerToken) {
    listeners.remove(token)
  }
}

extension RefluxAction where Payload == Void {
  /// Publishes that it has happened, which is all there is to say.
  public func callAsFunction() {
    callAsFunction(())
  }
}
