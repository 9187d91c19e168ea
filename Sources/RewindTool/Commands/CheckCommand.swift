import RewindDiagnosis
import RewindJSON
import RewindLog
import RewindSession
import RewindTimeline

extension Command {
  fileprivate static let quick = Flag("--quick")
    .help("Verify the checksums only; do not apply the patches and compare with the keyframes.")

  static let check = Command(
    name: "check",
    operands: [.sessions],
    summary: "Checks logs for damage, and whether an app can replay them",
    flags: [quick, repairing, repairAfter, acceptEdits, .force.needing(repairing)] + Flag.replaying
      + [.json],
    details: """
      Names the first bad line and why: `torn` (not completely written), `altered` (or lines before it are
      missing) or `contradiction` (an index is out of order, a patch does not apply, or a keyframe is not
      the result of the patches). The lines before it are
      good; after it, the log can be read again from the next keyframe. Every line carries a
      checksum that continues the one before, so that no damage goes unnoticed. With --app: the app decodes
      the recorded states and actions, without reducing any, and the result is compared with the
      recording. The app of $REWIND_APP is used too. `fine`: nothing has changed. `risky`: members
      were added or renamed, or values change when they are encoded again. `impossible`: an action or a member is
      gone, or the replay must continue from a recorded state that the app cannot decode. Exit status 0 if every log
      is intact, and fine with --app; 1 if one is not; 2 if one cannot be read, or the app does not answer for
      it, after checking the others.

      --repair writes the longest valid prefix of one FILE to OUT or, with --after, the part after the damage that
      begins with a whole state; omitted lines are listed. If they may include the end of the last action, a gap
      records it. With --accept-edits, every line is taken: lines may have been added, removed or changed with
      any editor, each must be a line of a session, and its checksum, if it has one, is computed anew. FILE is
      not modified.
      """,
    examples: """
      check recordings
        the samples
      check recordings --quick
        their checksums only
      check recordings/memory-tunes/win.jsonl --repair rest.jsonl --after 30
        the part that begins with the first keyframe from line 30 on
      check recordings/memory-tunes/win.jsonl --app .build/debug/memory-tunes
        can today's build replay it?
      """
  ) { arguments, terminal in
    if arguments.has(repairing) { return try repair(arguments, terminal) }

    let program = try arguments.optionalProgram()
    var status = ExitStatus.success
    terminal.outliveReader()
    let files = try SessionFiles.expand(arguments.operands, terminal)
    for path in files {
      do {
        let report = try IntegrityAnswer.examining(path, arguments, program)
        try terminal.show(report)
        if !report.isClean, status == .success { status = .negative }
      } catch let error as SessionLogError where files.count > 1 {
        // A log that cannot be read says nothing about the others.
        terminal.warn(terminal.warnings.red("rewind:") + " \("\(error)".escapedForTerminal)")
        status = .error
      } catch let error as ReplayProgramError where files.count > 1 && error.isAboutOneSession {
        terminal.warn(
          terminal.warnings.red("rewind:") + " \(path): \(error)".escapedForTerminal
        )
        status = .error
      }
    }
    return status
  }
}

extension IntegrityAnswer {
  /// Examines a log as thoroughly as the arguments demand.
  fileprivate static func examining(
    _ path: String,
    _ arguments: Arguments,
    _ program: ReplayProgram?
  ) throws -> IntegrityAnswer {
    let examination = try IntegrityReport.examining(path, isQuick: arguments.has(Command.quick))
    var printer = try IntegrityAnswer.read(examination)
    if let program, examination.header != nil, examination.findings.prefix > 0 {
      let timeline = try Timeline.open(SessionLog.open(path))
      printer.forecast = CompatibilityPrinter(
        forecast: try CompatibilityReport.run(timeline, by: program),
        path: path,
        program: program
      )
    }
    return printer
  }
}

extension IntegrityReport {
  /// Examines a log: its checksums, and unless it is to be quick, the content of its lines.
  static func examining(_ path: String, isQuick: Bool = false) throws -> IntegrityReport {
    let progress = Progress()
    var report = try read(path) { progress.show("checking \(path) \(Int($0 * 100)) %") }
    if !isQuick {
      try report.checkConsistency { progress.show("applying \(path) \(Int($0 * 100)) %") }
    }
    return report
  }
}
