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
  private static let expect = Flag(
    "--expect",
    choices: TestSource.Expectation.allCases.map(\.rawValue),
    help: "What passes: that the app survives (the default), or that it crashes as recorded."
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
    flags: Flag.replaying + [.output, expect, store, imports],
    details: """
      The test is for Swift Testing and the app's own test target. It compares every state.
      Where the session crashes, an exit test fails until the bug is fixed, and guards against
      it from then on. With --expect recorded it passes as long as the app crashes, as a known
      issue, and says so once it does not. Minimize the session first: it stands in the
      test, and its story in words above. Where no --store is given, the test target gives
      a computed property `replayableStore`; the test says how. An app in another language
      needs no such test: `rewind verify FILE --app APP --expect no-crash` is one.
      """,
    examples: [
      (
        "test recordings/memory-tunes/tap-while-loading.jsonl "
          + "--app .build/debug/memory-tunes -o TapTests.swift",
        "a test that fails until the game survives the tap"
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
    let crash = try CrashBisection.culprit(of: timeline, by: program).map { culprit in
      TestSource.Crash(
        signature: culprit.signature.description,
        fatal: culprit.fatal,
        culprit: culprit.culprit,
        isOutside: culprit.outside != nil
      )
    }
    let expectation = arguments[expect].flatMap(TestSource.Expectation.init) ?? .noCrash
    let source = TestSource(
      timeline,
      crash: crash,
      expecting: expectation,
      name: URL(fileURLWithPath: arguments.operands[0]).deletingPathExtension().lastPathComponent,
      store: arguments[store] ?? TestSource.defaultStore,
      modules: arguments.all(imports)
    )
    // Others may read it, unlike the log that stands in it: a test is made to be committed, and the
    // folder of a package is shared by a team and its CI.
    try source.text().write(toFile: path, atomically: true, encoding: .utf8)
    terminal.print(
      "Written to \(path): it compares every state; \(summary(timeline, crash, expectation))"
    )
    return .success
  }

  /// When the test passes.
  private static func summary(
    _ timeline: Timeline,
    _ crash: TestSource.Crash?,
    _ expectation: TestSource.Expectation
  ) -> String {
    switch (crash, expectation, timeline.end) {
    case (let crash?, .noCrash, _):
      "it fails until the app survives action \(crash.fatal), and guards that from then on."
    case (let crash?, .recorded, _):
      "it passes as long as the app dies in action \(crash.fatal), as a known issue."
    case (nil, .noCrash, .crashed(let action)):
      "it guards that the app survives action \(action), as it does today."
    case (nil, .recorded, .crashed(let action)):
      "the app does not die in action \(action) any more, which --expect no-crash guards."
    case (nil, _, _):
      "the session does not crash."
    }
  }

  /// Actions of which a person can follow the story.
  private static let actionLimit = 1_000
}
