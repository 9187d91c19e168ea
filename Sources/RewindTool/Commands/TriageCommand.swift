import Foundation
import RewindDiagnosis
import RewindJSON
import RewindLog
import RewindQuery
import RewindReports
import RewindSession

extension Command {
  private static let apps = Flag("--app VERSION=PROGRAM", .program).repeated.typed
    .help(
      "The app that replays logs of this version or commit; PROGRAM alone: all others. Without it, that of $REWIND_APP; its own arguments follow after `--`."
    )
  private static let fresh = Flag("--fresh").typed
    .help("Replay everything again, whatever earlier runs found, and keep the new results.")
  private static let memory = Flag("--memory", .output("")).typed
    .help("Keep the findings in this file, for others to use as well, not in your cache folder.")
  private static let minimized = Flag("--minimize DIR", .output("")).typed
    .help("Write the shortest reproduction of each group, and a test, to this folder.")

  static let triage = Command(
    name: "triage",
    operands: [.sessions],
    summary: "Groups many sessions by what is to blame for their crashes",
    flags: [apps, .builds, .timeLimit, .memoryLimit] + Flag.judgingStates + [
      fresh, memory, minimized, storeOfTests.typed, moduleImport.typed, .junit, .json,
    ],
    details: """
      Without --app, crashes are grouped by the type of the fatal action. With it, or with
      --builds DIR, the crashes are replayed, and a group is one cause: the kind of crash, the function, the
      culprit's type, and the pointers that it changed and without which the app survives (see
      `rewind help bisect`). One search is made for each cause; every other crash is then
      checked against it, and searched itself if it does not match. Two builds are compared by
      replaying logs of each in the other, so that new names and lines do not matter; two
      fatal actions are one group if one bad state kills both.

      With --never, the wrong states are groups, by the action that led to them. Logs that are
      damaged, that cannot be decoded, that the app does not answer for, or that it survives,
      are groups too, with the reason.

      The findings are kept in your cache folder, or in the file of --memory, so that the next run
      replays new logs only and marks new groups; they may be deleted at any time. A program is
      identified by the contents of its file and of the files that its arguments name, by its
      other arguments, and by the limits; if other code has changed, such as a library or a
      script that the program loads, --fresh replays everything again.

      Ctrl-C keeps what is known so far. Exit status 0 however many crashes there are.
      """,
    examples: """
      triage recordings/memory-tunes --app .build/debug/memory-tunes
        the crashes of a folder, by cause
      triage crashes --app 1.0=builds/1.0/shop --app 1.1=builds/1.1/shop --json
        logs of two builds, for a script
      triage crashes --builds builds
        each log with the build that recorded it
      """
  ) { arguments, terminal in
    terminal.outliveReader()
    if arguments.operands.contains("-") { throw InputError.standardStream("FILE or DIR") }
    for path in arguments.operands where !FileManager.default.fileExists(atPath: path) {
      throw InputError.notFound(path)
    }
    let conditions = try arguments.neverConditions()
    let paths = try arguments.triagedPaths(terminal, without: minimized)
    let builds = try arguments.triageBuilds(of: paths, terminal)
    let report = try arguments.report(.junit, of: paths, besides: [.json], terminal)
    if arguments.has(minimized), builds.isEmpty {
      throw InputError.needs(minimized.name, "--app PROGRAM or --builds DIR")
    }
    // Before the replays, which take longer.
    let names = try TestNames(arguments)
    let files = TriageFiles.about(arguments.operands, named: arguments[memory], .current)
    var knowledge = files.read(terminal)
    if arguments.has(fresh) { knowledge.forget(builds) }
    let run = try triage(paths, builds, conditions, knowledge, files, arguments, terminal)
    if let report { terminal.add(ReportFormat.junit("rewind triage", to: report)) }
    try terminal.show(TriageAnswer(triage: run))
    try terminal.finishAnswer()
    if let folder = arguments[minimized] {
      let reproductions = TriageReproductions(
        folder: folder,
        builds: builds,
        conditions: conditions,
        names: names,
        terminal: terminal
      )
      try reproductions.write(run)
    }
    return .success
  }

  /// Runs the triage, and keeps what it found out however it ends.
  private static func triage(
    _ paths: [String],
    _ builds: [TriageBuild],
    _ conditions: [Invariant],
    _ knowledge: TriageKnowledge,
    _ files: TriageFiles,
    _ arguments: Arguments,
    _ terminal: Terminal
  ) throws -> Triage {
    let progress = Progress()
    return try Signals.deferred { isInterrupted in
      let run = TriageRun(
        by: builds,
        never: conditions,
        knowledge: knowledge,
        isCancelled: isInterrupted,
        progress: { phase, done, total in progress.show(phase.words(done, total)) }
      )
      let result = Result { try run.run(paths) }
      files.write(run.knowledge, paths, terminal)
      guard let triage = try result.get() else {
        let words = "the same command\(arguments.has(fresh) ? " without --fresh" : "")"
        throw Signals.Interrupted(
          description:
            "Interrupted. The findings so far are kept: \(words) continues from there."
        )
      }
      return triage
    }
  }
}

extension TriageRun.Phase {
  fileprivate func words(_ done: Int, _ total: Int) -> String {
    switch self {
    case .reading: "reading \(done) of \(total) logs"
    case .judging: "looking for wrong states in \(done) of \(total) logs"
    case .replaying: "\(done) of \(total) crashes replayed"
    case .comparing: "\(done) of \(total) pairs of causes compared"
    }
  }
}

extension Arguments {
  /// Returns the logs to group: all but those that an earlier run has written to a flag's folder.
  fileprivate func triagedPaths(_ terminal: Terminal, without flag: Flag) throws -> [String] {
    let paths = try SessionFiles.expand(operands, terminal, keepsFaulty: true)
    guard let folder = self[flag]?.resolvedPath else { return paths }
    let others = paths.filter { !$0.resolvedPath.hasPrefix("\(folder)/") }
    if others.isEmpty {
      throw InputError.takes(flag.name, "a folder without the sessions", not: folder)
    }
    return others
  }

  /// Returns the builds that `--app` names, those of `--builds` that the logs choose, and that of the environment; none if there
  /// are none.
  fileprivate func triageBuilds(of paths: [String], _ terminal: Terminal) throws -> [TriageBuild] {
    let named = try namedBuilds()
    guard has(.builds) || named.isEmpty, let folder = buildFolder else {
      guard named.isEmpty, let app = EnvironmentPrograms.app else { return named }
      return [try triageBuild(nil, app)]
    }
    var chosen: [String: BuildFolder.Build] = [:]
    var missing: BuildFolder.Missing?
    for path in paths {
      guard let file = try? ReadableFile.open(input: path),
        let header = try? SessionHeader.read(path, file)
      else { continue }
      do {
        let build = try BuildFolder(path: folder).build(of: header)
        chosen[build.name] = build
      } catch let error as BuildFolder.Missing {
        missing = missing ?? error
      }
    }
    // A commit says more than a version.
    let found = try chosen.values.sorted {
      ($1.isOfCommit ? 1 : 0, $0.name) < ($0.isOfCommit ? 1 : 0, $1.name)
    }
    .map { try triageBuild($0.name, $0.program) }
    let others =
      named.isEmpty && !has(.builds)
      ? try EnvironmentPrograms.app.map { try triageBuild(nil, $0) } : nil
    let builds = named + found + (others.map { [$0] } ?? [])
    guard let missing, !builds.contains(where: { $0.version == nil }) else { return builds }
    guard !builds.isEmpty else { throw missing }
    terminal.warn("rewind: \(missing.why.escapedForTerminal) Such logs are not replayed.")
    return builds
  }

  /// Returns the builds that `--app` names.
  private func namedBuilds() throws -> [TriageBuild] {
    let builds = try all(.app).map { text in
      let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
      if parts.count == 1, text.hasSuffix("="), text != "=" {
        throw CommandError("--app \(text) names no program. Write --app \(text)PROGRAM.")
      }
      // A folder may have an = in its name.
      let isOfVersion = parts.count == 2 && !parts[0].contains("/")
      return try triageBuild(isOfVersion ? parts[0] : nil, isOfVersion ? parts[1] : text)
    }
    for (version, builds) in Dictionary(grouping: builds, by: \.version) where builds.count > 1 {
      throw CommandError(
        version.map { "--app names two programs for version \($0)." }
          ?? "--app names two programs for all versions. Write --app VERSION=PROGRAM."
      )
    }
    return builds
  }

  private func triageBuild(_ version: String?, _ app: String) throws -> TriageBuild {
    let program = try program(app)
    return TriageBuild(version: version, program, key: key(of: program))
  }

  /// Returns the key of a program: the contents of the files that its command names, its other words, and
  /// the limits, which may end a replay.
  private func key(of program: ReplayProgram) -> String {
    let words = program.command.map { word in
      do throws(SystemError) {
        return try TriageLog.key(of: word)
      } catch {
        return word
      }
    }
    let limits = ["\(program.timeLimit)", "\(program.memoryLimit)"]
    return ContentKey((words + limits).joined(separator: "\n")).text
  }
}
