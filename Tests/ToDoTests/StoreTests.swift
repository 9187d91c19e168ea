import Dispatch
import Testing
import ToDoExample

@Suite("The to-do store")
struct StoreTests {
  @Test("is one for the whole program")
  func singleton() {
    #expect(TodoStore.shared === TodoStore.shared)
  }

  @Test("reduces what is dispatched, one by one, in the order in which it came")
  func order() {
    let store = TodoStore()
    for number in 0..<100 { store.dispatch(.add(title: "\(number)")) }
    store.waitUntilIdle()
    #expect(store.state.titles == (0..<100).map { "\($0)" })
    #expect(store.state.snapshots.map(\.count) == Array(1...100))
  }

  @Test("loses nothing that several threads dispatch at the same time")
  func threads() {
    let store = TodoStore()
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      for number in 0..<50 { store.dispatch(.add(title: "\(thread) \(number)")) }
    }
    store.waitUntilIdle()
    for thread in 0..<8 {
      #expect(
        store.state.titles.filter { $0.hasPrefix("\(thread) ") }
          == (0..<50).map { "\(thread) \($0)" }
      )
    }
  }

  @Test("notifies its subscribers of every new state, in order, until they unsubscribe")
  func signal() {
    let store = TodoStore()
    let heard = Heard<[String]>()
    let subscription = store.changed.subscribe { heard.add($0.titles) }
    store.dispatch(.add(title: "milk"))
    store.dispatch(TodoAction(type: "unknown"))
    store.dispatch(.add(title: "home"))
    store.waitUntilIdle()
    store.changed.unsubscribe(subscription)
    store.dispatch(.delete(index: 0))
    store.waitUntilIdle()
    #expect(heard.values == [["milk"], ["milk", "home"]])
  }

  @Test("takes actions from its subscribers, after the one of which they are notified")
  func dispatchOfSubscriber() {
    let store = TodoStore()
    store.changed.subscribe { state in
      if state.todos.count < 3 { store.dispatch(.add(title: "again")) }
    }
    store.dispatch(.add(title: "first"))
    // Each of the two that follow is queued by the one before it.
    for _ in 0..<3 { store.waitUntilIdle() }
    #expect(store.state.titles == ["first", "again", "again"])
  }

  @Test("can have its reducer wrapped, which sees every action with the state before and after")
  func wrapped() {
    let store = TodoStore()
    let heard = Heard<String>()
    store.wrapReducer { reduce in
      { action, state in
        let before = state.todos.count
        let isHandled = reduce(action, &state)
        heard.add("\(action.type): \(before) to \(state.todos.count), \(isHandled)")
        return isHandled
      }
    }
    store.dispatch(.load(titles: ["a", "b"]))
    store.dispatch(TodoAction(type: "fly"))
    store.dispatch(.delete(index: 0))
    store.waitUntilIdle()
    #expect(heard.values == ["load: 0 to 2, true", "fly: 2 to 2, false", "delete: 2 to 1, true"])
  }
}
