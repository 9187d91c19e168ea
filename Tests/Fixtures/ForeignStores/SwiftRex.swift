// SwiftRex: its types as it publishes them, and an app of its kind.
import Dispatch
import Foundation
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

  /// Reduces on the main thread only.
  func dispatch(_ action: ActionType, from dispatcher: ActionSource) {
    DispatchQueue.asap { [self] in
      let io = middleware.handle(action: action, from: dispatcher) { self.state }
      reducer.reduce(action, &state)
      io.run { self.dispatch($0.action, from: $0.dispatcher) }
    }
  }
}

extension DispatchQueue {
  private static let isMain: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  /// Runs a block on the main queue: at once where that is the current one.
  static func asap(_ block: @escaping () -> Void) {
    nonisolated(unsafe) let block = block
    if DispatchQueue.getSpecific(key: isMain) == true || Thread.isMainThread {
      block()
    } else {
      DispatchQueue.main.async { block() }
    }
  }
}

// MARK: - The adapter

extension IO {
  /// What a middleware does, as the effect of the action that has just been reduced.
  func recorded<State>(by recording: Recording<State>) -> IO {
    IO { output in
      let send = { action in DispatchQueue.asap(Recorded.callback { output.dispatch(action) }) }
      recording.caused(by: recording.reduced) { run(Recorded.callback(send)) }
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
      Discounts.shared.ask { output.dispatch(.coupon(percent: $0), from: .here()) }
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
