import Foundation
import Rewind
import RewindFlux
import RewindInputs
import RewindReplay
import RewindStore

/// The samples of stores, with what only stores tell: causes, journeys, results.
extension Sample {
  /// Every move of a time machine.
  static let travel = Sample(of: TallyApp.replayable) { log in
    let recorder = Recorder.steady("tally", log)
    let recording = recorder.attach(Tally.self)
    let machine = TimeMachine(storeReducer)
    let store = RewindStore.Store(
      reducer: machine.reducer,
      state: nil,
      middleware: [machine.middleware, recording.middleware]
    )
    machine.attach(to: store, recording: recording)
    let dispatch: DispatchFunction = store.dispatch
    for amount in 1...5 { dispatch(Add(amount: amount)) }
    do throws(TimeMachineError) {
      try machine.jump(to: 3)
      try machine.skip(2)
      try machine.unskip(2)
      dispatch(Add(amount: 6))
      try machine.replaceReducer { storeReducer($0, $1) }
      try machine.jump(to: 2)
      try machine.commit()
      dispatch(Add(amount: 7))
      try machine.reset()
      dispatch(Add(amount: 8))
    } catch {
      fatalError("\(error)")
    }
    recorder.close()
  }

  /// A store of another kind, by its middleware.
  static let middleware = Sample(of: TallyApp.replayable) { log in
    let recorder = Recorder.steady("tally", log)
    let recording = recorder.attach(Tally.self)
    let store = ForeignStore(storeReducer, recording.reSwiftMiddleware)
    store.dispatch(Add(amount: 1))
    store.dispatch(Add(amount: 2))
    recorder.close()
  }

  /// A subscriber that dispatches, in a store of another kind whose reducer is wrapped.
  static let causes = Sample(of: TallyApp.replayable) { log in
    let recorder = Recorder.steady("tally", log)
    let recording = recorder.attach(Tally.self)
    let store = ForeignStore(recording.wrap(.reSwift(storeReducer)), recording.causeMiddleware)
    store.heard = { if $0.count == 3 { store.dispatch(Add(amount: 10)) } }
    store.dispatch(Add(amount: 1))
    store.dispatch(Add(amount: 2))
    recorder.close()
  }

  /// Results of a Flux dispatcher: payloads, and errors of both kinds.
  static let flux = Sample(of: FluxApp.replayable) { log in
    let recorder = Recorder.steady("flux", log)
    let recording = recorder.attach(FluxState.self)
    var app: FluxApp?
    let dispatcher = InterceptedDispatcher(interceptor: recording.interceptor { app?.state })
    app = FluxApp(dispatcher)
    dispatcher.dispatch(Load(), result: .success(["a", "b"]))
    dispatcher.dispatch(Load(), result: .failure(.offline(seconds: 3)))
    let error = NSError(
      domain: "flux",
      code: 7,
      userInfo: [NSLocalizedDescriptionKey: "It is gone."]
    )
    dispatcher.dispatch(Remove(), result: .failure(error))
    dispatcher.dispatch(Remove(), result: .success(Place(index: 0)))
    recorder.close()
  }
}

/// A store of ReSwift's kind, which notifies its subscriber within the middleware chain.
private final class ForeignStore {
  typealias Dispatch = (any RewindStore.Action) -> Void

  private(set) var state: Tally? = Tally()
  private(set) var dispatch: Dispatch = { _ in }
  var heard: (Tally) -> Void = { _ in }

  init(
    _ reducer: @escaping (any RewindStore.Action, Tally?) -> Tally,
    _ middleware: (@escaping Dispatch, @escaping () -> Tally?) -> (@escaping Dispatch) -> Dispatch
  ) {
    let reduce: Dispatch = { [unowned self] action in
      let tally = reducer(action, state)
      state = tally
      heard(tally)
    }
    dispatch = middleware({ self.dispatch($0) }, { self.state })(reduce)
  }
}

struct FluxState: Codable, Equatable {
  var items: [String] = []
  var errors: [String] = []
}

struct Load: RewindFlux.Action {
  typealias Payload = [String]
  typealias Error = LoadError

  func invoke(_ dispatcher: any Dispatcher) {}
}

enum LoadError: Error, Codable {
  case offline(seconds: Int)
}

struct Remove: RewindFlux.Action {
  typealias Payload = Place

  func invoke(_ dispatcher: any Dispatcher) {}
}

/// A payload that is written by reflection.
struct Place {
  let index: Int
}

final class FluxApp {
  private let store: ListStore

  init(_ dispatcher: any Dispatcher) {
    store = ListStore(dispatcher: dispatcher)
  }

  var state: FluxState {
    get { store.state }
    set { store.replaceState(newValue) }
  }

  static let replayable = ReplayableStore(
    stores: { FluxApp($0) },
    state: \.state,
    actions: ActionDecoders()
      .adding(resultsOf: Load.self)
      .adding(
        resultsOf: Remove.self,
        payload: { Place(index: try $0.value("index")) },
        error: { recorded in
          NSError(
            domain: try recorded.value("domain"),
            code: try recorded.value("code"),
            userInfo: [NSLocalizedDescriptionKey: recorded["description"]?.string ?? ""]
          )
        }
      )
  )
}

final class ListStore: ReduceStore<FluxState> {
  init(dispatcher: any Dispatcher) {
    super.init(initialState: FluxState(), dispatcher: dispatcher)
    reduce(Load.self) { state, result in
      var next = state
      switch result {
      case .success(let items): next.items = items
      case .failure(.offline(let seconds)): next.errors.append("offline for \(seconds) s")
      }
      return next
    }
    reduce(Remove.self) { state, result in
      var next = state
      switch result {
      case .success(let place): next.items.remove(at: place.index)
      case .failure(let error): next.errors.append(error.localizedDescription)
      }
      return next
    }
  }
}
