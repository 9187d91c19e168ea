/// One command of the tool.
struct Command: Sendable {
  let name: String
  /// The words after the name that are no flags.
  let operands: [Flag]
  /// The effect, in one line without a period.
  let summary: String
  /// The flags without which it does nothing.
  var required: [Flag] = []
  var flags: [Flag] = []
  /// True if it is a tool for agents; false for one that is of use in a terminal only.
  var isForAgents = true
  /// Details beyond the summary.
  var details = ""
  /// Commands to try, each above an indented line on its output.
  let examples: String
  /// Runs the command.
  let run: @Sendable (Arguments, Terminal) throws -> ExitStatus

  /// The name in messages: `rewind log`, and `rewind FILE` for the overview, which has no name.
  var title: String { isUnnamed ? usage : "rewind \(name)" }

  /// The command as typed: `rewind show FILE N`.
  var usage: String {
    (["rewind"] + [isUnnamed ? "" : name, operandUsage].filter { !$0.isEmpty })
      .joined(separator: " ")
  }

  /// The operands as typed: `FILE N`.
  var operandUsage: String {
    operands.map(\.name).filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// The allowed number of operands.
  var operandCount: ClosedRange<Int> {
    operands.map(\.count.lowerBound).reduce(0, +)...operands.map(\.count.upperBound).reduce(0, +)
  }

  /// Returns the operand that a word is.
  func operand(at position: Int) -> Flag? {
    operands.enumerated().first { $0 == position || $0 < position && $1.repeats }?.element
  }

  /// True if it is typed without a name; help and completions do not list it either.
  var isUnnamed: Bool { [Command.overview.name, Command.sessions.name].contains(name) }

  /// True if help and completions list it: `completions` is for shells, not for people.
  var isListed: Bool { !isUnnamed && name != Command.completions.name }

  /// The commands and flags that other tools and earlier versions have, and what is typed here instead.
  static let replacements = [
    "find": "rewind log FILE --where EXPR", "history": "rewind blame FILE POINTER --history",
    "sessions": "rewind [FOLDER]", "ls": "rewind [FOLDER]", "list": "rewind [FOLDER]",
    "replay": "rewind verify FILE --app PROGRAM", "undo": "rewind step FILE",
    "checkout": "rewind state FILE N", "--grep": "--where", "-p": "`rewind show FILE N`",
    "repair": "rewind check FILE --repair OUT",
    "join": "rewind COMMAND SEGMENT",
    "from-report": "rewind bisect EVENT.json --sessions DIR",
    "allow": "export REWIND_APP=PROGRAM",
    "--added-ok": "--compare known", "--crash-only": "--compare end",
    "--signature": "--crash SIGNATURE", "--quiet": "--summary -",
  ]

  /// Every command, in the order in which the table of contents lists them.
  static let all: [Command] = [
    .overview, .sessions, .log, .show, .state, .diff, .blame, .why, .stats, .step,
    .report, .live,
    .verify, .compare, .bisect, .triage, .explore, .minimize, .edit, .test, .decoders,
    .initialize, .privacy,
    .check, .export, .importing, .mcp, .completions,
  ]

  /// Returns the command that is typed with this name; nil if there is none.
  static func named(_ name: String) -> Command? {
    all.first { $0.name == name && name != sessions.name }
  }
}

/// The exit status of the tool.
enum ExitStatus: Int32 {
  /// Done, found, clean.
  case success = 0
  /// The states differ, nothing was found, or something is not clean.
  case negative = 1
  /// The question could not be answered.
  case error = 2
  /// This build cannot be classified, by the rules of `git bisect run`.
  case skip = 125
  /// No build can be classified, which ends a `git bisect run`.
  case stop = 128
}

/// A reason why a question could not be answered.
struct CommandError: Error, CustomStringConvertible {
  /// The first says what is wrong; others are details.
  let lines: [String]

  init(_ description: String) {
    lines = [description]
  }

  init(lines: [String]) {
    self.lines = lines
  }

  var description: String { lines.joined(separator: "\n") }
}
