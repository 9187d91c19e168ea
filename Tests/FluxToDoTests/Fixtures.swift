import FluxToDoExample
import FluxToDoFront
import RewindFlux

/// Writes down what is dispatched, as a recorder would.
final class Journal: DispatchInterceptor, @unchecked Sendable {
  private(set) var entries: [String] = []

  func intercept<A: Action>(
    _ action: A,
    result: Result<A.Payload, A.Error>,
    dispatch: () -> Void
  ) {
    switch result {
    case .success(let payload): entries.append("\(A.self) \(payload)")
    case .failure(let error): entries.append("\(A.self) failed: \(error)")
    }
    dispatch()
  }
}

/// What becomes of a script that is played through the library.
final class Played {
  /// What was printed after the first screen.
  private(set) var output: [String] = []
  let journal = Journal()
  let app: FluxToDoApp

  var state: FluxToDoState { app.state }
  var titles: [String] { app.state.todo.todos.map(\.title) }

  init(_ script: String...) {
    let service = OfflineTodoService()
    let stores = DefaultDispatcher()
    app = FluxToDoApp(
      service: service,
      dispatcher: InterceptedDispatcher(interceptor: journal, dispatcher: stores)
    )
    let front = FluxToDoProgram.front(of: app, service) { $0.dispatch(to: stores) }
    front.write = { self.output.append($0) }
    front.run(script)
  }

  /// Invokes an action after the script.
  func invoking(_ actions: any Action...) -> Played {
    for action in actions { app.invoke(action) }
    return self
  }
}

func add(_ title: String) -> any Action { TodoAction.Create(title: title) }
func done(_ index: Int) -> any Action { TodoAction.Finish(index: index) }
func delete(_ index: Int) -> any Action { TodoAction.Delete(index: index) }
func plus(_ number: Int) -> any Action { Calculate.Plus(number: number) }
func minus(_ number: Int) -> any Action { Calculate.Minus(number: number) }
