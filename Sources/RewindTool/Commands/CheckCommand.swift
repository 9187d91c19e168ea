import RewindDiagnosis
import RewindJSON
import RewindLog
import RewindSession
import RewindTimeline

extension Command {
  fileprivate static let quick = Flag(
    "--quick",
    help: "Verify the checksums only, not the content of the lines."
  )
  private static let states = Flag(
    "--states",
    help: "Apply every patch and compare with every keyframe (the default)."
  )

  static let check = Command(
    "check",
    "FILE…|DIR…",
    1...10_000,
    "Checks logs for damage, and whether an app can replay them",
    flags: [quick, states] + Flag.replaying + [.json],
    details: """
      Every line carries a checksum that continues the one before, so that altered, lost,
      duplicated, reordered and foreign lines are detected and distinguished. Faults that checksums
      cannot detect are checked as well: each line belongs to a session, indexes come in order, each
      patch applies, and each keyframe equals the result of the patches. With --app: the app decodes
      the recorded states and actions, without reducing any, and the result is compared with the
      recording. An app named in .rewind is used too. `fine`: nothing has changed. `risky`: members
      were added or renamed, or values change when they are encoded again. `impossible`: an action or a member is
      gone. Exit status 0 if every log is intact, and fine with --app; 1 if one is not; 2 if one
      cannot be read, after checking the others.
      """,
    examples: [
      ("check recordings", "the samples"),
      ("check recordings --quick", "their checksums only"),
      (
        "check recordings/memory-tunes/win.jsonl --app .build/debug/memory-tunes",
        "can today's build replay it?"
      ),
    ]
  ) { arguments, terminal in
    let program = try arguments.optionalProgram()
    var status = ExitStatus.success
    terminal.outliveReader()
    let files = try SessionFiles.expand(arguments.operands, terminal)
    for path in files {
      do {
        let report = try LogPrinter.examining(path, arguments, program)
        if arguments.has(.json) {
          terminal.print(json: report.json.text)
        } else {
          for line in report.lines(terminal.output) { terminal.printWrapped(line) }
        }
        if !report.isClean, status == .success { status = .negative }
      } catch let error as SessionLogError where files.count > 1 {
        // A log that cannot be read says nothing about the others.
        terminal.warn(terminal.warnings.red("rewind:") + " \("\(error)".escapedForTerminal)")
        status = .error
      }
    }
    return status
  }
}

extension LogPrinter {
  /// Examines a log as thoroughly as the arguments demand.
  fileprivate static func examining(
    _ path: String,
    _ arguments: Arguments,
    _ program: ReplayProgram?
  ) throws -> LogPrinter {
    let progress = Progress()
    defer { progress.done() }
    var examination = try IntegrityReport.read(path) {
      progress.show("checking \(path) \(Int($0 * 100)) %")
    }
    if !arguments.has(Command.quick) {
      try examination.checkConsistency { progress.show("applying \(path) \(Int($0 * 100)) %") }
    }
    var printer = try LogPrinter.read(examination)
    let isReadable = examination.header != nil && examination.findings.prefix > 0
    if let program, isReadable {
      let timeline = try Timeline.open(SessionLog.open(path))
      let app = try arguments.app() ?? ""
      printer.forecast = CompatibilityPrinter(
        try CompatibilityReport.run(timeline, by: program),
        timeline,
        app: app
      )
    }
    return printer
  }
}
