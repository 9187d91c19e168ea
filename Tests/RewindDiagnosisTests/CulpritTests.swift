import RewindDiagnosis
import RewindJSON
import RewindTestSupport
import RewindTimeline
import Testing

private let minefield = ScriptedApp.minefield.program("minefield")

@Suite("The culprit of a crash")
struct CulpritTests {
  private func culprit(_ session: MinefieldSession) throws -> CrashBisection.Culprit {
    try culprit(session.file)
  }

  private func culprit(_ file: SessionFile) throws -> CrashBisection.Culprit {
    let result = try CrashBisection.run(file.timeline(), by: minefield, budget: .unlimited)
    guard case .found(let culprit) = result else { throw NotFound() }
    return culprit
  }

  private struct NotFound: Error {}

  @Test(
    "begins the last unbroken run of states that crash, though danger came and went",
    arguments: TestScale.seeds(2, of: 12),
    [0...60, 65...(TestScale.hasTime ? 400 : 130)]
  )
  func lastRun(seed: UInt64, length: ClosedRange<Int>) throws {
    try search(seed: seed, length: length) { culprit, planted in
      #expect(culprit.culprit == planted)
      #expect(culprit.isCertain)
    }
  }

  @Test(
    "is the fatal action itself where it crashes from every state",
    arguments: TestScale.isExhaustive ? [3, 64, 90, 300] : [3, 90]
  )
  func everyState(length: Int) throws {
    var session = MinefieldSession()
    for _ in 0..<length { session.add("tick") }
    session.end("index")
    let culprit = try culprit(session)
    #expect(culprit.crashesFromEveryState)
    #expect(culprit.culprit == culprit.fatal)
    #expect(culprit.unprobed.isEmpty)
    // The app's own initial state crashes as well, and may be to blame.
    #expect(culprit.initialState == .likeOwn)
    #expect(!culprit.isCertain)
  }

  @Test("is not certain where the states right before it were not recorded")
  func unrecorded() throws {
    var file = SessionFile(app: "minefield", start: ["isArmed": false, "steps": 0], isMade: true)
    file.add(1, "Move.tick", ["tick": [:]], state: ["isArmed": false, "steps": 1])
    file.add(2, "Move.arm", ["arm": [:]], state: nil)
    file.add(3, "Move.tick", ["tick": [:]], state: nil)
    file.add(4, "Move.tick", ["tick": [:]], state: ["isArmed": true, "steps": 4])
    file.add(5, "Move.step", ["step": [:]], state: nil)
    let culprit = try culprit(file)
    #expect(culprit.culprit == 4 && culprit.survivor?.index == 1)
    #expect(culprit.unprobed == [2...3] && !culprit.isCertain)
  }

  private func search(
    seed: UInt64,
    length: ClosedRange<Int>,
    _ check: (_ culprit: CrashBisection.Culprit, _ planted: Int) -> Void
  ) throws {
    var random = SeededGenerator(seed: seed)
    let length = Int.random(in: length, using: &random)
    var session = MinefieldSession()
    for _ in 0..<Int.random(in: 0...30, using: &random) {
      let moves = ["arm", "disarm", "tick", "tick"]
      session.add(moves[Int.random(in: moves.indices, using: &random)])
    }
    session.add("disarm")
    session.add("arm")
    let planted = session.count
    for _ in 0..<length {
      session.add(Int.random(in: 0..<4, using: &random) == 0 ? "arm" : "tick")
    }
    session.end("step")
    let culprit = try culprit(session)
    check(culprit, planted)
    #expect(culprit.fatal == session.count)
    // One for each state, and a few to look where it dies, whether decoded states do alike, and whether it
    // does so each time.
    #expect(culprit.probes <= session.count + 24)
  }

  @Test("is found by running the actions again where the recorded state leaves something out")
  func incompleteState() throws {
    var session = MinefieldSession()
    session.add("tick")
    session.add("hide")
    let planted = session.count
    for _ in 0..<5 { session.add("tick") }
    session.end("seek")
    let culprit = try culprit(session)
    #expect(culprit.culprit == planted)
    #expect(culprit.recordedStateIsIncomplete)
    #expect(culprit.errorText.contains("found"))
  }

  @Test("is found so even where each replay leads to other states")
  func incompleteStateOfAnUnfaithfulReplay() throws {
    var session = MinefieldSession()
    session.add("hide")
    session.add("peek", ["_0": "uuid"])
    for _ in 0..<4 { session.add("tick") }
    session.add("reveal")
    let planted = session.count
    for _ in 0..<4 { session.add("tick") }
    session.end("lean")
    let culprit = try culprit(session)
    #expect(culprit.culprit == planted)
    #expect(culprit.recordedStateIsIncomplete)
    #expect(culprit.survivor?.index == planted - 1)
  }

  @Test("is the fatal action itself where that dies on every state, recorded or not")
  func wholeStateOfAnUnfaithfulReplay() throws {
    var session = MinefieldSession()
    session.add("peek", ["_0": "uuid"])
    for _ in 0..<4 { session.add("tick") }
    session.end("index")
    let culprit = try culprit(session)
    #expect(culprit.crashesFromEveryState)
    #expect(!culprit.recordedStateIsIncomplete)
  }
}
