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

/// A store of SwiftRex, without its middleware.
final class RexStore<Action, State> {
  private(set) var state: State
  private let reducer: Reducer<Action, State>

  init(initial: State, reducer: Reducer<Action, State>) {
    (state, self.reducer) = (initial, reducer)
  }

  func dispatch(_ action: Action) { reducer.reduce(action).runEndoMut(&state) }
}

// MARK: - The app

let cartReducer = Reducer<CartAction, Cart>.compose(
  .reduce { action, cart in apply(action, to: &cart) },
  .reduce { _, _ in }
)

let rexCart = ReplayableStore(
  initial: Cart(),
  actions: CartAction.self,
  reduce: .actionFirstInPlace { action, cart in cartReducer.reduce(action).runEndoMut(&cart) }
)

func makeRexStore(_ destination: Recorder.Destination) -> RexStore<CartAction, Cart> {
  let recording = rexCart.record(app: "cart", to: destination)
  return RexStore(initial: recording.initialState(), reducer: .reduce(recording.reducer))
}
