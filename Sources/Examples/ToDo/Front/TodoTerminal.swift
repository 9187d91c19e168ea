public import ExampleFront
import Foundation
public import ToDoExample

/// The app in a terminal.
public final class TodoTerminal: TerminalApp {
  public static var commands: [CommandForm<Command>] { Command.forms }

  private static let initialTitles = ["Buy milk", "Water the plants", "Call home"]

  private let store: TodoStore
  private let write: (String) -> Void
  private let mailbox = Mailbox()
  private var page = Page.list
  private var state: TodoState
  /// True if another page should be shown.
  private var hasTurned = false

  /// Makes a terminal that shows the list of a store.
  ///
  /// - Parameters:
  ///   - store: The store of the list.
  ///   - write: Called with each line of the output.
  public init(store: TodoStore, write: @escaping (String) -> Void) {
    self.store = store
    self.write = write
    state = store.state
    store.changed.subscribe { [mailbox] in mailbox.put($0) }
  }

  public func begin() {
    draw()
  }

  public func carryOut(_ command: Command) {
    let oldPage = page
    switch command {
    case .load: store.dispatch(.load(titles: Self.initialTitles))
    case .add(let title): store.dispatch(.add(title: title))
    case .change(let index, let status): store.dispatch(.change(index: index, status: status))
    case .remove(let index): store.dispatch(.remove(index: index))
    case .delete(let index): store.dispatch(.delete(index: index))
    case .list: page = .list
    case .snapshots: page = .snapshot(state.snapshots.count - 1)
    case .previous: step(by: -1)
    case .next: step(by: 1)
    }
    store.waitUntilIdle()
    if page != oldPage { hasTurned = true }
    drawIfChanged()
  }

  public func drawIfChanged() {
    let news = mailbox.take()
    state = news ?? state
    // After traveling back, there are fewer snapshots.
    if case .snapshot(let index) = page, index >= state.snapshots.count {
      page = .snapshot(state.snapshots.count - 1)
    }
    if news != nil || hasTurned { draw() }
  }

  private func step(by distance: Int) {
    guard case .snapshot(let index) = page else {
      return write("Type snapshots first: that is the screen to step through.")
    }
    guard state.snapshots.indices.contains(index + distance) else {
      return write(distance < 0 ? "This is the first snapshot." : "This is the last snapshot.")
    }
    page = .snapshot(index + distance)
  }

  private func draw() {
    hasTurned = false
    for line in Screen(page, of: state).lines { write(line) }
  }
}

/// Passes the last state from the store's queue to the thread that draws.
private final class Mailbox: @unchecked Sendable {
  private let lock = NSLock()
  private var state: TodoState?

  func put(_ state: TodoState) {
    lock.withLock { self.state = state }
  }

  func take() -> TodoState? {
    lock.withLock {
      defer { state = nil }
      return state
    }
  }
}
