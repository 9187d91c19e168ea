import Foundation
import RewindDiagnosis
import RewindJSON
import RewindLog
import RewindQuery
import RewindReports
import RewindSession
import RewindTimeline

extension Command {
  static let storeOfTests = Flag(
    "--store EXPR",
    help: "Swift for the app's ReplayableStore in its tests (\(TestSource.defaultStore))."
  )
  private static let expect = Flag(
    "--expect",
    choices: TestSource.Expectation.allCases.map(\.rawValue),
    help: "What passes: the app survives (the default), or crashes as recorded."
  )
  static let importsOfTests = Flag(
    "--import MODULE",
    help: "A module that the test needs. May be repeated."
  )

  private static let feature = Flag(
    "--feature POINTER",
    help: "Test the store of one feature, whose state is here in the app's: checkout."
  )
  private static let actions = Flag(
    "--actions PREFIX=TYPE",
    help:
      "The feature's actions in the log, and their own type: AppAction.checkout=CheckoutAction. "
      + "Without it, those of the case that is called as the feature; if there is none, all actions."
  )

  static let test = Command(
    "test",
    "FILE",
    1...1,
    "Writes a Swift test that replays a session",
    required: "--app PROGRAM -o OUT",
    flags: Flag.replaying + Flag.judgingStates + Flag.writing + [
      expect, storeOfTests, importsOfTests, feature, actions,
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
      it is in. With --feature, the test is of that feature's own store (`checkoutStore` for
      checkout), in the module that is to blame: it begins with the state at that pointer, the
      actions are the payloads of the app's actions for it, and what changed its state from
      outside is set again. If the crash needs more than the feature, nothing is written.

      An app in another language does not need such a test: use `rewind verify FILE
      --app APP --expect no-crash`.
      """,
    examples: """
      test recordings/memory-tunes/tap-while-loading.jsonl \
      --app .build/debug/memory-tunes -o TapTests.swift
        a test that fails until the game survives the tap
      test recordings/memory-tunes/tap-while-loading.jsonl \
      --app .build/debug/memory-tunes --feature gameState -o BoardTests.swift
        the same for the board alone
      """
  ) { arguments, terminal in
    let conditions = try arguments.neverConditions()
    let timeline = try arguments.openWholeSession(terminal)
    let program = try arguments.program()
    let path = try arguments.outputPath()
    guard timeline.actionCount <= actionLimit else {
      throw CommandError(
        """
        \(arguments.operands[0]) has \(timeline.actionCount) actions; a test with more than \
        \(actionLimit) is unreadable. Make it shorter first: `rewind minimize`.
        """
      )
    }
    let never = try conditions.isEmpty ? [] : findings(conditions, timeline, program)
    let culprit = try conditions.isEmpty ? CrashBisection.culprit(of: timeline, by: program) : nil
    let crash = culprit.map { TestSource.Crash($0) }
    let expectation = arguments[expect].flatMap(TestSource.Expectation.init) ?? .noCrash
    if arguments.has(feature) {
      guard never.isEmpty else {
        throw CommandError("--feature is for a crash, or for the states: without --never.")
      }
      return try writeFeatureTest(arguments, timeline, program, crash, expectation, path, terminal)
    }
    if arguments.has(actions) { throw CommandError("--actions requires --feature.") }
    let source = TestSource(
      timeline,
      crash: crash,
      never: never,
      expecting: expectation,
      name: URL(fileURLWithPath: arguments.operands[0]).deletingPathExtension().lastPathComponent,
      file: URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent,
      store: arguments[storeOfTests] ?? TestSource.defaultStore,
      modules: try arguments.modules()
    )
    // Others may read it, unlike the log that it contains: a test is meant to be committed, and the
    // folder of a package is shared by a team and its CI.
    try PrivateFile.write(Array(source.text().utf8), to: path, isShared: true)
    let words =
      never.isEmpty
      ? "it compares \(crash == nil ? "every state" : "the states before action \(crash?.culprit ?? 0)"); \(summary(timeline, crash, expectation))"
      : summary(timeline, never, expectation)
    terminal.printWrapped("Written to \(path): \(words)")
    if never.isEmpty { try warnOfStates(timeline, program, before: crash?.culprit, terminal) }
    return .success
  }

  /// Writes a test of the store of one feature.
  private static func writeFeatureTest(
    _ arguments: Arguments,
    _ timeline: Timeline,
    _ program: ReplayProgram,
    _ crash: TestSource.Crash?,
    _ expectation: TestSource.Expectation,
    _ path: String,
    _ terminal: Terminal
  ) throws -> ExitStatus {
    let pointer = try Pointer(typed: arguments[feature] ?? "")
    guard let name = pointer.tokens.last else {
      throw CommandError("--feature takes the place of a feature's state, such as checkout.")
    }
    let own = try timeline.feature(at: pointer, named: name, actions: arguments[actions])
    if let crash, let obstacle = try own.obstacle(to: crash, timeline, program) {
      try terminal.show(obstacle)
      return .negative
    }
    let session = try FeatureSession.read(timeline, of: own)
    let words = TestSource.Feature(
      path: pointer.description,
      name: name,
      externalChanges: session.externalChanges,
      hasOwnActions: own.prefix != nil
    )
    let ownCrash = crash.map { crash in
      TestSource.Crash(
        signature: crash.signature,
        fatal: session.number(of: crash.fatal) ?? 0,
        culprit: session.number(of: crash.culprit) ?? session.lastNumber(before: crash.culprit),
        isExternal: crash.isExternal || session.number(of: crash.culprit) == nil
      )
    }
    let source = TestSource(
      session.timeline,
      crash: ownCrash,
      expecting: expectation,
      name: URL(fileURLWithPath: arguments.operands[0]).deletingPathExtension().lastPathComponent
        + " (\(name))",
      file: URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent,
      store: arguments[storeOfTests] ?? words.store,
      modules: try arguments.modules(),
      feature: words
    )
    try PrivateFile.write(Array(source.text().utf8), to: path, isShared: true)
    let count = session.timeline.actionCount
    let actions =
      own.prefix == nil
      ? "all \(counted(count, "action")), since none is called \(name.escapedForTerminal)"
      : "\(counted(count, "action")) of \(name.escapedForTerminal)"
    terminal.printWrapped(
      "Written to \(path): \(actions), "
        + "\(counted(session.externalChanges, "change")) from outside; "
        + summary(session.timeline, ownCrash, expectation)
    )
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

  /// Returns when the test passes.
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
      "the app no longer dies in action \(action), which --expect no-crash guards."
    case (nil, _, _):
      "the session does not crash."
    }
  }

  /// The number of actions whose story a person can follow.
  private static let actionLimit = 1_000
}

extension Timeline {
  /// Returns the feature at a pointer, with the actions that a flag names: `AppAction.checkout=CheckoutAction`.
  fileprivate func feature(
    at pointer: Pointer,
    named name: String,
    actions: String?
  ) throws -> Feature {
    let words = TestSource.Feature(
      path: "",
      name: name,
      externalChanges: 0,
      hasOwnActions: true
    )
    if let actions {
      let parts = actions.split(separator: "=", maxSplits: 1).map(String.init)
      guard let prefix = parts.first else { throw CommandError("--actions takes PREFIX=TYPE.") }
      let type = parts.count > 1 ? parts[1] : words.actionType
      return Feature(path: pointer, prefix: prefix, actionType: type)
    }
    for index in firstIndex..<lastIndex {
      guard let action = try recordedAction(index + 1) else { continue }
      let tokens = action.type.split(separator: ".")
      guard let end = tokens.dropFirst().firstIndex(where: { $0 == name }) else { continue }
      let prefix = tokens[...end].joined(separator: ".")
      return Feature(path: pointer, prefix: prefix, actionType: words.actionType)
    }
    return Feature(path: pointer, prefix: nil, actionType: nil)
  }
}

extension Feature {
  /// Returns the reason why the feature alone does not crash as the app does; nil if nothing speaks against it.
  fileprivate func obstacle(
    to crash: TestSource.Crash,
    _ timeline: Timeline,
    _ program: ReplayProgram
  ) throws -> PlainAnswer? {
    let type = try timeline.action(crash.fatal).type
    guard has(type) else {
      return PlainAnswer(
        json: ["result": "needs-more", "fatal": .string(type)],
        statements: [
          "The crash needs more than the feature: the app dies in action \(crash.fatal), "
            + "\(type.escapedForTerminal), which is not one of its actions (\((prefix ?? "").escapedForTerminal))."
        ]
      )
    }
    guard
      case .pointers(let pointers) = try FeatureNeeds.find(
        self,
        timeline,
        fatal: crash.fatal,
        by: program
      )
    else { return nil }
    let names = pointers.map(\.words).joined(separator: ", ")
    return PlainAnswer(
      json: ["result": "needs-more", "places": JSONValue(pointers.map(\.description))],
      statements: [
        "The crash needs more than the feature: with only \(path.words) as it was before action "
          + "\(crash.fatal), the app survives that action."
          + (pointers.isEmpty ? "" : " What matters as well: \(names).")
      ]
    )
  }
}

extension TestSource.Crash {
  /// Makes the crash of a test from what a search found.
  init(_ culprit: CrashBisection.Culprit) {
    self.init(
      signature: culprit.signature.description,
      fatal: culprit.fatal,
      culprit: culprit.culprit,
      isExternal: culprit.externalChange != nil
    )
  }
}
