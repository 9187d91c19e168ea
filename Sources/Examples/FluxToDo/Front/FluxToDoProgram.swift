import ExampleFront
import FluxToDoExample
import Foundation
import Rewind
import RewindFlux
import RewindReplay

/// The options of the command line.
private struct Options {
  var record: String?
  var printStates: String?

  static let guide = Guide<Options>(
    program: "flux-to-do",
    abstract: "A to-do list and a calculator: two stores of one dispatcher.",
    example: "printf 'fetch\\narrive\\ndone 1\\nplus 3\\n' | flux-to-do",
    prompt: Prompt(Command.forms),
    flags: [.record { $1.record = $0 }, .printStates { $1.printStates = $0 }]
  )
}

/// The whole program, from its arguments to its exit status.
public final class FluxToDoProgram {
  private let options: Options
  private let recorder: Recorder?
  private let service = OfflineTodoService()
  private let stores = DefaultDispatcher()
  private var app: FluxToDoApp?

  private init(options: Options) {
    self.options = options
    recorder = options.record.map { Recorder(app: "flux-to-do", file: $0) }
  }

  /// Runs until the input ends or the person quits, or replays sessions for the `rewind` tool if that
  /// has started the program.
  public static func main() -> Never {
    fluxToDo.answerReplayRequest()
    FluxToDoProgram(options: Options.guide.commandLineOptions(Options())).run()
    exit(0)
  }

  private func run() {
    let input = LineInput()
    let machine = makeMachine()
    let app = makeApp(machine)
    let front = Front(
      FluxToDoTerminal(app: app, service: service, write: Console.write),
      machine: machine,
      echoes: !input.isTerminal,
      onNote: { [recorder] in recorder?.note($0) },
      write: Console.write
    )
    front.play(input)
    recorder?.close()
  }

  /// Makes a machine that sets the stores to the state before, and then dispatches a result to them.
  private func makeMachine() -> TimeMachine<FluxToDoState, DispatchedAction> {
    TimeMachine { [self] action, state in
      if let state { app?.state = state }
      action.dispatch(to: stores)
      return app?.state ?? FluxToDoState()
    }
  }

  /// Makes the app, with its dispatcher wrapped as the options require.
  private func makeApp(
    _ machine: TimeMachine<FluxToDoState, DispatchedAction>
  ) -> FluxToDoApp {
    var dispatcher: any Dispatcher = InterceptedDispatcher(
      interceptor: RememberingInterceptor(machine: machine) { [self] in self.app?.state },
      dispatcher: stores
    )
    var recording: Recording<FluxToDoState>?
    var begin: [(FluxToDoState) -> Void] = []
    if let path = options.printStates {
      let interceptor = PrintingInterceptor(path: path) { [self] in self.app?.state }
      dispatcher = InterceptedDispatcher(interceptor: interceptor, dispatcher: dispatcher)
      begin.append(interceptor.print)
    }
    if let recorder {
      let attached = fluxToDo.record(by: recorder)
      recorder.stopIfFailed()
      recording = attached
      let interceptor = attached.interceptor { [self] in self.app?.state }
      dispatcher = InterceptedDispatcher(interceptor: interceptor, dispatcher: dispatcher)
      begin.append(attached.recordIfChanged)
    }
    let app = FluxToDoApp(service: service, dispatcher: dispatcher)
    self.app = app
    for begin in begin { begin(app.state) }
    machine.attach(show: { app.state = $0 }, dispatch: { _ in }, recording: recording)
    return app
  }
}

/// Prints the state of the stores after each dispatch; dispatches come one after the other.
private final class PrintingInterceptor: DispatchInterceptor, @unchecked Sendable {
  private let printer: StatePrinter<FluxToDoState>
  private let state: () -> FluxToDoState?

  init(path: String, state: @escaping () -> FluxToDoState?) {
    printer = StatePrinter(path: path)
    self.state = state
  }

  func print(_ state: FluxToDoState) {
    printer.print(state)
  }

  func intercept<A: Action>(
    _ action: A,
    result: Result<A.Payload, A.Error>,
    dispatch: () -> Void
  ) {
    dispatch()
    if let state = state() { printer.print(state) }
  }
}

/// Passes each result to the stores through a time machine, which remembers it.
private final class RememberingInterceptor: DispatchInterceptor, @unchecked Sendable {
  private let machine: TimeMachine<FluxToDoState, DispatchedAction>
  private let state: () -> FluxToDoState?

  init(
    machine: TimeMachine<FluxToDoState, DispatchedAction>,
    state: @escaping () -> FluxToDoState?
  ) {
    self.machine = machine
    self.state = state
  }

  func intercept<A: Action>(
    _ action: A,
    result: Result<A.Payload, A.Error>,
    dispatch: () -> Void
  ) {
    _ = machine.reducer(DispatchedAction(resultOf: A.self, result), state())
  }
}
