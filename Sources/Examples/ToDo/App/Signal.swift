import Foundation

/// A stream of values with any number of listeners.
public final class Signal<Value: Sendable>: @unchecked Sendable {
  /// A listener's subscription, for unsubscribing.
  public struct Subscription: Sendable {
    fileprivate let number: Int
  }

  private let lock = NSLock()
  private var handlers: [(number: Int, handler: @Sendable (Value) -> Void)] = []
  private var count = 0

  public init() {}

  /// Calls `handler` with every value that is sent from now on, on the thread that sends it.
  @discardableResult
  public func subscribe(_ handler: @escaping @Sendable (Value) -> Void) -> Subscription {
    lock.withLock {
      count += 1
      handlers.append((count, handler))
      return Subscription(number: count)
    }
  }

  /// Removes a handler.
  public func unsubscribe(_ subscription: Subscription) {
    lock.withLock { handlers.removeAll { $0.number == subscription.number } }
  }

  func send(_ value: Value) {
    for (_, handler) in lock.withLock({ handlers }) { handler(value) }
  }
}
