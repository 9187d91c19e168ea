import RewindDiagnosis
import RewindJSON
import RewindSession
import RewindTestSupport
import RewindTimeline
import Testing

@Suite("An app in another language", .process, .needsPython)
struct ReferenceAppTests {
  private var app: ReplayProgram {
    ReplayProgram([Interpreter.python.path ?? "", Interpreter.app("counter.py")])
  }

  /// Adds, rolls a die that falls on 0, adds, and divides by what was rolled.
  private func session(lastRoll: JSONValue = 0) -> SessionFile {
    var session = SessionFile(app: "counter", start: ["count": 0, "last": 1], isMade: true)
    session.add(1, "Add", ["by": 5], state: ["count": 5, "last": 1])
    session.add(2, "Roll", [:], state: nil)
    session.add(["index": 2, "input": ["name": "dice", "value": 0]])
    session.add(["after": 2, "state": ["count": 5, "last": lastRoll]])
    session.add(3, "Add", ["by": 2], state: ["count": 7, "last": lastRoll])
    session.add(4, "Divide", [:], state: nil)
    return session
  }

  @Test("takes part in verify")
  func verify() throws {
    let same = try Verification.run(session().timeline(), by: app)
    #expect(same.verdict.name == "same")
    #expect(same.sharedCrash == .exit(1))
    let other = try Verification.run(session(lastRoll: 6).timeline(), by: app)
    // After the first, the replay goes on from what was recorded, so the end is not the same.
    #expect(other.divergences.map(\.index) == [2])
    #expect(other.divergences.map(\.patterns) == [["/last"]])
  }

  @Test("reports beforehand if it can replay a recording")
  func forecast() throws {
    func forecast(_ session: SessionFile) throws -> CompatibilityReport {
      try CompatibilityReport.run(session.timeline(), by: app)
    }
    #expect(try forecast(session()).verdict == .fine)
    var old = SessionFile(app: "counter", start: ["count": 0, "name": "x"], isMade: true)
    old.add(1, "Add", ["by": 5], state: ["count": 5, "name": "x"])
    old.add(2, "Rename", ["to": "y"], state: ["count": 5, "name": "y"])
    let found = try forecast(old)
    #expect(found.verdict == .impossible)
    #expect(
      found.findings.map(\.change) == [
        .memberGone(.init(type: nil, pattern: "/name"), isNeeded: true),
        .actionGone(type: "Rename", why: "there is no such action"),
        .memberAdded(.init(type: nil, pattern: "/last")),
      ]
    )
    #expect(found.findings.map(\.first) == [0, 2, 0])
  }

  @Test("takes part in minimize")
  func minimize() throws {
    let result = try session().timeline().minimized(by: app)
    #expect(result.steps.map(\.index) == [2, 4])
    let small = try Verification.run(Timeline.open(result.text.log(named: "small")), by: app)
    #expect(small.verdict.name == "same")
    #expect(small.actions == 2)
  }

  @Test("takes part in bisect")
  func bisect() throws {
    let result = try CrashBisection.run(session().timeline(), by: app)
    guard case .found(let culprit) = result else {
      Issue.record("not reproduced")
      return
    }
    #expect(culprit.fatal == 4)
    #expect(culprit.culprit == 2)
    #expect(
      "\(culprit.signature)"
        == "exit(1) in Divide: ZeroDivisionError at reduce < replay < <module>"
    )
  }
}
