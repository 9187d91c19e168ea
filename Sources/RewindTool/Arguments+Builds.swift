import RewindDiagnosis
import RewindSession
import RewindTimeline

extension Flag {
  static let builds = Flag("--builds", .folder).group(.app)
    .help("The app's builds, in folders named as versions or commits; $REWIND_BUILDS saves it.")

  /// The flags of every command that replays one session, and can choose the build that recorded it.
  static let replayingSession: [Flag] = [.app, .builds, .timeLimit, .memoryLimit]
}

extension Arguments {
  /// The program that replays a session.
  struct Build {
    let program: ReplayProgram
    /// The version or commit by which it was chosen; nil if the user named the program.
    var name: String?
  }

  /// Returns the program that replays a session.
  ///
  /// - Throws: `CommandError` if neither the command line nor the environment names one.
  func program(of timeline: Timeline, _ terminal: Terminal) throws -> ReplayProgram {
    guard let build = try build(of: timeline.log.header, terminal) else {
      throw CommandError(missingProgram)
    }
    return build.program
  }

  /// Returns the build of a log: the program of `--app`, or the one that the log chooses in the folder of `--builds`
  /// or of the environment, or the environment's app; nil if there is none of them.
  ///
  /// Where the environment's folder has no build of the log, and it names an app, that replays it; a warning
  /// says so, if a terminal is given.
  func build(
    of header: SessionHeader,
    event: CrashReport? = nil,
    _ terminal: Terminal?
  ) throws -> Build? {
    guard !has(.app), takesBuilds, let folder = buildFolder else {
      return try app.map { Build(program: try program($0)) }
    }
    do {
      let found = try BuildFolder(path: folder).build(of: header, event: event)
      return Build(program: try program(found.program), name: found.name)
    } catch let error as BuildFolder.Missing {
      guard !has(.builds), let app = EnvironmentPrograms.app else { throw error }
      terminal?.warn("rewind: \(error.why.escapedForTerminal) \(app) replays it instead.")
      return Build(program: try program(app))
    }
  }

  /// The folder of builds that `--builds` names, or the environment; nil if neither does.
  var buildFolder: String? { self[.builds] ?? EnvironmentPrograms.builds }

  /// What is missing where nothing names a program, and how to name one.
  var missingProgram: String {
    "Missing --app PROGRAM, the app whose reducers replay the session"
      + (takesBuilds ? ", or --builds DIR, a folder with its builds. " : ". ")
      + EnvironmentPrograms.advice
  }
}
