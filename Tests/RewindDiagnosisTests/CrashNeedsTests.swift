import Foundation
import RewindDiagnosis
import RewindJSON
import RewindTestSupport
import Testing

/// A crash of planted causes: what it needs is known, or found by trying all small sets of changes.
private struct PlantedNeed {
  let before: [String: Int]
  let after: [String: Int]
  let appended: [Int]
  let kind: Int
  let bad: [String]

  init(seed: UInt64) {
    var random = SeededGenerator(seed: 31_000 + seed)
    let count = Int.random(in: 5...80, using: &random)
    kind = Int(seed % 6)
    let lines = kind == 4 ? Int.random(in: 2...count / 2, using: &random) : 0
    let slices = Int.random(in: 1...9, using: &random)
    var (before, after): ([String: Int], [String: Int]) = ([:], [:])
    for number in 0..<count - lines {
      let pointer = "/s\(number % slices)/v\(number)"
      (before[pointer], after[pointer]) = (number, 1_000 + number)
      before["/s\(number % slices)/same\(number)"] = number
    }
    let changed = after.keys.sorted().shuffled(using: &random)
    // One, two or three that the crash needs; either of two; one of some lines; one that decoding checks.
    bad = Array(changed.prefix([1, 2, 3, 2, 0, 1][kind]))
    var list = (0..<lines).map { 10 + $0 }
    if lines > 0 { list[Int.random(in: 0..<lines, using: &random)] = -1 }
    (self.before, self.after, appended) = (before, after, list)
  }

  var changes: [String] { after.keys.sorted() + appended.indices.map { "/lines/\($0 + 2)" } }

  /// True if the fatal action dies on the state before the culprit with these changes.
  func dies(with chosen: Set<String>) -> Bool {
    switch kind {
    case 3: !chosen.isDisjoint(with: bad)
    case 4: appended.indices.contains { appended[$0] == -1 && chosen.contains("/lines/\($0 + 2)") }
    default: chosen.isSuperset(of: bad)
    }
  }

  /// The smallest set that is enough and needed, by trying all of up to three changes.
  var truth: Set<String>? {
    let all = Set(changes)
    var sets: [[String]] = [[]]
    for _ in 1...(kind == 2 ? 3 : 2) {
      sets = sets.flatMap { set in changes.filter { set.last ?? "" < $0 }.map { set + [$0] } }
      let found = sets.lazy.map { Set($0) }.first { set in
        dies(with: set) && !dies(with: all.subtracting(set))
          && !set.contains { dies(with: set.subtracting([$0])) }
      }
      if let found { return found }
    }
    return nil
  }

  private func state(_ values: [String: Int], _ lines: [Int]) -> JSONValue {
    var slices: [String: JSONObject] = [:]
    for (pointer, value) in values.sorted(by: { $0.key < $1.key }) {
      let names = pointer.split(separator: "/").map(String.init)
      slices[names[0], default: JSONObject()][names[1]] = JSONValue(value)
    }
    var state = JSONObject(slices.sorted { $0.key < $1.key }.map { ($0.key, .object($0.value)) })
    state["lines"] = .array(lines.map { JSONValue($0) })
    return .object(state)
  }

  var file: SessionFile {
    let first = state(before, [1, 2])
    let last = state(before.merging(after) { $1 }, [1, 2] + appended)
    var file = SessionFile(start: first)
    for index in 1...3 { file.add(index, "idle", state: first) }
    file.add(4, "load", last, state: last)
    for index in 5...6 { file.add(index, "idle", state: last) }
    file.add(7, "use", state: nil)
    return file
  }

  /// The changes that a state has.
  private func chosen(in state: JSONValue) -> Set<String> {
    let values = after.keys.filter { key in
      (try? Pointer(key)).flatMap { state[$0]?.int } == after[key]
    }
    let lines = state["lines"]?.array?.compactMap(\.int) ?? []
    return Set(values).union(
      appended.indices.filter { lines.contains(appended[$0]) }.map { "/lines/\($0 + 2)" }
    )
  }

  /// The app; some states of the last kind cannot be decoded, or it dies of them.
  var app: ScriptedApp {
    ScriptedApp(
      initial: .null,
      actions: ["idle", "load", "use"],
      decode: { state in
        guard kind == 5 else { return true }
        let chosen = chosen(in: state)
        let new = after.keys.sorted().prefix(3).count(where: chosen.contains)
        if new == 1, dies(with: chosen) { throw ScriptedApp.Death.trap("init(from:)") }
        return new != 2
      },
      reduce: { run, action in
        if action.type == "load" { run.state = action.payload }
        guard action.type == "use", dies(with: chosen(in: run.state)) else { return }
        throw ScriptedApp.Death.trap("use(_:)")
      }
    )
  }
}

/// A session whose crash may need a value that was read.
private struct PlantedRead {
  let kind: Int
  private(set) var file = SessionFile()
  /// The action that read it and the name; nil if the crash needs none.
  private(set) var truth: (action: Int, name: String)?

  init(seed: UInt64, needs: Bool) {
    kind = needs ? Int(seed % 5) : 5 + Int(seed % 4)
    var random = SeededGenerator(seed: 52_000 + seed)
    var state: JSONValue = Self.initial
    file.add(["after": 0, "state": state])
    var index = 0
    var clock = 1_000
    func add(_ type: String, _ payload: JSONValue = [:], _ given: [String: JSONValue] = [:]) {
      index += 1
      clock += Int.random(in: 1...9, using: &random)
      var inputs: [(String, JSONValue)] = []
      let survives: ()? = try? Self.reduce(&state, type, payload, kind) { name in
        let made: [String: JSONValue] = [
          "date": JSONValue(clock), "random": JSONValue(Int.random(in: 0...5, using: &random)),
          "uuid": .string("00000000-0000-4000-8000-\(100_000_000_000 + index)"),
        ]
        let value = given[name] ?? made[name] ?? .null
        inputs.append((name, value))
        return value
      }
      file.add(index, type, payload, state: nil)
      for (name, value) in inputs {
        file.add(["index": JSONValue(index), "input": ["name": .string(name), "value": value]])
      }
      if survives != nil { file.add(["after": JSONValue(index), "state": state]) }
    }
    add("touch")
    for _ in 0..<Int.random(in: 3...20, using: &random) {
      add(["touch", "roll", "add", "idle"].randomElement(using: &random) ?? "idle")
    }
    for type in ["roll", "add", "touch"] { add(type) }
    switch kind {
    case 0: clock += 500
    case 1: add("roll", [:], ["random": 9])
    case 2: add("touch", [:], ["date": 5])
    case 8: add("select", state["ids"]?.array?.last ?? .null)
    case 5...: add("select", "none")
    default: break
    }
    let culprit = index
    for _ in 0..<Int.random(in: 0...3, using: &random) { add("idle") }
    if kind == 7 { add("add") }
    let own: [String: JSONValue] = kind == 3 ? ["random": 9] : kind == 4 ? ["date": 3] : [:]
    add("use", [:], own)
    let truths = [
      (index, "date"), (culprit, "random"), (culprit, "date"), (index, "random"), (index, "date"),
    ]
    truth = needs ? truths[kind] : nil
  }

  static let initial: JSONValue = ["used": 0, "dice": 0, "ids": [], "selected": "first"]

  /// The reducer: its kinds crash of a time that has passed, of a number, of an order, or of a selection.
  static func reduce(
    _ state: inout JSONValue,
    _ type: String,
    _ payload: JSONValue,
    _ kind: Int,
    _ read: (String) throws -> JSONValue
  ) throws {
    var object = state.object ?? JSONObject()
    defer { state = .object(object) }
    switch type {
    case "touch": object["used"] = try read("date")
    case "roll": object["dice"] = try read("random")
    case "add": object["ids"] = .array((object["ids"]?.array ?? []) + [try read("uuid")])
    case "select": object["selected"] = payload
    case "use":
      let (now, roll, id) = try (read("date").int ?? 0, read("random").int, read("uuid"))
      let ids = (object["ids"]?.array ?? []) + [id]
      object["ids"] = .array(ids)
      let used = object["used"]?.int ?? 0
      let dies =
        switch kind {
        case 0: now - used > 400
        case 1: object["dice"] == 9
        case 2: used == 5
        case 3: roll == 9
        case 4: now < used
        // It dies of the selection; what it reads besides is written, or found where it is new.
        case 6: object["selected"] == "none" && ids.last == id
        case 7: object["selected"] == "none" && ids.count { $0 == id } == 1
        default: object["selected"] != "first"
        }
      if dies { throw ScriptedApp.Death.trap("use(_:)", line: kind) }
    default: break
    }
  }

  var app: ScriptedApp {
    let kind = kind
    return ScriptedApp(
      initial: Self.initial,
      actions: ["touch", "roll", "add", "idle", "select", "use"]
    ) { run, action in
      var state = run.state
      try Self.reduce(&state, action.type, action.payload, kind) { try run.read($0) }
      run.state = state
    }
  }
}

@Suite("What a crash needs")
struct CrashNeedsTests {
  private let folder = TemporaryFolder()

  private struct NotFound: Error {}

  private typealias Found = (culprit: CrashBisection.Culprit, needs: CrashNeeds)

  private func needs(_ file: SessionFile, _ app: ScriptedApp) throws -> Found {
    let timeline = try file.timeline()
    guard case .found(let culprit) = try CrashBisection.run(timeline, by: app.program()) else {
      throw NotFound()
    }
    let counter = ScriptedApp.Counter()
    let found = try culprit.withNeeds(in: timeline, by: app.program(counting: counter))
    let needs = try #require(found.needs)
    #expect(needs.replays <= 60)
    #expect(counter.count <= needs.replays)
    return (found, needs)
  }

  @Test("is the part of a change that is enough and needed", arguments: TestScale.seeds(6, of: 60))
  func part(seed: UInt64) throws {
    let planted = PlantedNeed(seed: seed)
    let (culprit, needs) = try needs(planted.file, planted.app)
    #expect(culprit.culprit == 4)
    let named = needs.part.map { Set($0.changes.map { "\($0.pointer)" }) }
    // Where the app cannot decode a state, it may not be known what it needs.
    let isUnknown = planted.kind == 5 && named == nil
    #expect(isUnknown || named == planted.truth, "\(seed)")
    #expect(needs.part.map(\.count) ?? planted.changes.count == planted.changes.count)
    #expect(needs.read == nil)
  }

  @Test(
    "is a value that was read, and none where it does not depend on one",
    arguments: [true, false],
    TestScale.seeds(5, of: 30)
  )
  func read(isNeeded: Bool, seed: UInt64) throws {
    let planted = PlantedRead(seed: seed, needs: isNeeded)
    let (culprit, needs) = try needs(planted.file, planted.app)
    #expect(needs.read?.action == planted.truth?.action, "\(seed)")
    #expect(needs.read?.name == planted.truth?.name, "\(seed)")
    guard let truth = planted.truth else { return }
    #expect(culprit.isCertain)
    // A minimized session needs the same.
    let timeline = try planted.file.timeline()
    let app = planted.app.program()
    let outcome = try Minimization.run(timeline, by: app, keeping: culprit)
    guard case .found(let minimal) = outcome else { throw NotFound() }
    let step = try #require(minimal.steps.first { $0.index == truth.action }, "\(seed)")
    #expect(step.inputs.contains { $0.name == truth.name }, "\(seed)")
  }

  @Test("is told first, by bisect, the page and a written test, unless it is not asked for")
  func told() throws {
    let rewind = Program("rewind")
    let planted = PlantedNeed(seed: 6)
    let app = planted.app.registered(as: "scripted-need")
    let skipping = PlantedNeed(seed: 17)
    #expect(try needs(skipping.file, skipping.app).needs.skipped > 0)
    let change = "\(planted.bad[0])  \(planted.before[planted.bad[0]] ?? 0) → "
    let head = "One of the \(planted.changes.count) changes of action 4 is enough, and needed"
    let path = try planted.file.write(to: folder)
    let lines = try rewind.run(["bisect", path, "--app", app]).lines
    let number = try #require(lines.firstIndex(of: "\(head):"))
    #expect(lines[number + 1].hasPrefix("  ~ \(change)"))
    #expect(lines[number + 2].hasPrefix("  (\(planted.changes.count - 1) others that do not"))
    let plain = try rewind.run(["bisect", path, "--app", app, "--no-parts"]).lines
    #expect(plain.contains("What action 4 changed:"))
    let json = try rewind.run(["bisect", path, "--app", app, "--json"]).json()
    #expect(json["needs"]?["changes"]?.array?.count == 1)
    #expect(json["needs"]?["states"] == "made up")
    let page = folder.path("page.html")
    _ = try rewind.run(["report", path, "--app", app, "-o", page])
    let card = "Of its \(planted.changes.count) changes, this one is enough, and needed."
    #expect(try String(contentsOfFile: page, encoding: .utf8).contains(card))
    let test = folder.path("NeedTests.swift")
    _ = try rewind.run(["test", path, "--app", app, "-o", test])
    #expect(try String(contentsOfFile: test, encoding: .utf8).contains("// \(head): "))
  }
}
