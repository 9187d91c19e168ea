import RewindJSON
import RewindLog
import RewindTestSupport
import RewindTimeline
import Testing

@Suite("History, blame and their like", .process)
struct QuestionTests {
  /// What an oracle knows of a writer.
  private struct Writer: Equatable, CustomStringConvertible {
    let index: Int
    let isExternal: Bool
    let value: JSONValue?

    init(_ line: RandomSession.Line, _ value: JSONValue?) {
      (index, isExternal, self.value) = (line.index, line.isExternal, value)
    }

    init(_ blame: Blame) {
      (index, isExternal, value) = (blame.index, blame.isExternal, blame.new)
    }

    var description: String { "\(index)\(isExternal ? "x" : "") \(value.map(\.text) ?? "nothing")" }
  }

  @Test(
    "of an element with an id follow it wherever it goes",
    arguments: TestScale.seeds(1, of: 20)
  )
  func elements(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let session = RandomSession(actions: 100, using: &random)
    let members = [[], ["n"], ["name"], ["id"], ["tags"], ["tags", "0"], ["tags", "1", "of"]]
    let timeline = try session.file.timeline()
    for _ in 0..<100 {
      let index = Int.random(in: 0...100, using: &random)
      let rows = session.states[index]["rows"]?.array ?? []
      guard let position = rows.indices.randomElement(using: &random),
        let id = rows[position]["id"], let member = members.randomElement(using: &random)
      else { continue }
      let pointer = Pointer(tokens: ["rows", String(position)] + member)
      let blame = try timeline.blame(pointer, at: index)
      let expected = lastWriter(session, upTo: index) { state in
        let row = state["rows"]?.array?.first { $0["id"] == id }
        return (row != nil, row?[Pointer(tokens: member)])
      }
      #expect(blame.map(Writer.init) == expected, "\(pointer) at \(index), seed \(seed)")
    }
  }

  /// The last line at which what is looked for came or changed.
  private func lastWriter(
    _ session: RandomSession,
    upTo index: Int,
    _ find: (JSONValue) -> (isThere: Bool, value: JSONValue?)
  ) -> Writer? {
    let lines = session.lines.filter { $0.index < index || $0.index == index && !$0.isExternal }
    for number in lines.indices.dropFirst().reversed() {
      let (now, before) = (find(lines[number].state), find(lines[number - 1].state))
      if now.value != before.value || now.isThere && !before.isThere {
        return Writer(lines[number], now.value)
      }
    }
    return find(lines[0].state).value.map { Writer(lines[0], $0) }
  }

  @Test(
    "of an element without an id follow it as the patches show",
    arguments: TestScale.seeds(1, of: 20)
  )
  func boxes(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let session = RandomSession(actions: 100, using: &random)
    let boxes = BoxedItems(session)
    let timeline = try session.file.timeline()
    for _ in 0..<100 {
      let index = Int.random(in: 0...100, using: &random)
      let items = session.states[index]["items"]?.array ?? []
      guard let position = items.indices.randomElement(using: &random) else { continue }
      let blame = try timeline.blame(Pointer(tokens: ["items", String(position)]), at: index)
      let line = session.lines.lastIndex { $0.index == index && !$0.isExternal } ?? 0
      let writer = boxes.writer(of: position, atLine: line)
      let expected = Writer(session.lines[writer], items[position])
      #expect(blame.map(Writer.init) == expected, "/items/\(position) at \(index), seed \(seed)")
    }
  }

  @Test("of all leaves are those of each", arguments: TestScale.seeds(1, of: 20))
  func all(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let session = RandomSession(actions: 100, using: &random)
    let timeline = try session.file.timeline()
    for _ in 0..<4 {
      let index = Int.random(in: 0...100, using: &random)
      let leaves = try timeline.blameAll(at: index)
      #expect(leaves.map(\.pointer) == session.states[index].leaves())
      for leaf in leaves {
        let blame = try timeline.blame(leaf.pointer, at: index)
        #expect(Writer(leaf) == blame.map(Writer.init), "\(leaf.pointer) at \(index), seed \(seed)")
      }
    }
  }

  @Test("lead back from a value to the payload or input that it came from")
  func why() throws {
    var file = SessionFile(start: ["name": "?", "best": "nobody", "log": [], "at": nil])
    file.add(["index": 1, "time": 1, "action": ["type": "Enter", "payload": ["who": "Ada L."]]])
    file.add(["after": 1, "patch": [["op": "replace", "path": "/name", "value": "Ada L."]]])
    file.add(["index": 2, "time": 2, "action": ["type": "Win", "payload": [:]]])
    file.add(["index": 2, "input": ["name": "date", "value": "2026-11-21"]])
    file.add([
      "after": 2,
      "patch": [
        ["op": "replace", "path": "/best", "value": "Ada L."],
        ["op": "replace", "path": "/at", "value": "2026-11-21"],
        ["op": "add", "path": "/log/-", "value": ["text": "won!", "date": "2026-11-21"]],
      ],
    ])
    let timeline = try file.timeline()
    let best = try timeline.provenance(of: Pointer("/best"), at: 2)
    #expect(best.map(\.blame.index) == [2, 1])
    #expect(
      try best.map(\.source) == [.state(Pointer("/name"), others: []), .payload(Pointer("/who"))]
    )
    let at = try timeline.provenance(of: Pointer("/at"), at: 2)
    #expect(at.map(\.source) == [.input(name: "date", .root)])
    let entry = try timeline.provenance(of: Pointer("/log/0"), at: 2)
    #expect(
      try entry.map(\.source) == [
        .parts([.init(pointer: Pointer("/date"), input: "date", origin: .root)])
      ]
    )
    let text = try timeline.provenance(of: Pointer("/log/0/text"), at: 2)
    #expect(text.map(\.source) == [.computed(chances: 0)])
    #expect(try timeline.provenance(of: Pointer("/nowhere"), at: 2).isEmpty)
  }

  @Test("lead from an object that was moved to where it was, also for values that are common")
  func moved() throws {
    var file = SessionFile()
    func drawing(_ name: String, _ isHeld: Bool) -> JSONValue {
      [
        "name": .string(name), "held": .bool(isHeld),
        "layers": [["name": "one"], ["name": .string(name)]],
      ]
    }
    file.add([
      "after": 0,
      "state": [
        "past": [drawing("two", false), drawing("one", true), drawing("one", true)],
        "present": drawing("three", false), "other": ["held": true],
      ],
    ])
    file.add(["index": 1, "time": 1, "action": ["type": "Undo", "payload": ["hint": "one"]]])
    file.add([
      "after": 1,
      "patch": [
        ["op": "replace", "path": "/present/name", "value": "one"],
        ["op": "replace", "path": "/present/held", "value": true],
        ["op": "replace", "path": "/present/layers/1/name", "value": "one"],
        ["op": "remove", "path": "/past/1"],
      ],
    ])
    file.add(["index": 2, "time": 2, "action": ["type": "Toggle", "payload": [:]]])
    file.add(["after": 2, "patch": [["op": "replace", "path": "/past/0/held", "value": true]]])
    let timeline = try file.timeline()
    func source(_ pointer: String, _ index: Int = 1) throws -> Provenance.Source? {
      try timeline.provenance(of: Pointer(pointer), at: index).first?.source
    }
    // Two objects were equal to the new one; its payload has the text, too.
    #expect(
      try source("/present/name")
        == .state(Pointer("/past/1/name"), others: [Pointer("/past/2/name")])
    )
    #expect(
      try source("/present/held")
        == .state(Pointer("/past/1/held"), others: [Pointer("/past/2/held")])
    )
    // It is there three times in the state; what is around it counts.
    #expect(
      try source("/present/layers/1/name")
        == .state(Pointer("/past/1/layers/1/name"), others: [Pointer("/past/2/layers/1/name")])
    )
    // Three others are true, which says nothing.
    #expect(try source("/past/0/held", 2) == .computed(chances: 3))
  }

  @Test("lead from a list to the column that it is of another one, row by row")
  func column() throws {
    func rows(_ ids: String) -> JSONValue {
      .array(ids.map { ["id": .string("\($0)"), "from": .string($0 == "c" ? "a" : "c")] })
    }
    var file = SessionFile(start: ["rows": rows("bac"), "order": ["a", "b", "c"]])
    file.add(["index": 1, "time": 1, "action": ["type": "Keep"]])
    let values: [JSONValue] = ["b", "a"]
    let patch = values.enumerated().map { number, value -> JSONValue in
      ["op": "replace", "path": .string("/order/\(number)"), "value": value]
    }
    file.add(["after": 1, "patch": .array(patch)])
    let timeline = try file.timeline()
    for (index, row) in ["/rows/0/id", "/rows/1/id"].enumerated() {
      let steps = try timeline.provenance(of: Pointer("/order/\(index)"), at: 1)
      #expect(try steps.first?.source == .state(Pointer(row), others: []))
    }
  }

  @Test("take the mean of the middle two pauses of an even number")
  func median() throws {
    let timeline = try Timeline.open(
      SessionLog.open(Recordings.path("memory-tunes/tap-while-loading.jsonl"))
    )
    let actions = try (1...timeline.lastIndex).map { try timeline.action($0) }
    var pauses: [String: [Double]] = [:]
    for (last, action) in zip(actions, actions.dropFirst()) {
      pauses[action.type, default: []].append((action.time ?? 0) - (last.time ?? 0))
    }
    for kind in try timeline.statistics().kinds {
      guard let sorted = pauses[kind.type]?.sorted() else { continue }
      let half = sorted.count / 2
      let median = sorted.count % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2
      #expect(abs(try #require(kind.medianPause) - median) < 1e-9, "\(kind.type)")
    }
    #expect(pauses["FetchTunesAction"]?.count == 2)
  }

  @Test("count the events")
  func statistics() throws {
    var random = SeededGenerator(seed: 4)
    let session = RandomSession(actions: 90, using: &random)
    let timeline = try session.file.timeline()
    let statistics = try timeline.statistics()
    #expect(statistics.actions == 90)
    #expect(statistics.seconds == 90)
    #expect(statistics.bytes == session.file.bytes.count)
    #expect(statistics.kinds.map(\.count) == [30, 30, 30])
    #expect(statistics.kinds.map(\.type) == ["T0", "T1", "T2"])
    #expect(statistics.kinds.allSatisfy { $0.medianPause == 1 })
    #expect(statistics.longestPauses.map(\.index) == [2, 3, 4, 5, 6])
    let idle = session.lines.dropFirst().filter { $0.patch.isEmpty && !$0.isExternal }.count
    #expect(statistics.kinds.map(\.idle).reduce(0, +) == idle)
    // An object that replaces another counts by the members that differ.
    var changes: [String: Int] = [:]
    for index in 1...90 {
      let pointers = try timeline.changes(of: index).map { change in
        let tokens = change.pointer.tokens
        // `byName` is a dictionary: its keys come and go, and are numbered.
        let isData = zip(tokens, [""] + tokens).map { Int($0) != nil || $1 == "byName" }
        return Pointer(tokens: zip(tokens, isData).map { $1 ? "*" : $0 }).description
      }
      for pointer in Set(pointers) { changes[pointer, default: 0] += 1 }
    }
    #expect(
      statistics.kinds.map(\.changes).reduce(into: [:]) { $0.merge($1, uniquingKeysWith: +) }
        == changes
    )
  }
}

/// The elements of `/items` as boxes that patches put in, take out and carry about.
private struct BoxedItems {
  private var boxes: [[Int]] = []
  private var values: [[JSONValue]] = []

  init(_ session: RandomSession) {
    var current: [Int] = []
    var next = 0
    func fresh() -> Int {
      next += 1
      return next
    }
    for line in session.lines {
      var count = current.count
      for operation in line.patch.operations {
        let tokens = operation.path.tokens
        guard tokens.first == "items" else { continue }
        let position = tokens.count > 1 ? (tokens[1] == "-" ? count : Int(tokens[1]) ?? 0) : 0
        switch operation {
        case .add where tokens.count == 2: current.insert(fresh(), at: position)
        case .remove where tokens.count == 2: current.remove(at: position)
        case .copy where tokens.count == 2: current.insert(fresh(), at: position)
        case .move(let from, _):
          let box = current.remove(at: Int(from.tokens[1]) ?? 0)
          current.insert(box, at: min(position, current.count))
        case .replace(_, let value) where tokens.count == 1:
          let length = value.array?.count ?? 0
          while current.count < length { current.append(fresh()) }
          current.removeLast(current.count - length)
        default: break
        }
        count = current.count
      }
      boxes.append(current)
      values.append(line.state["items"]?.array ?? [])
    }
  }

  /// The line that last wrote the element.
  func writer(of position: Int, atLine line: Int) -> Int {
    let (box, value) = (boxes[line][position], values[line][position])
    var line = line
    while line > 0, let before = boxes[line - 1].firstIndex(of: box),
      values[line - 1][before] == value
    {
      line -= 1
    }
    return line
  }
}

extension JSONValue {
  /// The pointers of all values that hold no other.
  fileprivate func leaves(_ pointer: Pointer = .root) -> [Pointer] {
    switch self {
    case .array(let elements) where !elements.isEmpty:
      elements.enumerated().flatMap { $0.element.leaves(pointer.appending($0.offset)) }
    case .object(let object) where !object.isEmpty:
      object.members.flatMap { $0.value.leaves(pointer.appending($0.key)) }
    default: [pointer]
    }
  }
}
