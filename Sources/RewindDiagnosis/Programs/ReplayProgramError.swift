package import RewindSession

/// A reason why a program cannot replay.
package struct ReplayProgramError: Error, Hashable, CustomStringConvertible {
  package enum Reason: Hashable, Sendable {
    case cannotStart(SystemError)
    case noGreeting
    /// `simctl` was killed; it ran the program in a simulator.
    case simulatorFailed(errorText: String)
    case noContract(String, errorText: String)
    case badLine(String, errorText: String)
    /// It reports itself why it does not replay.
    case refused(String, errorText: String)
    /// It reports success, and has not replayed this action.
    case incomplete(action: Int)
    /// It reduces actions where it was asked only to decode them.
    case cannotForecast
    /// It does not tell how long its reducers take.
    case tellsNoTimes
    /// It cannot decode the session's actions, or its state.
    case undecodable(String)
  }

  package let program: String
  package let reason: Reason

  init(program: String, _ reason: Reason) {
    self.program = program
    self.reason = reason
  }

  /// True if the program may still replay other sessions.
  package var isAboutOneSession: Bool {
    switch reason {
    case .cannotStart, .simulatorFailed, .cannotForecast, .tellsNoTimes: false
    case .noGreeting, .noContract, .badLine, .refused, .incomplete, .undecodable: true
    }
  }

  package var description: String {
    switch reason {
    case .noGreeting: "\(finding) \(Self.remedy)"
    case .noContract(_, let errors), .badLine(_, let errors):
      "\(finding) \(Self.remedy)\(Self.quote(errors))"
    case .simulatorFailed(let errors), .refused(_, let errors):
      "\(finding)\(Self.quote(errors))"
    case .incomplete:
      """
      \(finding) It must write the line of each action before reducing it and, where states are \
      requested, a state line after it. \(Self.remedy)
      """
    case .cannotStart, .cannotForecast, .tellsNoTimes, .undecodable: finding
    }
  }

  /// The reason in a sentence, without a remedy and the program's output.
  var finding: String {
    switch reason {
    case .cannotStart(let error):
      "\(program) cannot be started: \(error)."
    case .noGreeting:
      "\(program) did not respond within 10 seconds of being started with \(ReplayProgram.argument)."
    case .simulatorFailed:
      "`xcrun simctl`, which runs \(program) in the simulator, was killed."
    case .noContract(let end, _):
      "\(program) \(end) and did not respond to \(ReplayProgram.argument) with a session."
    case .badLine(let line, _):
      """
      \(program) responded to \(ReplayProgram.argument) with an unexpected line: \
      \(line.debugDescription).
      """
    case .incomplete(let action):
      """
      \(program) reports that it has replayed the session, but its response lacks action \(action) or the \
      state after it.
      """
    case .cannotForecast:
      """
      \(program) cannot forecast what it can replay: it does not support the request \
      "reduce":false. Build it with a newer Rewind, or add the request (`rewind help contract`), or try \
      `rewind verify`.
      """
    case .tellsNoTimes:
      """
      \(program) does not tell how long its reducers take: it does not support the request "times":true. \
      Build it with a newer Rewind, or add the request (`rewind help contract`).
      """
    case .refused(let why, _):
      "\(program) refused to replay: \(why)\(why.hasSuffix(".") ? "" : ".")"
    case .undecodable(let why):
      "The app cannot replay this session:\n\(why)"
    }
  }

  /// The way to take part, in any language.
  private static let remedy =
    "`rewind help contract` explains how to make a program replayable; a Swift app calls `answerReplayRequest`."

  /// Returns the trace of an error in the program's output, or the last lines.
  private static func quote(_ text: String) -> String {
    let lines = ErrorTrace(text).lines
    if lines.count < 2 {
      return lines.map { " It wrote: \($0.prefix(200).debugDescription)." }.joined()
    }
    return " It wrote:\n" + lines.map { "  \($0.prefix(200))" }.joined(separator: "\n")
  }
}
