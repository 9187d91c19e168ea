import RewindDiagnosis

extension Command {
  private static let logFolder = Flag(
    "--sessions DIR",
    help: "The folder with the logs, subfolders included (the current one), or one log."
  )

  static let fromReport = Command(
    "from-report",
    "REPORT.json",
    1...1,
    "Finds the session of a crash report, its build and its culprit",
    flags: Flag.replayingSession + [logFolder, .json],
    details: """
      The report is the event of a crash reporter as JSON: {"session":"ID","version":"1.2",
      "stack":["function", …]}, with the innermost function first. The session is the
      recorder's id (recorder.session.uuidString), which the app sets as a tag of the event; the
      log with it is searched in --sessions. Only the session must be there, by that name or as
      the tag rewind.session that the reporter exports.

      The build is --app, or the one in --builds DIR (or the line builds = DIR of .rewind) whose
      folder is called as the commit (seven digits are enough) or the version in the log. A log
      only chooses among these folders: it cannot name a program.

      Then it does what `rewind bisect` does, compares the report's stack with the replay's, and
      prints the two commands that lead to a test. Exit status 1 if the crash is not reproduced.
      """,
    examples: """
      from-report event.json --sessions crashes --builds builds
        from a crash out there to its culprit
      """
  ) { arguments, terminal in
    let report = try CrashReport.read(arguments.operands[0])
    let path = try SessionByID.path(
      of: report.session,
      in: arguments[logFolder] ?? ".",
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
    let answer = try CrashReportAnswer.search(report, timeline, path: path, by: build)
    try terminal.show(answer)
    return answer.crash.isFound ? .success : .negative
  }
}
