package import ExampleFront
package import HomeListExample
import RewindStore

/// The app in a terminal.
package final class HomeListTerminal: TerminalApp {
  package let app: HomeListApp
  package var hasChanged = false
  private let service: OfflineHomeService
  private let write: (String) -> Void
  private var page = Page.home { didSet { hasChanged = true } }

  /// Makes a terminal for an app in its initial state.
  package init(app: HomeListApp, service: OfflineHomeService, write: @escaping (String) -> Void) {
    self.app = app
    self.service = service
    self.write = write
    app.store.subscribe { [weak self] in self?.hasChanged = true }
  }

  package static var commands: [CommandForm<HomeListTerminal>] {
    [
      CommandForm("load", help: "ask for the list, with nothing to show until it comes") {
        $0.app.load()
      },
      CommandForm("refresh", help: "ask for the list, and show the old one until it comes") {
        $0.app.refresh()
      },
      CommandForm("more", help: "ask for the entries after the last one") { $0.app.loadMore() },
      CommandForm("arrive", help: "let the answer that was asked for arrive") { $0.arrive() },
      CommandForm("fail", help: "let the request fail instead") { terminal in
        terminal.answer { $0.fail() }
      },
      CommandForm("reset", help: "forget the list") { $0.app.reset() },
      CommandForm("home", help: "go to the page with the list") { $0.page = .home },
      CommandForm("settings", help: "go to the page with the settings") { $0.page = .settings },
      CommandForm("theme", .onOff, help: "make the title bar dark, or light") {
        $0.app.store.dispatch(ChangeSetSwitch(titleTheme: $1))
      },
      CommandForm("color", .onOff, help: "make the text of the list colored, or plain") {
        $0.app.store.dispatch(ChangeSetText(textColor: $1))
      },
    ]
  }

  /// Opens the home page, which requests the list.
  package func begin() {
    app.load()
  }

  package var screen: [String] { Screen(page, of: app.store.getState()).lines }

  package var isWaiting: Bool { service.hasPendingRequests }

  package func arrive() {
    answer { $0.arrive() }
  }

  private func answer(_ body: (OfflineHomeService) -> Void) {
    if isWaiting {
      body(service)
    } else {
      write("No answer is on its way. Type load, refresh or more to ask for one.")
    }
  }
}
