import Foundation
import RewindDiagnosis
import RewindJSON
import RewindLog
import RewindSession
import RewindTestSupport
import RewindTimeline
import Testing

private let minefield = ReplayProgram([Program("minefield").path])

@Suite("Verifying a recording", .process)
struct VerificationTests {
  private func verify(
    _ file: SessionFile,
    by program: ReplayProgram = minefield,
    _ change: (inout Verification.Options) -> Void = { _ in }
  ) throws -> Verification {
    var options = Verification.Options()
    change(&options)
    return try Verification.run(file.timeline(), by: program, options: options)
  }

  /// A session of armings and ticks in which some states were recorded otherwise than they are.
  private func session(wrong: Set<Int>, count: Int = 60) -> SessionFile {
    var file = SessionFile(app: "minefield", start: ["isArmed": false, "steps": 0], isMade: true)
    for index in 1...count {
      let isArm = index % 3 == 0
      file.add(
        index,
        isArm ? "Move.arm" : "Move.disarm",
        [isArm ? "arm" : "disarm": [:]],
        state: ["isArmed": .bool(isArm), "steps": JSONValue(wrong.contains(index) ? -1 : index)]
      )
    }
    return file
  }

  @Test("goes on from the recorded state after each divergence, and so finds every one")
  func table() throws {
    // Each wrong state makes the next one diverge too: the replay goes on from what is wrong.
    let found = try verify(session(wrong: [4, 20, 21, 22, 57]))
    #expect(Set(found.divergences.map(\.index)) == [4, 5, 20, 21, 22, 23, 57, 58])
    guard case .diverged(let first) = found.verdict else {
      Issue.record("\(found.verdict.name)")
      return
    }
    #expect(first.index == 4)
    let rows = DivergenceTable(found.divergences).rows
    #expect(rows.map(\.subject) == [.path("/steps"), .path("/steps")])
    #expect(rows.map(\.type) == ["Move.disarm", "Move.arm"])
    #expect(rows.map(\.count) == [6, 2])
    #expect(rows.map(\.first) == [4, 21])
  }

  @Test("finds any set of wrong states", arguments: TestScale.seeds(3, of: 8))
  func anySet(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let wrong = Set(
      (0..<Int.random(in: 1...30, using: &random)).map { _ in
        Int.random(in: 1...120, using: &random)
      }
    )
    let found = try verify(session(wrong: wrong, count: 120))
    let expected = (1...120).filter {
      wrong.contains($0) != wrong.contains($0 - 1) || wrong.contains($0)
    }
    #expect(Set(found.divergences.map(\.index)) == Set(expected))
  }

  @Test("tolerates the differences that its flags allow")
  func tolerance() throws {
    let wrong = session(wrong: [7])
    #expect(
      try verify(wrong) { $0.tolerance.ignored = [Pointer(tokens: ["steps"])] }.verdict.name
        == "same"
    )
    #expect(
      try verify(wrong) { $0.tolerance.ignored = [Pointer(tokens: ["*"])] }.verdict.name == "same"
    )
    #expect(
      try verify(wrong) { $0.tolerance.ignored = [Pointer(tokens: ["isArmed"])] }.verdict.name
        == "diverged"
    )
    let end = try verify(wrong) { $0.comparesOnlyTheEnd = true }
    #expect(end.verdict.name == "same-end")
    #expect(end.divergences.first?.index == 7)
    #expect(try verify(session(wrong: [])) { $0.comparesOnlyTheEnd = true }.verdict.name == "same")
    var older = SessionFile(app: "minefield", start: ["isArmed": false], isMade: true)
    older.add(1, "Move.arm", ["arm": [:]], state: ["isArmed": true])
    #expect(try verify(older).verdict.name == "diverged")
    #expect(try verify(older) { $0.tolerance.allowsAddedMembers = true }.verdict.name == "same")
    #expect(try verify(older) { $0.start = .recorded }.verdict.name == "undecodable")
    #expect(
      try verify(older) {
        $0.tolerance.allowsAddedMembers = true
        $0.start = .app
      }.verdict.name == "same"
    )
  }

  @Test("counts the changes that were expected before a divergence and after it")
  func expected() throws {
    var file = SessionFile(app: "minefield", start: ["isArmed": false, "steps": 0], isMade: true)
    for index in 1...7 {
      let steps = [2, 3, 6].contains(index) ? -1 : index
      let state: JSONValue = ["isArmed": .bool(index == 4), "steps": JSONValue(steps)]
      file.add(index, "Move.tick", ["tick": [:]], state: state)
    }
    let found = try verify(file, by: ScriptedApp.minefield.program("minefield")) {
      $0.tolerance.expected = [Pointer(tokens: ["steps"])]
    }
    #expect(found.divergences.map(\.index) == [4, 5])
    #expect(found.expectedChanges.mapValues(\.count) == ["/steps": 3])
  }

  @Test(
    "finds the external values that reducers read",
    arguments: [
      "clock", "uuid", "random", "set", "dictionary", "locale", "time zone", "counter", "process",
      "file", "environment", "home", "temporary folder", "late", "together",
    ]
      // A sanitizer puts objects at the same addresses in every process.
      + (Sanitizer.isOn ? [] : ["identity"])
  )
  func impurity(source: String) throws {
    let verification = try MinefieldSession.verified(readingFrom: source)
    guard case .diverged(let divergence) = verification.verdict else {
      Issue.record("\(source): \(verification.verdict.name)")
      return
    }
    // The counter is found in the second half, which begins at 5 and starts its count again; what a task draws
    // late comes into the state with the second move.
    #expect(divergence.index == (["counter", "late"].contains(source) ? 10 : 5))
    #expect(divergence.type == "Move.peek")
    #expect(divergence.patterns == ["/noise"])
    let named: [String: ReplayCondition] = [
      "locale": .locale, "time zone": .timeZone, "environment": .user, "home": .user,
      "temporary folder": .temporaryFolder,
      "counter": .middle(after: 5), "together": .several,
    ]
    #expect(verification.condition == named[source])
  }

  @Test("finds a type that is used in one half alone, by beginning at several states")
  func earlyCounter() throws {
    var session = MinefieldSession()
    for index in 1...12 {
      if [2, 4].contains(index) {
        session.add("peek", ["_0": "counter"])
      } else {
        session.add("tick")
      }
    }
    let today = try SessionUpdate.run(session.file.timeline(), by: minefield)
    var options = Verification.Options()
    options.variesConditions = true
    let timeline = try Timeline.open(today.log(named: "today"))
    let verification = try Verification.run(timeline, by: minefield, options: options)
    #expect(verification.condition == .middle(after: 3))
  }

  @Test("raises no false alarm over pure sessions", arguments: TestScale.seeds(3, of: 100))
  func pure(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var session = MinefieldSession()
    for _ in 0..<40 {
      session.add(["arm", "disarm", "tick", "shout"].randomElement(using: &random) ?? "tick")
    }
    #expect(try verify(session.file) { $0.variesConditions = true }.verdict.name == "same")
  }

  @Test("continues after changes that were made without an action")
  func external() throws {
    var file = SessionFile(app: "minefield", start: ["isArmed": false, "steps": 0], isMade: true)
    file.add(1, "Move.tick", ["tick": [:]], state: ["isArmed": false, "steps": 1])
    file.add([
      "external": true, "after": 1,
      "patch": [["op": "replace", "path": "/steps", "value": 40]],
    ])
    file.add(2, "Move.tick", ["tick": [:]], state: ["isArmed": false, "steps": 41])
    file.add(3, "Move.tick", ["tick": [:]], state: ["isArmed": false, "steps": 42])
    #expect(try verify(file).verdict.name == "same")
  }
}
