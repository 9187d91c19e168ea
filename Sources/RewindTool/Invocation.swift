import Foundation
import RewindSession
import RewindTimeline

/// What was typed behind `rewind`.
struct Invocation {
  private let words: [String]

  init(_ words: [String]) {
    self.words = words
  }

  /// Does what was asked; trouble becomes a sentence on standard error.
  func run(_ terminal: Terminal) -> ExitStatus {
    do {
      return try perform(terminal)
    } catch {
      // What an error quotes may come from a log, and must not steer the terminal.
      let lines = words(error).split(separator: "\n").map { String($0).harmless }
      terminal.remark(terminal.remarks.red("rewind:") + " " + lines.joined(separator: "\n"))
      return .trouble
    }
  }

  /// Foundation says what happened to a file in the form of a dictionary.
  private func words(_ error: any Error) -> String {
    guard let error = error as? CocoaError, error.isFileError else { return "\(error)" }
    let path = error.filePath ?? error.url?.path ?? "A file"
    let cause = (error.underlying as? POSIXError).map {
      String(cString: strerror($0.code.rawValue))
    }
    // Foundation's numbers from 256 on are about reading.
    let isRead = (256..<512).contains(error.code.rawValue)
    return "\(path) cannot be \(isRead ? "read" : "written"): "
      + "\(cause ?? error.localizedDescription)."
  }

  private func perform(_ terminal: Terminal) throws -> ExitStatus {
    guard let first = words.first else {
      terminal.print(Help.contents)
      return .trouble
    }
    let rest = Array(words.dropFirst())
    switch first {
    case "-h", "--help":
      terminal.print(Help.contents)
      return .success
    case "help":
      return try help(rest, terminal)
    case "--version":
      terminal.print("rewind 1 (session log format 1)")
      return .success
    default:
      break
    }
    guard let command = Command.all.first(where: { $0.name == first }) else {
      return try overview(terminal)
    }
    if rest.prefix(while: { $0 != "--" }).contains(where: { $0 == "-h" || $0 == "--help" }) {
      terminal.print(Help.page(command))
      return .success
    }
    return try command.run(Arguments(rest, for: command), terminal)
  }

  /// `rewind FILE`, unless the word looks like a command that was mistyped.
  private func overview(_ terminal: Terminal) throws -> ExitStatus {
    let file = words.first { !$0.hasPrefix("-") || $0 == "-" } ?? words[0]
    if file != "-", !FileManager.default.fileExists(atPath: file), !file.contains("/"),
      !file.contains(".")
    {
      let hint = file.closest(among: Command.all.map(\.name) + ["help"])
      throw Trouble(
        "\"\(file)\" is neither a command nor a file."
          + (hint.map { " Did you mean `rewind \($0)`?" } ?? " `rewind --help` lists the commands.")
      )
    }
    return try Command.overview.run(Arguments(words, for: .overview), terminal)
  }

  private func help(_ names: [String], _ terminal: Terminal) throws -> ExitStatus {
    guard let name = names.first else {
      terminal.print(Help.contents)
      return .success
    }
    guard name != "expressions" else {
      terminal.print(Help.expressions)
      return .success
    }
    guard let command = Command.all.first(where: { $0.name == name }) else {
      let hint = name.closest(among: Command.all.map(\.name) + ["expressions"])
      throw Trouble(
        "There is no command \"\(name)\"."
          + (hint.map { " Did you mean \"\($0)\"?" } ?? " `rewind --help` lists the commands.")
      )
    }
    terminal.print(Help.page(command))
    return .success
  }
}

#if canImport(Glibc)
let coreLimit = __rlimit_resource_t(RLIMIT_CORE.rawValue)
#else
let coreLimit = RLIMIT_CORE
#endif

extension Arguments {
  /// The session in the file that the first operand names; what is wrong with it is remarked.
  func openSession(_ terminal: Terminal, verifying: Bool = false) throws -> Timeline {
    try openSession(operands[0], terminal, verifying: verifying)
  }

  /// The session in a file; what is wrong with it is remarked.
  ///
  /// `verifying`: also of a log that is so long that its lines are otherwise verified as they are read.
  func openSession(
    _ path: String,
    _ terminal: Terminal,
    verifying: Bool = false
  ) throws -> Timeline {
    let progress = Progress()
    defer { progress.done() }
    let log = try SessionLog(path: path) {
      progress.show("reading \(path) \(Int($0 * 100)) %")
    }
    if verifying, log.isVerifiedOnReading {
      try log.verify { progress.show("checking \(path) \(Int($0 * 100)) %") }
    }
    if let damage = log.damage {
      terminal.remark(
        """
        rewind: Line \(damage.line) of \(log.path) is not as it was written. What follows is about \
        lines 1 to \(damage.line - 1). See `rewind check \(log.path)`.
        """
      )
    }
    return try Timeline(log)
  }

  /// The index that an operand stands for.
  func index(_ place: Int, in timeline: Timeline) throws -> Int {
    try timeline.index(of: position(operands[place]))
  }

  /// The index that a flag's value stands for.
  func index(_ flag: Flag, in timeline: Timeline) throws -> Int? {
    try self[flag].map { try timeline.index(of: position($0)) }
  }

  /// The index of a state: `end` is the last one, also where the program died in a later action.
  func stateIndex(
    _ text: String,
    in timeline: Timeline,
    _ terminal: Terminal
  ) throws -> Int {
    let index = try timeline.index(of: position(text))
    guard text.hasPrefix("end"), case .crashed(let fatal) = timeline.end,
      let last = try timeline.lastState(), index > last
    else { return index }
    terminal.remark(
      "rewind: The program died in action \(fatal); the last state is the one after action \(last)."
    )
    return last
  }

  private func position(_ text: String) throws -> Position {
    guard let position = Position(text) else {
      throw Trouble("\"\(text)\" is no position. Positions are written \(Positions.forms).")
    }
    return position
  }

  /// The file that `-o` names, where there is none yet.
  func outputPath() throws -> String {
    let path = try namedOutput()
    guard !FileManager.default.fileExists(atPath: path) else {
      throw Trouble("\(path) is there already. Remove it, or give -o another name.")
    }
    return path
  }

  /// Sees to it that a result does not take the place of a session.
  func checkIsNoInput(_ path: String, of inputs: [String]) throws {
    func place(_ path: String) -> String {
      URL(fileURLWithPath: path).resolvingSymlinksInPath().standardizedFileURL.path
    }
    guard inputs.contains(where: { place($0) == place(path) }) else { return }
    throw Trouble("\(path) is one of the sessions. Give the result another name.")
  }

  /// The file that `-o` names.
  func namedOutput() throws -> String {
    guard let path = self[.output] else {
      throw Trouble("Say where the result goes: -o FILE.")
    }
    guard path != "-" else {
      throw Trouble("The result goes into a file, not to standard output: -o FILE.")
    }
    return path
  }
}
