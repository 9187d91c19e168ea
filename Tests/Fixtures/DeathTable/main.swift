// A program that is attached in one of many ways, and dies at one of many moments, for the tests of what
// a log can tell.
//
//     death-table LOG ATTACHMENT MOMENT
//
// It adds 1 and 2, and then 13, on which it dies. MOMENT is reducer, subscriber, before or after (of the
// next middleware).
import Foundation
import Rewind
import RewindFlux
import RewindStore

struct Tally: Codable, Equatable {
  var count = 0
}

struct Add: RewindStore.Action, Codable {
  let amount: Int
}

let moment = CommandLine.arguments[3]

/// Dies if this is where it is to, and when.
func pass(_ here: String, _ isTime: Bool) {
  guard here == moment, isTime else { return }
  let none: [Int] = []
  print(none[CommandLine.arguments.count])
}

func add(_ amount: Int, to tally: Tally) -> Tally {
  pass("reducer", amount == 13)
  return Tally(count: tally.count + amount)
}

func reducer(_ action: any RewindStore.Action, _ tally: Tally?) -> Tally {
  add((action as? Add)?.amount ?? 0, to: tally ?? Tally())
}

func notified(_ tally: Tally) {
  pass("subscriber", tally.count == 16)
}

/// What every action passes on both sides.
func passing(_ action: any RewindStore.Action, _ next: (any RewindStore.Action) -> Void) {
  let isTime = (action as? Add)?.amount == 13
  pass("before", isTime)
  next(action)
  pass("after", isTime)
}

/// A store of ReSwift's kind, which notifies its subscribers within the middleware chain.
final class ForeignStore {
  var state: Tally? = Tally()
  var dispatch: (any RewindStore.Action) -> Void = { _ in }

  init(
    _ reducer: @escaping (any RewindStore.Action, Tally?) -> Tally,
    _ middleware: [Middleware<Tally>]
  ) {
    let reduce: DispatchFunction = { [unowned self] action in
      let tally = reducer(action, state)
      state = tally
      notified(tally)
    }
    let chain = middleware.reversed().reduce(reduce) { next, middleware in
      middleware({ self.dispatch($0) }, { self.state })(next)
    }
    dispatch = { passing($0, chain) }
  }
}

final class Listener: StoreSubscriber {
  func newState(state: Tally) { notified(state) }
}

struct Plus: RewindFlux.Action {
  typealias Payload = Int
  func invoke(_ dispatcher: any Dispatcher) {}
}

final class TallyStore: ReduceStore<Tally> {
  init(dispatcher: any Dispatcher) {
    super.init(initialState: Tally(), dispatcher: dispatcher)
    reduce(Plus.self) { tally, result in
      if case .success(let amount) = result { add(amount, to: tally) } else { tally }
    }
  }
}

let passingMiddleware: Middleware<Tally> = { _, _ in { next in { passing($0, next) } } }
let recorder = Recorder(app: "death-table", to: .file(CommandLine.arguments[1]))
var dispatch: (Int) -> Void = { _ in }
let listener = Listener()

switch CommandLine.arguments[2] {
case "store":
  let recording = recorder.attach(Tally.self)
  let store = Store(
    reducer: reducer,
    state: Tally(),
    middleware: [passingMiddleware, recording.middleware]
  )
  store.subscribe(listener)
  dispatch = { store.dispatch(Add(amount: $0)) }
case "reducer":
  let recording = recorder.attach(Tally.self)
  let store = ForeignStore(recording.wrap(.reSwift(reducer)), [])
  dispatch = { store.dispatch(Add(amount: $0)) }
case "reducer and causes":
  let recording = recorder.attach(Tally.self)
  let store = ForeignStore(recording.wrap(.reSwift(reducer)), [recording.causeMiddleware])
  dispatch = { store.dispatch(Add(amount: $0)) }
case "middleware":
  let recording = recorder.attach(Tally.self)
  let store = ForeignStore(reducer, [recording.reSwiftMiddleware])
  dispatch = { store.dispatch(Add(amount: $0)) }
case "dispatcher":
  let recording = recorder.attach(Tally.self)
  var store: TallyStore?
  let dispatcher = InterceptedDispatcher(interceptor: recording.interceptor { store?.state })
  let made = TallyStore(dispatcher: dispatcher)
  made.subscribe { notified(made.state) }
  store = made
  dispatch = { dispatcher.dispatch(Plus(), result: .success($0)) }
case "object":
  let recording = recorder.attach(Tally.self)
  var state = Tally()
  dispatch = { amount in
    state = recording.record(Add(amount: amount), from: state) { add(amount, to: state) }
    notified(state)
  }
case "hooks":
  let hooks = recorder.attach(Tally.self).hooks
  var state = Tally()
  dispatch = { amount in
    hooks.willReduce(Add(amount: amount), from: state)
    state = add(amount, to: state)
    hooks.didReduce(to: state)
    notified(state)
  }
default:
  exit(2)
}

for amount in [1, 2, 13] { dispatch(amount) }
recorder.close()
