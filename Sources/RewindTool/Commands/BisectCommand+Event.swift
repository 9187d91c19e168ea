import RewindDiagnosis
import RewindLog
import RewindSession
import RewindTimeline

extension Command {
  static let eventLogs = Flag("--sessions", .folder)
    .help("The folder with the logs of a crash reporter's EVENT (the current one), or one log.")

  /// Returns true if the operand is the event of a crash reporter instead of a session's log.
  static func isEvent(_ arguments: Arguments) -> Bool {
    let path = arguments.operands[0]
    guard !arguments.has(eventLogs) else { return true }
    guard path.hasSuffix(".json"), let file = try? ReadableFile.open(input: path) else {
      return false
    }
    return SessionHeader(of: file) == nil
  }

  /// Finds the session of a crash reporter's event, its build, and the action to blame for the crash.
  static func bisectEvent(
    _ arguments: Arguments,
    _ budget: SearchBudget,
    _ terminal: Terminal
  ) throws -> ExitStatus {
    if [.stores, .never, .neverFile].contains(where: arguments.has) {
      throw CommandError(
        "An event leads to its session's crash. For other questions, name the session's log."
      )
    }
    let report = try CrashReport.read(arguments.operands[0])
    let path = try SessionByID.path(
      of: report.session,
      in: arguments[eventLogs] ?? ".",
      terminal
    )
    let timeline = try arguments.openSession(path, terminal)
    let header = timeline.log.header
    guard let build = try arguments.build(of: header, event: report, terminal) else {
      let version = (header.json["version"]?.string ?? report.version).map { " \($0)" } ?? ""
      throw CommandError(
        "The session is \(path), of \(header.app ?? "the app")\(version). \(arguments.missingProgram)"
      )
    }
    let answer = try CrashReportAnswer.search(report, timeline, path: path, by: build, budget)
    try terminal.show(answer)
    return answer.crash.isFound ? .success : .negative
  }
}
