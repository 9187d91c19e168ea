import FluxToDoExample
import Foundation
import Testing

@Suite("In JSON, the Flux to-do list")
struct CodingTests {
  @Test("writes what all stores hold, by their names")
  func state() throws {
    let state = FluxToDoState(
      todo: TodoListState(todos: [Todo(title: "milk")], failure: .emptyTitle),
      calculator: -4,
      badge: 1
    )
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let data = try encoder.encode(state)
    #expect(
      String(decoding: data, as: UTF8.self) == """
        {"badge":1,"calculator":-4,\
        "todo":{"failure":"emptyTitle","todos":[{"isDone":false,"title":"milk"}]}}
        """
    )
    #expect(try JSONDecoder().decode(FluxToDoState.self, from: data) == state)
  }
}
