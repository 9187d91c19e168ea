// SwiftRex: its types as it publishes them, and an app of its kind.
import Rewind
import RewindReplay

struct Reducer<ActionType, StateType> {
  let reduce: (ActionType, inout StateType) -> Void

  static func reduce(_ reduce: @escaping (ActionType, inout StateType) -> Void) -> Reducer {
    Reducer(reduce: reduce)
  }

  static func <> (first: Reducer, second: Reducer) -> Reducer {
    .reduce { action, state in
      first.reduce(action, &state)
      second.reduce(action, &state)
    }
  }
}

infix operator <> : AdditionPrecedence

struct ActionSource {
  static func here() -> ActionSource { ActionSource() }
}

struct DispatchedAction<Action> {
  let action: Action
  let dispatcher: ActionSource
}

struct AnyActionHandler<Action> {
  private let handle: (DispatchedAction<Action>) -> Void

  init(_ handle: @escaping (DispatchedAction<Action>) -> Void) { self.handle = handle }

  func dispatch(_ action: Action, from dispatcher: ActionSource) {
    dispatch(DispatchedAction(action: action, dispatcher: dispatcher))
  }

  func dispatch(_ action: DispatchedAction<Action>) { handle(action) }
}

/// What a middleware does after the action has been reduced.
struct IO<Action> {
  private let runIO: (AnyActionHandler<Action>) -> Void

  init(_ run: @escaping (AnyActionHandler<Action>) -> Void) { runIO = run }

  static func pure() -> IO { IO { _ in } }

  func run(_ output: @escaping (DispatchedAction<Action>) -> Void) { runIO(.init(output)) }
}

protocol MiddlewareProtocol<ActionType, StateType> {
  associatedtype ActionType
  associatedtype StateType

  func handle(
    action: ActionType,
    from dispatcher: ActionSource,
    state: @escaping () -> StateType
  ) -> IO<ActionType>
}

/// A store of SwiftRex: its middleware is asked before the reducer, and what it gives runs after it.
class ReduxStoreBase<ActionType, StateType> {
  private(set) var state: StateType
  private let reducer: Reducer<ActionType, StateType>
  private let middleware: any MiddlewareProtocol<ActionType, StateType>

  init(
    subject: StateType,
    reducer: Reducer<ActionType, StateType>,
    middleware: any MiddlewareProtocol<ActionType, StateType>
  ) {
    (state, self.reducer, self.middleware) = (subject, reducer, middleware)
  }

  func dispatch(_ action: ActionType, from dispatcher: ActionSource) {
    let io = middleware.handle(action: action, from: dispatcher) { self.state }
    reducer.reduce(action, &state)
    io.run { self.dispatch($0.action, from: $0.dispatcher) }
  }
}

// MARK: - The adapter

extension IO {
  /// What a middleware does, as the effect of the action that has just been reduced.
  func recorded<State>(by recording: Recording<State>) -> IO {
    IO { output in
      recording.caused(by: recording.reduced) { run(Recorded.callback { output.dispatch($0) }) }
    }
  }
}

// MARK: - The app

nonisolated(unsafe) let cartReducer =
  Reducer<CartAction, Cart>.reduce { action, cart in apply(action, to: &cart) }
  <> .reduce { _, _ in }

struct CartMiddleware: MiddlewareProtocol {
  let recording: Recording<Cart>

  func handle(
    action: CartAction,
    from dispatcher: ActionSource,
    state: @escaping () -> Cart
  ) -> IO<CartAction> {
    guard case .add = action else { return .pure() }
    return IO { output in
      let send = Recorded.callback { output.dispatch($0, from: .here()) }
      Discounts.shared.ask { send(.coupon(percent: $0)) }
    }
    .recorded(by: recording)
  }
}

let rexCart = ReplayableStore(
  initial: Cart(),
  actions: CartAction.self,
  reduce: .actionFirstInPlace { action, cart in cartReducer.reduce(action, &cart) }
)

func makeRexStore(_ destination: Recorder.Destination) -> ReduxStoreBase<CartAction, Cart> {
  let recording = rexCart.record(app: "cart", to: destination)
  return ReduxStoreBase(
    subject: recording.initialState(),
    reducer: .reduce(recording.reducer),
    middleware: CartMiddleware(recording: recording)
  )
}
