import Foundation
import RewindDiagnosis
import RewindReports
import RewindSession
import RewindTimeline

extension Command {
  private static let store = Flag(
    "--store",
    "EXPR",
    help: "Swift for the app's ReplayableStore in its tests (\(TestSource.defaultStore))."
  )
  private static let imports = Flag(
    "--import",
    "MODULE",
    help: "A module that the test needs. May be given often."
  )

  static let test = Command(
    "test",
    "FILE",
    1...1,
    "Writes a Swift test that replays a session",
    flags: Flag.replaying + [.output, store, imports],
    details: """
      The test is for Swift Testing and the app's own test target. It compares every state;
      where the session crashes, an exit test guards against it. Minimize the session
      first: it stands in the test, and its story in words above. Where no --store is given,
      the test target gives a computed property `replayableStore`; the test says how.
      """,
    examples: [
      (
        "test recordings/memory-tunes/tap-while-loading.jsonl "
          + "--app .build/debug/memory-tunes -o TapTests.swift",
        "a test of the game"
      )
    ]
  ) { arguments, terminal in
    let timeline = try arguments.openWholeSession(terminal)
    let program = try arguments.program()
    let path = try arguments.outputPath()
    guard timeline.actionCount <= actionLimit else {
      throw Trouble(
        """
        \(arguments.operands[0]) has \(timeline.actionCount) actions, and a test with more than \
        \(actionLimit) is none to read. Make it shorter first: `rewind minimize`.
        """
      )
    }
    let crash: TestSource.Crash?
    switch try CrashBisection.run(timeline, by: program) {
    case .found(let culprit):
      crash = TestSource.Crash(
        signature: culprit.signature.description,
        fatal: culprit.fatal,
        culprit: culprit.culprit,
        isOutside: culprit.outside != nil
      )
    case .notReproduced:
      crash = nil
    case .undecodable(let session):
      throw Trouble(session)
    case .diesAtStart(let kind, _):
      throw Trouble("The app dies while it makes the initial state (\(kind)).")
    }
    let source = TestSource(
      timeline,
      crash: crash,
      name: URL(fileURLWithPath: arguments.operands[0]).deletingPathExtension().lastPathComponent,
      store: arguments[store] ?? TestSource.defaultStore,
      modules: arguments.all(imports)
    )
    // Others may read it, unlike the log that stands in it: a test is made to be committed, and the
    // folder of a package is shared by a team and its CI.
    try source.text().write(toFile: path, atomically: true, encoding: .utf8)
    terminal.print("Written to \(path): \(crash == nil ? "states" : "states and the crash").")
    return .success
  }

  /// Actions of which a person can follow the story.
  private static let actionLimit = 1_000
}
