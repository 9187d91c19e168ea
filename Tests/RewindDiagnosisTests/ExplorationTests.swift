import Foundation
import RewindDiagnosis
import RewindJSON
import RewindLog
import RewindQuery
import RewindSession
import RewindTestSupport
import RewindTimeline
import Testing

/// An app with sessions that went well.
private struct ExploredApp {
  let program: ReplayProgram
  let recordings: [String]

  /// The cinema, in Swift.
  static func cinema(
    _ arguments: String...,
    sessions: Int = 6,
    in folder: TemporaryFolder
  ) throws -> ExploredApp {
    let path = Program("cinema").path
    let logs = try (1...sessions).map { seed in
      let log = folder.path("cinema-\(seed).jsonl")
      if !FileManager.default.fileExists(atPath: log) {
        _ = try Program("cinema").run(["record", "\(seed)", log])
      }
      return log
    }
    return ExploredApp(program: ReplayProgram([path] + arguments), recordings: logs)
  }

  /// An app with bugs, in Python: `booking` or `mail`.
  static func python(
    _ name: String,
    _ arguments: String...,
    sessions: Range<Int> = 0..<20,
    in folder: TemporaryFolder
  ) throws -> ExploredApp {
    let python = try #require(Interpreter.python.path)
    let app = Interpreter.app("\(name).py")
    let logs = try sessions.map { seed in
      let log = folder.path("\(name)-\(seed).jsonl")
      if !FileManager.default.fileExists(atPath: log) {
        let recorder = Process()
        recorder.executableURL = URL(fileURLWithPath: python)
        recorder.arguments = [app, "--record", "\(seed)", log]
        try recorder.start()
        recorder.waitUntilExit()
      }
      return log
    }
    return ExploredApp(program: ReplayProgram([python, app] + arguments), recordings: logs)
  }

  /// One of the apps that are right, in Python.
  static func careful(_ number: UInt64, in folder: TemporaryFolder) throws -> ExploredApp {
    let python = try #require(Interpreter.python.path)
    let app = Interpreter.app("careful.py")
    let logs = try (1...20).map { seed in
      let log = folder.path("careful-\(seed).jsonl")
      let recorder = Process()
      recorder.executableURL = URL(fileURLWithPath: python)
      recorder.arguments = [app, "\(number)", "--record", "\(seed)", log]
      try recorder.start()
      recorder.waitUntilExit()
      return log
    }
    return ExploredApp(program: ReplayProgram([python, app, "\(number)"]), recordings: logs)
  }

  func explore(
    runs: Int,
    seed: UInt64 = SeededGenerator.seed,
    never: [Invariant] = [],
    onSession: (([SessionStep]) -> Void)? = nil
  ) throws -> Exploration {
    var options = Exploration.Options()
    (options.runs, options.seed, options.never) = (runs, seed, never)
    let exploration = Exploration(by: program, options)
    exploration.onSession = onSession
    #expect(try exploration.run(recordings))
    return exploration
  }

  /// Writes the findings' sessions; returns what became of each in a replay.
  func verified(_ findings: [ExploredFinding], in folder: TemporaryFolder) throws -> [String] {
    try findings.map { finding in
      let path = folder.path("\(finding.id).jsonl")
      try finding.failure.write(to: path)
      let found = try Verification.run(Timeline.open(SessionLog.open(path)), by: program)
      return found.sharedCrash == nil ? "no crash" : found.verdict.name
    }
  }
}

@Suite("An exploration", .process)
struct ExplorationTests {
  private let folder = TemporaryFolder()
  private static let hasPython = Interpreter.python.path != nil

  @Test(
    "tries all that the app says a user can do, and nothing else",
    arguments: [("--free", true), ("--lit", false)]
  )
  func ruled(rule: String, canTurnInTheDark: Bool) throws {
    let app = try ExploredApp.cinema(rule, in: folder)
    var turns = 0
    let exploration = try app.explore(runs: 100, seed: 1) { steps in
      turns += steps.count { $0.type == "CinemaAction.turn" }
    }
    let dark = exploration.findings.filter { $0.signature.contains("CinemaAction.turn") }
    #expect(turns > 20)
    #expect(dark.count == (canTurnInTheDark ? 1 : 0))
    #expect(exploration.findings.allSatisfy { $0.doubt == nil })
    #expect(exploration.dismissed.isEmpty)
  }

  @Test("tells of a crash at a row of an empty list, which it does not take for a user's")
  func emptyList() throws {
    let log = Recordings.path("memory-tunes/win.jsonl")
    let app = ExploredApp(program: ReplayProgram([Program("memory-tunes").path]), recordings: [log])
    let exploration = try app.explore(runs: 10)
    #expect(exploration.findings.isEmpty)
    #expect(exploration.dismissed.map(\.pointer) == ["/gameState/memoryCards"])
  }

  @Test("finds bugs in an app; each finding crashes again, and is short", .oracle)
  func finds() throws {
    let app = try ExploredApp.cinema(in: folder)
    let exploration = try app.explore(runs: 700)
    let findings = try ExploredFinding.group(exploration.findings, by: app.program, never: [])
    let found = Set(findings.map(\.failure.signature).map(\.type))
    #expect(found.count >= 2, "\(findings.map(\.failure.signature)), seed \(SeededGenerator.seed)")
    #expect(findings.count <= 10)
    #expect(try app.verified(findings, in: folder).allSatisfy { $0 == "same" })
    #expect(findings.allSatisfy { $0.failure.reproduced == 3 && $0.failure.actions < 20 })
  }

  @Test("finds nothing in the app that is mended")
  func mended() throws {
    let app = try ExploredApp.cinema("--mended", in: folder)
    let runs = TestScale.count(60, of: 600)
    let exploration = try app.explore(runs: runs)
    #expect(exploration.findings.map(\.signature) == [], "seed \(SeededGenerator.seed)")
    #expect(exploration.progress.runs == runs)
  }

  @Test("makes the same runs with the same seed, and others with another", .oracle)
  func repeatable() throws {
    let app = try ExploredApp.cinema(in: folder)
    func summary(_ seed: UInt64) throws -> String {
      let exploration = try app.explore(runs: TestScale.count(60, of: 450), seed: seed)
      let found = exploration.findings.map { "\($0.run) \($0.signature) \($0.origin.words)" }
      return "\(exploration.progress.kinds) \(exploration.actions) \(found)"
    }
    let first = try summary(5)
    #expect(try summary(5) == first)
    #expect(try summary(6) != first)
  }

  @Test("finds a condition that begins to hold, and not one that holds in the recordings")
  func wrongStates() throws {
    let app = try ExploredApp.cinema("--mended", in: folder)
    func never(_ text: String) throws -> Invariant {
      Invariant(try StepExpression(text), name: text)
    }
    let new = try never("length(held) > 1 and loading > 1")
    let old = try never("length(rows) > 0")
    let exploration = try app.explore(runs: TestScale.count(150, of: 400), never: [new, old])
    #expect(Set(exploration.findings.map(\.signature)) == [new.title])
    let findings = try ExploredFinding.group(
      exploration.findings,
      by: app.program,
      never: [new, old]
    )
    #expect(findings.allSatisfy { $0.failure.className == "wrong-state" })
    #expect(!findings.isEmpty)
  }

  @Test("needs no state that the recordings do not have, and says what it cannot use")
  func unusable() throws {
    let app = try ExploredApp.cinema(sessions: 2, in: folder)
    let other = try folder.file("other.jsonl", "{}\n")
    let exploration = Exploration(by: app.program, Exploration.Options(), isOver: { _ in true })
    _ = try exploration.run(app.recordings + [other.path])
    #expect(exploration.unused.map(\.path) == [other.path])
    let none = Exploration(by: app.program, Exploration.Options())
    #expect(try none.run([other.path]) == false)
  }

  @Test(
    "finds bugs that need several things at once, in an app in another language",
    .oracle,
    .needsPython
  )
  func booking() throws {
    let app = try ExploredApp.python("booking", in: folder)
    // Of the 16, 800 runs find 2 and 16,000 find 10: the same ones on every machine.
    let exploration = try app.explore(runs: TestScale.count(800, of: 16_000))
    let findings = try ExploredFinding.group(exploration.findings, by: app.program, never: [])
    #expect(findings.count >= (TestScale.isExhaustive ? 9 : 1))
    #expect(findings.count <= 32)
    #expect(try app.verified(findings, in: folder).allSatisfy { $0 == "same" })
  }

  @Test("finds an action that never ends", .oracle, .needsPython)
  func hanging() throws {
    let app = try ExploredApp.python("booking", "--hang", in: folder)
    let hanging = ExploredApp(
      program: ReplayProgram(app.program.command, timeLimit: .seconds(1)),
      recordings: app.recordings
    )
    let exploration = try hanging.explore(runs: 400, seed: 1)
    let first = try #require(exploration.findings.first)
    #expect(first.className == "time-out")
    #expect(first.reproduced == 3 && first.isMinimal && first.actions < 12)
  }

  @Test(
    "raises no false alarm about apps that are right, and die of what no user can do",
    .oracle,
    .needsPython,
    arguments: TestScale.seeds(1, of: 20)
  )
  func careful(number: UInt64) throws {
    let app = try ExploredApp.careful(number, in: folder)
    let exploration = try app.explore(runs: TestScale.count(100, of: 2_000))
    #expect(
      exploration.findings.map { "\($0.signature), \($0.origin.words)" } == [],
      "app \(number), seed \(SeededGenerator.seed)"
    )
  }

  @Test(
    "makes no session that the app could not have had, from any recordings",
    .oracle,
    .needsPython,
    arguments: TestScale.cases(1, of: AnswerOracle.all)
  )
  func possible(oracle: AnswerOracle) throws {
    let first = Int(SeededGenerator.seed % 1_000)
    let app = try ExploredApp.python(
      oracle.app,
      "--strict",
      sessions: first..<first + 20,
      in: folder
    )
    var made = 0
    let exploration = try app.explore(runs: TestScale.count(80, of: 4_000)) { session in
      made += 1
      let wrong = oracle.answerWithoutRequest(in: session)
      #expect(wrong == nil, "session \(made) of recordings from \(first)")
    }
    // The app itself dies of it, and of a tap on what is not there.
    #expect(exploration.findings.map { "\($0.signature), \($0.origin.words)" } == [])
    #expect(made > 60)
  }
}

/// What requests and answers an app has: nothing of it is learned.
struct AnswerOracle: Sendable, CustomTestStringConvertible {
  let app: String
  /// The member of a request that its answer repeats; nil if it repeats nothing.
  let requests: [String: String?]
  /// The request of each answer.
  let answers: [String: String]

  var testDescription: String { app }

  static let all = [
    AnswerOracle(
      app: "booking",
      requests: [
        "search": "searchId", "loadMore": "page", "select": "id", "login": "name",
        "applyCoupon": "code", "pay": "orderId", "cancelBooking": "id", "setCurrency": "currency",
      ],
      answers: [
        "searchAnswered": "search", "searchFailed": "search", "moreLoaded": "loadMore",
        "detailsLoaded": "select", "loggedIn": "login", "couponChecked": "applyCoupon",
        "paid": "pay", "payFailed": "pay", "cancelled": "cancelBooking",
        "rateLoaded": "setCurrency",
      ]
    ),
    AnswerOracle(
      app: "mail",
      requests: [
        "openFolder": "name", "openMail": "id", "refresh": nil, "archive": "id", "attach": nil,
        "send": "mail", "find": "ticket", "loadOlder": "page", "signIn": "user",
      ],
      answers: [
        "folderLoaded": "openFolder", "bodyLoaded": "openMail", "refreshed": "refresh",
        "archived": "archive", "archiveFailed": "archive", "attached": "attach", "sent": "send",
        "sendFailed": "send", "found": "find", "olderLoaded": "loadOlder", "signedIn": "signIn",
      ]
    ),
  ]

  /// Returns the first answer of a session that nothing before it asked for, or that came already.
  func answerWithoutRequest(in session: [SessionStep]) -> String? {
    var open: [String: Int] = [:]
    func key(_ request: String, _ step: SessionStep) -> String {
      let echo = (requests[request] ?? nil).flatMap { step.payload?[$0]?.text }
      return "\(request) \(echo ?? "")"
    }
    for (number, step) in session.enumerated() {
      if requests[step.type] != nil { open[key(step.type, step), default: 0] += 1 }
      guard let request = answers[step.type] else { continue }
      let key = key(request, step)
      guard let count = open[key], count > 0 else { return "\(number + 1): \(step.type) \(key)" }
      open[key] = count - 1
    }
    return nil
  }
}

extension String {
  /// The type of action in a signature.
  var type: String {
    range(of: " in ").map { String(self[$0.upperBound...].prefix { $0 != " " && $0 != ":" }) } ?? ""
  }
}
