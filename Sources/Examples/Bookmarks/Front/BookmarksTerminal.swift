public import BookmarksExample
public import ExampleFront

/// The app in a terminal.
///
/// It awaits the effects of its commands, which are asynchronous here.
@MainActor
public final class BookmarksTerminal {
  private let app: BookmarksApp
  private let service: OfflineBookmarkService
  private let machine: (any Traveling)?
  private let echoes: Bool
  private let onNote: (String) -> Void
  private let write: (String) -> Void
  private let prompt = Prompt(Command.forms)

  /// Makes a terminal for an app in its initial state.
  ///
  /// - Parameters:
  ///   - app: The app.
  ///   - service: The app's service, which `arrive` makes respond.
  ///   - machine: The time machine of the app's store, if it has one.
  ///   - echoes: Indicates whether commands are printed with the output.
  ///   - onNote: Called with the text of each note.
  ///   - write: Called with each line of the output.
  public init(
    app: BookmarksApp,
    service: OfflineBookmarkService,
    machine: (any Traveling)? = nil,
    echoes: Bool = false,
    onNote: @escaping (String) -> Void = { _ in },
    write: @escaping (String) -> Void
  ) {
    self.app = app
    self.service = service
    self.machine = machine
    self.echoes = echoes
    self.onNote = onNote
    self.write = write
  }

  /// True while a list is on its way.
  public var isWaiting: Bool { app.store.state.pendingRefreshes > 0 }

  /// Draws the first screen, and then every state that is set.
  public func begin() {
    draw(app.store.state)
    app.store.observe { [weak self] in self?.draw($0) }
  }

  /// Executes a line of input; false when the person quits.
  public func run(_ line: String) async -> Bool {
    let request = prompt.request(line)
    if echoes, request.isEchoed { write("> \(line)") }
    switch request {
    case .nothing: break
    case .command(let command): await carryOut(command)
    case .travel(let travel):
      write(machine?.carryOut(travel) ?? "This program was started without its time machine.")
    case .note(let text): onNote(text)
    case .help: for line in prompt.help(column: prompt.helpColumn) { write(line) }
    case .mistake(let message): write(message)
    case .quit: return false
    }
    return true
  }

  /// Executes a command, and returns when the screen shows the result.
  public func carryOut(_ command: Command) async {
    switch command {
    case .refresh:
      app.store.dispatch(.onClickRefresh)
      await app.store.settle()
    case .wake:
      await Task.detached { [app] in app.refreshInBackground() }.value
      await app.store.settle()
    case .arrive where isWaiting:
      await arrive()
    case .arrive:
      write("No list is on its way. Type refresh to ask for one.")
    case .clear:
      app.store.state = BookmarkState()
    }
  }

  /// Waits for the state with the new list, which a task of the reducer dispatches.
  private func arrive() async {
    await withCheckedContinuation { continuation in
      var cancel: () -> Void = {}
      cancel = app.store.observe { _ in
        cancel()
        continuation.resume()
      }
      service.arrive()
    }
  }

  private func draw(_ state: BookmarkState) {
    for line in Screen(state).lines { write(line) }
  }
}
