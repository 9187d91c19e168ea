/// A parsed line of input.
///
/// In addition to the app's commands, every front has time travel, `note`, `help` and `quit`.
public enum Request<Command> {
  /// An empty line, or a comment, which begins with `#`.
  case nothing
  case command(Command)
  case travel(Travel)
  case note(String)
  case help
  case quit
  /// The line is invalid; the message explains it.
  case mistake(String)

  /// True if a script's output includes the line, so that it reads like a session.
  ///
  /// Notes go to the recording only.
  public var isEchoed: Bool {
    switch self {
    case .nothing, .note: false
    case .command, .travel, .help, .quit, .mistake: true
    }
  }
}

extension Request: Sendable where Command: Sendable {}
extension Request: Equatable where Command: Equatable {}

/// Parses lines of input.
public struct Prompt<Command>: Sendable {
  /// The commands of the app, and those of every front.
  private let forms: [CommandForm<Request<Command>>]

  public init(_ commands: [CommandForm<Command>]) {
    let travels = Travel.forms.map { $0.mapped(Request<Command>.travel) }
    forms = commands.map { $0.mapped(Request.command) } + travels + Self.sharedForms
  }

  private static var sharedForms: [CommandForm<Request<Command>>] {
    [
      CommandForm("note", "TEXT", help: "write a note into the recording, if there is one") {
        .note($0.text())
      },
      CommandForm("help", help: "show this list") { _ in .help },
      CommandForm("quit", help: "leave the program") { _ in .quit },
    ]
  }

  /// Parses a line.
  public func request(_ line: String) -> Request<Command> {
    guard let first = line.first(where: { !$0.isWhitespace }), first != "#" else { return .nothing }
    let name = line.split(maxSplits: 1, whereSeparator: \.isWhitespace)[0]
    guard let form = forms.first(where: { $0.name == name }) else {
      return .mistake("\(CommandError.unknown(line: line))")
    }
    do {
      return try form.parse(line)
    } catch {
      return .mistake("\(error)")
    }
  }

  /// Returns the list of commands, one on each line, with explanations that begin at a column.
  public func help(column: Int) -> [String] {
    forms.map { "  \($0.usage.padded(to: column))\($0.help)" }
  }

  /// The column that leaves two spaces after the longest command.
  public var helpColumn: Int { (forms.map(\.usage.count).max() ?? 0) + 2 }
}
