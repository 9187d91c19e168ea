package import ExampleFront
package import ToDoExample

/// The app in a terminal.
///
/// The store's queue and the terminal never run at the same time: the terminal waits until the queue is idle.
package final class TodoTerminal: TerminalApp, @unchecked Sendable {
  private static let initialTitles = ["Buy milk", "Water the plants", "Call home"]

  package var hasChanged = false
  private let store: TodoStore
  private let write: (String) -> Void
  private var page = Page.list { didSet { if page != oldValue { hasChanged = true } } }

  /// Makes a terminal that shows the list of a store.
  package init(store: TodoStore, write: @escaping (String) -> Void) {
    self.store = store
    self.write = write
    store.changed.subscribe { [weak self] in self?.changed(to: $0) }
  }

  package static var commands: [CommandForm<TodoTerminal>] {
    [
      CommandForm("load", help: "load the initial list") {
        $0.dispatch(.load(titles: initialTitles))
      },
      CommandForm("add", .text, help: "add something to do") { $0.dispatch(.add(title: $1)) },
      CommandForm("status", .number, .status, help: "make item N open, doing or done") {
        $0.dispatch(.change(index: $1, status: $2))
      },
      CommandForm("remove", .number, help: "cross item N out") { $0.dispatch(.remove(index: $1)) },
      CommandForm("delete", .number, help: "take item N from the list") {
        $0.dispatch(.delete(index: $1))
      },
      CommandForm("list", help: "go to the list") { $0.page = .list },
      CommandForm("snapshots", help: "go to the snapshots, the last one first") {
        $0.page = .snapshot($0.store.state.snapshots.count - 1)
      },
      CommandForm("previous", help: "go to the snapshot before") { $0.step(by: -1) },
      CommandForm("next", help: "go to the snapshot after") { $0.step(by: 1) },
    ]
  }

  package var screen: [String] { Screen(page, of: store.state).lines }

  private func dispatch(_ action: TodoAction) {
    store.dispatch(action)
    store.waitUntilIdle()
  }

  private func changed(to state: TodoState) {
    hasChanged = true
    // After traveling back, there are fewer snapshots.
    if case .snapshot(let index) = page, index >= state.snapshots.count {
      page = .snapshot(state.snapshots.count - 1)
    }
  }

  private func step(by distance: Int) {
    guard case .snapshot(let index) = page else {
      return write("Type snapshots first: that is the screen to step through.")
    }
    guard store.state.snapshots.indices.contains(index + distance) else {
      return write(distance < 0 ? "This is the first snapshot." : "This is the last snapshot.")
    }
    page = .snapshot(index + distance)
  }
}

extension Parameter<TodoStatus> {
  fileprivate static var status: Parameter {
    .word("STATUS", "a status", of: ["open": .open, "doing": .doing, "done": .done])
  }
}
