// Actomaton: its types as it publishes them, and an app of its kind.
import Rewind
import RewindReplay

enum Automata {
  struct Effect<Action: Sendable>: Sendable {
    fileprivate let next: [Action]

    static var empty: Effect { Effect(next: []) }

    static func nextAction(_ action: Action) -> Effect { Effect(next: [action]) }
  }

  struct Reducer<Action: Sendable, State, Environment>: Sendable {
    let run: @Sendable (Action, inout State, Environment) -> Effect<Action>

    init(_ run: @escaping @Sendable (Action, inout State, Environment) -> Effect<Action>) {
      self.run = run
    }
  }

  /// A store that is an actor.
  actor Actomaton<Action: Sendable, State: Sendable> {
    private(set) var state: State
    private let reducer: Reducer<Action, State, Void>

    init(state: State, reducer: Reducer<Action, State, Void>) {
      (self.state, self.reducer) = (state, reducer)
    }

    func send(_ action: Action) {
      for action in reducer.run(action, &state, ()).next { send(action) }
    }
  }
}

// MARK: - The app

extension Automata {
  static let cartReducer = Reducer<CartAction, Cart, Void> { action, cart, _ in
    apply(action, to: &cart)
    return .empty
  }

  static let cart = ReplayableStore(
    initial: Cart(),
    actions: CartAction.self,
    reduce: .actionFirstInPlace { action, cart in cartReducer.run(action, &cart, ()) }
  )

  static func makeStore(_ destination: Recorder.Destination) -> Actomaton<CartAction, Cart> {
    let recording = cart.record(app: "cart", to: destination)
    return Actomaton(
      state: recording.initialState(),
      reducer: Reducer { [reducer = recording.reducer] action, cart, _ in reducer(action, &cart) }
    )
  }
}

let actomatonCart = Automata.cart

func makeActomaton(_ destination: Recorder.Destination) -> Automata.Actomaton<CartAction, Cart> {
  Automata.makeStore(destination)
}
