/// A subscriber's place in a store: whom to tell, what, and from which state on.
final class StoreSubscription<State> {
  private(set) weak var subscriber: (any AnyStoreSubscriber)?
  /// The number of the first state that is sent from the queue; earlier ones are not for it.
  var firstNumber = 0
  var isActive = true
  private let source: Subscription<State>

  /// States enter at `source` and come out at `selected`, narrowed down.
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
