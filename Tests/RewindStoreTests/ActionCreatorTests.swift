import RewindStore
import Testing

@Suite("An action creator")
struct ActionCreatorTests {
  let store = makeCounter()

  @Test("decides from the state which action to dispatch")
  func decides() {
    func addToTen(state: CounterState, store: Store<CounterState>) -> (any Action)? {
      state.count == 10 ? nil : Add(number: 10 - state.count)
    }
    store.dispatch(Add(number: 4))
    store.dispatch(addToTen)
    #expect(store.state.count == 10)
    store.dispatch(addToTen)
    #expect(store.state.count == 10)
  }

  @Test("can dispatch to the store later")
  func dispatchesLater() {
    var answer: (() -> Void)?
    store.dispatch { _, store in
      answer = { store.dispatch(Add(number: 5)) }
      return Rename(name: "loading")
    }
    #expect(store.state == CounterState(count: 0, name: "loading"))
    answer?()
    #expect(store.state == CounterState(count: 5, name: "loading"))
  }

  @Test("that is asynchronous delivers action creators when it likes")
  func asynchronous() {
    var deliver: ((Store<CounterState>.ActionCreator) -> Void)?
    let creator: Store<CounterState>.AsyncActionCreator = { _, _, callback in deliver = callback }
    var calledBackWith: [Int] = []
    store.dispatch(creator) { calledBackWith.append($0.count) }
    #expect(calledBackWith == [])

    deliver? { _, _ in Add(number: 2) }
    deliver? { _, _ in nil }
    deliver? { state, _ in Add(number: state.count) }
    #expect(calledBackWith == [2, 4])
    #expect(store.state.count == 4)
  }

  @Test("that is asynchronous needs no callback")
  func asynchronousWithoutCallback() {
    let creator: Store<CounterState>.AsyncActionCreator = { _, _, deliver in
      deliver { _, _ in Add(number: 3) }
    }
    store.dispatch(creator)
    #expect(store.state.count == 3)
  }
}

@Suite("A thunk")
struct ThunkTests {
  @Test("reads the state, dispatches, and does not reach the reducer")
  func runs() {
    var reduced: [String] = []
    let store = Store<CounterState>(
      reducer: { action, state in
        reduced.append("\(type(of: action))")
        return counterReducer(action: action, state: state)
      },
      state: CounterState(count: 20),
      middleware: [createThunkMiddleware()]
    )
    store.dispatch(
      Thunk<CounterState> { dispatch, getState in
        dispatch(Add(number: getState()?.count ?? 0))
        dispatch(Add(number: getState()?.count ?? 0))
      }
    )
    #expect(store.state.count == 80)
    #expect(reduced == ["Add", "Add"])
  }

  @Test("can dispatch another thunk, and later")
  func nestsAndWaits() {
    let store = makeCounter(middleware: [createThunkMiddleware()])
    var later: (() -> Void)?
    let inner = Thunk<CounterState> { dispatch, _ in later = { dispatch(Add()) } }
    store.dispatch(Thunk<CounterState> { dispatch, _ in dispatch(inner) })
    #expect(store.state.count == 0)
    later?()
    #expect(store.state.count == 1)
  }
}
