import RewindStore
import Testing

@Suite("Notification")
struct NotificationTests {
  @Test("comes after the middleware chain has returned")
  func afterTheChain() {
    var log: [String] = []
    let tracing: Middleware<CounterState> = { _, _ in
      { next in
        { action in
          log.append("in")
          next(action)
          log.append("out")
        }
      }
    }
    let store = makeCounter(middleware: [tracing])
    log = []
    let listener = Listener(of: CounterState.self) { log.append("notified \($0.count)") }
    store.subscribe(listener)
    store.dispatch(Add())
    #expect(log == ["notified 0", "in", "out", "notified 1"])
  }

  @Test("reaches the subscribers in the order in which they subscribed")
  func orderOfSubscribers() {
    var log: [Int] = []
    let store = makeCounter()
    let listeners = (0..<5).map { number in
      Listener(of: CounterState.self) { _ in log.append(number) }
    }
    for listener in listeners { store.subscribe(listener) }
    log = []
    // The store does not keep its subscribers, and optimized code frees them after their last use.
    withExtendedLifetime(listeners) { store.dispatch(Add()) }
    #expect(log == [0, 1, 2, 3, 4])
  }

  @Test("of a dispatch by a subscriber follows after the current one has reached everybody")
  func dispatchBySubscriber() {
    let store = makeCounter()
    var statesAfterDispatch: [Int] = []
    let first = Listener(of: CounterState.self) { [unowned store] state in
      guard state.count == 1 else { return }
      store.dispatch(Add(number: 10))
      statesAfterDispatch.append(store.state.count)
    }
    let second = Listener(of: CounterState.self)
    store.subscribe(first)
    store.subscribe(second)

    store.dispatch(Add())
    #expect(statesAfterDispatch == [11])
    #expect(first.heard.map(\.count) == [0, 1, 11])
    #expect(second.heard.map(\.count) == [0, 1, 11])
  }

  @Test("of dispatches by middleware comes in the order of the states")
  func dispatchByMiddleware() {
    let answering: Middleware<CounterState> = { dispatch, getState in
      { next in
        { action in
          if action is Rename { dispatch(Add(number: 1)) }
          next(action)
          if action is Rename { dispatch(Add(number: 1)) }
        }
      }
    }
    let store = makeCounter(middleware: [answering])
    let listener = Listener(of: CounterState.self)
    store.subscribe(listener)
    store.dispatch(Rename(name: "new"))
    #expect(
      listener.heard.map { "\($0.name) \($0.count)" } == [
        "counter 0", "counter 1", "new 1", "new 2",
      ]
    )
  }

  @Test("of a dispatch by a subscriber that is just being added waits for its first state")
  func dispatchOnSubscribing() {
    let store = makeCounter()
    let earlier = Listener(of: CounterState.self)
    store.subscribe(earlier)
    var log: [String] = []
    let listener = Listener(of: CounterState.self)
    listener.onHearing = { [unowned store] state in
      log.append("begin \(state.count)")
      if state.count == 0 { store.dispatch(Add()) }
      log.append("end \(state.count)")
    }
    store.subscribe(listener)
    #expect(log == ["begin 0", "end 0", "begin 1", "end 1"])
    #expect(earlier.heard.map(\.count) == [0, 1])
  }

  @Test("does not reach a subscriber that was removed meanwhile")
  func removedMeanwhile() {
    let store = makeCounter()
    let second = Listener(of: CounterState.self)
    let first = Listener(of: CounterState.self) { [unowned store] state in
      if state.count == 1 { store.unsubscribe(second) }
    }
    store.subscribe(first)
    store.subscribe(second)
    store.dispatch(Add())
    #expect(second.heard.map(\.count) == [0])
  }

  @Test("lets a subscriber that is added meanwhile begin with the current state, once")
  func addedMeanwhile() {
    let store = makeCounter()
    let late = Listener(of: CounterState.self)
    let first = Listener(of: CounterState.self) { [unowned store] state in
      guard state.count == 1 else { return }
      store.dispatch(Add(number: 10))
      store.subscribe(late)
      store.dispatch(Add(number: 100))
    }
    store.subscribe(first)
    store.dispatch(Add())
    #expect(first.heard.map(\.count) == [0, 1, 11, 111])
    #expect(late.heard.map(\.count) == [11, 111])
  }

  @Test("survives a subscriber that removes itself and frees itself")
  func removesItself() {
    let store = makeCounter()
    var listener: Listener<CounterState>?
    listener = Listener { [unowned store] state in
      guard state.count == 1, let own = listener else { return }
      store.unsubscribe(own)
      listener = nil
    }
    let other = Listener(of: CounterState.self)
    if let listener { store.subscribe(listener) }
    store.subscribe(other)
    store.dispatch(Add())
    #expect(listener == nil)
    #expect(other.heard.map(\.count) == [0, 1])
  }

  @Test("needs no deeper stack for a long chain of dispatches by a subscriber")
  func longChain() {
    let store = makeCounter()
    let listener = Listener(of: Int.self) { [unowned store] count in
      if count < 20_000 { store.dispatch(Add()) }
    }
    store.subscribe(listener) { $0.select(\.count) }
    #expect(listener.heard == Array(0...20_000))
  }
}
