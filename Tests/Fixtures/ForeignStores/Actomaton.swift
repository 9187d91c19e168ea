// Actomaton: its types as it publishes them, and an app of its kind.
import Rewind
import RewindReplay

enum Automata {
  struct Effect<Action: Sendable>: Sendable {
    fileprivate let run: @Sendable () async -> Action?

    init(run: @escaping @Sendable () async -> Action?) { self.run = run }

    static var empty: Effect { Effect { nil } }

    func map<Other: Sendable>(
      _ transform: @escaping @Sendable (Action) -> Other
    ) -> Effect<Other> {
      Effect<Other> { [run] in await run().map(transform) }
    }
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
      let effect = reducer.run(action, &state, ())
      Task { if let action = await effect.run() { send(action) } }
    }
  }
}

// MARK: - The app

extension Automata {
  static let cartReducer = Reducer<CartAction, Cart, Void> { action, cart, _ in
    apply(action, to: &cart)
    guard case .add = action else { return .empty }
    return Effect {
      let percent = await withCheckedContinuation { answer in
        Discounts.shared.ask { answer.resume(returning: $0) }
      }
      return .coupon(percent: percent)
    }
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
      reducer: Reducer { action, cart, environment in
        recording.record(action, on: &cart) {
          cartReducer.run(action, &$0, environment).map(recording.sent())
        }
      }
    )
  }
}

let actomatonCart = Automata.cart

func makeActomaton(_ destination: Recorder.Destination) -> Automata.Actomaton<CartAction, Cart> {
  Automata.makeStore(destination)
}
