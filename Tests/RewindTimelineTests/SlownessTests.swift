import RewindJSON
import RewindTestSupport
import RewindTimeline
import Testing

/// An app whose actions take as long as a plan says, and whose slices grow as it says.
private struct PlannedApp {
  /// The name of the list, the type that adds to it, and others.
  struct Words {
    let list: String
    let add: String
    let look: String
    let text: String
    let edit: String
    let log: String
    let tick: String
  }

  static let words = [
    Words(
      list: "messages",
      add: "chat.received",
      look: "chat.filtered",
      text: "draft",
      edit: "chat.typed",
      log: "events",
      tick: "chat.ticked"
    ),
    Words(
      list: "items",
      add: "shop.loaded",
      look: "shop.sorted",
      text: "note",
      edit: "shop.wrote",
      log: "views",
      tick: "shop.seen"
    ),
  ]

  let words: Words
  private var random: SeededGenerator
  private var file = SessionFile()
  private var index = 0
  private(set) var count = 0
  private(set) var logged = 0
  private(set) var textLength = 1

  init(_ number: Int) {
    words = Self.words[number % 2]
    random = SeededGenerator(seed: SeededGenerator.seed &* 1_000 &+ UInt64(number))
    let state: [(String, JSONValue)] = [
      (words.list, []), (words.text, "a"), (words.log, []), ("settings", ["isOn": true]),
    ]
    file.add(["after": 0, "state": .object(JSONObject(state))])
  }

  /// Returns a number within a range.
  mutating func number(_ range: ClosedRange<Double>) -> Double {
    Double.random(in: range, using: &random)
  }

  /// Returns seconds that scatter by a tenth.
  mutating func about(_ seconds: Double) -> Double { seconds * number(0.9...1.1) }

  private mutating func record(_ type: String, _ patch: JSONValue, _ took: Double, _ held: Double?)
  {
    index += 1
    file.add([
      "index": JSONValue(index), "time": JSONValue(index), "action": ["type": .string(type)],
    ])
    file.add(["after": JSONValue(index), "patch": patch, "took": JSONValue(took)])
    guard let held else { return }
    file.add(["held": JSONValue(held), "index": JSONValue(index), "main": true])
  }

  mutating func add(took: Double = 20e-6, held: Double? = nil) {
    let path = JSONValue.string("/\(words.list)/\(count)")
    record(
      words.add,
      [["op": "add", "path": path, "value": ["id": JSONValue(index), "name": "a name"]]],
      took,
      held
    )
    count += 1
  }

  mutating func remove(took: Double = 20e-6) {
    guard count > 0 else { return }
    count -= 1
    record("clear", [["op": "remove", "path": .string("/\(words.list)/\(count)")]], took, nil)
  }

  mutating func look(took: Double, held: Double? = nil) {
    record(words.look, [], took, held)
  }

  mutating func edit(length: Int, took: Double) {
    let text = JSONValue.string(String(repeating: "a", count: length))
    record(
      words.edit,
      [["op": "replace", "path": .string("/\(words.text)"), "value": text]],
      took,
      nil
    )
    textLength = length
  }

  mutating func tick(took: Double = 5e-6) {
    let path = JSONValue.string("/\(words.log)/\(logged)")
    record(words.tick, [["op": "add", "path": path, "value": "an event of some kind"]], took, nil)
    logged += 1
  }

  func times() throws -> SessionTimes { try file.timeline().statistics().times }
}

@Suite("The times of a session")
struct SlownessTests {
  /// What is told, as one line each.
  private func told(_ times: SessionTimes) -> [String] {
    times.slow.map { "slow \($0.type) \($0.isInSubscribers ? "subscribers" : "reducer")" }
      + times.growing.map { "grows \($0.type) \($0.pointer)" }
      + times.hangs.map { "hang \($0.type)" }
      + times.slices.filter(\.growsSteadily).map {
        "leak /\($0.name) \($0.growth.first?.type ?? "")"
      }
  }

  @Test("tell the type and the slice of what is slow", arguments: 0..<20)
  func planted(number: Int) throws {
    var app = PlannedApp(number)
    let words = app.words
    let expected: String
    let cost = app.number(1...4)
    switch number / 4 {
    case 0:
      // A filter that looks at each pair.
      for _ in 0..<150 {
        app.add()
        if app.number(0...1) < 0.5 {
          app.look(took: app.about(40e-6 + cost * 1e-7 * Double(app.count * app.count)))
        }
        app.edit(length: Int(app.number(1...20)), took: app.about(8e-6))
      }
      expected = "grows \(words.look) /\(words.list)"
    case 1:
      // A sort in each action, of a list that also shrinks.
      for round in 0..<300 {
        if app.number(0...1) < 0.75 { app.add() } else { app.remove() }
        if round.isMultiple(of: 3) {
          app.look(took: app.about(20e-6 + cost * 1e-5 * Double(app.count)))
        }
      }
      expected = "grows \(words.look) /\(words.list)"
    case 2:
      // A list that nothing is ever removed from, beside one that is used.
      for _ in 0..<500 {
        for _ in 0..<Int(app.number(1...3)) { app.tick() }
        if app.count < 5 { app.add() } else { app.remove() }
      }
      expected = "leak /\(words.log) \(words.tick)"
    case 3:
      // A subscriber that waits.
      for _ in 0..<60 {
        app.add()
        app.look(took: app.about(30e-6), held: app.about(cost * 20e-3))
        app.remove()
      }
      expected = "slow \(words.look) subscribers"
    default:
      // A codec that writes a whole text each time that a letter is typed.
      for _ in 0..<200 {
        let time = app.about(cost * 2e-7 * Double(app.textLength))
        app.edit(length: Int(app.number(10...8_000)), took: time)
        if app.count < 5 { app.add() } else { app.remove() }
      }
      expected = "grows \(words.edit) /\(words.text)"
    }
    #expect(told(try app.times()) == [expected], "seed \(SeededGenerator.seed)")
  }

  @Test("tell nothing of what is not slow, or not by what is there", arguments: 0..<20)
  func harmless(number: Int) throws {
    var app = PlannedApp(number)
    for round in 0..<200 {
      let share = Double(round) / 200
      switch number / 2 {
      case 0:
        // Times of all sizes, of nothing that is there.
        app.look(took: app.number(20e-6...2e-3))
        if round < 60 { app.add() } else { app.edit(length: 5, took: app.number(1e-6...1e-3)) }
      case 1:
        // It grows, and takes no time.
        if round < 100 { app.add() }
        app.look(took: app.about(2e-7 * Double(app.count + 1)))
      case 2:
        // The first time takes long.
        app.look(took: round == 0 ? 0.2 : app.about(1e-3))
      case 3:
        // A list that is loaded at once, and then used.
        if round < 40 { app.add() }
        app.look(took: app.about(2e-3))
      case 4:
        // Too few actions.
        if round < 60 { app.add() }
        if round < 20 { app.look(took: app.about(1e-5 * Double(app.count))) }
      case 5:
        // What is added is removed.
        if (round / 10).isMultiple(of: 2) { app.add() } else { app.remove() }
        app.look(took: app.number(1e-4...3e-3))
      case 6:
        // Now and then a dispatch waits.
        app.look(took: app.about(50e-6), held: round % 50 == 7 ? app.about(0.03) : nil)
      case 7:
        // A device that becomes warm.
        if round.isMultiple(of: 4) { app.add() }
        app.look(took: app.number(1e-4...1e-3) * (1 + share))
      case 8:
        // A text of any length, in a reducer that does not read it.
        app.edit(length: Int(app.number(1...5_000)), took: app.about(4e-4))
      default:
        // Dispatches that almost hang, rarely.
        app.add(took: app.about(1e-4), held: round % 90 == 3 ? 0.24 : nil)
        app.remove()
      }
    }
    #expect(told(try app.times()).isEmpty, "seed \(SeededGenerator.seed)")
  }

  @Test("are the median, the 99th percentile and the longest of a type")
  func spread() throws {
    var app = PlannedApp(0)
    for number in 1...200 { app.look(took: Double((number * 67) % 200 + 1) / 1_000) }
    let took = try #require(try app.times().took[app.words.look])
    #expect(took.count == 200 && took.median == 0.1 && took.percentile99 == 0.198)
    #expect(took.longest == 0.2 && (took.index * 67) % 200 == 199)
  }

  /// A dispatch: its action, the one from within which it came, and the seconds that it held.
  private typealias Dispatch = (index: Int, within: Int?, held: Double)

  /// Returns the session of dispatches, in the order of their actions; each returns when those within it have.
  private func session(
    _ dispatches: [Dispatch],
    _ header: KeyValuePairs<String, JSONValue>
  ) -> SessionFile {
    var file = SessionFile(header, start: [:])
    func add(_ dispatch: Dispatch) {
      let index = JSONValue(dispatch.index)
      file.add(["index": index, "time": index, "action": ["type": .string("T\(dispatch.index)")]])
      file.add(["after": index, "patch": []])
      for inner in dispatches where inner.within == dispatch.index { add(inner) }
      file.add(["held": JSONValue(dispatch.held), "index": index, "main": true])
    }
    for dispatch in dispatches where dispatch.within == nil { add(dispatch) }
    return file
  }

  @Test("count a hang once, where it is, and a frame where a release build on a device lost it")
  func hangs() throws {
    let dispatches: [Dispatch] = [
      (1, nil, 0.31), (2, 1, 0.3), (3, nil, 0.4), (4, 3, 0.2), (5, 3, 0.19), (6, nil, 0.249),
    ]
    let device: KeyValuePairs<String, JSONValue> = [
      "configuration": "release", "device": "device", "refreshRate": 60,
    ]
    let others: [KeyValuePairs<String, JSONValue>] = [
      ["configuration": "debug", "device": "device", "refreshRate": 60],
      ["configuration": "release", "device": "simulator", "refreshRate": 60],
      ["configuration": "release", "device": "device"], [:],
    ]
    let timeline = try session(dispatches, device).timeline()
    let times = try timeline.statistics().times
    #expect(times.hangs.map(\.type) == ["T3", "T2"] && times.hangs.map(\.seconds) == [0.4, 0.3])
    #expect(try timeline.hangs() == times.hangs)
    // 18 of the first, 24 of the third, 14 of the last.
    #expect(times.framesLost == 56)
    for header in others {
      #expect(try session(dispatches, header).timeline().statistics().times.framesLost == nil)
    }
  }

  @Test("follow the size of each slice through every operation of patches")
  func sizes() throws {
    var random = RandomJSON(seed: SeededGenerator.seed)
    for _ in 0..<40 {
      var sizes = StateSizes()
      var (state, operations): (JSONValue, Int) = (
        ["a": [1, [2]], "b": ["c": "text", "d": []], "e": "long text"], 0
      )
      sizes.note(state, at: 0, by: nil)
      for index in 1...20 {
        let next = random.changed(state)
        // Names that differ in their code points only are one name here.
        guard let names = next.object?.members.map(\.key), Set(names).count == names.count else {
          continue
        }
        let patch = Patch(from: state, to: next)
        operations += patch.operations.count
        if !sizes.note(patch, at: index, by: "T") { sizes.note(next, at: index, by: "T") }
        state = next
        for member in state.object?.members ?? [] {
          // The comma before or behind an element is not counted exactly.
          let size = sizes.slices[member.key]?.last?.size ?? 0
          #expect(abs(size - member.value.text.utf8.count) <= 2 * operations)
        }
      }
    }
  }
}
