import RewindStore
import Testing

@Suite("A store in the words of Redux")
struct ReduxTests {
  @Test("is made by createStore and lets the reducer make its first state")
  func createsStore() {
    let store = createStore(counterReducer)
    #expect(store.getState() == CounterState())
    store.dispatch(Add(number: 2))
    #expect(store.getState().count == 2)
  }

  @Test("begins with the state that is given to createStore")
  func preloadedState() {
    #expect(createStore(counterReducer, CounterState(count: 7)).getState().count == 7)
  }

  @Test("calls a listener after every action, not at once, until it unsubscribes")
  func listener() {
    let store = createStore(counterReducer)
    var heard: [Int] = []
    let unsubscribe = store.subscribe { heard.append(store.getState().count) }
    #expect(heard == [])
    store.dispatch(Add())
    store.dispatch(Add(number: 0))
    unsubscribe()
    unsubscribe()
    store.dispatch(Add())
    #expect(heard == [1, 1])
  }

  @Test("keeps a listener whose unsubscription is not kept")
  func listenerIsKept() {
    let store = createStore(counterReducer)
    var heard = 0
    store.subscribe { heard += 1 }
    store.dispatch(Add())
    #expect(heard == 1)
  }

  @Test("lets a listener unsubscribe while it is being called, and is freed with its listeners")
  func unsubscribesMeanwhile() {
    var store: Store<CounterState>? = createStore(counterReducer)
    weak let witness = store
    var heard: [String] = []
    var unsubscribe: () -> Void = {}
    unsubscribe =
      store?.subscribe {
        heard.append("first")
        unsubscribe()
      } ?? {}
    store?.subscribe { heard.append("second") }
    store?.dispatch(Add())
    store?.dispatch(Add())
    #expect(heard == ["first", "second", "second"])
    store = nil
    #expect(witness == nil)
  }

  @Test("takes its middleware from an enhancer; it has made its first state by then")
  func middleware() {
    var log: [String] = []
    func logging(_ name: String) -> Middleware<CounterState> {
      { _, getState in
        { next in
          { action in
            log.append("\(name) \(type(of: action))")
            next(action)
            log.append("\(name) \(getState()?.count ?? -1)")
          }
        }
      }
    }
    let store = createStore(counterReducer, nil, applyMiddleware(logging("a"), logging("b")))
    store.dispatch(Add())
    #expect(log == ["a Add", "b Add", "b 1", "a 1"])
  }

  @Test("runs thunks through the middleware for them")
  func thunks() {
    let store = createStore(counterReducer, nil, applyMiddleware(createThunkMiddleware()))
    store.dispatch(
      Thunk<CounterState> { dispatch, getState in
        dispatch(Add(number: 1 + (getState()?.count ?? 0)))
        dispatch(Add(number: 10 * (getState()?.count ?? 0)))
      }
    )
    #expect(store.getState().count == 11)
  }

  @Test("lets enhancers change the reducer and the first state, the first one outermost")
  func enhancers() {
    func adding(_ number: Int) -> StoreEnhancer<CounterState> {
      { create in
        { reducer, state in
          let store = create(
            { action, state in
              var state = reducer(action, state)
              state.name += " \(number)"
              return state
            },
            state ?? CounterState(count: number)
          )
          return store
        }
      }
    }
    let store = createStore(counterReducer, nil, compose(adding(1), adding(2)))
    #expect(store.getState() == CounterState(count: 1))
    store.dispatch(Rename(name: "x"))
    #expect(store.getState().name == "x 1 2")
  }
}

@Suite("Combined reducers")
struct CombineReducersTests {
  struct Pair: Equatable {
    var left = CounterState(count: 100)
    var right = 100
    var other = "kept"
  }

  func sum(action: any Action, state: Int?) -> Int {
    (state ?? 0) + ((action as? Add)?.number ?? 0)
  }

  @Test("make the first state part by part, and leave alone what none of them looks after")
  func firstState() {
    let reducer = combineReducers(
      Pair(),
      .slice(\.left, counterReducer),
      .slice(\.right, sum)
    )
    #expect(reducer(Rename(name: "x"), nil) == Pair(left: CounterState(name: "x"), right: 0))
  }

  @Test("each get every action")
  func everyAction() {
    let reducer = combineReducers(
      Pair(),
      .slice(\.left, counterReducer),
      .slice(\.right, sum)
    )
    let state = reducer(Add(number: 5), Pair(right: 1, other: "changed"))
    #expect(state == Pair(left: CounterState(count: 105), right: 6, other: "changed"))
  }
}
