// Katana: its types as it publishes them, and an app of its kind.
import Rewind
import RewindReplay

enum Katana {
  protocol State {
    init()
  }

  protocol Dispatchable {}

  protocol AnyStateUpdater: Dispatchable {
    func updatedState(currentState: any State) -> any State
  }

  /// An action that contains its reducer.
  protocol StateUpdater: AnyStateUpdater {
    associatedtype StateType: State

    func updateState(_ state: inout StateType)
  }

  typealias StoreInterceptorNext = (_ dispatchable: any Dispatchable) throws -> Void
  typealias StoreInterceptor = (_ context: Any) -> (_ next: @escaping StoreInterceptorNext) -> (
    _ dispatchable: any Dispatchable
  ) throws -> Void

  final class Store<StateType: State> {
    private(set) var state: StateType
    private let interceptors: [StoreInterceptor]

    init(interceptors: [StoreInterceptor], stateInitializer: () -> StateType) {
      (state, self.interceptors) = (stateInitializer(), interceptors)
    }

    func dispatch(_ dispatchable: any Dispatchable) {
      let update: StoreInterceptorNext = { [unowned self] dispatchable in
        guard let updater = dispatchable as? any AnyStateUpdater,
          let next = updater.updatedState(currentState: state) as? StateType
        else { return }
        state = next
      }
      try? interceptors.reversed().reduce(update) { next, made in made(self)(next) }(dispatchable)
    }
  }
}

extension Katana.StateUpdater {
  func updatedState(currentState: any Katana.State) -> any Katana.State {
    guard var state = currentState as? StateType else { fatalError("Another state.") }
    updateState(&state)
    return state
  }
}

// MARK: - The adapter

extension Katana {
  /// A state updater whose update is recorded.
  struct Recorded<StateType: State>: AnyStateUpdater {
    let updater: any AnyStateUpdater
    let reducer: (StateType, any AnyStateUpdater) -> StateType

    func updatedState(currentState: any State) -> any State {
      guard let state = currentState as? StateType else { return currentState }
      return reducer(state, updater)
    }

    static func interceptor(
      _ reducer: @escaping (StateType, any AnyStateUpdater) -> StateType
    ) -> StoreInterceptor {
      { _ in
        { next in
          { dispatchable in
            let updater = dispatchable as? any AnyStateUpdater
            try next(updater.map { Recorded(updater: $0, reducer: reducer) } ?? dispatchable)
          }
        }
      }
    }
  }
}

// MARK: - The app

extension Cart: Katana.State {}

extension Katana {
  struct Add: StateUpdater, Codable {
    let item: String

    func updateState(_ state: inout Cart) { state.add(item) }
  }

  struct Coupon: StateUpdater, Codable {
    let percent: Int

    func updateState(_ state: inout Cart) { state.use(coupon: percent) }
  }

  struct CheckOut: StateUpdater, Codable {
    func updateState(_ state: inout Cart) { state.checkOut() }
  }

  static let cart = ReplayableStore(
    initial: Cart(),
    actions: [Add.self, Coupon.self, CheckOut.self],
    reduce: .pure { (cart: Cart, updater: any AnyStateUpdater) in
      updater.updatedState(currentState: cart) as? Cart ?? cart
    }
  )

  static func makeStore(_ destination: Rewind.Recorder.Destination) -> Store<Cart> {
    let recording = cart.record(app: "cart", to: destination)
    return Store(
      interceptors: [Recorded<Cart>.interceptor(recording.reducer)],
      stateInitializer: recording.initialState
    )
  }
}

let katanaCart = Katana.cart

func makeKatanaStore(_ destination: Recorder.Destination) -> Katana.Store<Cart> {
  Katana.makeStore(destination)
}

func katanaUpdater(_ action: CartAction) -> any Katana.AnyStateUpdater {
  switch action {
  case .add(let item): Katana.Add(item: item)
  case .coupon(let percent): Katana.Coupon(percent: percent)
  case .checkOut: Katana.CheckOut()
  }
}
