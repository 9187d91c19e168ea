import Foundation
import RewindDiagnosis
import RewindJSON
import RewindLog
import RewindSession
import RewindTestSupport
import RewindTimeline
import Testing

/// Sessions with planted bugs, made smaller by the real tool; the result is held against what the fatal action
/// does on each state that its actions lead to.
@Suite("What minimize makes of a planted crash", .process)
struct PlantedReductionTests {
  private let rewind = Program("rewind")

  @Test(
    "fails alike, keeps the culprit, and needs each action",
    arguments: TestScale.seeds(2, of: 100)
  )
  func swift(seed: UInt64) throws {
    let session = PlantedSession(seed: 2_000 + seed, length: 10...200)
    try check(session, ["--app", ScriptedApp.shop.registered(as: "scripted-shop")], seed)
  }

  @Test("does so for an app in Python", .needsPython, arguments: TestScale.seeds(1, of: 40))
  func python(seed: UInt64) throws {
    let session = PlantedSession(seed: 3_000 + seed, length: 10...40)
    // What its states leave out, no app in another language can keep either.
    guard session.bug != .untrusted else { return }
    let app = ["--app", Interpreter.python.path ?? "", "--", Interpreter.app("shop.py")]
    try check(session, app, seed)
  }

  private func check(_ session: PlantedSession, _ app: [String], _ seed: UInt64) throws {
    try TemporaryFolder.with { folder in
      let path = try session.file.write(to: folder)
      let culprit = session.beginning == 0 ? session.fatal : session.beginning
      let kept = try Reduction(session, path, app, folder.path("kept.jsonl"), by: rewind)
      try check(kept, of: session, keeping: culprit, seed)
      #expect(kept.report["culprit"]?.int == culprit, "\(seed)")
      let found = try rewind.run(["bisect", kept.path, "--json"] + app).json()
      #expect(found["signature"] == kept.report["signature"], "\(seed)")
      let index = kept.numbers.firstIndex(of: culprit).map { $0 + 1 }
      #expect(found["culprit"]?.int == index, "\(seed): \(found.text)")

      let any = try Reduction(session, path, ["--any"] + app, folder.path("any.jsonl"), by: rewind)
      try check(any, of: session, keeping: nil, seed)
      #expect(any.numbers.count <= kept.numbers.count, "\(seed)")
    }
  }

  /// Holds a result against the definition.
  private func check(
    _ result: Reduction,
    of session: PlantedSession,
    keeping culprit: Int?,
    _ seed: UInt64
  ) throws {
    #expect(result.report["verified"] == true, "\(seed)")
    #expect(result.report["minimal"] == true, "\(seed)")
    #expect(result.report["before"]?.int == session.fatal, "\(seed)")
    #expect(result.report["after"]?.int == result.numbers.count, "\(seed)")
    #expect(result.numbers == result.numbers.sorted() && result.numbers.last == session.fatal)
    let culprit = culprit == session.fatal ? nil : culprit
    func isGood(_ moves: [Numbered]) -> Bool {
      guard session.dies(moves.map(\.move)) == session.death else { return false }
      guard let culprit else { return true }
      guard let index = moves.firstIndex(where: { $0.number == culprit }) else { return false }
      guard let before = session.dies(moves[..<index].map(\.move)) else { return false }
      return before != session.death
    }
    let moves = result.moves
    #expect(isGood(moves), "\(seed): \(result.numbers)")
    for index in moves.indices {
      var fewer = moves
      fewer.remove(at: index)
      #expect(!isGood(fewer), "\(seed): without \(moves[index].number) of \(result.numbers)")
    }
    for (number, payload) in zip(result.numbers, result.payloads) {
      let own = number == session.fatal ? nil : session.actions[number - 1]
      let known = Set(
        session.actions.filter { $0.type == own?.type }.flatMap { $0.payload.scalars }
      )
      #expect(own == nil || Set(payload.scalars).isSubset(of: known), "\(seed): \(payload.text)")
    }
  }
}

/// An action of a result under its number in the session.
private typealias Numbered = (number: Int, move: PlantedSession.Move)

/// What the tool wrote.
private struct Reduction {
  let path: String
  let report: JSONValue
  let numbers: [Int]
  let payloads: [JSONValue]
  /// The actions before the fatal one.
  let moves: [Numbered]

  init(
    _ session: PlantedSession,
    _ log: String,
    _ arguments: [String],
    _ path: String,
    by rewind: Program
  ) throws {
    let run = try rewind.run(["minimize", log, "-o", path, "--json"] + arguments, exits: 0)
    self.path = path
    report = try run.json()
    numbers = report["kept"]?.array?.compactMap(\.int) ?? []
    let timeline = try Timeline.open(SessionLog.open(path))
    let actions = try (1...timeline.lastIndex).map(timeline.action)
    // Where states leave something out, the actions before are part of the result.
    payloads = actions.suffix(numbers.count).map { $0.payload ?? .null }
    moves = zip(numbers, payloads).dropLast().compactMap { number, payload in
      PlantedSession.Move(payload).map { (number, $0) }
    }
    #expect(moves.count == numbers.count - 1)
    #expect(actions.count == numbers.count)
  }
}

extension PlantedSession.Move {
  /// Reads an action's payload; nil for what is not an action of the shop.
  fileprivate init?(_ payload: JSONValue) {
    guard let member = payload.object?.members.first else { return nil }
    let values = member.value
    switch member.key {
    case "add": self = .add(values["name"]?.string ?? "", values["count"]?.int ?? 0)
    case "remove": self = .remove(values["place"]?.int ?? 0)
    case "setCount": self = .setCount(values["place"]?.int ?? 0, values["count"]?.int ?? 0)
    case "coupon": self = .coupon(values["code"]?.string ?? "")
    case "toggle": self = .toggle
    case "trust": self = .trust(values["_0"]?.bool ?? false)
    case "level": self = .level(values["_0"]?.int ?? 0)
    case "tick": self = .ticks(1)
    default: return nil
    }
  }
}

extension PlantedSession {
  /// How the fatal action dies after some other actions: empty where it survives, nil where one of those dies
  /// itself.
  fileprivate func dies(_ moves: [Move]) -> String? {
    var count = 0
    for move in moves {
      switch move {
      case .add: count += 1
      case .remove(let index):
        guard index < count else { return nil }
        count -= 1
      case .setCount(let index, _):
        guard index < count else { return nil }
      default: break
      }
    }
    let session = PlantedSession(bug, moves)
    return session.death(session.states.count - 1) ?? ""
  }
}

extension JSONValue {
  /// The texts, numbers and truth values in it.
  fileprivate var scalars: [JSONValue] {
    switch self {
    case .object(let object): object.members.flatMap(\.value.scalars)
    case .array(let elements): elements.flatMap(\.scalars)
    case .null: []
    default: [self]
    }
  }
}
