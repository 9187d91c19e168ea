/// One command of the tool.
struct Command: Sendable {
  let name: String
  /// What it does, in one line without a period.
  let summary: String
  /// What stands after the name, as it is written: `FILE N`.
  let operands: String
  /// How many operands there may be.
  let operandCount: ClosedRange<Int>
  let flags: [Flag]
  /// What a reader must know beyond the summary.
  let details: String
  /// Commands to try, with what each shows.
  let examples: [(command: String, shows: String)]
  /// Does it.
  let run: @Sendable (Arguments, Terminal) throws -> ExitStatus

  init(
    _ name: String,
    _ operands: String,
    _ operandCount: ClosedRange<Int>,
    _ summary: String,
    flags: [Flag] = [],
    details: String = "",
    examples: [(command: String, shows: String)],
    run: @escaping @Sendable (Arguments, Terminal) throws -> ExitStatus
  ) {
    self.name = name
    self.operands = operands
    self.operandCount = operandCount
    self.summary = summary
    self.flags = flags
    self.details = details
    self.examples = examples
    self.run = run
  }

  /// What messages call it: `rewind log`, and `rewind FILE` for the story, which goes without a name.
  var title: String { isUnnamed ? usage : "rewind \(name)" }

  /// How it is typed: `rewind show FILE N`.
  var usage: String { isUnnamed ? "rewind \(operands)" : "rewind \(name) \(operands)" }

  /// Whether a person types no name for it; help and completions do not list it either.
  var isUnnamed: Bool { name == Command.overview.name }

  /// Every command, in the order in which the table of contents lists them.
  static let all: [Command] = [
    .overview, .log, .show, .state, .diff, .find, .history, .blame, .why, .stats, .step, .report,
    .verify, .bisect, .minimize, .edit, .test, .decoders, .initialize,
    .check, .repair, .join, .seal, .export, .completions,
  ]
}

/// What the tool says to the shell.
enum ExitStatus: Int32 {
  /// Done, found, clean.
  case success = 0
  /// The states differ, nothing was found, or something is not clean.
  case negative = 1
  /// The question could not be answered.
  case trouble = 2
  /// This build cannot be judged, as `git bisect run` wants to hear it.
  case skip = 125
  /// No build can be judged, which ends a `git bisect run`.
  case stop = 128
}

/// Why a question could not be answered.
struct CommandError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
