import ExampleFront
import Foundation
import Rewind
import ToDo

/// The whole program, from its arguments to its exit status.
public enum TodoProgram {
  /// Runs until the input ends or the person quits; answers the `rewind` tool instead if that has
  /// started the program.
  public static func main() -> Never {
    ReplayHost(.toDo()).runIfRequested()
    run(Options.guide.commandLineOptions(Options()))
    exit(0)
  }

  private static func run(_ options: Options) {
    let input = LineInput()
    let store = TodoStore.shared
    let recorder = options.record.map { Recorder(app: "to-do", file: $0) }
    if let path = options.printStates {
      let printer = StatePrinter<TodoState>(path: path)
      printer.print(store.state)
      store.wrapReducer(printer.printing)
    }
    if let recorder {
      let recording = recorder.attach(TodoState.self)
      recorder.stopIfFailed()
      store.wrapReducer { reducer in recording.wrap(reducer) }
    }
    let front = Front(
      TodoTerminal(store: store, write: Console.write),
      echoes: !input.isTerminal,
      onNote: { recorder?.note($0) },
      write: Console.write
    )
    front.play(input)
    recorder?.close()
  }
}
