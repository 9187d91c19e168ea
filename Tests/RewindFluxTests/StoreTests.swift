import RewindFlux
import Testing

@Suite("A Flux store")
struct StoreTests {
  @Test("notifies its listeners of a change, in the order in which they subscribed")
  func emitChange() {
    let store = PlainStore()
    var heard: [String] = []
    store.subscribe { heard.append("a") }
    store.subscribe { heard.append("b") }
    store.emitChange()
    store.emitChange()
    #expect(heard == ["a", "b", "a", "b"])
  }

  @Test("notifies none that has unsubscribed, not even of a change that is being delivered")
  func unsubscribe() {
    let store = PlainStore()
    var heard: [String] = []
    var last: StoreListenerToken?
    store.subscribe {
      heard.append("first")
      if let last { store.unsubscribe(last) }
    }
    last = store.subscribe { heard.append("last") }
    store.emitChange()
    #expect(heard == ["first"])
    store.unsubscribeAll()
    store.emitChange()
    #expect(heard == ["first"])
  }

  @Test("begins with the next change to tell one that subscribes during one")
  func subscribedMeanwhile() {
    let store = PlainStore()
    var heard = 0
    store.subscribe { store.subscribe { heard += 1 } }
    store.emitChange()
    #expect(heard == 0)
    store.emitChange()
    #expect(heard == 1)
  }

  @Test("does not inherit the listeners of one that has gone, wherever it lies in memory")
  func noInheritance() {
    var heard = 0
    for _ in 0..<100 {
      let store = PlainStore()
      store.emitChange()
      store.subscribe { heard += 1 }
    }
    #expect(heard == 0)
  }

  @Test("lets go of all its handlers with unregister")
  func unregister() {
    let dispatcher = DefaultDispatcher()
    let store = StoreBase(dispatcher: dispatcher)
    let add = RefluxAction<Int>("add")
    var heard: [Int] = []
    store.register(Calculate.Plus.self) { _ in heard.append(1) }
    store.register(Calculate.Minus.self) { _ in heard.append(2) }
    store.listen(to: add) { _ in heard.append(3) }

    store.unregister()
    Calculate.Plus(number: 1).invoke(dispatcher)
    Calculate.Minus(number: 1).invoke(dispatcher)
    add(1)
    #expect(heard == [])
  }

  @Test("releases its handlers when it is released")
  func freed() {
    let dispatcher = DefaultDispatcher()
    var heard = 0
    var store: StoreBase? = StoreBase(dispatcher: dispatcher)
    store?.register(Calculate.Plus.self) { _ in heard += 1 }
    Calculate.Plus(number: 1).invoke(dispatcher)
    #expect(heard == 1)
    store = nil
    Calculate.Plus(number: 1).invoke(dispatcher)
    #expect(heard == 1)
  }
}

@Suite("A reduce store")
struct ReduceStoreTests {
  let dispatcher = DefaultDispatcher()

  @Test("calculates, and notifies of every new state")
  func calculator() {
    let store = CalculatorStore(dispatcher: dispatcher)
    var states: [Int] = []
    store.subscribe { states.append(store.state) }
    Calculate.Plus(number: 3).invoke(dispatcher)
    Calculate.Plus(number: 3).invoke(dispatcher)
    Calculate.Minus(number: 2).invoke(dispatcher)
    Calculate.PlusText(text: "two").invoke(dispatcher)
    #expect(states == [3, 6, 4, 3])
  }

  @Test("keeps silent when the state stays equal")
  func unchanged() {
    let store = CalculatorStore(dispatcher: dispatcher)
    var changes = 0
    store.subscribe { changes += 1 }
    Calculate.Plus(number: 0).invoke(dispatcher)
    #expect(changes == 0)
  }

  @Test("takes a state that replaces its own, and notifies of it")
  func replaceState() {
    let store = CalculatorStore(dispatcher: dispatcher)
    var states: [Int] = []
    store.subscribe { states.append(store.state) }
    store.replaceState(9)
    store.replaceState(9)
    Calculate.Plus(number: 1).invoke(dispatcher)
    #expect(states == [9, 10])
  }

  @Test("is freed when it is not referenced, though its reducers are registered")
  func freed() {
    var store: CalculatorStore? = CalculatorStore(dispatcher: dispatcher)
    weak let witness = store
    Calculate.Plus(number: 1).invoke(dispatcher)
    #expect(store?.state == 1)
    store = nil
    #expect(witness == nil)
  }
}
