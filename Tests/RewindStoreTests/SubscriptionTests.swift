import RewindStore
import Testing

@Suite("A subscription")
struct SubscriptionTests {
  let store = makeCounter()

  @Test("begins with the current state")
  func currentState() {
    store.dispatch(Add(number: 3))
    let listener = Listener(of: CounterState.self)
    store.subscribe(listener)
    #expect(listener.heard.map(\.count) == [3])
  }

  @Test("selects with a closure")
  func selectsWithClosure() {
    let listener = Listener(of: String.self)
    store.subscribe(listener) { $0.select { "\($0.name) \($0.count)" } }
    store.dispatch(Add())
    #expect(listener.heard == ["counter 0", "counter 1"])
  }

  @Test("selects with a key path")
  func selectsWithKeyPath() {
    let listener = Listener(of: Int.self)
    store.subscribe(listener) { $0.select(\.count) }
    store.dispatch(Add())
    #expect(listener.heard == [0, 1])
  }

  @Test("selects a value that can be missing")
  func selectsOptional() {
    let listener = Listener(of: Int?.self)
    store.subscribe(listener) { $0.select { $0.count == 0 ? nil : $0.count }.skipRepeats() }
    store.dispatch(Add())
    store.dispatch(Rename(name: "skipped"))
    #expect(listener.heard == [nil, 1])
  }

  @Test("leaves out repeats of an equatable state")
  func skipsEqual() {
    let listener = Listener(of: Int.self)
    store.subscribe(listener) { $0.select(\.count).skipRepeats() }
    store.dispatch(Rename(name: "skipped"))
    store.dispatch(Add())
    #expect(listener.heard == [0, 1])
  }

  @Test("leaves out what a closure calls a repeat")
  func skipsByClosure() {
    let listener = Listener(of: CounterState.self)
    store.subscribe(listener) { $0.skipRepeats { $0.count / 10 == $1.count / 10 } }
    store.dispatch(Add(number: 5))
    store.dispatch(Add(number: 5))
    store.dispatch(Add(number: 5))
    #expect(listener.heard.map(\.count) == [0, 10])
  }

  @Test("leaves out changes by skip(when:) and keeps them by only(when:)")
  func skipAndOnly() {
    let skipping = Listener(of: CounterState.self)
    let keeping = Listener(of: CounterState.self)
    store.subscribe(skipping) { $0.skip(when: { $0.name != $1.name }) }
    store.subscribe(keeping) { $0.only(when: { $0.name != $1.name }) }
    store.dispatch(Add())
    store.dispatch(Rename(name: "new"))
    #expect(skipping.heard == [CounterState(), CounterState(count: 1)])
    #expect(keeping.heard == [CounterState(), CounterState(count: 1, name: "new")])
  }

  @Test("can be fed by the app")
  func fedByTheApp() {
    var feed: ((Int?, Int) -> Void)?
    let listener = Listener(of: Int.self)
    store.subscribe(listener) { _ in
      Subscription<Int> { sink in feed = sink }.skipRepeats()
    }
    feed?(nil, 1)
    feed?(1, 1)
    feed?(1, 2)
    #expect(listener.heard == [1, 2])
  }

  @Test("of the whole state by a transform of nil")
  func nilTransform() {
    let listener = Listener(of: CounterState.self)
    store.subscribe(
      listener,
      transform: nil as ((Subscription<CounterState>) -> Subscription<CounterState>)?
    )
    store.dispatch(Add())
    #expect(listener.heard.map(\.count) == [0, 1])
  }

  @Test("does not keep the subscriber alive")
  func weakSubscriber() {
    var listener: Listener<CounterState>? = Listener()
    weak let witness = listener
    if let listener { store.subscribe(listener) }
    store.dispatch(Add())
    #expect(witness?.heard.count == 2)
    listener = nil
    #expect(witness == nil)
    store.dispatch(Add())
  }

  @Test("passes on states whose type the caller does not know")
  func anyStoreSubscriber() {
    let listener = Listener(of: Int.self)
    let subscriber: any AnyStoreSubscriber = listener
    subscriber._newState(state: 1)
    subscriber._newState(state: "not a number")
    #expect(listener.heard == [1])
  }
}

@Suite("A store that skips repeats by itself")
struct AutomaticSkipTests {
  let store = makeCounter(automaticallySkipsRepeats: true)

  @Test("does so for an equatable state")
  func wholeState() {
    let listener = Listener(of: CounterState.self)
    store.subscribe(listener)
    store.dispatch(Add(number: 0))
    store.dispatch(Add())
    #expect(listener.heard.map(\.count) == [0, 1])
  }

  @Test("does so for an equatable selection")
  func selection() {
    let listener = Listener(of: Int.self)
    store.subscribe(listener) { $0.select(\.count) }
    store.dispatch(Rename(name: "skipped"))
    store.dispatch(Add())
    #expect(listener.heard == [0, 1])
  }

  @Test("does so where only its protocol is known")
  func throughProtocol() {
    func subscribe<S: StoreType>(_ listener: Listener<Int>, to store: S)
    where S.State == CounterState {
      store.subscribe(listener) { $0.select(\.count) }
    }
    let listener = Listener(of: Int.self)
    subscribe(listener, to: store)
    store.dispatch(Rename(name: "skipped"))
    #expect(listener.heard == [0])
  }

  @Test("notifies of every change of what cannot be compared")
  func notEquatable() {
    struct Opaque { let count: Int }
    let listener = Listener(of: Opaque.self)
    store.subscribe(listener) { $0.select { Opaque(count: $0.count) } }
    store.dispatch(Add(number: 0))
    #expect(listener.heard.map(\.count) == [0, 0])
  }
}
