import ExampleFront
import FluxToDo
import Foundation
import Rewind
import RewindFlux

/// What the command line asks for.
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
  private var app: FluxToDoApp?

  private init(options: Options) {
    self.options = options
    recorder = options.record.map { Recorder(app: "flux-to-do", file: $0) }
  }

  /// Runs until the input ends or the person quits; answers the `rewind` tool instead if that has
  /// started the program.
  public static func main() -> Never {
    ReplayHost(.fluxToDo()).runIfRequested()
    FluxToDoProgram(options: Options.guide.commandLineOptions(Options())).run()
    exit(0)
  }

  private func run() {
    let input = LineInput()
    let app = makeApp()
    let front = Front(
      FluxToDoTerminal(app: app, service: service, write: Console.write),
      echoes: !input.isTerminal,
      onNote: { [recorder] in recorder?.note($0) },
      write: Console.write
    )
    front.play(input)
    recorder?.close()
  }

  /// The app with everything around its dispatcher that was asked for.
  private func makeApp() -> FluxToDoApp {
    var dispatcher: any Dispatcher = DefaultDispatcher()
    var begin: [(FluxToDoState) -> Void] = []
    if let path = options.printStates {
      let interceptor = PrintingInterceptor(path: path) { [self] in self.app?.state }
      dispatcher = InterceptedDispatcher(interceptor: interceptor, dispatcher: dispatcher)
      begin.append(interceptor.print)
    }
    if let recorder {
      let recording = recorder.attach(FluxToDoState.self, as: .dispatcher)
      recorder.stopIfFailed()
      let interceptor = recording.interceptor { [self] in self.app?.state }
      dispatcher = InterceptedDispatcher(interceptor: interceptor, dispatcher: dispatcher)
      begin.append(recording.recordInitialState)
    }
    let app = FluxToDoApp(service: service, dispatcher: dispatcher)
    self.app = app
    for begin in begin { begin(app.state) }
    return app
  }
}

/// Prints what the stores hold after each dispatch; dispatches come one after the other.
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
