import Foundation
import RewindDiagnosis
import RewindJSON
import RewindReports
import RewindSession
import RewindTimeline

/// The test of the store of one feature.
struct FeatureTest {
  let part: FeatureInSession
  /// The crash of the app's session; nil if it survives.
  let culprit: CrashBisection.Culprit?
  let expectation: TestSource.Expectation
  let names: TestNames
  let path: String

  /// Writes the test, unless the crash needs more than the feature, which it says instead.
  func write(
    _ next: NextOfTest,
    by program: ReplayProgram,
    _ terminal: Terminal
  ) throws -> ExitStatus {
    if let culprit, let obstacle = try part.obstacle(fatal: culprit.fatal, by: program) {
      let advice =
        obstacle.larger.map { "Try --feature \($0.shellWord)." }
        ?? "Write the test without --feature."
      try terminal.show(
        PlainAnswer(
          json: .object(JSONObject([("result", "needs-more")] + obstacle.json)),
          statements: [
            "The crash needs more than the feature: \(obstacle.why) \(advice)"
          ]
        )
      )
      return .negative
    }
    let session = try FeatureSession.read(part.timeline, of: part.own)
    let words = part.words(externalChanges: session.externalChanges)
    let crash = culprit.map { ownCrash(TestSource.Crash($0), in: session) }
    let source = TestSource(
      session.timeline,
      crash: crash,
      expecting: expectation,
      name: URL(fileURLWithPath: next.session).deletingPathExtension().lastPathComponent
        + " (\(part.name))",
      file: URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent,
      store: names.store ?? words.store,
      modules: names.modules,
      feature: words
    )
    try PrivateFile.write(Array(source.text().utf8), to: path, isShared: true)
    let count = session.timeline.actionCount
    let name = part.name.escapedForTerminal
    let actions =
      part.own.prefix == nil
      ? "all \(counted(count, "action")), since none is called \(name)"
      : "\(counted(count, "action")) of \(name)"
    terminal.printWrapped(
      "Written to \(path): \(actions), "
        + "\(counted(session.externalChanges, "change")) from outside; "
        + expectation.words(session.timeline, crash)
    )
    next.print(declaring: words.store, note: guess, terminal)
    return .success
  }

  /// What was taken for the type of the feature's actions; empty if the user named it.
  private var guess: String {
    guard !part.hasNamedActions, let prefix = part.own.prefix, let type = part.own.actionType
    else { return "" }
    return " Its actions are taken for \(type.escapedForTerminal); "
      + "if they are of another type: \(Command.actionsOfFeature.name) \(prefix.escapedForTerminal)=TYPE."
  }

  /// Returns the crash with the numbers that the feature's session has.
  private func ownCrash(_ crash: TestSource.Crash, in session: FeatureSession) -> TestSource.Crash {
    let culprit = session.number(of: crash.culprit)
    return TestSource.Crash(
      signature: crash.signature,
      fatal: session.number(of: crash.fatal) ?? 0,
      culprit: culprit ?? session.lastNumber(before: crash.culprit),
      isExternal: crash.isExternal || culprit == nil
    )
  }
}

/// What a written test needs, and the command that follows it.
struct NextOfTest {
  /// The session that it was made of.
  let session: String
  /// The test's file.
  let path: String
  let names: TestNames
  /// True if the session ends in a crash, which it tests.
  let hasCrash: Bool
  let program: ReplayProgram

  /// Prints where the test belongs, what else is to be known of it, and the command for the pull request of the fix.
  func print(declaring store: String, note: String = "", _ terminal: Terminal) {
    let declared =
      names.store == nil
      ? " It needs `\(store)`, which a comment in it shows how to declare." : ""
    terminal.printWrapped(
      "It belongs in a test target with the products RewindReplay and RewindTesting.\(declared)\(note)"
    )
    if let manifest = PackageManifest.nearest(to: path), !manifest.names("RewindTesting") {
      let package = ReplayHostPackage.Location.ofThisTool(for: manifest.folder)
      for line in package.manifest("RewindReplay", "RewindTesting") { terminal.print("  \(line)") }
    }
    guard hasCrash else { return }
    let flags = ["--expect no-crash", "--summary summary.md"]
    terminal.print(
      terminal.output.dim("# next: once the fix is built, a summary for its pull request")
    )
    terminal.printCommand("rewind verify \(session.shellPath) \(program.words(with: flags))")
  }
}
