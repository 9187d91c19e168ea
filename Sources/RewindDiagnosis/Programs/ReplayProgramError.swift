public import RewindSession

/// A reason why a program cannot replay.
public struct ReplayProgramError: Error, Hashable, CustomStringConvertible {
  public enum Reason: Hashable, Sendable {
    case cannotStart(SystemError)
    /// It was started, and the system does not report how it ended.
    case noEnding(SystemError)
    case noGreeting
    case noContract(String, errorText: String)
    case badLine(String, errorText: String)
    /// It reports itself why it does not replay.
    case refused(String, errorText: String)
    /// It reports success, and has not replayed this action.
    case incomplete(action: Int)
    /// It reduces actions where it was asked only to decode them.
    case cannotForecast
    /// It cannot decode the session's actions, or its state.
    case undecodable(String)
  }

  public let program: String
  public let reason: Reason

  init(program: String, _ reason: Reason) {
    self.program = program
    self.reason = reason
  }

  public var description: String {
    switch reason {
    case .cannotStart(let error):
      "\(program) cannot be started: \(error)."
    case .noEnding(let error):
      "How \(program) ended cannot be told: \(error)."
    case .noGreeting:
      """
      \(program) said nothing for 10 seconds after it was started with \(ReplayProgram.argument). \
      \(Self.remedy)
      """
    case .noContract(let end, let errors):
      """
      \(program) \(end) and did not answer \(ReplayProgram.argument) with a session. \
      \(Self.remedy)\(Self.quote(errors))
      """
    case .badLine(let line, let errors):
      """
      \(program) answered \(ReplayProgram.argument) with a line that does not belong there: \
      \(line.debugDescription). \(Self.remedy)\(Self.quote(errors))
      """
    case .incomplete(let action):
      """
      \(program) says that it has replayed the session, but its answer lacks action \(action) or the \
      state after it. Each action is answered by its line before it is reduced, and where states are asked \
      for by a state line after it. \(Self.remedy)
      """
    case .cannotForecast:
      """
      \(program) cannot tell beforehand what it can replay: it does not answer the request \
      "reduce":false. Build it with a newer Rewind, or teach it that (`rewind help contract`), or try \
      `rewind verify`.
      """
    case .refused(let why, let errors):
      "\(program) refused to replay: \(why)\(why.hasSuffix(".") ? "" : ".")\(Self.quote(errors))"
    case .undecodable(let why):
      "The app cannot replay this session:\n\(why)"
    }
  }

  /// The way to take part, in any language.
  private static let remedy =
    "`rewind help contract` shows how a program takes part; a Swift app does with `ReplayHost`."

  /// Returns the trace of an error in the program's output, or the last lines.
  private static func quote(_ text: String) -> String {
    let lines = ErrorTrace(text).lines
    if lines.count < 2 {
      return lines.map { " It wrote: \($0.prefix(200).debugDescription)." }.joined()
    }
    return " It wrote:\n" + lines.map { "  \($0.prefix(200))" }.joined(separator: "\n")
  }
}
