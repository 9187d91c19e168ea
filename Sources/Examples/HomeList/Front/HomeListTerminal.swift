public import ExampleFront
public import HomeListExample
import RewindStore

/// The app in a terminal.
public final class HomeListTerminal: TerminalApp {
  public static var commands: [CommandForm<Command>] { Command.forms }

  public let app: HomeListApp
  private let service: OfflineHomeService
  private let write: (String) -> Void
  private var page = Page.home
  private var hasChanged = false

  /// Makes a terminal for an app in its initial state.
  ///
  /// - Parameters:
  ///   - app: The app.
  ///   - service: The app's service, which `arrive` and `fail` make respond.
  ///   - write: Called with each line of the output.
  public init(app: HomeListApp, service: OfflineHomeService, write: @escaping (String) -> Void) {
    self.app = app
    self.service = service
    self.write = write
    app.store.subscribe { [weak self] in self?.hasChanged = true }
  }

  public var isWaiting: Bool { service.hasPendingRequests }

  /// Opens the home page, which requests the list.
  public func begin() {
    app.load()
    draw()
  }

  public func arrive() {
    carryOut(.arrive)
  }

  public func carryOut(_ command: Command) {
    switch command {
    case .load: app.load()
    case .refresh: app.refresh()
    case .more: app.loadMore()
    case .arrive: answer { $0.arrive() }
    case .fail: answer { $0.fail() }
    case .reset: app.reset()
    case .home: go(to: .home)
    case .settings: go(to: .settings)
    case .theme(let isOn): app.store.dispatch(ChangeSetSwitch(titleTheme: isOn))
    case .color(let isOn): app.store.dispatch(ChangeSetText(textColor: isOn))
    }
    drawIfChanged()
  }

  public func drawIfChanged() {
    if hasChanged { draw() }
  }

  private func go(to page: Page) {
    self.page = page
    hasChanged = true
  }

  private func answer(_ body: (OfflineHomeService) -> Void) {
    if isWaiting {
      body(service)
    } else {
      write("No answer is on its way. Type load, refresh or more to ask for one.")
    }
  }

  private func draw() {
    hasChanged = false
    for line in Screen(page, of: app.store.getState()).lines { write(line) }
  }
}
