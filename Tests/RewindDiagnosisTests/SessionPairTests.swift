import RewindDiagnosis
import RewindJSON
import RewindLog
import RewindTestSupport
import RewindTimeline
import Testing

/// A session of few types and payloads, so that many actions are equal, and another one made from it by random
/// changes.
private struct RandomPair {
  private(set) var good: [(type: String, payload: JSONValue)] = []
  private(set) var bad: [(type: String, payload: JSONValue)] = []

  init(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &random) }
    func action() -> (type: String, payload: JSONValue) {
      let list = (0..<number(0..<3)).map { _ in JSONValue(number(0..<3)) }
      let payload: JSONValue = ["n": JSONValue(number(0..<3)), "list": .array(list)]
      let type = "T\(number(0..<5))"
      switch number(0..<8) {
      case 0, 1: return (type, JSONValue(number(0..<2)))
      case 2: return (type, ["$failed": ["code": JSONValue(number(0..<3))]])
      default: return (type, payload)
      }
    }
    good = (0..<number(0..<40)).map { _ in action() }
    bad = good
    for _ in 0..<number(0..<8) {
      let index = number(0..<bad.count + 1)
      switch number(0..<4) {
      case 0: bad.insert(action(), at: index)
      case 1 where index < bad.count: bad.remove(at: index)
      case 2 where index < bad.count: bad[index].payload = action().payload
      default:
        guard index < bad.count else { continue }
        let moved = bad.remove(at: index)
        bad.insert(moved, at: number(0..<bad.count + 1))
      }
    }
  }

  static func session(
    _ actions: [(type: String, payload: JSONValue)],
    start: JSONValue = ["a": 1]
  ) throws -> ComparedSession {
    var file = SessionFile(start: start)
    for (number, action) in actions.enumerated() {
      guard let error = action.payload["$failed"] else {
        file.add(number + 1, action.type, action.payload, state: start)
        continue
      }
      file.add([
        "index": JSONValue(number + 1), "time": 0.1,
        "action": ["type": .string(action.type), "error": error],
      ])
      file.add(["after": JSONValue(number + 1), "patch": []])
    }
    return try .read(Timeline.open(SessionLog.open(bytes: file.bytes, name: "session")))
  }
}

@Suite("Two sessions that are compared")
struct SessionPairTests {
  /// A session in which numbers and dates have pseudonyms of its own.
  private func redacted(
    _ own: (number: String, other: String),
    _ types: [String]
  ) throws -> ComparedSession {
    var file = SessionFile(
      redacted: [["key": "number", "pseudonyms": true], ["key": "due", "pseudonyms": true]]
    )
    let parcels = JSONValue.object(JSONObject([(own.number, JSONValue.object(JSONObject()))]))
    file.add(["after": 0, "state": ["parcels": [:], "number": .string(own.other)]])
    for (index, type) in types.enumerated() {
      let payload: JSONValue =
        switch type {
        case "add":
          ["number": .string(own.number), "due": .string("2020-02-0\(own.number.suffix(1))")]
        case "select": [.string(own.number)]
        default: [:]
        }
      file.add(index + 1, type, payload, state: nil)
      file.add([
        "after": JSONValue(index + 1),
        "state": ["parcels": parcels, "number": .string(own.other)],
      ])
    }
    return try .read(Timeline.open(SessionLog.open(bytes: file.bytes, name: "session")))
  }

  private let good = (number: "redactedAAAAAAA1", other: "redactedAAAAAAA2")
  private let bad = (number: "redactedBBBBBBB3", other: "redactedBBBBBBB4")

  @Test("do not differ in their pseudonyms")
  func pseudonyms() throws {
    let pair = SessionPair(
      try redacted(good, ["add", "select", "show", "forget"]),
      try redacted(bad, ["add", "select", "forget", "show"])
    )
    #expect(pair.differences.count == 1)
    guard case .order? = pair.differences.first?.kind else {
      Issue.record("It is no change of the order: \(pair.differences)")
      return
    }
  }

  @Test("lend each other actions with the pseudonyms of the one that they come into")
  func lentPseudonyms() throws {
    let pair = SessionPair(
      try redacted(good, ["add", "show"]),
      try redacted(bad, ["add", "select", "show"])
    )
    #expect(pair.differences.map(\.kind) == [.extra(bad: 1)])
    let made = ChangedSession(
      pair.good,
      towards: pair.bad,
      pair.alignment,
      making: pair.differences
    )
    #expect(made.steps.map(\.type) == ["add", "select", "show"])
    #expect(made.steps[1].payload == [.string(good.number)])
  }

  private func content(_ steps: [SessionStep]) -> [JSONValue] {
    steps.map {
      ["type": .string($0.type), "payload": $0.payload ?? .null, "error": $0.error ?? .null]
    }
  }

  @Test(
    "become each other by all their differences",
    arguments: SeedBatch.all(TestScale.count(60, of: 500))
  )
  func all(batch: SeedBatch) throws {
    for seed in batch.seeds {
      let pair = RandomPair(seed: seed)
      let (good, bad) = (
        try RandomPair.session(pair.good),
        try RandomPair.session(pair.bad, start: ["a": 2, "b": []])
      )
      let found = SessionPair(good, bad)
      let made = ChangedSession(good, towards: bad, found.alignment, making: found.differences)
      #expect(content(made.steps) == content(bad.steps), "seed \(seed)")
      #expect(made.start == ["a": 2, "b": []], "seed \(seed)")
      let undone = ChangedSession(
        bad,
        towards: good,
        found.alignment.exchanged,
        making: found.differences.map(\.exchanged)
      )
      #expect(content(undone.steps) == content(good.steps), "seed \(seed)")
    }
  }

  @Test("have one difference where an answer and its consequences came later")
  func order() throws {
    let names = ["a", "login", "b", "c", "answer", "shown", "d", "e"]
    let moved = ["a", "answer", "shown", "login", "b", "c", "d", "e"]
    let pair = try SessionPair(
      RandomPair.session(names.map { ($0, [:]) }),
      RandomPair.session(moved.map { ($0, [:]) })
    )
    #expect(pair.alignment.commonStart == 1)
    #expect(pair.differences.count == 1)
    guard case .order(let order)? = pair.differences.first?.kind else {
      Issue.record("\(pair.differences)")
      return
    }
    #expect(order.isEarlier && order.good == 4..<6 && order.bad == 1..<3)
    #expect(order.passed.map(\.good) == [3, 2, 1])
  }

  @Test("tell an action that has failed from one that has not, and one error from another")
  func failures() throws {
    func session(_ payload: JSONValue) throws -> ComparedSession {
      try RandomPair.session([("open", [:]), ("load", payload)])
    }
    let offline = try session(["$failed": ["code": 7]])
    let failed = SessionPair(try session(["code": 7]), offline)
    let change = Change(Pointer.root, old: ["code": 7], new: ["code": 7])
    #expect(failed.differences.map(\.kind) == [.payload(good: 1, bad: 1, change)])
    let other = SessionPair(try session(["$failed": ["code": 8]]), offline)
    let code = Change(Pointer(tokens: ["code"]), old: 8, new: 7)
    #expect(other.differences.map(\.kind) == [.payload(good: 1, bad: 1, code)])
  }

  @Test("are aligned although identifiers and times differ")
  func volatile() throws {
    func actions(_ id: String, _ date: String, _ seconds: Double) -> [(String, JSONValue)] {
      [
        ("open", ["id": .string(id), "at": .string(date)]),
        ("seen", ["when": JSONValue(seconds), "userID": 7]),
        ("open", ["id": .string(id + "0"), "at": .string(date)]),
      ]
    }
    let pair = try SessionPair(
      RandomPair.session(actions("a1", "2026-11-21T08:00:00Z", 8.1e8)),
      RandomPair.session(actions("b2", "2026-11-22T09:10:00.5Z", 8.2e8))
    )
    #expect(pair.alignment.commonStart == 3)
    #expect(pair.differences.count == 5)
  }
}
