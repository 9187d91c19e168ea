/// A subscriber of a store, with the states that it receives.
final class StoreSubscription<State> {
  private(set) weak var subscriber: (any AnyStoreSubscriber)?
  /// The number of the first queued state that is sent to it.
  var firstNumber = 0
  var isActive = true
  private let source: Subscription<State>

  /// Makes a subscription whose states enter at `source` and leave at `selected`, narrowed down.
  init<Subscriber: StoreSubscriber>(
    _ subscriber: Subscriber,
    source: Subscription<State>,
    selected: Subscription<Subscriber.StoreSubscriberStateType>
  ) {
    self.subscriber = subscriber
    self.source = source
    selected.observe { [weak subscriber] _, newState in
      subscriber?.newState(state: newState)
    }
  }

  func send(_ oldState: State?, _ newState: State) {
    guard isActive, subscriber != nil else { return }
    source.send(oldState, newState)
  }
}
