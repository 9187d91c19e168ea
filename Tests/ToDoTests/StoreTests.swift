import Dispatch
import Testing
import ToDoExample

@Suite("The to-do list")
struct StoreTests {
  @Test("loses nothing that several threads dispatch at the same time")
  func threads() {
    let store = TodoStore()
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      for number in 0..<50 { store.dispatch(.add(title: "\(thread) \(number)")) }
    }
    store.waitUntilIdle()
    for thread in 0..<8 {
      #expect(
        store.state.todos.map(\.title).filter { $0.hasPrefix("\(thread) ") }
          == (0..<50).map { "\(thread) \($0)" }
      )
    }
  }
}
