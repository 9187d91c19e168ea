public import ExampleFront
public import FluxToDoExample
import RewindFlux

/// The app in a terminal.
public final class FluxToDoTerminal: TerminalApp {
  public static var commands: [CommandForm<Command>] { Command.forms }

  private let app: FluxToDoApp
  private let service: OfflineTodoService
  private let write: (String) -> Void
  private var hasChanged = false

  /// Makes a terminal that shows the stores of an app.
  ///
  /// - Parameters:
  ///   - app: The app.
  ///   - service: The app's service, which `arrive` and `fail` make respond.
  ///   - write: Called with each line of the output.
  public init(app: FluxToDoApp, service: OfflineTodoService, write: @escaping (String) -> Void) {
    self.app = app
    self.service = service
    self.write = write
    for store in [app.todoStore, app.calculatorStore, app.badgeStore] as [any Store] {
      store.subscribe { [weak self] in self?.hasChanged = true }
    }
  }

  public var isWaiting: Bool { service.hasPendingRequests }

  public func begin() {
    draw()
  }

  public func arrive() {
    carryOut(.arrive)
  }

  public func carryOut(_ command: Command) {
    switch command {
    case .fetch: app.fetch()
    case .arrive: answer { $0.arrive() }
    case .fail: answer { $0.fail() }
    case .add(let title): app.invoke(TodoAction.Create(title: title))
    case .finish(let index): app.invoke(TodoAction.Finish(index: index))
    case .delete(let index): app.invoke(TodoAction.Delete(index: index))
    case .plus(let number): app.invoke(Calculate.Plus(number: number))
    case .minus(let number): app.invoke(Calculate.Minus(number: number))
    }
    drawIfChanged()
  }

  public func drawIfChanged() {
    if hasChanged { draw() }
  }

  private func answer(_ body: (OfflineTodoService) -> Void) {
    if isWaiting {
      body(service)
    } else {
      write("No list is on its way. Type fetch to ask for one.")
    }
  }

  private func draw() {
    hasChanged = false
    for line in Screen(app.state).lines { write(line) }
  }
}
