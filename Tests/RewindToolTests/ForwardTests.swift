import Foundation
import RewindJSON
import RewindTestSupport
import Testing

/// An app of a few numbers and a list that only grows, so that all of its truth is in one function.
private enum Ledger {
  static func reduce(_ state: inout JSONValue, _ type: String, _ payload: JSONValue) throws {
    var object = state.object ?? JSONObject()
    let (sum, n) = (object["sum"]?.int ?? 0, payload["n"]?.int ?? 0)
    switch type {
    case "add": object["sum"] = JSONValue(sum + n)
    case "double": object["sum"] = JSONValue(sum % 1_000 * 2)
    case "post": object["log"] = .array((object["log"]?.array ?? []) + [JSONValue(sum)])
    case "set": object["flags"] = ["a\(n)": .bool(sum > 50), "b": JSONValue(n)]
    case "audit": if sum % 13 == 7 { throw ScriptedApp.Death.trap("audit(_:)") }
    default: object["asked"] = JSONValue((object["asked"]?.int ?? 0) + 1)
    }
    state = .object(object)
  }

  static let initial: JSONValue = ["sum": 0, "log": [], "flags": ["b": 0]]

  static let app = ScriptedApp(
    initial: initial,
    actions: ["add", "double", "post", "set", "audit", "ask"]
  ) { try reduce(&$0.state, $1.type, $1.payload) }
  .registered(as: "scripted-ledger")

  typealias Step = (index: Int, type: String, payload: JSONValue, cause: Int?)

  static func steps(_ random: inout SeededGenerator) -> [Step] {
    (1...Int.random(in: 5...60, using: &random)).map { index in
      let type = ["add", "double", "post", "set", "audit", "ask"].randomElement(using: &random)
      let isAnswer = index > 1 && Int.random(in: 0..<4, using: &random) == 0
      let n = JSONValue(Int.random(in: 0...40, using: &random))
      let cause = isAnswer ? Int.random(in: 1..<index, using: &random) : nil
      return (index, type ?? "ask", ["n": n], cause)
    }
  }

  /// Runs steps; returns what each wrote by pointer, the state after each, and the step in which it died.
  static func run(
    _ steps: [Step]
  ) -> (written: [Int: [String: JSONValue?]], states: [Int: JSONValue], fatal: Int?) {
    var (written, states): ([Int: [String: JSONValue?]], [Int: JSONValue]) = ([:], [:])
    var state = initial
    for step in steps {
      let before = leaves(state)
      do { try reduce(&state, step.type, step.payload) } catch {
        return (written, states, step.index)
      }
      let after = leaves(state)
      var changes = after.filter { before[$0.key] != $0.value }.mapValues(Optional.some)
      for key in before.keys where after[key] == nil { changes[key] = .some(nil) }
      (written[step.index], states[step.index]) = (changes, state)
    }
    return (written, states, nil)
  }

  private static func leaves(_ state: JSONValue, at place: String = "") -> [String: JSONValue] {
    let members = state.object?.members.map { ($0.key, $0.value) }
    let elements = state.array?.enumerated().map { ("\($0)", $1) }
    guard let parts = members ?? elements else { return [place: state] }
    return parts.reduce(into: [:]) { found, part in
      found.merge(leaves(part.1, at: "\(place)/\(part.0)")) { $1 }
    }
  }
}

@Suite("What came of an action")
struct ForwardTests {
  private let folder = TemporaryFolder()

  @Test("is what the reducer does without it", arguments: TestScale.seeds(8, of: 100))
  func forward(seed: UInt64) throws {
    var random = SeededGenerator(seed: 71_000 + seed)
    let steps = Ledger.steps(&random)
    let recorded = Ledger.run(steps)
    var file = SessionFile(start: Ledger.initial, isMade: true)
    for step in steps where step.index <= recorded.fatal ?? .max {
      let state = recorded.states[step.index]
      file.add(step.index, step.type, step.payload, state: state, cause: step.cause)
    }
    let last = recorded.fatal ?? steps.count
    let index = Int.random(in: 1...last, using: &random)
    var left: Set<Int> = [index]
    for step in steps where step.index <= last && step.cause.map(left.contains) ?? false {
      left.insert(step.index)
    }
    let rest = steps.filter { $0.index <= last && !left.contains($0.index) }
    let truth = Ledger.run(rest)
    let answer = try TemporaryFolder.with { folder in
      let path = try file.write(to: folder)
      let run = try rewind.run(
        ["why", path, "\(index)", "--forward", "--json", "--app", Ledger.app]
      )
      return try run.json()
    }
    #expect(answer["answers"]?.array?.compactMap(\.int) == left.subtracting([index]).sorted())
    let both = rest.map(\.index).filter {
      $0 > index && truth.written[$0] != nil && recorded.written[$0] != nil
    }
    let others = both.filter { truth.written[$0] != recorded.written[$0] }
    #expect(answer["others"]?.array?.compactMap { $0["index"]?.int } == others, "\(seed)")
    #expect(answer["lastCompared"]?.int == both.last, "\(seed)")
    #expect(answer["end"]?["fatal"]?.int == truth.fatal, "\(seed)")
    #expect(answer["recordedFatal"]?.int == recorded.fatal)
    let isEqual = both.last.map { truth.states[$0] == recorded.states[$0] } ?? true
    #expect(answer["different"]?.array?.isEmpty == isEqual, "\(seed)")
  }

  // MARK: - Loops

  /// A session that ends in a cycle of causes, as long as it turns.
  private func loop(turns: Int, between: Int = 0) -> SessionFile {
    var file = SessionFile(start: ["n": 0])
    var index = 0
    func add(_ type: String, cause: Int?) {
      index += 1
      file.add(index, type, state: ["n": JSONValue(index)], cause: cause)
    }
    for _ in 0..<10 { add("open", cause: nil) }
    add("tabChanged", cause: nil)
    for turn in 0..<turns {
      let cause = index
      for _ in 0..<between { add("scrolled", cause: nil) }
      add("reload", cause: cause)
      if turn < turns - 1 { add("loaded", cause: index) }
    }
    return file
  }

  @Test(
    "is a cycle in one line, unless it is short, or other actions come between",
    arguments: [(12, 0, true), (300, 0, true), (5, 0, false), (40, 1, false)]
  )
  func cycle(turns: Int, between: Int, isTold: Bool) throws {
    let line =
      "since 12: `reload` → `loaded` → `reload`, \(turns - 1) times, begun by 11 (`tabChanged`)"
    let path = try loop(turns: turns, between: between).write(to: folder)
    let why = try rewind.run(["why", path, "end"]).lines
    #expect(why.contains("    \(line)") == isTold)
    #expect((why.count == 5) == isTold)
    let overview = try rewind.run([path]).lines
    #expect(overview.contains("Actions cause each other \(line).") == isTold)
    let json = try rewind.run([path, "--json"]).json()
    #expect((json["cycle"]?["origin"] == 11) == isTold)
  }
}
