import RewindStore

/// A counter's state: a number and a name that has nothing to do with it.
struct CounterState: Equatable {
  var count = 0
  var name = "counter"
}

struct Add: Action {
  var number = 1
}

struct Rename: Action {
  let name: String
}

func counterReducer(action: any Action, state: CounterState?) -> CounterState {
  var state = state ?? CounterState()
  switch action {
  case let add as Add: state.count += add.number
  case let rename as Rename: state.name = rename.name
  default: break
  }
  return state
}

/// A store that counts from 0 and notifies of every state, repeats too.
func makeCounter(
  middleware: [Middleware<CounterState>] = [],
  automaticallySkipsRepeats: Bool = false
) -> Store<CounterState> {
  Store(
    reducer: counterReducer,
    state: nil,
    middleware: middleware,
    automaticallySkipsRepeats: automaticallySkipsRepeats
  )
}

/// A subscriber that keeps what it receives, and does something of the test's choice with it.
final class Listener<Value>: StoreSubscriber {
  private(set) var heard: [Value] = []
  var onHearing: (Value) -> Void

  init(of type: Value.Type = Value.self, onHearing: @escaping (Value) -> Void = { _ in }) {
    self.onHearing = onHearing
  }

  func newState(state: Value) {
    heard.append(state)
    onHearing(state)
  }
}
