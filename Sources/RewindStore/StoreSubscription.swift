/// A subscriber of a store, with the states that it receives.
final class StoreSubscription<State> {
  private weak var subscriber: (any AnyStoreSubscriber)?
  /// The number of the first queued state that is sent to it.
  var firstNumber = 0
  /// The entry of the states; nil once the subscriber has unsubscribed.
  private var source: Subscription<State>?

  /// True once the subscriber has unsubscribed or is deallocated.
  var hasEnded: Bool { source == nil || subscriber == nil }

  /// Makes a subscription to the values that a closure selects from the states.
  init<Subscriber: StoreSubscriber>(
    _ subscriber: Subscriber,
    _ narrow: (Subscription<State>) -> Subscription<Subscriber.StoreSubscriberStateType>
  ) {
    self.subscriber = subscriber
    let source = Subscription<State>()
    self.source = source
    narrow(source).observe { [weak subscriber] _, newState in
      subscriber?.newState(state: newState)
    }
  }

  func send(_ oldState: State?, _ newState: State) {
    guard let source, subscriber != nil else { return }
    source.send(oldState, newState)
  }

  /// Sends no more states, and releases the objects that the subscription's closures hold.
  func end() {
    source = nil
  }
}
