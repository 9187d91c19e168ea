import RewindJSON
import RewindReports

/// A part of what a command found, of which every output is a rendering.
///
/// ```swift
/// try terminal.show(CrashAnswer.search(timeline, by: program, path: path))
/// ```
///
/// Most commands answer in one part; those about many sessions answer in one part for each, as soon as it
/// is known.
protocol AnswerPart {
  /// The facts, for programs.
  var json: JSONValue { get throws }
  /// The same as lines of JSON: several where the part is a list, none where it is for people only.
  var records: [JSONValue] { get throws }
  /// The facts for people: statements, one a line; an indented line belongs to the one above.
  func lines(_ style: Style) throws -> [String]
  /// The way in which lines that are longer than the terminal is wide are shown.
  var layout: AnswerLayout { get }
  /// The checks that were made, for CI servers.
  var checks: [ReportedCheck] { get }
}

/// The way in which long lines are shown.
enum AnswerLayout {
  /// Wrapped between words; indented lines are rows.
  case statements
  /// Rows, wrapped between their parts.
  case table
  /// Cut to the terminal's width.
  case list
  /// Statements, indented lines that are cut, and a command at the end.
  case summary
}

extension AnswerPart {
  var records: [JSONValue] { get throws { [try json] } }
  var layout: AnswerLayout { .statements }
  var checks: [ReportedCheck] { [] }
}

/// All that a command found, without any output.
struct Answer {
  var parts: [any AnswerPart] = []
  /// Messages that are not part of the result.
  var warnings: [String] = []
  var status = ExitStatus.success
}

extension Command {
  /// Runs the command for a program that renders the answer itself; prints nothing.
  ///
  /// - Throws: The reason why the question could not be answered.
  func answer(_ arguments: Arguments) throws -> Answer {
    let collected = CollectedParts()
    let terminal = Terminal(collecting: collected)
    let status = try run(arguments, terminal)
    return Answer(parts: collected.parts, warnings: collected.warnings, status: status)
  }
}

/// An answer of a few statements.
struct PlainAnswer: AnswerPart {
  let json: JSONValue
  let statements: [String]

  func lines(_ style: Style) -> [String] { statements }
}
