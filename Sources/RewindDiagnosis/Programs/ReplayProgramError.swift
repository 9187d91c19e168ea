public import RewindSession

/// Why a program cannot replay.
public struct ReplayProgramError: Error, Hashable, CustomStringConvertible {
  public enum Reason: Hashable, Sendable {
    case cannotStart(SystemError)
    /// It was started, and the system does not tell how it ended.
    case noEnding(SystemError)
    case noGreeting
    case noContract(String, errorText: String)
    case badLine(String, errorText: String)
    case refused(String)
    /// It says that it is done, and has not replayed this action.
    case incomplete(action: Int)
    /// It reduces actions where it was asked only to make them again.
    case cannotForecast
    /// It cannot make the session's actions, or its state, again.
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
      An app takes part by calling `ReplayHost(…).runIfRequested()` first thing in main.
      """
    case .noContract(let end, let errors):
      """
      \(program) \(end) and did not answer \(ReplayProgram.argument) with a session. An app takes \
      part by calling `ReplayHost(…).runIfRequested()` first thing in main.\(Self.quote(errors))
      """
    case .badLine(let line, let errors):
      """
      \(program) answered \(ReplayProgram.argument) with something that is no line of a session: \
      \(line.debugDescription). An app takes part by calling `ReplayHost(…).runIfRequested()` first \
      thing in main.\(Self.quote(errors))
      """
    case .incomplete(let action):
      """
      \(program) says that it has replayed the session, but its answer lacks action \(action) or the \
      state after it. Each action must be answered by its line, and by a state line behind it.
      """
    case .cannotForecast:
      """
      \(program) cannot tell beforehand what it can replay: it does not know the request \
      "reduce":false. Build it with a newer Rewind, or try `rewind verify`.
      """
    case .refused(let why):
      "\(program) refused to replay: \(why)"
    case .undecodable(let why):
      "The app cannot replay this session:\n\(why)"
    }
  }

  private static func quote(_ text: String) -> String {
    guard let last = text.split(separator: "\n").last else { return "" }
    return " It wrote: \(last.prefix(200).debugDescription)."
  }
}
