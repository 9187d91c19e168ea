import ExampleFront
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
  /// What was shown after the first screen.
  private(set) var output: [String] = []
  let journal = Journal()
  let app: FluxToDoApp

  var state: FluxToDoState { app.state }
  var titles: [String] { app.state.todo.todos.map(\.title) }

  init(_ script: String...) {
    let service = OfflineTodoService()
    app = FluxToDoApp(
      service: service,
      dispatcher: InterceptedDispatcher(
        interceptor: journal,
        dispatcher: DefaultDispatcher()
      )
    )
    var output: [String] = []
    let write = { output.append($0) }
    let front = Front(
      FluxToDoTerminal(app: app, service: service, write: write),
      write: write
    )
    front.begin()
    output = []
    for line in script where front.run(line) == .quit { break }
    self.output = output
  }
}
