import RewindDiagnosis
import RewindJSON
import RewindSession
import RewindTestSupport
import RewindTimeline
import Testing

private let minefield = ScriptedApp.minefield.program("minefield")

@Suite("Minimizing a session")
struct MinimizationTests {
  private func minimize(
    _ session: MinefieldSession,
    from start: Minimization.Start = .session,
    keepingCulprit: Bool = true,
    isCancelled: @escaping () -> Bool = { false }
  ) throws -> Minimization {
    var options = Minimization.Options()
    (options.start, options.isCancelled) = (start, isCancelled)
    return try session.file.timeline()
      .minimized(by: minefield, options, keepingCulprit: keepingCulprit)
  }

  /// The session that was written, if it is whole and the program does today what it says.
  private func written(_ result: Minimization) throws -> Timeline {
    let timeline = try Timeline.open(result.text.log(named: "result"))
    let verification = try Verification.run(timeline, by: minefield)
    #expect(verification.verdict.name == "same")
    #expect(verification.sharedCrash == result.signature?.crash)
    return timeline
  }

  /// Six keys among many ticks, and the door at the end.
  private func treasure(_ count: Int, _ random: inout SeededGenerator) -> MinefieldSession {
    var indexes: Set<Int> = []
    while indexes.count < 6 { indexes.insert(Int.random(in: 1...count, using: &random)) }
    var keys = (1...6).shuffled(using: &random)
    var session = MinefieldSession()
    for index in 1...count {
      if indexes.contains(index), let key = keys.popLast() {
        session.add("find", ["key": JSONValue(key), "words": ["under", "a stone", "by the sea"]])
      } else {
        session.add(["tick", "arm", "disarm"].randomElement(using: &random) ?? "tick")
      }
    }
    session.end("open", ["_0": 4_711])
    return session
  }

  @Test("keeps the actions that matter, and the parts of their payloads that matter")
  func treasure() throws {
    var random = SeededGenerator(seed: 5)
    let session = treasure(600, &random)
    let result = try minimize(session)
    #expect(result.before == 601)
    #expect(result.steps.count == 7)
    #expect(result.isMinimal)
    #expect(result.position == 0)
    // The number of the door is the session's own; of the words none is needed.
    #expect(result.steps.last?.payload == ["open": ["_0": 4_711]])
    for step in result.steps.dropLast() { #expect(step.payload?["find"]?["words"] == []) }
    let keys = result.steps.compactMap { $0.payload?["find"]?["key"]?.int }
    #expect(keys.sorted() == [1, 2, 3, 4, 5, 6])
    let timeline = try written(result)
    #expect(timeline.lastIndex == 7)
    #expect(timeline.end == .crashed(action: 7))
  }

  @Test("starts the program a few times for each action that it keeps")
  func starts() throws {
    var random = SeededGenerator(seed: 5)
    let starts = ScriptedApp.Counter()
    var options = Minimization.Options()
    options.shrinksPayloads = false
    let timeline = try treasure(600, &random).file.timeline()
    let result = try timeline.minimized(
      by: ScriptedApp.minefield.program("minefield", counting: starts),
      options,
      keepingCulprit: false
    )
    #expect(result.steps.count == 7)
    #expect(starts.count < 20 * result.steps.count, "\(starts.count)")
  }

  @Test("takes the smaller of the payloads that the session has, and makes none up")
  func payloads() throws {
    var session = MinefieldSession()
    session.add("open", ["_0": 9])
    session.add("open", ["_0": 12])
    session.add("open", ["_0": 40])
    for key in 1...6 { session.add("find", ["key": JSONValue(key), "words": ["here"]]) }
    session.end("open", ["_0": 4_711])
    let result = try minimize(session)
    // The door stays shut up to 10.
    #expect(result.steps.last?.payload == ["open": ["_0": 12]])
    #expect(result.culprit == 9)
    var options = Minimization.Options()
    options.shrinksPayloads = false
    let whole = try session.file.timeline().minimized(by: minefield, options)
    #expect(whole.steps.last?.payload == ["open": ["_0": 4_711]])
    #expect(whole.steps.first?.payload?["find"]?["words"] == ["here"])
  }

  @Test("keeps the action that is to blame, where the start is as dangerous")
  func emptied() throws {
    var session = MinefieldSession()
    session.add("tick")
    session.add("disarm")
    session.add("arm")
    session.add("tick")
    session.add("disarm")
    session.add("tick")
    // From an unarmed field it traps at one line, from an armed one at another.
    session.end("stumble")
    let result = try minimize(session)
    #expect(result.steps.map(\.index) == [3, 5, 7])
    #expect(result.culprit == 5)
    #expect(result.beginsAtStart)
    #expect(result.isMinimal)
    #expect(try written(result).lastIndex == 3)
    let free = try minimize(session, keepingCulprit: false)
    #expect(free.steps.map(\.index) == [7])
    #expect(free.culprit == nil)
  }

  @Test("begins with the state before the culprit, where that is asked for")
  func fromLastState() throws {
    var random = SeededGenerator(seed: 6)
    let session = treasure(100, &random)
    let last = try minimize(session, from: .keyframe, keepingCulprit: false)
    #expect(last.steps.count == 1)
    #expect(last.position == 100)
    let result = try minimize(session, from: .keyframe)
    #expect(result.steps.count == 2)
    #expect(result.position == (result.culprit ?? 0) - 1)
    #expect(result.position < 100)
    #expect(try written(result).lastIndex == 2)
  }

  @Test(
    "writes the best so far when it is stopped",
    arguments: TestScale.isExhaustive ? Array(0..<12) : [0, 4, 11]
  )
  func stopped(patience: Int) throws {
    var random = SeededGenerator(seed: 7)
    var asked = 0
    let result = try minimize(treasure(100, &random)) {
      asked += 1
      return asked > patience * 6
    }
    let timeline = try written(result)
    #expect(timeline.lastIndex == result.steps.count)
  }

  @Test("does not slip to another crash of the same action", arguments: TestScale.seeds(2, of: 50))
  func otherCrash(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var session = MinefieldSession()
    for _ in 0..<Int.random(in: 0...40, using: &random) { session.add("tick") }
    session.add("arm")
    for _ in 0..<Int.random(in: 0...40, using: &random) { session.add("tick") }
    session.end("stumble")
    let result = try minimize(session)
    #if os(Linux)
    #expect(result.steps.map(\.type) == ["Move.arm", "Move.stumble"])
    #endif
    _ = try written(result)
  }

  @Test("leaves out an action with all that it caused, where neither can go alone")
  func causes() throws {
    var session = MinefieldSession()
    session.add("tick")
    session.add("arm")
    for _ in 0..<3 {
      session.add("take")
      session.add("tick", cause: session.count)
      session.add("give", cause: session.count - 1)
    }
    session.end("settle")
    let result = try minimize(session)
    #expect(result.steps.map(\.type) == ["arm", "take", "give", "settle"].map { "Move.\($0)" })
    #expect(result.culprit == 11)
    #expect(result.isMinimal)
    _ = try written(result)
    let free = try minimize(session, keepingCulprit: false)
    #expect(free.steps.map(\.type) == ["Move.arm", "Move.settle"])
    #expect(free.isMinimal)
    _ = try written(free)
  }

  @Test("leaves out two actions of which neither can go alone, with one between them that stays")
  func pair() throws {
    var session = MinefieldSession()
    for move in ["take", "arm", "give"] { session.add(move) }
    session.end("settle")
    let result = try minimize(session, keepingCulprit: false)
    #expect(result.steps.map(\.type) == ["Move.arm", "Move.settle"])
  }

  @Test("keeps a text that is the type of an action: with a shorter one it may be another action")
  func types() throws {
    let app = ScriptedApp(initial: 0, actions: ["Add", "Remove", "Undo"]) { run, action in
      guard action.type == "Undo" else { return }
      if run.state == 1 { throw ScriptedApp.Death.trap("undo(_:)") }
      run.state = 1
    }
    var session = SessionFile(start: 0, isMade: true)
    session.add(1, "Add", state: 0)
    session.add(2, "Remove", state: 0)
    session.add(3, "Undo", ["last": "Add"], state: 1)
    session.add(4, "Undo", ["last": "Remove"], state: nil)
    let result = try session.timeline().minimized(by: app.program())
    #expect(result.steps.map(\.payload) == [["last": "Add"], ["last": "Remove"]])
  }

  @Test(
    "goes on until nothing more can go: a smaller payload needs fewer actions, and those a smaller one"
  )
  func fixedPoint() throws {
    // Full with more than the days; while it is open, only on the second day.
    let jar = ScriptedApp(
      initial: ["size": 0, "open": 0, "days": 0],
      actions: ["Fill", "Day", "Look"]
    ) { run, action in
      var jar = run.state.object ?? JSONObject()
      let days = jar["days"]?.int ?? 0
      switch action.type {
      case "Fill":
        jar["size"] = JSONValue(action.payload["list"]?.array?.count ?? 0)
        jar["open"] = action.payload["open"] ?? 0
      case "Day": jar["days"] = JSONValue(days + 1)
      default:
        guard (jar["size"]?.int ?? 0) > days, jar["open"] == 0 || days == 2 else { break }
        throw ScriptedApp.Death.trap("look(_:)")
      }
      run.state = .object(jar)
    }
    func state(_ size: Int, _ open: Int, _ days: Int) -> JSONValue {
      ["size": JSONValue(size), "open": JSONValue(open), "days": JSONValue(days)]
    }
    var session = SessionFile(start: state(0, 0, 0), isMade: true)
    session.add(1, "Day", state: state(0, 0, 1))
    session.add(2, "Day", state: state(0, 0, 2))
    session.add(3, "Fill", ["list": [], "open": 0], state: state(0, 0, 2))
    session.add(4, "Fill", ["list": [7, 7, 7, 7, 7], "open": 1], state: state(5, 1, 2))
    session.add(5, "Look", state: nil)
    let result = try session.timeline().minimized(by: jar.program())
    #expect(result.steps.map(\.payload) == [["list": [7], "open": 0], [:]])
  }

  @Test("keeps what makes an action possible: nobody moves a note that was never pinned")
  func names() throws {
    let board = ScriptedApp(
      initial: ["texts": [:], "order": [], "held": nil],
      actions: ["Pin", "Hold", "Undo", "Drop", "Read"]
    ) { run, action in run.state = try Self.board(run.state, action.type, action.payload) }
    var session = SessionFile()
    var state: JSONValue = ["texts": [:], "order": [], "held": nil]
    session.add(["after": 0, "state": state, "made": true])
    let actions = [
      ("Pin", "a"), ("Pin", "b"), ("Hold", "a"), ("Drop", nil), ("Hold", "b"), ("Drop", nil),
      ("Pin", "c"), ("Hold", "c"), ("Undo", nil), ("Drop", nil), ("Read", nil),
    ]
    for (number, (type, note)) in actions.enumerated() {
      let payload: JSONValue = note.map { ["note": .string($0)] } ?? [:]
      let next = try? Self.board(state, type, payload)
      session.add(number + 1, type, payload, state: next)
      state = next ?? state
    }
    let result = try session.timeline().minimized(by: board.program())
    #expect(result.steps.map(\.type) == ["Pin", "Hold", "Undo", "Drop", "Read"])
  }

  /// A board of notes that puts a note back which was taken off while it was held.
  private static func board(
    _ state: JSONValue,
    _ type: String,
    _ payload: JSONValue
  ) throws -> JSONValue {
    var (texts, order) = (state["texts"]?.object ?? JSONObject(), state["order"]?.array ?? [])
    var held = state["held"] ?? .null
    let note = payload["note"] ?? .null
    switch type {
    case "Pin":
      texts[note.string ?? ""] = "text"
      order.append(note)
    case "Hold": held = note
    case "Undo": texts[order.popLast()?.string ?? ""] = nil
    case "Drop":
      if held != .null, !order.contains(held) { order.append(held) }
      held = .null
    default:
      guard order.allSatisfy({ texts[$0.string ?? ""] != nil }) else {
        throw ScriptedApp.Death.trap("read(_:)")
      }
    }
    return ["texts": .object(texts), "order": .array(order), "held": held]
  }

  @Test("runs actions again where only the culprit needs values that the recorded state leaves out")
  func incompleteStateOfTheCulprit() throws {
    var session = MinefieldSession()
    for _ in 0..<5 { session.add("tick") }
    session.add("hide")
    for _ in 0..<5 { session.add("tick") }
    session.add("spring")
    for _ in 0..<5 { session.add("tick") }
    session.end("step")
    let result = try minimize(session)
    #expect(result.steps.map(\.type) == ["hide", "spring", "step"].map { "Move.\($0)" })
    #expect(result.culprit == 12)
    #expect(try written(result).lastIndex == 3)
  }
}
