import FluxToDoExample
import Foundation
import RewindTestSupport
import Testing

@Suite("In JSON, the Flux to-do list")
struct CodingTests {
  @Test("writes the state of all stores, by their names")
  func state() throws {
    let state = FluxToDoState(
      todo: TodoListState(todos: [Todo(title: "milk")], failure: .emptyTitle),
      calculator: -4,
      badge: 1
    )
    #expect(
      try coded(state) == """
        {"badge":1,"calculator":-4,\
        "todo":{"failure":"emptyTitle","todos":[{"isDone":false,"title":"milk"}]}}
        """
    )
  }
}
