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
