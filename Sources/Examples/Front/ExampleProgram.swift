import Foundation
package import Rewind
package import RewindReplay

/// A program around an app: it reads its arguments, records, prints states, and plays.
package final class ExampleProgram {
  /// The arguments of the given flags by the flags' names; empty for a flag without one.
  package let options: [String: String]
  package let input = LineInput()
  private let name: String
  private var recorder: Recorder?

  private init(_ name: String, _ options: [String: String]) {
    (self.name, self.options) = (name, options)
  }

  /// Reads the command line; if it asks for help or is invalid, prints a message and ends the program.
  package static func started(_ guide: Guide) -> ExampleProgram {
    do {
      if let options = try guide.read(Array(CommandLine.arguments.dropFirst())) {
        return ExampleProgram(guide.program, options)
      }
    } catch {
      Console.stop("\(error)")
    }
    Console.writeText(guide.helpText)
    exit(0)
  }

  /// Begins to record a store, if that is asked for; ends the program if nothing can be recorded, since a
  /// person who has asked for a recording should learn that at the start.
  package func record<State, Action, Reducer>(
    _ store: ReplayableStore<State, Action, Reducer>,
    options: Recorder.Options = Recorder.Options()
  ) -> Recording<State>? {
    guard let file = self.options["--record"] else { return nil }
    // The name of the file is printed if it is not the given one.
    let announces = FileManager.default.fileExists(atPath: file)
    var options = options
    options.announces = announces
    let recorder = Recorder(app: name, to: .file(file), options: options) { failure in
      if !announces { Console.warn("\(failure)") }
    }
    self.recorder = recorder
    let recording = store.record(by: recorder)
    if recorder.failure != nil { exit(2) }
    return recording
  }

  /// Returns what prints states, if that is asked for.
  package func printer<State: Encodable>() -> StatePrinter<State>? {
    options["--print-states"].map { StatePrinter(path: $0) }
  }

  /// Returns the terminal of an app.
  package func front<App: TerminalApp>(_ app: App, _ machine: (any Traveling)?) -> Front<App> {
    Front(
      app,
      machine: machine,
      echoes: !input.isTerminal,
      onNote: { [recorder] in recorder?.note($0) },
      write: Console.write
    )
  }

  /// Plays an app until the input ends or the person quits.
  package func play(_ app: some TerminalApp, _ machine: (any Traveling)?) -> Never {
    front(app, machine).play(input)
    end()
  }

  /// Closes the recording, and ends the program.
  package func end() -> Never {
    recorder?.close()
    exit(0)
  }
}
