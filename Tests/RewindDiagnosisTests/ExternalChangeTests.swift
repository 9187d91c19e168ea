import RewindDiagnosis
import RewindJSON
import RewindSession
import RewindTestSupport
import RewindTimeline
import Testing

private let minefield = ScriptedApp.minefield.program("minefield")

@Suite("A change without an action")
struct ExternalChangeTests {
  private let folder = TemporaryFolder()

  private struct NotFound: Error {}

  private func culprit(_ session: MinefieldSession) throws -> CrashBisection.Culprit {
    let result = try CrashBisection.run(session.file.timeline(), by: minefield)
    guard case .found(let culprit) = result else { throw NotFound() }
    return culprit
  }

  private func minimize(_ session: MinefieldSession) throws -> Minimization {
    try session.file.timeline().minimized(by: minefield)
  }

  private func verdict(_ session: MinefieldSession) throws -> String {
    var options = Verification.Options()
    options.variesConditions = true
    let timeline = try session.file.timeline()
    return try Verification.run(timeline, by: minefield, options: options).verdict.name
  }

  @Test(
    "is not needed where an app begins with a state that it has kept: the initial state is to blame"
  )
  func restored() throws {
    var file = SessionFile(app: "minefield", start: ["isArmed": true, "steps": 8], isMade: true)
    file.add(1, "Move.tick", ["tick": [:]], state: ["isArmed": true, "steps": 9])
    file.add(2, "Move.step", ["step": [:]], state: nil)
    let timeline = try file.timeline()
    guard case .found(let culprit) = try CrashBisection.run(timeline, by: minefield) else {
      Issue.record("not found")
      return
    }
    #expect([culprit.fatal, culprit.culprit, culprit.replayedAfter] == [2, 0, 0])
    #expect(culprit.initialState == .toBlame)
    #expect(culprit.isCertain)
    let small = try timeline.minimized(by: minefield)
    #expect(small.steps.map(\.type) == ["Move.step"])
    let written = try Timeline.open(small.text.log(named: "small"))
    #expect(try Verification.run(written, by: minefield).verdict.name == "same")
  }

  /// What the definition says, by a look at every state: the first of the last unbroken run of dangerous
  /// ones, and whether no action made it.
  private func planted(_ states: [(index: Int, isExternal: Bool, isArmed: Bool)]) -> (Int, Bool) {
    guard let safe = states.lastIndex(where: { !$0.isArmed }) else { return (0, false) }
    return (states[safe + 1].index, states[safe + 1].isExternal)
  }

  @Test(
    "is blamed where it is due, among actions that come and go",
    arguments: TestScale.seeds(2, of: 25)
  )
  func generated(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var session = MinefieldSession()
    var states = [(index: 0, isExternal: false, isArmed: false)]
    for _ in 0..<Int.random(in: 1...(seed.isMultiple(of: 3) ? 300 : 40), using: &random) {
      let isArmed = states[states.count - 1].isArmed
      switch Int.random(in: 0..<8, using: &random) {
      case 0:
        session.change(isArmed: !isArmed, travel: Bool.random(using: &random) ? "jump" : nil)
        states.append((session.count, true, !isArmed))
      case 1:
        session.add(isArmed ? "disarm" : "arm")
        states.append((session.count, false, !isArmed))
      default:
        session.add("tick")
        states.append((session.count, false, isArmed))
      }
    }
    if !states[states.count - 1].isArmed {
      session.change(isArmed: true)
      states.append((session.count, true, true))
    }
    // A run that is longer than what is probed one by one.
    for _ in 0..<(seed.isMultiple(of: 2) ? 100 : 3) {
      session.add("tick")
      states.append((session.count, false, true))
    }
    session.end("step")
    let found = try culprit(session)
    let (index, isExternal) = planted(states)
    #expect(found.fatal == session.count)
    #expect(found.culprit == index)
    #expect((found.externalChange != nil) == isExternal)
    #expect(try verdict(session) == "same")
  }

  @Test("before the first action is where a replay begins")
  func beforeTheFirst() throws {
    var session = MinefieldSession()
    session.change(isArmed: true)
    session.end("step")
    let culprit = try culprit(session)
    #expect(culprit.culprit == 0)
    #expect(culprit.externalChange?.after == 0)
    #expect(try verdict(session) == "same")
  }

  @Test("in an old log is part of the first action: the crash happens from the state after that")
  func withinTheFirst() throws {
    var file = SessionFile(app: "minefield", start: ["isArmed": false, "steps": 0], isMade: true)
    file.add(1, "Move.tick", ["tick": [:]], state: ["isArmed": true, "steps": 1])
    file.add(2, "Move.tick", ["tick": [:]], state: ["isArmed": true, "steps": 2])
    file.add(3, "Move.step", ["step": [:]], state: nil)
    let timeline = try file.timeline()
    #expect("\(try CrashBisection.run(timeline, by: minefield))" == "notReproduced")
    let happens = try (0...3).map {
      try CrashBisection.happens(in: timeline, after: $0, by: minefield)
    }
    #expect(happens == [false, true, true, false])
  }

  @Test("is where a replay begins that cannot come there from the start")
  func unreachable() throws {
    var session = MinefieldSession()
    session.addForeign("Legacy")
    session.change(isArmed: true)
    session.add("tick")
    session.end("step")
    let culprit = try culprit(session)
    #expect(culprit.fatal == 3)
    #expect(culprit.culprit == 1)
    #expect(culprit.externalChange != nil)
    #expect(culprit.replayedAfter == 1)
  }

  @Test("that the crash needs is where the shortest way to it begins")
  func minimizedAfter() throws {
    var session = MinefieldSession()
    session.add("arm")
    session.change(isArmed: false)
    for _ in 0..<20 { session.add("tick") }
    session.change(isArmed: true)
    session.add("tick")
    session.end("step")
    let result = try minimize(session)
    #expect(result.steps.map(\.type) == ["Move.step"])
    #expect(result.beginsExternally)
    #expect(result.position == 21)
    #expect(!result.beginsAtStart)
    #expect(result.isMinimal)
    let timeline = try Timeline.open(result.text.log(named: "small"))
    #expect(try Verification.run(timeline, by: minefield).verdict.name == "same")
    #expect(timeline.end == .crashed(action: 1))
  }

  @Test(
    "with a name is kept or left out as one step, and the shortest session tells the name",
    arguments: TestScale.seeds(2, of: 25)
  )
  func minimizedTransactions(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var session = MinefieldSession()
    var isArmed = false
    // What armed the field last: a transaction, or the move of this number.
    var cause: (transaction: String?, move: Int) = (nil, 0)
    for number in 0..<Int.random(in: 2...30, using: &random) {
      switch Int.random(in: 0..<6, using: &random) {
      case 0:
        isArmed.toggle()
        session.change(isArmed: isArmed, name: "set \(number)")
        cause = ("set \(number)", 0)
      case 1:
        isArmed.toggle()
        session.add(isArmed ? "arm" : "disarm")
        cause = (nil, session.count)
      default: session.add("tick")
      }
    }
    if !isArmed {
      session.change(isArmed: true, name: "last")
      cause = ("last", 0)
    }
    session.end("step")
    let result = try minimize(session)
    #expect(result.externalStart?.transaction == cause.transaction)
    let moves = cause.transaction == nil ? [cause.move, session.count] : [session.count]
    #expect(result.steps.map(\.index) == moves)
    #expect(result.isMinimal)
    #expect(result.beginsAtStart == (cause.transaction == nil))
    guard let transaction = cause.transaction else { return }
    let log = try session.file.write(to: folder)
    let small = folder.path("small.jsonl")
    let app = ScriptedApp.minefield.registered(as: "scripted-minefield")
    let run = try Program("rewind").run("minimize", log, "--app", app, "-o", small)
    let start = "They begin at the state after the transaction \(transaction) after action"
    #expect(run.output.contains(start), "\(run)")
  }
}
