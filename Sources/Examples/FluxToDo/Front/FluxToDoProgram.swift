import ExampleFront
import FluxToDo
import Foundation
import RewindFlux

/// What the command line asks for.
private struct Options {
  var printStates: String?

  static let guide = Guide<Options>(
    program: "flux-to-do",
    abstract: "A to-do list and a calculator: two stores of one dispatcher.",
    example: "printf 'fetch\\narrive\\ndone 1\\nplus 3\\n' | flux-to-do",
    prompt: Prompt(Command.forms),
    flags: [.printStates { $1.printStates = $0 }]
  )
}

/// The whole program, from its arguments to its exit status.
public enum FluxToDoProgram {
  /// Runs until the input ends or the person quits.
  public static func main() -> Never {
    run(Options.guide.commandLineOptions(Options()))
    exit(0)
  }

  private static func run(_ options: Options) {
    let input = LineInput()
    let service = OfflineTodoService()
    let app: FluxToDoApp
    if let path = options.printStates {
      let interceptor = PrintingInterceptor(path: path)
      app = FluxToDoApp(
        service: service,
        dispatcher: InterceptedDispatcher(interceptor: interceptor)
      )
      interceptor.begin(app)
    } else {
      app = FluxToDoApp(service: service)
    }
    let front = Front(
      FluxToDoTerminal(app: app, service: service, write: Console.write),
      echoes: !input.isTerminal,
      write: Console.write
    )
    front.play(input)
  }
}

/// Prints what the stores hold after each dispatch; dispatches come one after the other.
private final class PrintingInterceptor: DispatchInterceptor, @unchecked Sendable {
  private let printer: StatePrinter<FluxToDoState>
  private weak var app: FluxToDoApp?

  init(path: String) {
    printer = StatePrinter(path: path)
  }

  func begin(_ app: FluxToDoApp) {
    self.app = app
    printer.print(app.state)
  }

  func intercept<A: Action>(
    _ action: A,
    result: Result<A.Payload, A.Error>,
    dispatch: () -> Void
  ) {
    dispatch()
    if let app { printer.print(app.state) }
  }
}
