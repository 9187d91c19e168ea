import Foundation
import RewindDiagnosis
import RewindJSON
import RewindTestSupport
import RewindTimeline
import Testing

private let minefield = ReplayProgram([Program("minefield").path], memoryLimit: 256 << 20)

@Suite("A crash's signature", .process)
struct CrashSignatureTests {
  private func signature(_ errorText: String, _ crash: CrashClass = .trap) -> CrashSignature {
    CrashSignature(crash, in: "Add", errorText: errorText, nil)
  }

  @Test("distinguishes two traps of one function by the line that wrote the fatal error")
  func lines() {
    let index = signature(
      "Swift/ContiguousArrayBuffer.swift:675: Fatal error: Index out of range\n"
    )
    let unwrapped = signature("Shop/Shop.swift:126: Fatal error: Unexpectedly found nil\n")
    #expect(!index.matches(unwrapped))
    #expect(index.matches(index))
    // What an app says of itself may differ from state to state.
    #expect(
      signature("Shop/Shop.swift:9: Fatal error: no item 7\n")
        .matches(signature("noise\nShop/Shop.swift:9: Fatal error: no item 8\n"))
    )
    #expect(!index.matches(signature("")))
    #expect("\(index)" == "\(unwrapped)")
  }

  @Test(
    "distinguishes two errors of one action in every language that says where they are",
    arguments: [
      (
        "Traceback (most recent call last):\n  File \"a.py\", line 9, in reduce\nValueError: 7\n",
        "reduce"
      ),
      (
        "a.js:9\n\nTypeError: 7\n    at reduce (/a.js:9:5)\n    at main (/a.js:1:1)\n",
        "reduce < main"
      ),
      (
        "Exception in thread \"main\" java.lang.Error: 7\n\tat a.B.reduce(B.java:9)\n", "a.B.reduce"
      ),
    ]
  )
  func languages(errorText: String, frames: String) {
    let first = signature(errorText, .exit(1))
    #expect(first.frames.joined(separator: " < ") == frames)
    // The same line with another message, and another line.
    #expect(first.matches(signature("noise\n" + errorText.replacing("7", with: "8"), .exit(1))))
    #expect(!first.matches(signature(errorText.replacing("9", with: "11"), .exit(1))))
    #expect(!first.matches(signature("", .exit(1))))
    #expect(first.isDescribed(by: "exit(1) in Add"))
    #expect(first.isDescribed(by: first.description))
    #expect(!first.isDescribed(by: "exit(2) in Add"))
  }

  @Test("has a class that can be written and read")
  func classes() {
    let all: [CrashClass] = [
      .trap, .badAccess, .abort, .exit(0), .exit(255), .signal(15), .timeOut, .memory,
    ]
    for crash in all { #expect(CrashClass(rawValue: crash.description) == crash) }
    for text in ["", "traps", "exit", "exit()", "exit(256)", "signal(0)", "exit(1"] {
      #expect(CrashClass(rawValue: text) == nil)
    }
  }
}

@Suite(
  "A replay that dies",
  .process,
  .timeLimit(.minutes(TestScale.isExhaustive ? 120 : hangingMinutes))
)
struct CrashTests {
  private let folder = TemporaryFolder()
  static let deaths: [(String, JSONValue, CrashClass)] = [
    ("index", [:], .trap), ("unwrap", [:], .trap), ("overflow", [:], .trap), ("fatal", [:], .trap),
    ("recurse", [:], .badAccess), ("abort", [:], .abort), ("exit", ["_0": 3], .exit(3)),
    ("exit", ["_0": 0], .exit(0)), ("raise", ["_0": 15], .signal(15)),
    ("raise", ["_0": 9], .signal(9)),
    ("raise", ["_0": 11], .badAccess), ("hoard", [:], .memory),
  ]

  @Test("is identified by how it died, and where", arguments: TestScale.cases(2, of: deaths))
  func classes(move: String, payload: JSONValue, crash: CrashClass) throws {
    var session = MinefieldSession()
    session.add("tick")
    session.add("shout")
    session.end(move, payload)
    let timeline = try session.file.timeline()
    guard case .found(let culprit) = try CrashBisection.run(timeline, by: minefield) else {
      Issue.record("not reproduced")
      return
    }
    #expect(culprit.crash == crash)
    #expect(culprit.fatal == 3)
    #expect(culprit.culprit == 3)
    #expect(culprit.crashesFromEveryState)
    try checkVerdict(timeline, crash)
  }

  /// A log says that an app died, and not how.
  ///
  /// It is not taken for that of an app which ended itself or
  /// which had to be killed, unless that is said.
  private func checkVerdict(_ timeline: Timeline, _ crash: CrashClass) throws {
    let isLikely = ![.exit(0), .memory, .timeOut].contains(crash)
    var options = Verification.Options()
    let verification = try Verification.run(timeline, by: minefield)
    #expect(verification.verdict.name == (isLikely ? "same" : "crashed"))
    #expect(verification.signature?.crash == crash)
    options.expectedCrash = crash
    let expected = try Verification.run(timeline, by: minefield, options: options)
    #expect(expected.verdict.name == "same")
    #expect(expected.sharedCrash == crash)
    options.expectedCrash = .signal(10)
    let other = try Verification.run(timeline, by: minefield, options: options)
    #expect(other.verdict.name == "crashed")
    #expect(other.sharedCrash == nil)
  }

  @Test("is ended when it hangs, or writes without end", .oracle, arguments: ["loop", "flood"])
  func endless(move: String) throws {
    var session = MinefieldSession()
    session.end(move)
    for _ in TestScale.seeds(1, of: 100) {
      #expect(try search(session, hasty).crash == .timeOut)
    }
  }

  @Test("is ended with all that it started")
  func orphans() throws {
    let pipe = folder.path("pipe")
    mkfifo(pipe, 0o600)
    // Holds the pipe open until there is a first writer, and no longer.
    let reader = open(pipe, O_RDWR)
    var session = MinefieldSession()
    session.end("hold", ["_0": .string(pipe)])
    let verification = try Verification.run(session.file.timeline(), by: hasty)
    #expect(verification.verdict.name == "crashed")
    #expect(verification.signature?.crash == .timeOut)
    let listener = try FileHandle(forReadingFrom: URL(fileURLWithPath: pipe))
    close(reader)
    // The end of the pipe comes when the last process that holds it has gone.
    let text = String(decoding: try #require(try listener.readToEnd()), as: UTF8.self)
    let lines = text.split(separator: "\n")
    #expect(lines.count == 2 && Int(lines[0]) != nil && lines[1] == "started", "\(text)")
  }

  @Test("is identified by where it died, without addresses and lines", .needsBacktraces)
  func frames() throws {
    #if os(Linux)
    var session = MinefieldSession()
    session.add("arm")
    session.end("stumble")
    let stumbled = try search(session)
    #expect("\(stumbled.signature)" == "trap in Move.stumble at stumbleArmed(_:) < reduce(_:_:)")
    #if DEBUG
    // An optimized program dies here without a word.
    #expect(stumbled.reason?.hasSuffix("Fatal error: Index out of range") ?? false)
    #endif
    #expect(stumbled.culprit == 1)
    var deep = MinefieldSession()
    deep.end("recurse")
    let overflow = try search(deep)
    #expect("\(overflow.signature)" == "bad-access in Move.recurse at depth(_:) < reduce(_:_:)")
    #expect(overflow.isStackOverflow)
    #endif
  }

  /// Ends soon what makes no progress at all; nothing else is asked of it.
  private let hasty = ReplayProgram([Program("minefield").path], timeLimit: .seconds(1))

  private func search(
    _ session: MinefieldSession,
    _ program: ReplayProgram = minefield
  ) throws -> CrashBisection.Culprit {
    let result = try CrashBisection.run(session.file.timeline(), by: program)
    guard case .found(let culprit) = result else { throw NotReproduced() }
    return culprit
  }

  private struct NotReproduced: Error {}

  @Test("is not disturbed by the output of reducers")
  func shouting() throws {
    var session = MinefieldSession()
    for _ in 0..<50 { session.add("shout") }
    let verification = try Verification.run(session.file.timeline(), by: minefield)
    #expect(verification.verdict.name == "same")
  }
}
