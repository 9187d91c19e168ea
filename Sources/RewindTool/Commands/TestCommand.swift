import Foundation
import RewindDiagnosis
import RewindJSON
import RewindLog
import RewindQuery
import RewindReports
import RewindSession
import RewindTimeline

extension Command {
  static let storeOfTests = Flag("--store STORE", .text)
    .help("Swift for the app's ReplayableStore in its tests (\(TestSource.defaultStore)).")
  private static let expect = Flag(
    "--expect",
    .choice(TestSource.Expectation.allCases.map(\.rawValue))
  )
  .help("What passes: the app survives (the default), or crashes as recorded.")

  static let test = Command(
    name: "test",
    operands: [.session],
    summary: "Writes a Swift test that replays a session",
    required: [.app, .output],
    flags: Flag.replayingSession + Flag.judgingStates + Flag.writing(".swift") + [
      expect, storeOfTests, moduleImport,
    ],
    details: """
      The test is for Swift Testing and the app's own test target, which links the products
      RewindReplay and RewindTesting. It compares every state before a crash. If the session
      crashes, an exit test fails until the bug is fixed, and guards against it from then on.
      With --expect recorded it passes, as a known issue, while the app crashes, and reports
      when it no longer does. On systems without exit tests (iOS), a crash ends the whole test
      run, and with --expect recorded the test is disabled. With --never it tests only the
      condition: it fails while that holds after some action.

      Minimize the session first: the test contains it, with its story as a comment. --store
      names the app's declaration of its store (`replayableStore`), --import the module that
      it is in. Its answer ends with the command that writes a summary for the pull request of the fix.

      An app in another language does not need such a test: use `rewind verify FILE
      --app APP --expect no-crash`.
      """,
    examples: """
      test recordings/memory-tunes/tap-while-loading.jsonl \
      --app .build/debug/memory-tunes -o TapTests.swift
        a test that fails until the game survives the tap
      """
  ) { arguments, terminal in
    let conditions = try arguments.neverConditions()
    let timeline = try arguments.openWholeSession(terminal)
    let program = try arguments.program(of: timeline, terminal)
    let path = try arguments.outputPath()
    let names = try TestNames(arguments)
    guard timeline.actionCount <= actionLimit else {
      throw CommandError(
        """
        \(arguments.operands[0]) has \(timeline.actionCount) actions; a test with more than \
        \(actionLimit) is unreadable. Make it shorter first: `rewind minimize`.
        """
      )
    }

    let never = try conditions.isEmpty ? [] : findings(conditions, timeline, program)
    let culprit =
      try conditions.isEmpty
      ? CrashBisection.culprit(of: timeline, by: program)?.withNeeds(in: timeline, by: program)
      : nil
    let expectation = arguments[expect].flatMap(TestSource.Expectation.init) ?? .noCrash
    let next = NextOfTest(
      session: arguments.operands[0],
      path: path,
      names: names,
      hasCrash: culprit != nil,
      program: program
    )
    let crash = culprit.map { TestSource.Crash($0) }
    let source = TestSource(
      timeline,
      crash: crash,
      never: never,
      expecting: expectation,
      name: URL(fileURLWithPath: arguments.operands[0]).deletingPathExtension().lastPathComponent,
      file: URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent,
      store: names.store ?? TestSource.defaultStore,
      modules: names.modules
    )
    // Others may read it, unlike the log that it contains: a test is meant to be committed, and the
    // folder of a package is shared by a team and its CI.
    try PrivateFile.write(Array(source.text().utf8), to: path, isShared: true)
    let words =
      never.isEmpty
      ? "it compares \(crash == nil ? "every state" : "the states before action \(crash?.culprit ?? 0)"); \(expectation.words(timeline, crash))"
      : summary(timeline, never, expectation)
    terminal.printWrapped("Written to \(path): \(words)")
    next.print(terminal)
    if never.isEmpty { try warnOfStates(timeline, program, before: crash?.culprit, terminal) }
    return .success
  }

  /// Warns of a test that stays red whatever is fixed: the app does not come to the recorded states.
  private static func warnOfStates(
    _ timeline: Timeline,
    _ program: ReplayProgram,
    before culprit: Int?,
    _ terminal: Terminal
  ) throws {
    var options = Verification.Options()
    // As the test does.
    options.tolerance = .addedMembers
    let divergences = try Verification.run(timeline, by: program, options: options).divergences
    guard let first = divergences.first, culprit.map({ first.index < $0 }) ?? true else { return }
    terminal.warn(
      "rewind: The test of the states is red today: the app differs from the recording "
        + "\("\(first)".escapedForTerminal). If its reducers read what is not recorded, record that "
        + "(Recorded.date(), Recorded.uuid() and their like) and make a new recording; "
        + "if the app has changed since, remove that test."
    )
  }

  /// Returns the wrong states that today's app reaches.
  private static func findings(
    _ conditions: [Invariant],
    _ timeline: Timeline,
    _ program: ReplayProgram
  ) throws -> [TestSource.Never] {
    var options = Verification.Options()
    options.never = conditions.map { .condition($0) }
    let verification = try Verification.run(timeline, by: program, options: options)
    guard case .judged(let findings) = verification.verdict else {
      var lines = verification.lines(.plain)
      lines[0] = "\(timeline.log.path) cannot become a test: \(lines[0])"
      throw CommandError(lines: lines)
    }
    return zip(conditions, findings).map { condition, finding in
      TestSource.Never(condition, culprit: finding.replayed.last?.first.index)
    }
  }

  /// Returns when the test of conditions passes.
  private static func summary(
    _ timeline: Timeline,
    _ never: [TestSource.Never],
    _ expectation: TestSource.Expectation
  ) -> String {
    let holding = never.filter { $0.culprit != nil }.map(\.condition.title.escapedForTerminal)
    let titles = holding.joined(separator: ", ")
    let crash =
      if case .crashed(let action) = timeline.end {
        " It ignores the crash in action \(action)."
      } else { "" }
    guard !holding.isEmpty else {
      return "it guards that none of this holds after any action, as today.\(crash)"
    }
    return expectation == .noCrash
      ? "it fails as long as this holds after some action: \(titles).\(crash)"
      : "it passes as long as this holds, as a known issue: \(titles).\(crash)"
  }

  /// The number of actions whose story a person can follow.
  private static let actionLimit = 1_000
}

extension TestSource.Crash {
  /// Makes the crash of a test from what a search found.
  init(_ culprit: CrashBisection.Culprit) {
    self.init(
      signature: culprit.signature.description,
      fatal: culprit.fatal,
      culprit: culprit.culprit,
      isExternal: culprit.externalChange != nil,
      needs: culprit.needWords
    )
  }
}

extension TestSource.Expectation {
  /// Returns when the test of a session passes, in words.
  func words(_ timeline: Timeline, _ crash: TestSource.Crash?) -> String {
    switch (crash, self, timeline.end) {
    case (let crash?, .noCrash, _):
      "it fails until the app survives action \(crash.fatal), and guards that from then on."
    case (let crash?, .recorded, _):
      "it passes as long as the app dies in action \(crash.fatal), as a known issue."
    case (nil, .noCrash, .crashed(let action)):
      "it guards that the app survives action \(action), as it does today."
    case (nil, .recorded, .crashed(let action)):
      "the app no longer dies in action \(action), which --expect no-crash guards."
    case (nil, _, _):
      "the session does not crash."
    }
  }
}
