/// The subscriptions of a store and the states that they have still to be told.
///
/// ```
///          holding { … }                 the last hold ends
///   idle ────────────────▶ holding ─────────────────────────▶ delivering ──▶ idle
///                           ▲   │ stateChanged: queue it         │   ▲ stateChanged: queue it
///                           └───┘                                └───┘ until the queue is empty
/// ```
///
/// A state that comes while another is being delivered waits until that one has reached every
/// subscription. So every subscription is told every state once, in the order of the states.
final class NotificationQueue<State> {
  private struct Change {
    let number: Int
    let oldState: State?
    let newState: State
    /// What a recorder marked the action with that led to the state.
    let mark: (any Sendable)?
  }

  private var subscriptions: [StoreSubscription<State>] = []
  private var changes: [Change] = []
  private var stateNumber = 0
  private var holds = 0
  private var isDelivering = false

  /// Runs `body`, during which states are only queued; they are delivered when the outermost call ends.
  func holding(_ body: () -> Void) {
    holds += 1
    body()
    holds -= 1
    deliver()
  }

  func stateChanged(from oldState: State?, to newState: State) {
    stateNumber += 1
    changes.append(
      Change(
        number: stateNumber,
        oldState: oldState,
        newState: newState,
        mark: DispatchTrace.reducing
      )
    )
  }

  /// Adds a subscription, in the place of an earlier one of the same subscriber, and tells it the
  /// current state at once; what is queued at this moment is older and is not for it.
  func add(_ subscription: StoreSubscription<State>, currentState: State?) {
    remove(subscription.subscriber)
    subscription.firstNumber = stateNumber + 1
    subscriptions.append(subscription)
    guard let currentState else { return }
    delivering { subscription.send(nil, currentState) }
    deliver()
  }

  func remove(_ subscriber: (any AnyStoreSubscriber)?) {
    for subscription in subscriptions where subscription.subscriber === subscriber {
      subscription.isActive = false
    }
    removeInactive()
  }

  private func deliver() {
    guard holds == 0, !isDelivering else { return }
    while !changes.isEmpty {
      let batch = changes
      changes = []
      delivering { for change in batch { deliver(change) } }
    }
  }

  /// The loop walks over the subscriptions as they were: one that is removed meanwhile is inactive,
  /// one that is added meanwhile begins with a later state.
  private func deliver(_ change: Change) {
    removeInactive()
    guard change.mark != nil else { return tell(change) }
    DispatchTrace.$telling.withValue(change.mark) { tell(change) }
  }

  private func tell(_ change: Change) {
    for subscription in subscriptions where change.number >= subscription.firstNumber {
      subscription.send(change.oldState, change.newState)
    }
  }

  private func delivering(_ body: () -> Void) {
    let wasDelivering = isDelivering
    isDelivering = true
    body()
    isDelivering = wasDelivering
  }

  private func removeInactive() {
    subscriptions.removeAll { !$0.isActive || $0.subscriber == nil }
  }
}
