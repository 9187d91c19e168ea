public import RewindStore

/// The app: the house, and what happens in it.
public final class SmartHomeApp {
  public let store: Store<HouseState>
  private var events: HouseEvents

  /// Makes the app of a house.
  ///
  /// - Parameters:
  ///   - house: What is in the house at the beginning.
  ///   - seed: What will happen in it depends on this.
  ///   - reducer: The reducer, for programs that wrap it.
  ///   - middleware: What every action passes after the automations, such as a recorder.
  public init(
    house: HouseState,
    seed: UInt64 = 0,
    reducer: @escaping Reducer<HouseState> = houseReducer,
    middleware: [Middleware<HouseState>] = []
  ) {
    store = Store(reducer: reducer, state: house, middleware: [automations()] + middleware)
    events = HouseEvents(seed: seed)
  }

  /// Lets things happen, and the automations that follow from them.
  public func run(events count: Int) {
    for _ in 0..<count where !store.state.devices.isEmpty {
      store.dispatch(events.next(in: store.state))
    }
  }
}
