// Fluxor: its types as it publishes them, and an app of its kind.
import Rewind
import RewindReplay

enum Fluxor {
  protocol Action: Sendable {}

  struct ActionTemplate<Payload: Sendable>: Sendable {
    let id: String

    init(id: String, payloadType: Payload.Type) { self.id = id }

    func callAsFunction(payload: Payload) -> AnonymousAction<Payload> {
      AnonymousAction(id: id, payload: payload)
    }
  }

  protocol IdentifiableAction: Action {
    var id: String { get }
  }

  /// What all templates of one payload make.
  ///
  /// It is only `Encodable`, and no app can make one itself.
  struct AnonymousAction<Payload: Sendable>: IdentifiableAction, Encodable {
    let id: String
    let payload: Payload

    fileprivate init(id: String, payload: Payload) { (self.id, self.payload) = (id, payload) }

    private enum CodingKeys: CodingKey { case id, payload }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(id, forKey: .id)
      if let payload = payload as? any Encodable { try container.encode(payload, forKey: .payload) }
    }
  }

  struct Reducer<State> {
    let reduce: (inout State, any Action) -> Void
  }

  final class Store<State> {
    private(set) var state: State
    private let reducers: [Reducer<State>]

    init(initialState: State, reducers: [Reducer<State>]) {
      (state, self.reducers) = (initialState, reducers)
    }

    func dispatch(action: any Action) {
      for reducer in reducers { reducer.reduce(&state, action) }
    }
  }
}

// MARK: - The app

extension Fluxor {
  struct Add: Action, Codable { let item: String }

  static let coupon = ActionTemplate(id: "[Checkout] Coupon", payloadType: Int.self)
  static let checkOut = ActionTemplate(id: "[Checkout] Check out", payloadType: Void.self)

  nonisolated(unsafe) static let items = Reducer<Cart> { cart, action in
    if let action = action as? Add { cart.add(action.item) }
  }

  nonisolated(unsafe) static let checkout = Reducer<Cart> { cart, action in
    switch action {
    case let action as AnonymousAction<Int>: cart.use(coupon: action.payload)
    case is AnonymousAction<Void>: cart.checkOut()
    default: break
    }
  }

  nonisolated(unsafe) static let reducers = [items, checkout]

  static let cart = ReplayableStore(
    initial: Cart(),
    actions: ActionDecoders<any Action>([Add.self])
      .adding("[Checkout] Coupon") { coupon(payload: try $0.value("payload")) }
      .adding("[Checkout] Check out") { _ in checkOut(payload: ()) },
    reduce: .inPlace { (cart: inout Cart, action: any Action) in
      for reducer in reducers { reducer.reduce(&cart, action) }
    }
  )

  static func makeStore(_ destination: Recorder.Destination) -> Store<Cart> {
    let recording = cart.record(
      app: "cart",
      to: destination,
      options: .init(names: { ($0 as? any IdentifiableAction)?.id })
    )
    return Store(
      initialState: recording.initialState(),
      reducers: [Reducer(reduce: recording.reducer)]
    )
  }
}

let fluxorCart = Fluxor.cart

func makeFluxorStore(_ destination: Recorder.Destination) -> Fluxor.Store<Cart> {
  Fluxor.makeStore(destination)
}

func fluxorAction(_ action: CartAction) -> any Fluxor.Action {
  switch action {
  case .add(let item): Fluxor.Add(item: item)
  case .coupon(let percent): Fluxor.coupon(payload: percent)
  case .checkOut: Fluxor.checkOut(payload: ())
  }
}
