import Foundation
import RewindLog

/// The words typed after `rewind`.
struct Invocation {
  let typed: CommandWords

  private var words: [String] { typed.words }

  /// Runs the command; an error becomes a message on standard error.
  func run(_ terminal: Terminal) -> ExitStatus {
    do {
      return try perform(terminal)
    } catch {
      // Text quoted in an error may come from a log, and must not control the terminal.
      var lines = Self.lines(error)
      if !lines.isEmpty { lines[0] = terminal.warnings.red("rewind:") + " " + lines[0] }
      terminal.warn(lines: lines)
      if error is Signals.Interrupted { Signals.exit() }
      return isForGitBisect ? .stop : .error
    }
  }

  /// Returns true for commands whose output is read, as it was recorded; those that replay report as they go.
  static func isPaged(_ words: [String]) -> Bool {
    guard let first = words.first, first != "-n" else { return true }
    guard let command = Command.named(first) else { return true }
    let mayReplay = command.flags.contains { $0.name == Flag.app.name }
    return words.contains("--help") || words.contains("-h") || !mayReplay
      || first == Command.log.name && !words.contains { $0.hasPrefix(Flag.app.name) }
  }

  /// True if run by `git bisect run`, which would take any other error for a bad build.
  private var isForGitBisect: Bool {
    words.first == "verify" && words.prefix { $0 != "--" }.contains("--git-bisect")
  }

  /// Returns an error in lines; a line feed in a sentence is one of a file's name.
  static func lines(_ error: any Error) -> [String] {
    if let error = error as? CommandError { return error.lines }
    let text = words(error)
    let isSentence =
      error is InputError || error is SessionLogError || error is LogRepairError
      || error is FileError || error is CocoaError
    return isSentence ? [text] : text.split(separator: "\n").map(String.init)
  }

  /// Returns an error in words; Foundation describes a file error in a dictionary.
  private static func words(_ error: any Error) -> String {
    guard let error = error as? CocoaError, error.isFileError else { return "\(error)" }
    let path = error.filePath ?? error.url?.path ?? "A file"
    let cause = (error.underlying as? POSIXError).map {
      String(cString: strerror($0.code.rawValue))
    }
    // Foundation's codes from 256 on are about reading.
    let isRead = (256..<512).contains(error.code.rawValue)
    return "\(path) cannot be \(isRead ? "read" : "written"): "
      + "\(cause ?? error.localizedDescription)."
  }

  private func perform(_ terminal: Terminal) throws -> ExitStatus {
    if let unknownColor = typed.unknownColor {
      let choices = Terminal.Color.allCases.map(\.rawValue).joined(separator: " or ")
      throw InputError.takes("--color", choices, not: unknownColor)
    }
    guard let first = words.first, !["--json", "-n", "--device"].contains(first) else {
      // As in `zcat session.jsonl.gz | rewind`.
      if words.allSatisfy({ $0 == "--json" }), PipedInput.isThere {
        return try run(.overview, ["-"] + words, terminal)
      }
      return try run(.sessions, words, terminal)
    }
    let rest = Array(words.dropFirst())
    switch first {
    case "-h", "--help":
      terminal.print(text: Help.contents)
    case "help":
      terminal.print(text: try help(rest.first))
    case "last":
      return try run(.overview, ["@last"] + rest, terminal)
    case "-V", "--version":
      terminal.print("rewind 1 (session log format 1)")
    default:
      guard let command = Command.named(first) else { return try overview(terminal) }
      return try run(command, rest, terminal)
    }
    return .success
  }

  private func run(
    _ command: Command,
    _ words: [String],
    _ terminal: Terminal
  ) throws -> ExitStatus {
    if words.prefix(while: { $0 != "--" }).contains(where: ["-h", "--help"].contains) {
      terminal.print(text: Help.page(command))
      return .success
    }
    var arguments = try Arguments(words, for: command)
    try arguments.resolveSessions(of: command)
    terminal.use(arguments.outputFormats)
    return try command.run(arguments, terminal)
  }

  /// Runs `rewind FILE`, unless the word looks like a mistyped command.
  private func overview(_ terminal: Terminal) throws -> ExitStatus {
    let file = words.first { !$0.hasPrefix("-") || $0 == "-" } ?? words[0]
    if file != "-", try SessionReference(file) == nil,
      !FileManager.default.fileExists(atPath: file), !file.contains("/"),
      !file.contains(".")
    {
      if let form = Command.replacements[file] {
        throw CommandError("There is no command \(file). Instead: `\(form)`.")
      }
      let hint = file.closest(among: Command.all.filter(\.isListed).map(\.name) + ["help", "last"])
      throw CommandError(
        "\"\(file)\" is neither a command nor a file."
          + (hint.map { " Did you mean `rewind \($0)`?" } ?? " `rewind --help` lists the commands.")
      )
    }
    return try run(file.isFolder ? .sessions : .overview, words, terminal)
  }

  private func help(_ name: String?) throws -> String {
    guard let name else { return Help.contents }
    if let page = Help.topic(name) ?? Help.page(ofGroup: name) { return page }
    if let command = Command.all.first(where: { $0.name == name }) { return Help.page(command) }
    if let form = Command.replacements[name] {
      throw CommandError("There is no command \(name). Instead: `\(form)`.")
    }
    let hint = name.closest(
      among: Command.all.map(\.name) + Help.topics.keys.sorted()
        + FlagGroup.allCases.map(\.rawValue)
    )
    throw CommandError(
      "There is no command or help topic \"\(name)\"."
        + (hint.map { " Did you mean \"\($0)\"?" } ?? " `rewind --help` lists the commands.")
    )
  }
}
