import Foundation

/// Listeners, in the order in which they were added.
///
/// They are called on the sending thread. One that is removed meanwhile is no longer called; one that
/// is added meanwhile is called the next time.
public final class ListenerList<Value>: @unchecked Sendable {
  private struct Listener {
    let token: String
    let handler: (Value) -> Void
  }

  private let lock = NSLock()
  private var listeners: [Listener] = []

  public init() {}

  func add(_ handler: @escaping (Value) -> Void) -> String {
    let token = Tokens.next(named: "Listener")
    lock.withLock { listeners.append(Listener(token: token, handler: handler)) }
    return token
  }

  func remove(_ token: String) {
    lock.withLock { listeners.removeAll { $0.token == token } }
  }

  func removeAll() {
    lock.withLock { listeners.removeAll() }
  }

  func send(_ value: Value) {
    for listener in lock.withLock({ listeners }) where contains(listener.token) {
      listener.handler(value)
    }
  }

  private func contains(_ token: String) -> Bool {
    lock.withLock { listeners.contains { $0.token == token } }
  }
}
