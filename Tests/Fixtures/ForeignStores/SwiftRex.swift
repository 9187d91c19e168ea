// SwiftRex: its types as it publishes them, and an app of its kind.
import Rewind
import RewindReplay

/// A change of a value in place.
struct EndoMut<Value> {
  let runEndoMut: (inout Value) -> Void
}

struct Reducer<ActionType, StateType>: Sendable {
  let reduce: @Sendable (ActionType) -> EndoMut<StateType>

  static func reduce(
    _ function: @escaping @Sendable (ActionType, inout StateType) -> Void
  ) -> Reducer {
    Reducer { action in EndoMut { function(action, &$0) } }
  }

  static func compose(_ first: Reducer, _ second: Reducer) -> Reducer {
    .reduce { action, state in
      first.reduce(action).runEndoMut(&state)
      second.reduce(action).runEndoMut(&state)
    }
  }
}

/// What a middleware does after the action has been reduced.
struct IO<Action> {
  let runIO: (_ output: @escaping (Action) -> Void) -> Void

  static func pure() -> IO { IO { _ in } }
}

/// A store of SwiftRex: its middleware is asked before the reducer, and what it gives runs after it.
final class RexStore<Action, State> {
  private(set) var state: State
  private let reducer: Reducer<Action, State>
  private let handle: (Action) -> IO<Action>

  init(
    initial: State,
    reducer: Reducer<Action, State>,
    middleware handle: @escaping (Action) -> IO<Action>
  ) {
    (state, self.reducer, self.handle) = (initial, reducer, handle)
  }

  func dispatch(_ action: Action) {
    let io = handle(action)
    reducer.reduce(action).runEndoMut(&state)
    io.runIO { self.dispatch($0) }
  }
}

// MARK: - The adapter

extension IO {
  /// What a middleware does, as the effect of the action that has just been reduced.
  func recorded<State>(by recording: Recording<State>) -> IO {
    IO { output in
      recording.caused(by: recording.reduced) { runIO(Recorded.callback(output)) }
    }
  }
}

// MARK: - The app

let cartReducer = Reducer<CartAction, Cart>.compose(
  .reduce { action, cart in apply(action, to: &cart) },
  .reduce { _, _ in }
)

func cartEffects(_ action: CartAction) -> IO<CartAction> {
  guard case .add = action else { return .pure() }
  return IO { output in Discounts.shared.ask { output(.coupon(percent: $0)) } }
}

let rexCart = ReplayableStore(
  initial: Cart(),
  actions: CartAction.self,
  reduce: .actionFirstInPlace { action, cart in cartReducer.reduce(action).runEndoMut(&cart) }
)

func makeRexStore(_ destination: Recorder.Destination) -> RexStore<CartAction, Cart> {
  let recording = rexCart.record(app: "cart", to: destination)
  return RexStore(
    initial: recording.initialState(),
    reducer: .reduce(recording.reducer),
    middleware: { cartEffects($0).recorded(by: recording) }
  )
}
