import ComposableArchitecture
import RewindTesting
import Testing
import Todos
import TodosStore

@Suite("The recorded feature")
struct TodosTests {
  @MainActor @Test("logs what is sent to it")
  func logged() {
    let log = MemoryLog()
    let store = makeStore(todos.record(app: "todos", to: .memory(log)))
    store.send(.view(.addTapped(title: "bread")))
    store.send(.binding(.set(\.query, "bread")))
    #expect(
      log.actions.map(\.type) == ["Todos.Action.view.addTapped", "Todos.Action.binding.query"]
    )
    #expect(log.state?["rows"]?.array?.first?["title"] == "bread")
  }

  @MainActor @Test("is replayed with what it read from outside")
  func replayed() throws {
    let log = MemoryLog()
    let store = makeStore(todos.record(app: "todos", to: .memory(log)))
    for title in ["a", "b", "c"] { store.send(.view(.addTapped(title: title))) }
    store.send(.view(.shuffleTapped))
    let replay = try Replay(text: log.text, of: todos)
    let divergence: Divergence? = try replay.firstDivergence()
    #expect(divergence == nil)
    #expect(try replay.run().price == store.state.price)
  }
}
