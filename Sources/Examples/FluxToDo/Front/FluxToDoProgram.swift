package import ExampleFront
package import FluxToDoExample
import Rewind
package import RewindFlux
import RewindReplay

/// The whole program, from its arguments to its exit status.
@MainActor
public enum FluxToDoProgram {
  /// Runs until the input ends or the person quits, or replays sessions for the `rewind` tool if that
  /// has started the program.
  public static func main() async {
    fluxToDo.answerReplayRequest(screen: { .lines(Screen($0).lines) })
    let program = ExampleProgram(
      "flux-to-do",
      "A to-do list and a calculator: two stores of one dispatcher.",
      lines: [
        "fetch", "arrive", "TodoAction.Finish 1", "Calculate.Plus 3",
        #"{"type":"TodoAction.Create","error":"emptyTitle"}"#,
      ]
    )
    let service = OfflineTodoService()
    let stores = DefaultDispatcher()
    var app: FluxToDoApp?
    // The machine sets the stores to the state before, and then dispatches a result to them.
    let machine = TimeMachine<FluxToDoState, DispatchedAction> { action, state in
      if let state { app?.state = state }
      action.dispatch(to: stores)
      return app?.state ?? FluxToDoState()
    }
    let reduce = program.printing(machine.reducer)
    let recording = program.record(fluxToDo)
    let dispatcher = InterceptedDispatcher(
      interceptor: recording.interceptor { app?.state },
      dispatcher: InterceptedDispatcher(
        interceptor: ReducingInterceptor { _ = reduce($0, app?.state) },
        dispatcher: stores
      )
    )
    let made = FluxToDoApp(service: service, dispatcher: dispatcher)
    app = made
    recording.recordIfChanged(to: made.state)
    // A result has no action to invoke: it is recorded and reduced as the dispatcher does it.
    let dispatch = { (action: DispatchedAction) in
      let before = made.state
      _ = recording.record(action, from: before) { reduce(action, before) }
    }
    machine.attach(show: { made.state = $0 }, dispatch: dispatch, recording: recording)
    await program.play(front(of: made, service, dispatch: dispatch), machine)
  }

  /// Makes the front of an app, with what dispatches a result to its stores.
  package nonisolated static func front(
    of app: FluxToDoApp,
    _ service: OfflineTodoService,
    dispatch: @escaping (DispatchedAction) -> Void
  ) -> Front<FluxToDoState, DispatchedAction> {
    Front(
      fluxToDo,
      words: [
        ("fetch", "ask the service for the list", { app.fetch() }),
        ("arrive", "let the list that was asked for arrive", { service.arrive() }),
        ("fail", "let the request fail instead", { service.fail() }),
      ],
      screen: { Screen(app.state).lines },
      dispatch: dispatch
    )
  }
}

/// Passes each result to a reducer, which has the stores handle it; dispatches come one after the other.
private struct ReducingInterceptor: DispatchInterceptor, @unchecked Sendable {
  let reduce: (DispatchedAction) -> Void

  func intercept<A: Action>(
    _ action: A,
    result: Result<A.Payload, A.Error>,
    dispatch: () -> Void
  ) {
    reduce(DispatchedAction(resultOf: A.self, result))
  }
}
