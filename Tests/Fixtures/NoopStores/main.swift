// An app with both stores of the package, attached as the documentation says. No target of the package: a test
// compiles it without the recorder.
import Foundation
import RewindFlux
import RewindKit
import RewindStore

// MARK: - The Redux store

struct Flip: RewindStore.Action, Codable { var card: Int }

struct AppState: Codable, Equatable { var flips: [Int] = [] }

func appReducer(action: any RewindStore.Action, state: AppState?) -> AppState {
  var state = state ?? AppState()
  if let flip = action as? Flip { state.flips.append(flip.card) }
  return state
}

let isDebugBuild = true

func redux() -> [Int] {
  ReplayableStore(reducer: appReducer, actions: [Flip.self]).answerReplayRequest()
  let recorder = Recorder(app: "memory-tunes", to: .file("session.jsonl"), enabled: isDebugBuild)
  let recording = recorder.attach(AppState.self)
  var logged = 0
  let logging: Middleware<AppState> = { _, _ in
    { next in
      { action in
        logged += 1
        next(action)
      }
    }
  }
  let store = RewindStore.Store(
    reducer: appReducer,
    state: nil,
    middleware: [logging, recording.middleware]
  )
  store.dispatch(Flip(card: 1))
  store.dispatch { _, _ in Flip(card: 2) }
  precondition(logged == 3)
  return store.state.flips
}

// MARK: - The Flux stores

struct Plus: RewindFlux.Action {
  typealias Payload = Int
  let number: Int
  func invoke(_ dispatcher: any Dispatcher) {
    dispatcher.dispatch(self, result: .success(number))
  }
}

final class Calculator: StoreBase {
  var sum = 0

  override init(dispatcher: any Dispatcher) {
    super.init(dispatcher: dispatcher)
    register(Plus.self) { [unowned self] result in
      if case .success(let number) = result { sum += number }
    }
  }
}

func flux() -> Int {
  ReplayableStore(
    stores: { Calculator(dispatcher: $0) },
    state: \.sum,
    actions: ActionDecoders().adding(resultsOf: Plus.self)
  )
  .answerReplayRequest()
  var app: Calculator?
  let recorder = Recorder(app: "calculator", to: .file("session.jsonl"), enabled: isDebugBuild)
  let recording = recorder.attach(Int.self)
  ActionCreator.sharedDispatcher = InterceptedDispatcher(
    interceptor: recording.interceptor { app?.sum }
  )
  app = Calculator(dispatcher: ActionCreator.sharedDispatcher)
  ActionCreator.invoke(Plus(number: 3))
  return app?.sum ?? 0
}

print(redux(), flux())
