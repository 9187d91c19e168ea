import ExampleFront
import FluxToDoExample
import RewindFlux
import RewindReplay

/// The whole program, from its arguments to its exit status.
public enum FluxToDoProgram {
  private static let guide = Guide(
    FluxToDoTerminal.self,
    program: "flux-to-do",
    abstract: "A to-do list and a calculator: two stores of one dispatcher.",
    example: "printf 'fetch\\narrive\\ndone 1\\nplus 3\\n' | flux-to-do",
    flags: [.record, .printStates]
  )

  /// Runs until the input ends or the person quits, or replays sessions for the `rewind` tool if that
  /// has started the program.
  public static func main() -> Never {
    fluxToDo.answerReplayRequest()
    let program = ExampleProgram.started(guide)
    let service = OfflineTodoService()
    let stores = DefaultDispatcher()
    var app: FluxToDoApp?
    // The machine sets the stores to the state before, and then dispatches a result to them.
    let machine = TimeMachine<FluxToDoState, DispatchedAction> { action, state in
      if let state { app?.state = state }
      action.dispatch(to: stores)
      return app?.state ?? FluxToDoState()
    }
    let printer: StatePrinter<FluxToDoState>? = program.printer()
    var dispatcher: any Dispatcher = InterceptedDispatcher(
      interceptor: ReducingInterceptor(
        reduce: printer?.printing(machine.reducer) ?? machine.reducer,
        state: { app?.state }
      ),
      dispatcher: stores
    )
    let recording = program.record(fluxToDo)
    if let recording {
      dispatcher = InterceptedDispatcher(
        interceptor: recording.interceptor { app?.state },
        dispatcher: dispatcher
      )
    }
    let made = FluxToDoApp(service: service, dispatcher: dispatcher)
    app = made
    printer?.print(made.state)
    recording?.recordIfChanged(to: made.state)
    machine.attach(show: { made.state = $0 }, dispatch: { _ in }, recording: recording)
    program.play(FluxToDoTerminal(app: made, service: service, write: Console.write), machine)
  }
}

/// Passes each result to a reducer, which has the stores handle it; dispatches come one after the other.
private struct ReducingInterceptor: DispatchInterceptor, @unchecked Sendable {
  let reduce: (DispatchedAction, FluxToDoState?) -> FluxToDoState
  let state: () -> FluxToDoState?

  func intercept<A: Action>(
    _ action: A,
    result: Result<A.Payload, A.Error>,
    dispatch: () -> Void
  ) {
    _ = reduce(DispatchedAction(resultOf: A.self, result), state())
  }
}
