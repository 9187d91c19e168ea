import RewindInputs

/// The subscriptions of a store and the states that have yet to be delivered to them.
///
/// ```
///          holding { … }                 the last hold ends
///   idle ────────────────▶ holding ─────────────────────────▶ delivering ──▶ idle
///                           ▲   │ stateChanged: queue it         │   ▲ stateChanged: queue it
///                           └───┘                                └───┘ until the queue is empty
/// ```
///
/// A state that arrives while another is being delivered waits until that one has reached every
/// subscription. So every subscription receives every state once, in order.
final class NotificationQueue<State> {
  private struct Change {
    let number: Int
    let oldState: State?
    let newState: State
    /// A recorder's mark of the action that led to the state.
    let mark: (any CauseMark)?
  }

  /// In the order in which they were added, with some that have ended.
  private var subscriptions: [StoreSubscription<State>] = []
  /// The last subscription of each subscriber; a deallocated one's entry may be at the address of another.
  private var current: [ObjectIdentifier: StoreSubscription<State>] = [:]
  /// The number of subscriptions at which those that have ended are removed: twice what was left of
  /// them the last time, so that adding and removing take constant time on average.
  private var sweepCount = minimumSweepCount
  private var changes: [Change] = []
  private var stateNumber = 0
  private var holds = 0
  private var isDelivering = false

  /// Runs `body` while queuing states; they are delivered when the outermost call ends.
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
        mark: Recorded.reducing.flatMap { _ in Recorded.mark }
      )
    )
  }

  /// Adds a subscription, replacing an earlier one of the same subscriber, and sends it the current state.
  ///
  /// Queued states are older than that, and are not sent to it.
  func add(_ subscription: StoreSubscription<State>, to subscriber: AnyObject, currentState: State?)
  {
    remove(subscriber)
    subscription.firstNumber = stateNumber + 1
    if subscriptions.count >= sweepCount { removeEnded() }
    subscriptions.append(subscription)
    current[ObjectIdentifier(subscriber)] = subscription
    guard let currentState else { return }
    delivering { subscription.send(nil, currentState) }
    deliver()
  }

  func remove(_ subscriber: AnyObject) {
    current.removeValue(forKey: ObjectIdentifier(subscriber))?.end()
  }

  private func deliver() {
    guard holds == 0, !isDelivering else { return }
    while !changes.isEmpty {
      let batch = changes
      changes = []
      delivering { for change in batch { deliver(change) } }
    }
  }

  /// The loop iterates over a copy of the subscriptions: one that is removed meanwhile has ended, one
  /// that is added meanwhile begins with a later state.
  private func deliver(_ change: Change) {
    removeEnded()
    guard change.mark != nil else { return notify(change) }
    Recorded.with(mark: change.mark) { notify(change) }
  }

  private func notify(_ change: Change) {
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

  private func removeEnded() {
    if subscriptions.contains(where: \.hasEnded) {
      subscriptions.removeAll(where: \.hasEnded)
      current = current.filter { !$0.value.hasEnded }
    }
    sweepCount = max(minimumSweepCount, 2 * subscriptions.count)
  }
}

/// Scanning this many subscriptions takes no noticeable time.
private let minimumSweepCount = 32
