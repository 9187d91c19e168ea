/// A function that has subscribed to a store; the store retains it until it unsubscribes.
final class StoreListener<State>: StoreSubscriber {
  private let listener: () -> Void

  init(_ listener: @escaping () -> Void) {
    self.listener = listener
  }

  func newState(state: State) {
    listener()
  }
}
