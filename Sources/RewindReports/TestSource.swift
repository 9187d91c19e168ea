import RewindDiagnosis
import RewindJSON
package import RewindQuery
import RewindSession
import RewindText
package import RewindTimeline

/// The source of a Swift Testing test that replays a session in the app's own test target.
///
/// A session that crashes becomes an exit test as well; on systems without those, a test in which a crash
/// ends the run, and for a known crash one that is disabled.
package struct TestSource {
  /// The condition under which the exit test of a crash passes, in the terms of `rewind verify`.
  package enum Expectation: String, Sendable, CaseIterable {
    /// The app survives: the test fails until the bug is fixed, and guards against it from then on.
    case noCrash = "no-crash"
    /// The app crashes as recorded: a known issue, reported once it no longer occurs.
    case recorded
  }

  /// The crash that the session leads to.
  package struct Crash {
    /// The kind of the crash, and the functions in which it happened.
    package let signature: String
    package let fatal: Int
    package let culprit: Int
    /// True if the change to blame happened after that action, without one.
    package let isExternal: Bool
    /// The values that it needs, a sentence each.
    package let needs: [String]

    package init(
      signature: String,
      fatal: Int,
      culprit: Int,
      isExternal: Bool = false,
      needs: [String] = []
    ) {
      (self.isExternal, self.needs) = (isExternal, needs)
      self.signature = signature
      self.fatal = fatal
      self.culprit = culprit
    }
  }

  /// A condition that must never hold in the session.
  package struct Never {
    package let condition: Invariant
    /// The action after which it held when the test was written; nil if it did not.
    package let culprit: Int?

    package init(_ condition: Invariant, culprit: Int?) {
      (self.condition, self.culprit) = (condition, culprit)
    }
  }

  /// The default name of the app's `ReplayableStore` in its tests.
  package static let defaultStore = "replayableStore"

  private let timeline: Timeline
  private let crash: Crash?
  private let never: [Never]
  private let expectation: Expectation
  private let name: String
  private let file: String
  private let store: String
  private let modules: [String]

  /// - Parameters:
  ///   - timeline: The session.
  ///   - crash: The crash that it leads to; nil if it ends well, or was not replayed.
  ///   - never: Conditions that must not hold; if there are any, nothing else is tested.
  ///   - expectation: The condition under which the test of the crash, or of the conditions, passes.
  ///   - name: The name of the test, such as the log's name without its extension.
  ///   - file: The name of the source file without its extension, after which the suite's type is called.
  ///   - store: A Swift expression for the app's `ReplayableStore`.
  ///   - modules: The modules to import for it.
  package init(
    _ timeline: Timeline,
    crash: Crash?,
    never: [Never] = [],
    expecting expectation: Expectation = .noCrash,
    name: String,
    file: String,
    store: String,
    modules: [String]
  ) {
    self.timeline = timeline
    (self.crash, self.never, self.expectation) = (crash, never, expectation)
    self.name = name
    self.file = file
    self.store = store
    self.modules = modules
  }

  /// The source file.
  ///
  /// - Throws: `SessionLogError` where the log cannot be read.
  package func text() throws -> String {
    // The session of a test is data in every line of it; its own line feeds are the only ones that remain.
    let session = try sessionText() + "\n"
    let imports: [SwiftSource] = (["RewindReplay", "RewindTesting", "Testing"] + modules).sorted()
      .compactMap(\.swiftModule).map { "import \($0)" }
    let story: [SwiftSource] = try story().map { $0.isEmpty ? "//" : "// \($0.swiftComment)" }
    let source: SwiftSource = """
      // Written by `rewind test`; keep it, change it, it is yours.
      //
      \(story.joined(separator: "\n"))

      \(imports.joined(separator: "\n"))
      \(storeComment)
      @MainActor  // A reducer may be.
      @Suite(\(name.swiftLiteral))
      struct \(typeName.swiftModule ?? "SessionTests") {
      \(never.isEmpty ? states + exitTest : neverTests)}

      // swift-format-ignore
      nonisolated private let session = \(session.swiftRawLiteral(isMultiline: true))

      """
    return source.text
  }

  /// The user's expression for the store.
  private var storeSwift: SwiftSource { SwiftSource(trusted: store) }

  /// A note on the declaration of the store.
  private var storeComment: SwiftSource {
    guard store == Self.defaultStore else { return "" }
    return """

      // `\(storeSwift)` is the app's declaration of its store. Where the app has none yet:
      //
      //   let \(storeSwift) = ReplayableStore(
      //     initial: AppState(), actions: AppAction.self, reduce: appReducer)

      """
  }

  /// The test of the states; those from the culprit on are wrong, and differ once that is fixed.
  private var states: SwiftSource {
    let title: SwiftSource = crash == nil ? "" : " before the action to blame"
    let end: SwiftSource =
      crash.map { "before: \($0.isExternal ? $0.culprit + 1 : $0.culprit), " } ?? ""
    return """
        @Test("leads to the recorded states\(title)")
        func states() throws {
          let replay = try Replay(text: session, of: \(storeSwift))
          // Members that the state has gained since may differ. Where others do on purpose,
          // delete this test\(crash == nil ? "" : ": the crash is guarded below").
          let divergence = try replay.firstDivergence(\(end)tolerating: .addedMembers)
          #expect(divergence == nil)
        }

      """
  }

  /// The tests of conditions; states are not compared, since they differ once the bug is fixed.
  private var neverTests: SwiftSource {
    let known = expectation == .recorded ? never.filter { $0.culprit != nil } : []
    let others = expectation == .recorded ? never.filter { $0.culprit == nil } : never
    let red: SwiftSource =
      "It reached one when this test was written. It fails until that is fixed, and guards against\n"
      + "    // it from then on."
    let isRed = others.contains { $0.culprit != nil }
    let story: SwiftSource = isRed ? red : "It did not when this test was written, and must never."
    var tests: [SwiftSource] = []
    if !others.isEmpty {
      let body: SwiftSource = """
            // \(story)
            #expect(index == nil)

        """
      tests.append(neverTest("never reaches a wrong state", "never", others, body))
    }
    if !known.isEmpty {
      let body: SwiftSource = """
            // It does today. Once it does not, this test fails: then keep what is inside of
            // `withKnownIssue`, and it guards against the wrong state.
            withKnownIssue { #expect(index == nil) }

        """
      tests.append(neverTest("reaches a wrong state, as is known", "known", known, body))
    }
    return tests.joined(separator: "\n")
  }

  private func neverTest(
    _ title: SwiftSource,
    _ function: SwiftSource,
    _ conditions: [Never],
    _ body: SwiftSource
  ) -> SwiftSource {
    let comma: SwiftSource = conditions.count > 1 ? "," : ""
    let list = conditions.map { never -> SwiftSource in
      let name: SwiftSource = never.condition.name.map { "      // \($0.swiftComment)\n" } ?? ""
      return "\(name)      \(never.condition.expression.text.swiftRawLiteral())\(comma)\n"
    }
    return """
        @Test(
          "\(title)",
          arguments: [
      \(list.joined())    ]
        )
        func \(function)(condition: String) throws {
          let replay = try Replay(text: session, of: \(storeSwift))
          let index = try replay.firstIndex(where: condition)
      \(body)  }

      """
  }

  /// The test of the crash; empty if there is none.
  private var exitTest: SwiftSource {
    let body: SwiftSource
    var traits: SwiftSource = ""
    switch (crash, expectation) {
    case (.some, .noCrash):
      body = survival("Fails until the app survives, and guards against the crash from then on.")
    case (.some(let crash), .recorded):
      body = knownIssue(crash)
      traits = ", .disabled(\"the app dies in action \(crash.fatal)\")"
    case (nil, .noCrash) where timeline.end.fatalAction != nil:
      body = survival(
        "The app died here once. It did not when this was written, and must not again."
      )
    case (nil, _):
      return ""
    }
    return """

        #if os(macOS) || os(Linux) || os(Windows)
        @Test("does not crash")
        func survives() async {
      \(body)
        }
        #else
        @Test("does not crash"\(traits))
        func survives() throws {
          // There are no exit tests here: a crash ends the whole run, which is red as well.
          try Replay(text: session, of: \(storeSwift)).run()
        }
        #endif

      """
  }

  private func survival(_ story: SwiftSource) -> SwiftSource {
    """
        // \(story)
        await #expect(processExitsWith: .success) { @MainActor in
          try Replay(text: session, of: \(storeSwift)).run()
        }
    """
  }

  private func knownIssue(_ crash: Crash) -> SwiftSource {
    """
        // The app dies here today. Once it does not, this test fails: then keep what is inside
        // of `withKnownIssue`, and it guards against the crash.
        await withKnownIssue("the app dies in action \(crash.fatal)") {
          await #expect(processExitsWith: .success) { @MainActor in
            try Replay(text: session, of: \(storeSwift)).run()
          }
        }
    """
  }

  /// The number of characters on a line of the story, which leaves room for the comment's slashes.
  private static let lineLimit = 96
  /// The number of actions to list one by one.
  private static let storyLimit = 30

  /// Returns the session as a story for a reader of the test.
  private func story() throws -> [String] {
    let app = timeline.log.header.app.map { "\($0), " } ?? ""
    let (count, start) = (timeline.actionCount, timeline.firstIndex)
    var lines = ["\(app)\(count) action\(count == 1 ? "" : "s"):", ""]
    let leftOut = max(0, count - Self.storyLimit)
    if leftOut > 0 { lines.append("  … \(leftOut) before") }
    for number in leftOut..<count {
      let index = start + number + 1
      let action = try timeline.action(index)
      let content = action.error ?? action.payload?.content(ofAction: action.type)
      let payload = content.map { " \($0.text.prefix(60))" } ?? ""
      lines.append("  \(index)  \(action.type)\(payload)\(mark(on: index))")
    }
    if let crash { lines += ["", crash.signature] + crash.needs }
    return lines.map(\.swiftComment.text)
      .flatMap { $0.brokenBetweenWords(at: Self.lineLimit, hang: 4) }
  }

  /// Returns a note on an action's role in the test.
  private func mark(on index: Int) -> String {
    let held = never.filter { $0.culprit == index }.map(\.condition.title)
    if !held.isEmpty { return "   <- starts to hold: \(held.joined(separator: ", "))" }
    guard let crash else { return index == timeline.end.fatalAction ? "   <- the app died" : "" }
    if index == crash.fatal { return "   <- the app dies" }
    guard index == crash.culprit else { return "" }
    return crash.isExternal ? "   <- to blame: a change after it" : "   <- is to blame"
  }

  private func sessionText() throws -> String {
    try (0..<timeline.log.lineCount).map {
      String(decoding: try timeline.log.bytes(of: $0), as: UTF8.self)
    }.joined(separator: "\n")
  }

  /// The file's name as a type name, such as `TapWhileLoadingTests` for `tap-while-loading`.
  private var typeName: String {
    let name = file.swiftTypeName(prefix: "Session")
    return name.hasSuffix("Tests") ? name : "\(name)Tests"
  }
}
