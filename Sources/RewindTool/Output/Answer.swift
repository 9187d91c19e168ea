import RewindJSON

/// A part of what a command found, of which every output is a rendering.
///
/// ```swift
/// try terminal.show(CrashAnswer(timeline: timeline, result: result, …))   // as the user asked for it
/// ```
///
/// Most commands answer in one part; those about many sessions answer in one part for each.
protocol AnswerPart {
  /// The facts, for programs.
  var json: JSONValue { get throws }
  /// The facts in statements for people, one a line; an indented line belongs to the one above.
  func lines(_ style: Style) throws -> [String]
}
