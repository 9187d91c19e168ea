package import FluxToDoExample

/// The state of the stores, as lines of text.
package struct Screen {
  package let lines: [String]

  package init(_ state: FluxToDoState) {
    lines =
      ["TO DO (\(state.badge))", ""] + Self.failure(state.todo) + Self.rows(state.todo.todos)
      + ["", "CALCULATOR \(state.calculator)"]
  }

  private static func failure(_ state: TodoListState) -> [String] {
    switch state.failure {
    case .serviceUnreachable: ["  The list did not come. Type fetch to ask again.", ""]
    case .emptyTitle: ["  There was nothing to add: an item has a title.", ""]
    case nil: []
    }
  }

  private static func rows(_ todos: [Todo]) -> [String] {
    guard !todos.isEmpty else { return ["  Nothing to do."] }
    return todos.enumerated().map { index, todo in
      "  \(index < 10 ? " " : "")\(index)  \(todo.isDone ? "x" : "-") \(todo.title)"
    }
  }
}
