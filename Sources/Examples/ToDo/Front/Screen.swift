import ExampleFront
package import ToDoExample

/// A screen as lines of text.
package struct Screen {
  package let lines: [String]

  /// Draws the list.
  package init(_ state: TodoState) {
    lines = ["TO DO", ""] + Self.rows(of: state.todos)
  }

  /// Draws the snapshots, from the first one to the last.
  package init(snapshots state: TodoState) {
    let snapshots = state.snapshots.enumerated().flatMap { index, todos in
      ["SNAPSHOT \(index + 1) OF \(state.snapshots.count)", ""] + Self.rows(of: todos)
    }
    lines =
      snapshots.isEmpty
      ? ["NO SNAPSHOTS", "", "  There is one after every change of the list."] : snapshots
  }

  private static func rows(of todos: [Todo]) -> [String] {
    guard !todos.isEmpty else { return ["  Nothing to do."] }
    return todos.enumerated().map { index, todo in
      let status = (todo.isRemoved ? "removed" : todo.status.rawValue).padded(to: 9)
      return "  \(index < 10 ? " " : "")\(index)  \(status)\(todo.title)"
    }
  }
}
