import ExampleFront
package import ToDoExample

/// The current screen, which is not part of the state.
package enum Page: Equatable, Sendable {
  case list
  /// A copy of the list, by its index among the snapshots.
  case snapshot(Int)
}

/// A screen as lines of text.
package struct Screen {
  package let lines: [String]

  package init(_ page: Page, of state: TodoState) {
    switch page {
    case .list:
      lines = ["TO DO", ""] + Self.rows(of: state.todos)
    case .snapshot(let index) where state.snapshots.indices.contains(index):
      lines =
        ["SNAPSHOT \(index + 1) OF \(state.snapshots.count)", ""]
        + Self.rows(of: state.snapshots[index])
    case .snapshot:
      lines = ["NO SNAPSHOTS", "", "  There is one after every change of the list."]
    }
  }

  private static func rows(of todos: [Todo]) -> [String] {
    guard !todos.isEmpty else { return ["  Nothing to do."] }
    return todos.enumerated().map { index, todo in
      let status = (todo.isRemoved ? "removed" : todo.status.rawValue).padded(to: 9)
      return "  \(index < 10 ? " " : "")\(index)  \(status)\(todo.title)"
    }
  }
}
