package import BookmarksExample
package import ExampleFront

/// The app in a terminal, which draws every state that is set.
///
/// Its commands are asynchronous: whoever gives one awaits ``settle()``.
@MainActor
package final class BookmarksTerminal: TerminalApp {
  private let app: BookmarksApp
  private let service: OfflineBookmarkService
  private let write: (String) -> Void
  private var command: @MainActor () async -> Void = {}

  /// Makes a terminal for an app in its initial state.
  package init(
    app: BookmarksApp,
    service: OfflineBookmarkService,
    write: @escaping (String) -> Void
  ) {
    self.app = app
    self.service = service
    self.write = write
  }

  package nonisolated static var commands: [CommandForm<BookmarksTerminal>] {
    [
      form("refresh", "ask for the list of the moment") { await $0.refresh() },
      form("wake", "ask for it from another thread, in the background") { await $0.wake() },
      form("arrive", "let the list that was asked for arrive") { await $0.answer() },
      form("clear", "set the state to the first one, past all actions") {
        $0.app.store.state = BookmarkState()
      },
    ]
  }

  private nonisolated static func form(
    _ name: String,
    _ help: String,
    _ body: @escaping @MainActor @Sendable (BookmarksTerminal) async -> Void
  ) -> CommandForm<BookmarksTerminal> {
    CommandForm(name, help: help) { $0.start(body) }
  }

  private nonisolated func start(
    _ body: @escaping @MainActor @Sendable (BookmarksTerminal) async -> Void
  ) {
    MainActor.assumeIsolated { command = { await body(self) } }
  }

  /// Carries out the last command, and returns when the screen shows the result.
  package func settle() async {
    let last = command
    command = {}
    await last()
  }

  // MARK: - What the front asks for

  package nonisolated func begin() {
    MainActor.assumeIsolated {
      _ = app.store.observe { [weak self] state in
        for line in Screen(state).lines { self?.write(line) }
      }
    }
  }

  package nonisolated var screen: [String] {
    MainActor.assumeIsolated { Screen(app.store.state).lines }
  }

  /// False, since every state has been drawn.
  package nonisolated var hasChanged: Bool {
    get { false }
    set {}
  }

  /// True while a list is on its way.
  package nonisolated var isWaiting: Bool {
    MainActor.assumeIsolated { app.store.state.pendingRefreshes > 0 }
  }

  package nonisolated func arrive() {
    start { await $0.answer() }
  }

  // MARK: - Commands

  private func refresh() async {
    app.store.dispatch(.onClickRefresh)
    await app.store.settle()
  }

  private func wake() async {
    await Task.detached { [app] in app.refreshInBackground() }.value
    await app.store.settle()
  }

  /// Waits for the state with the new list, which a task of the reducer dispatches.
  private func answer() async {
    guard isWaiting else { return write("No list is on its way. Type refresh to ask for one.") }
    await withCheckedContinuation { continuation in
      var cancel: () -> Void = {}
      cancel = app.store.observe { _ in
        cancel()
        continuation.resume()
      }
      service.arrive()
    }
  }
}
