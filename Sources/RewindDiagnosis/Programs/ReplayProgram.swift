import RewindJSON
import RewindSession

/// A program that can replay sessions: an app, or any other that speaks the contract.
///
/// The user names the program; a log, which may come from a stranger, never does.
package struct ReplayProgram: Sendable {
  /// The program's path and its arguments; the argument that asks for a replay is added.
  package let command: [String]
  /// The program as it was named.
  package let name: String
  /// The program's own arguments.
  package let arguments: [String]
  /// The simulator that runs it; nil if it runs here.
  let simulator: Simulator?
  /// True if it runs in a simulator, where a start takes a second.
  package var isSimulated: Bool { simulator != nil }
  /// The maximum time without progress: no action begun, no state made.
  package private(set) var timeLimit: Duration
  /// The additional time for the first step.
  private var startLimit: Duration = .zero
  /// The resident bytes above which a replay is ended.
  package let memoryLimit: Int
  /// Variables to set in addition to the tool's own.
  var environment: [String: String] = [:]
  /// Arguments after the one that asks for a replay.
  var moreArguments: [String] = []

  /// The app that answers instead of a process; nil for a program.
  private var script: ReplayScript?

  /// The argument that asks an app for a replay.
  package static let argument = "--rewind-replay"
  /// The maximum time for an app to reply that it speaks the contract.
  private static let greetingLimit: Duration = .seconds(10)
  /// The bytes of a request that an app reads and decodes per second at least, measured without
  /// optimization and halved: the first action may take that much longer.
  private static let bytesReadPerSecond = 1 << 20

  /// - Parameters:
  ///   - command: The program's path and its arguments.
  ///   - name: The program as it was named; nil: its path.
  ///   - simulator: The simulator that runs it; nil if it runs here.
  ///   - timeLimit: The maximum duration of one action.
  ///   - memoryLimit: The resident bytes that the program may use; above the 2 GB that no app's state
  ///     needs, an endless allocation would slow the whole machine down.
  package init(
    _ command: [String],
    named name: String? = nil,
    in simulator: Simulator? = nil,
    timeLimit: Duration = .seconds(10),
    memoryLimit: Int = 2 << 30
  ) {
    self.command = simulator?.command(command) ?? command
    arguments = Array(command.dropFirst())
    (self.name, self.simulator) = (name ?? command[0], simulator)
    self.timeLimit = timeLimit
    self.memoryLimit = memoryLimit
  }

  /// True if it is written in Swift, as a section of its file shows; an app in a simulator is.
  package var isSwift: Bool {
    simulator != nil || Backtracer.contains("swift5_typeref", command[0])
  }

  /// Makes a program that runs within this process.
  package init(_ script: ReplayScript, named name: String, arguments: [String] = []) {
    self.init([name] + arguments)
    self.script = script
  }

  /// Returns the program with a lower limit of time, where many runs are made and those that count are repeated.
  func limited(to limit: Duration) -> ReplayProgram {
    var program = self
    program.timeLimit = min(limit, timeLimit)
    return program
  }

  /// Returns the program with the limits of drawing: the first screen loads fonts and whatever else all of them need.
  func drawing() -> ReplayProgram {
    var program = limited(to: .seconds(2))
    program.startLimit = .seconds(18)
    return program
  }

  /// The outcome of a replay.
  package struct Outcome: Sendable {
    package enum Ending: Sendable {
      /// Every action was reduced.
      case closed
      /// These actions, or the state, cannot be decoded.
      case undecodable(UndecodableParts)
      /// The reducer read an input that the request does not have, and that cannot be made up.
      case unresolved(input: String, action: Int)
      /// The program crashed.
      case died(CrashClass)
    }

    package internal(set) var ending: Ending
    /// The last action that the program began to reduce, if any.
    package internal(set) var lastAction: Int?
    /// True if the state after that action was made; always false where the response has no states.
    package let lastActionIsDone: Bool
    /// True if the program's header said that its state can be decoded.
    package let decodesState: Bool
    /// The end of the program's standard error.
    package let errorText: String
    /// The functions of a crash; nil if there was none, it was not asked for, or it is unknown.
    package let backtrace: Backtrace?
    /// The addresses of the crash; nil if they were not reported.
    let addresses: String?
    /// The build of the program; nil if it did not say.
    let build: String?
  }

  /// Has the program replay a session.
  ///
  /// - Parameters:
  ///   - request: The session to replay.
  ///   - withBacktrace: Whether to look up the functions of a crash: some 50 ms.
  ///   - onLine: Receives each line of the response; an error that it throws ends the replay.
  /// - Returns: The outcome.
  /// - Throws: ``ReplayProgramError`` where the program cannot be started or does not speak the contract,
  ///   and errors of `onLine`.
  func run(
    _ request: ReplayRequest,
    withBacktrace: Bool = false,
    onLine: ((SessionLine) throws -> Void)? = nil
  ) throws -> Outcome {
    if let script { return try run(request, script, withBacktrace: withBacktrace, onLine: onLine) }
    let report = withBacktrace ? BacktraceFile(for: command[0]) : nil
    let mark = simulator.map { _ in Simulator.mark() }
    var variables = environment.merging(
      ["SWIFT_BACKTRACE": report?.setting ?? "enable=no"],
      uniquingKeysWith: { $1 }
    )
    if variables["TZ"] == nil { variables["TZ"] = request.timeZone }
    var answer = ReplayResponse(to: request, onLine: onLine)
    var limit = ContinuousClock.now + Self.greetingLimit
    let reading = Duration.seconds(request.bytes.count / Self.bytesReadPerSecond)
    let (ending, errors): (ProcessEnding, ChildErrors)
    do throws(SystemError) {
      (ending, errors) = try ChildProcess.run(
        command + [Self.argument] + (mark.map { [$0] } ?? []) + moreArguments,
        input: request.bytes,
        environment: mark == nil ? variables : Simulator.passedOn(variables),
        mark: mark,
        memoryLimit: memoryLimit,
        until: { limit },
        onOutput: { bytes in
          let progress = answer.progress
          let isGood = answer.add(bytes)
          if answer.progress > progress {
            let isStart = answer.lastAction == nil && answer.screens == 0
            limit = ContinuousClock.now + timeLimit + (isStart ? startLimit + reading : .zero)
          }
          return isGood
        }
      )
    } catch {
      throw ReplayProgramError(program: name, .cannotStart(error))
    }
    let (end, errorText) =
      simulator == nil
      ? (ending, errors.text) : Simulator.appEnding(ending, errors.text)
    return try outcome(answer, end, errorText, report?.read(), addresses: errors.addresses)
  }

  /// Has the app within this process replay a session.
  private func run(
    _ request: ReplayRequest,
    _ script: ReplayScript,
    withBacktrace: Bool,
    onLine: ((SessionLine) throws -> Void)?
  ) throws -> Outcome {
    var answer = ReplayResponse(to: request, onLine: onLine)
    let (ending, errors, backtrace) = try script.run(
      request.bytes,
      arguments + moreArguments,
      onOutput: { answer.add($0) }
    )
    return try outcome(
      answer,
      ending,
      errors.text,
      withBacktrace ? backtrace : nil,
      addresses: errors.addresses
    )
  }

  private func outcome(
    _ answer: ReplayResponse,
    _ ending: ProcessEnding?,
    _ errorText: String,
    _ backtrace: Backtrace?,
    addresses: String?
  ) throws -> Outcome {
    Outcome(
      ending: try judge(answer, ending, errorText),
      lastAction: answer.lastAction,
      lastActionIsDone: answer.lastActionIsDone,
      decodesState: answer.header?.decodesState ?? true,
      errorText: errorText,
      backtrace: backtrace,
      addresses: addresses,
      build: answer.header?.build
    )
  }

  private func judge(
    _ answer: ReplayResponse,
    _ ending: ProcessEnding?,
    _ errorText: String
  ) throws -> Outcome.Ending {
    if let failure = answer.failure { throw failure }
    if let fault = answer.fault {
      throw ReplayProgramError(program: name, .badLine(fault, errorText: errorText))
    }
    if let end = answer.end, end.end == ReplayResponse.refused {
      let why = end.json["why"]?.string ?? "it gives no reason"
      throw ReplayProgramError(program: name, .refused(why, errorText: errorText))
    }
    guard let ending else {
      throw ReplayProgramError(program: name, .simulatorFailed(errorText: errorText))
    }
    guard answer.header != nil else {
      if let simulator, let fault = SimulatorError(errorText, simulator.device) { throw fault }
      throw ReplayProgramError(
        program: name,
        ending == .timedOut ? .noGreeting : .noContract(ending.words, errorText: errorText)
      )
    }
    guard let end = answer.end else { return .died(ending.crashClass) }
    switch end.end {
    case "closed":
      guard answer.isComplete else {
        throw ReplayProgramError(
          program: name,
          .incomplete(action: answer.nextAction ?? answer.lastAction ?? 0)
        )
      }
      return .closed
    case "undecodable":
      return .undecodable(UndecodableParts(end))
    case "unresolved":
      return .unresolved(input: end.json["input"]?.string ?? "", action: end.index)
    default:
      throw ReplayProgramError(
        program: name,
        .refused("its response ends with \"\(end.end)\"", errorText: errorText)
      )
    }
  }
}

extension SessionHeader {
  /// True if the program that greets with it can decode its state.
  var decodesState: Bool { json["state"]?.string != "opaque" }
}

extension ProcessEnding {
  fileprivate var crashClass: CrashClass {
    switch self {
    case .exited(let status): .exit(Int(status))
    case .signalled(let signal): CrashClass(signal: signal)
    case .timedOut: .timeOut
    case .outgrew: .memory
    }
  }

  /// The ending as a predicate of the program's name.
  var words: String {
    switch self {
    case .exited(let status): "exited with status \(status)"
    case .signalled(let signal): "was terminated by signal \(signal)"
    case .timedOut: "stopped responding"
    case .outgrew: "exceeded the memory limit"
    }
  }
}
