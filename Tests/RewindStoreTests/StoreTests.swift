import RewindStore
import Testing

@Suite("A store")
struct StoreTests {
  @Test("lets the reducer make the first state when it is given none")
  func firstStateOfReducer() {
    var actions: [any Action] = []
    let store = Store<CounterState>(
      reducer: { action, state in
        actions.append(action)
        #expect(state == nil)
        return counterReducer(action: action, state: state)
      },
      state: nil
    )

    #expect(store.state == CounterState(count: 0, name: "counter"))
    #expect(actions.count == 1)
    #expect(actions.first is ReSwiftInit)
  }

  @Test("keeps the state it is given and dispatches nothing to make it")
  func givenState() {
    let store = Store<CounterState>(
      reducer: { _, _ in fatalError("Nothing was dispatched.") },
      state: CounterState(count: 7)
    )
    #expect(store.state.count == 7)
  }

  @Test("dispatches through a protocol that does not know its state")
  func dispatchingStoreType() {
    let store = makeCounter()
    let dispatcher: any DispatchingStoreType = store
    dispatcher.dispatch(Add())
    #expect(store.state.count == 1)
  }

  @Test(
    "can have its dispatch function wrapped, and notifies subscribers after the wrapping has ended"
  )
  func replacedDispatchFunction() {
    var log: [String] = []
    let store = makeCounter()
    let listener = Listener(of: CounterState.self) { log.append("notified \($0.count)") }
    store.subscribe(listener)

    let original = store.dispatchFunction
    store.dispatchFunction = { action in
      log.append("before")
      original?(action)
      log.append("after")
    }
    store.dispatch(Add())
    #expect(log == ["notified 0", "before", "after", "notified 1"])
  }

  @Test("notifies subscribers when its dispatch function is called directly")
  func directCallOfDispatchFunction() {
    let store = makeCounter()
    let listener = Listener(of: CounterState.self)
    store.subscribe(listener)
    store.dispatchFunction(Add())
    #expect(listener.heard.map(\.count) == [0, 1])
  }

  @Test("lets a subclass see what reaches the reducer")
  func subclass() {
    final class CountingStore: Store<CounterState> {
      var reduced = 0
      // swift-format-ignore: NoLeadingUnderscores
      override func _defaultDispatch(action: any Action) {
        reduced += 1
        super._defaultDispatch(action: action)
      }
    }
    let swallowing: Middleware<CounterState> = { _, _ in
      { next in { action in if !(action is Rename) { next(action) } } }
    }
    let store = CountingStore(
      reducer: counterReducer,
      state: CounterState(),
      middleware: [swallowing]
    )
    store.dispatch(Add())
    store.dispatch(Rename(name: "swallowed"))
    #expect(store.reduced == 1)
    #expect(store.state == CounterState(count: 1, name: "counter"))
  }

  @Test("is freed when it is not referenced, though middleware keeps its functions")
  func noRetainCycle() throws {
    var keptDispatch: DispatchFunction?
    let keeping: Middleware<CounterState> = { dispatch, _ in
      keptDispatch = dispatch
      return { next in next }
    }
    var store: Store<CounterState>? = makeCounter(middleware: [keeping])
    weak let witness = store
    let dispatch = try #require(keptDispatch)
    dispatch(Add())
    #expect(store?.state.count == 1)
    store = nil
    #expect(witness == nil)
    dispatch(Add())
  }
}
