import RewindStore
import Testing

@Suite("Middleware")
struct MiddlewareTests {
  /// A middleware that writes down when an action comes in and goes out.
  func tracing(_ name: String, _ write: @escaping (String) -> Void) -> Middleware<CounterState> {
    { _, getState in
      { next in
        { action in
          write("\(name) in \(getState()?.count as Any)")
          next(action)
          write("\(name) out \(getState()?.count as Any)")
        }
      }
    }
  }

  @Test("is passed in its order, on the first action too, when there is no state yet")
  func order() {
    var log: [String] = []
    let store = makeCounter(middleware: [
      tracing("outer") { log.append($0) }, tracing("inner") { log.append($0) },
    ])
    #expect(
      log == ["outer in nil", "inner in nil", "inner out Optional(0)", "outer out Optional(0)"]
    )
    log = []
    store.dispatch(Add())
    #expect(
      log == [
        "outer in Optional(0)", "inner in Optional(0)",
        "inner out Optional(1)", "outer out Optional(1)",
      ]
    )
  }

  @Test("can change an action")
  func changes() {
    let doubling: Middleware<CounterState> = { _, _ in
      { next in
        { action in next((action as? Add).map { Add(number: 2 * $0.number) } ?? action) }
      }
    }
    let store = makeCounter(middleware: [doubling])
    store.dispatch(Add(number: 4))
    #expect(store.state.count == 8)
  }

  @Test("can hold an action back, and then no subscriber is notified")
  func holdsBack() {
    let swallowing: Middleware<CounterState> = { _, _ in
      { next in { action in if action is ReSwiftInit { next(action) } } }
    }
    let store = makeCounter(middleware: [swallowing])
    let listener = Listener(of: CounterState.self)
    store.subscribe(listener)
    store.dispatch(Add())
    #expect(listener.heard.map(\.count) == [0])
  }

  @Test("dispatches through the whole chain")
  func dispatchesThroughWholeChain() {
    var log: [String] = []
    let answering: Middleware<CounterState> = { dispatch, _ in
      { next in
        { action in
          next(action)
          if action is Rename { dispatch(Add(number: 10)) }
        }
      }
    }
    let store = makeCounter(middleware: [tracing("outer") { log.append($0) }, answering])
    log = []
    store.dispatch(Rename(name: "ten"))
    #expect(store.state == CounterState(count: 10, name: "ten"))
    #expect(
      log == [
        "outer in Optional(0)",
        "outer in Optional(0)", "outer out Optional(10)",
        "outer out Optional(10)",
      ]
    )
  }

  @Test("at the end of the chain sees exactly the state of its action, though subscribers dispatch")
  func lastMiddlewareIsExact() {
    var recorded: [Int] = []
    let recording: Middleware<CounterState> = { _, getState in
      { next in
        { action in
          next(action)
          recorded.append(getState()?.count ?? -1)
        }
      }
    }
    let store = makeCounter(middleware: [recording])
    let listener = Listener(of: CounterState.self) { [unowned store] state in
      if state.count < 5 { store.dispatch(Add()) }
    }
    store.subscribe(listener)
    store.dispatch(Add(number: 100))
    #expect(recorded == [0, 1, 2, 3, 4, 5, 105])
  }

  @Test("can be set later")
  func setLater() {
    var log: [String] = []
    let store = makeCounter()
    store.middleware = [tracing("late") { log.append($0) }]
    store.dispatch(Add())
    #expect(log == ["late in Optional(0)", "late out Optional(1)"])
    store.middleware.removeAll()
    store.dispatch(Add())
    #expect(log.count == 2)
  }
}
