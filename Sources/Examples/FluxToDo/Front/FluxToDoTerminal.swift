package import ExampleFront
package import FluxToDoExample
import RewindFlux

/// The app in a terminal.
package final class FluxToDoTerminal: TerminalApp {
  package var hasChanged = false
  private let app: FluxToDoApp
  private let service: OfflineTodoService
  private let write: (String) -> Void

  /// Makes a terminal that shows the stores of an app.
  package init(app: FluxToDoApp, service: OfflineTodoService, write: @escaping (String) -> Void) {
    self.app = app
    self.service = service
    self.write = write
    for store in [app.todoStore, app.calculatorStore, app.badgeStore] as [any Store] {
      store.subscribe { [weak self] in self?.hasChanged = true }
    }
  }

  package static var commands: [CommandForm<FluxToDoTerminal>] {
    [
      CommandForm("fetch", help: "ask the service for the list") { $0.app.fetch() },
      CommandForm("arrive", help: "let the list that was asked for arrive") { $0.arrive() },
      CommandForm("fail", help: "let the request fail instead") { terminal in
        terminal.answer { $0.fail() }
      },
      CommandForm("add", .text, help: "add something to do") {
        $0.app.invoke(TodoAction.Create(title: $1))
      },
      CommandForm("done", .number, help: "tick item N off") {
        $0.app.invoke(TodoAction.Finish(index: $1))
      },
      CommandForm("delete", .number, help: "take item N from the list") {
        $0.app.invoke(TodoAction.Delete(index: $1))
      },
      CommandForm("plus", .number, help: "add N to the result of the calculator") {
        $0.app.invoke(Calculate.Plus(number: $1))
      },
      CommandForm("minus", .number, help: "take N from the result of the calculator") {
        $0.app.invoke(Calculate.Minus(number: $1))
      },
    ]
  }

  package var screen: [String] { Screen(app.state).lines }

  package var isWaiting: Bool { service.hasPendingRequests }

  package func arrive() {
    answer { $0.arrive() }
  }

  private func answer(_ body: (OfflineTodoService) -> Void) {
    if isWaiting {
      body(service)
    } else {
      write("No list is on its way. Type fetch to ask for one.")
    }
  }
}
