import Foundation
package import Rewind
package import RewindReplay

/// The program around an app: its flags, its recording, the file of its states, and its input.
@MainActor
package final class ExampleProgram {
  /// The arguments of the given flags by the flags' names; empty for a flag without one.
  package private(set) var options: [String: String] = [:]
  private let name: String
  private var recorder: Recorder?

  /// Reads the command line; if it asks for help or is invalid, prints a message and ends the program.
  ///
  /// - Parameters:
  ///   - name: The program's name.
  ///   - abstract: A sentence about it.
  ///   - lines: Lines to begin with.
  ///   - flags: The usage of its own flags, such as `--log` or `--persist FILE`, each with its help.
  package init(
    _ name: String,
    _ abstract: String,
    lines: [String],
    flags: KeyValuePairs<String, String> = [:]
  ) {
    self.name = name
    let shared: KeyValuePairs = [
      "--record FILE": "record the session in FILE, or beside it if it exists",
      "--print-states FILE": "write each state to FILE, as a line of JSON",
      "--help": "show this text",
    ]
    let flags = flags + Array(shared)
    var rest = CommandLine.arguments.dropFirst()
    while let flag = rest.popFirst() {
      guard let usage = flags.first(where: { $0.key.prefix { $0 != " " } == flag })?.key else {
        Console.stop("There is no flag \"\(flag)\". Start \(name) --help for the list.")
      }
      options[flag] = usage == flag ? "" : rest.popFirst()
      if options[flag] == nil { Console.stop("\"\(flag)\" lacks its argument: \(usage).") }
    }
    guard options["--help"] != nil else { return }
    Console.write(
      """
      \(abstract)

      Usage: \(name) [flags]

      It reads a line at a time, from a person or a script: an action as in its log,
      by its type and its payload, or a word. The line help lists both.

      \(lines.map { "  \($0)" }.joined(separator: "\n"))

      Flags:
      \(flags.map { "  \($0.key.padded(to: 21))\($0.value)" }.joined(separator: "\n"))
      """
    )
    exit(0)
  }

  /// Begins to record a store, if that is asked for; ends the program if nothing can be recorded, since a
  /// person who has asked for a recording should learn that at the start.
  package func record<State, Action, Reducer>(
    _ store: ReplayableStore<State, Action, Reducer>,
    states: Recorder.Options.States = .patches
  ) -> Recording<State> {
    let file = options["--record"]
    let recorder = Recorder(
      app: name,
      to: .file(file ?? ""),
      enabled: file != nil,
      options: .init(states: states)
    )
    self.recorder = recorder
    let recording = store.record(by: recorder)
    if recorder.failure != nil { exit(2) }
    return recording
  }

  /// Returns a reducer that writes each of its states as a line of JSON, and the one before the first action, if
  /// that is asked for.
  ///
  /// It is independent of the recorder, so that recordings can be checked against it. Each line is written in
  /// one piece before the next action is reduced: a program that traps has written every state it reached.
  package func printing<State: Encodable, Action>(
    _ reducer: @escaping (_ action: Action, _ state: State?) -> State
  ) -> (_ action: Action, _ state: State?) -> State {
    guard let path = options["--print-states"] else { return reducer }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    var file: FileHandle?
    func write(_ state: State) {
      do {
        if file == nil {
          let url = URL(fileURLWithPath: path)
          try Data().write(to: url)
          file = try FileHandle(forWritingTo: url)
        }
        try file?.write(contentsOf: try encoder.encode(state) + Data("\n".utf8))
      } catch {
        Console.stop("States cannot be printed to \"\(path)\": \(error.localizedDescription)")
      }
    }
    return { action, state in
      if file == nil, let state { write(state) }
      let next = reducer(action, state)
      write(next)
      return next
    }
  }

  /// Plays an app until the input ends or the person quits, and closes the recording.
  package func play<State, Action>(
    _ front: Front<State, Action>,
    _ machine: TimeMachine<State, Action>?,
    settle: () async -> Void = {}
  ) async {
    let isTerminal = isatty(STDIN_FILENO) == 1
    front.machine = machine
    front.echoes = !isTerminal
    front.onNote = { [recorder] in recorder?.note($0) }
    await front.play(
      lines: {
        if isTerminal { Console.write("> ", to: .standardOutput) }
        // The main queue goes on meanwhile, with what another thread or the window of `rewind live` wants.
        return await withCheckedContinuation { continuation in
          Thread.detachNewThread { continuation.resume(returning: readLine()) }
        }
      },
      settle: settle
    )
    recorder?.close()
  }
}
