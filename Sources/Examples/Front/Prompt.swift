/// What a line of input asks for.
///
/// To what an app can do, every front adds travels in time, `note`, `help` and `quit`.
public enum Request<Command> {
  /// An empty line, or a remark, which begins with `#`.
  case nothing
  case command(Command)
  case travel(Travel)
  case note(String)
  case help
  case quit
  /// The line is not understood; the message says why.
  case mistake(String)

  /// Whether a script's output shows the line, so that it reads like a session.
  ///
  /// Notes are for the recording only.
  public var isEchoed: Bool {
    switch self {
    case .nothing, .note: false
    case .command, .travel, .help, .quit, .mistake: true
    }
  }
}

extension Request: Sendable where Command: Sendable {}
extension Request: Equatable where Command: Equatable {}

/// Understands what is typed.
public struct Prompt<Command>: Sendable {
  /// The commands of the app, and those that every front has.
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

  /// Understands a line.
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

  /// The list of commands, one a line, with explanations that begin at a column.
  public func help(column: Int) -> [String] {
    forms.map { "  \($0.usage.padded(to: column))\($0.help)" }
  }

  /// The column that leaves two spaces after the longest command.
  public var helpColumn: Int { (forms.map(\.usage.count).max() ?? 0) + 2 }
}
