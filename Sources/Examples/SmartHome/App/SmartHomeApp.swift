public import RewindStore

/// The app: the house, and the events in it.
public final class SmartHomeApp {
  public let store: Store<HouseState>
  private var events: HouseEvents

  /// Makes the app of a house.
  ///
  /// - Parameters:
  ///   - house: The initial house.
  ///   - seed: The seed of the events in it.
  ///   - reducer: The reducer, for programs that wrap it.
  ///   - middleware: Middleware after the automations, such as a recorder.
  public init(
    house: HouseState,
    seed: UInt64 = 0,
    reducer: @escaping Reducer<HouseState> = houseReducer,
    middleware: [Middleware<HouseState>] = []
  ) {
    store = Store(reducer: reducer, state: house, middleware: [automations()] + middleware)
    events = HouseEvents(seed: seed)
  }

  /// Runs a number of events, and the automations that they trigger.
  public func run(events count: Int) {
    for _ in 0..<count where !store.state.devices.isEmpty {
      store.dispatch(events.next(in: store.state))
    }
  }
}
