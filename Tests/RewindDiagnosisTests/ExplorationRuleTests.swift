import RewindDiagnosis
import RewindJSON
import RewindTestSupport
import Testing

/// Each app here dies only of what no user and no server does there, as its recordings show.
@Suite("What an exploration concludes from recordings")
struct ExplorationRuleTests {
  private typealias Act = (type: String, payload: JSONValue, cause: Int?)
  private typealias Reducer =
    @Sendable (_ state: JSONValue, _ type: String, _ payload: JSONValue) throws -> JSONValue

  private func act(_ type: String, _ payload: JSONValue = [:], cause: Int? = nil) -> Act {
    (type, payload, cause)
  }

  /// Returns what is found in an app from sessions that its reducer records.
  private func explore(
    _ initial: JSONValue,
    _ sessions: [[Act]],
    runs: Int = 100,
    _ reduce: @escaping Reducer
  ) throws -> [ExploredFailure] {
    let types = Set(sessions.joined().map(\.type))
    let app = ScriptedApp(initial: initial, actions: types) { run, action in
      run.state = try reduce(run.state, action.type, action.payload)
    }
    return try TemporaryFolder.with { folder in
      let logs = try sessions.enumerated().map { number, acts in
        var (file, state) = (SessionFile(start: initial, isMade: true), initial)
        for (index, act) in acts.enumerated() {
          state = try reduce(state, act.type, act.payload)
          file.add(index + 1, act.type, act.payload, state: state, cause: act.cause)
        }
        return try file.write(to: folder, as: "\(number).jsonl")
      }
      var options = Exploration.Options()
      options.runs = runs
      let exploration = Exploration(by: app.program(), options)
      #expect(try exploration.run(logs))
      return exploration.findings
    }
  }

  @Test("Nobody sets what is set already")
  func established() throws {
    let looks = [act("Look"), act("Look"), act("Look")]
    let rounds = [false, true].map { looks + [act("Connect", ["isOnline": .bool($0)])] }
    let session = Array([rounds, rounds, rounds].joined().joined())
    let found = try explore(["isOnline": true, "looks": 0], [session, session]) {
      state,
      type,
      payload in
      let looks = state["looks"]?.int ?? 0
      guard type == "Connect" else {
        return ["isOnline": state["isOnline"] ?? true, "looks": JSONValue(looks + 1)]
      }
      guard payload["isOnline"] != state["isOnline"] else { throw ScriptedApp.Death.trap("same()") }
      return ["isOnline": payload["isOnline"] ?? true, "looks": JSONValue(looks)]
    }
    #expect(found.allSatisfy { $0.doubt != nil })
  }

  @Test("A request is one that leaves the state as all others did")
  func asked() throws {
    let session = (0..<8).flatMap { round in
      let rest = [act("Found", cause: 4 * round + 1), act("Type", ["text": ""])]
      return [act("Type", ["text": .string(round % 3 == 0 ? "tea" : "milk")])]
        + (round.isMultiple(of: 2) ? rest : rest.reversed()) + [act("Look")]
    }
    let initial: JSONValue = ["text": "", "isLoading": false, "asked": 0, "looks": 0]
    let found = try explore(initial, [session, session]) { state, type, payload in
      let (asked, looks) = (state["asked"]?.int ?? 0, state["looks"]?.int ?? 0)
      let text = type == "Type" ? payload["text"] ?? "" : state["text"] ?? ""
      func after(_ isLoading: JSONValue?, _ asked: Int, _ looks: Int) -> JSONValue {
        [
          "text": text, "isLoading": isLoading ?? false, "asked": JSONValue(asked),
          "looks": JSONValue(looks),
        ]
      }
      switch type {
      case "Type" where text == "": return after(false, asked, looks)
      case "Type": return after(true, asked + 1, looks)
      case "Look": return after(state["isLoading"], asked, looks + 1)
      default:
        guard asked > 0 else { throw ScriptedApp.Death.trap("found(_:)") }
        return after(false, asked - 1, looks)
      }
    }
    #expect(found.map(\.signature) == [])
  }

  @Test("Pages are counted from 1 to the number of pages")
  func pages() throws {
    let sessions = [2, 3, 1, 4, 2, 3].map { count in
      [act("Open", ["count": JSONValue(count)])]
        + [1...count, 1...count].joined().map { act("Load", ["page": JSONValue($0)]) }
    }
    let found = try explore(["pages": [], "shown": 0], sessions) { state, type, payload in
      if type == "Open" {
        let count = payload["count"]?.int ?? 0
        return ["pages": .array(Array(repeating: .null, count: count)), "shown": 0]
      }
      let (page, pages) = (payload["page"]?.int ?? 0, state["pages"]?.array ?? [])
      guard page <= pages.count else { throw ScriptedApp.Death.trap("load(_:)") }
      return ["pages": .array(pages), "shown": JSONValue(page)]
    }
    #expect(found.map(\.signature) == [])
  }

  @Test("A request is answered as requests of its own type were")
  func answersByRequest() throws {
    let session = (0..<6).flatMap { round in
      [
        act("First"), act("Loaded", ["page": 1], cause: 4 * round + 1),
        act("More"), act("Loaded", ["page": 2], cause: 4 * round + 3),
      ]
    }
    let found = try explore(["open": []], [session, session]) { state, type, payload in
      var open = state["open"]?.array ?? []
      switch type {
      case "First": open.append(1)
      case "More": open.append(2)
      default:
        guard let number = open.firstIndex(of: payload["page"] ?? .null) else {
          throw ScriptedApp.Death.trap("loaded(_:)")
        }
        open.remove(at: number)
      }
      return ["open": .array(open)]
    }
    #expect(found.map(\.signature) == [])
  }

  @Test("Nobody finishes while a line is open, if nobody ever did")
  func elements() throws {
    let sessions = (0..<4).map { session in
      (0..<6).flatMap { round in
        let count = 1 + (session + round) % 3
        return [act("Take", ["count": JSONValue(count)])]
          + (0..<count).flatMap { number in
            let index = session.isMultiple(of: 2) ? number : count - 1 - number
            return [act("Look"), act("Pick", ["index": JSONValue(index)])]
          }
          + [act("Confirm")]
      }
    }
    let found = try explore(["lines": [], "taps": 0], sessions) { state, type, payload in
      var lines = state["lines"]?.array ?? []
      switch type {
      case "Take":
        lines = Array(repeating: ["state": "open"], count: payload["count"]?.int ?? 0)
      case "Pick":
        let index = payload["index"]?.int ?? 0
        if lines.indices.contains(index) { lines[index] = ["state": "done"] }
      case "Confirm":
        if lines.contains(["state": "open"]) { throw ScriptedApp.Death.trap("finish()") }
        lines = []
      default:
        break
      }
      return ["lines": .array(lines), "taps": JSONValue((state["taps"]?.int ?? 0) + 1)]
    }
    #expect(found.map(\.signature) == [])
  }

  @Test("An empty text that nobody sent is doubtful, and is tried")
  func emptyText() throws {
    let texts = ["red shoes", "a blue hat", "tea", "milk and tea", "a tent", "soap"]
    let session = texts.map { act("Search", ["text": .string($0)]) }
    let found = try explore(["query": ""], [session, session]) { _, _, payload in
      guard payload["text"] != "" else { throw ScriptedApp.Death.trap("search(_:)") }
      return ["query": payload["text"] ?? ""]
    }
    #expect(found.map { $0.doubt?.pointer } == ["payload.text"])
  }

  @Test("An answer that lists some of a state's rows lists some of those that are there")
  func someRows() throws {
    let sessions = (1...4).map { session in
      (0..<4).flatMap { round in
        let rows = (0..<3).map { JSONValue(100 * session + 10 * round + $0) }
        let asked = round.isMultiple(of: 2) ? rows.suffix(2) : rows.prefix(1)
        return [
          act("Open", ["rows": .array(rows)]), act("Submit"),
          act("Refused", ["rows": .array(Array(asked))], cause: 3 * round + 2),
        ]
      }
    }
    let found = try explore(["rows": [], "sent": []], sessions) { state, type, payload in
      let rows = type == "Open" ? payload["rows"] ?? [] : state["rows"] ?? []
      var sent = state["sent"]?.array ?? []
      if type == "Submit" { sent += rows.array ?? [] }
      if type == "Refused", payload["rows"]?.array?.allSatisfy(sent.contains) != true {
        throw ScriptedApp.Death.trap("refused(_:)")
      }
      return ["rows": rows, "sent": .array(sent)]
    }
    #expect(found.map(\.signature) == [])
  }
}
