import RewindJSON
import RewindTestSupport
import Testing

/// Sessions of a mail app whose counts follow its lists until an action forgets one.
private struct PlantedBreak {
  private(set) var file = SessionFile()
  /// The action that broke an equality; nil if none did.
  private(set) var broken: Int?
  let never: String

  /// Of four kinds: 0 a count with a flag, 1 a length, 2 two numbers, 3 an identifier in a list.
  init(seed: UInt64, breaks: Bool) {
    var random = SeededGenerator(seed: 91_000 + seed)
    let kind = Int(seed % 4)
    let symptoms = [
      "counts.unread < 0", "counts.all < length(threads) - 1", "badge > 40",
      "opened > 20 and selected == 'gone'",
    ]
    never = breaks ? symptoms[kind] : "opened > 20"
    var threads: [(id: String, isUnread: Bool)] = []
    var (unread, all, badge, opened, steps) = (0, 0, 0, 0, 0)
    var selected = "t0"
    func state() -> JSONValue {
      [
        "counts": ["unread": JSONValue(unread), "all": JSONValue(all)],
        "threads": .array(
          threads.map { ["id": .string($0.id), "unread": .bool($0.isUnread), "size": 3] }
        ),
        "badge": JSONValue(badge), "selected": .string(selected), "opened": JSONValue(opened),
        "steps": JSONValue(steps), "theme": .string(steps % 2 == 0 ? "dark" : "light"),
      ]
    }
    var index = 0
    func add(_ type: String) {
      index += 1
      steps += Int.random(in: 1...3, using: &random)
      file.add(index, type, state: state())
    }
    func receive(forgetting: Int? = nil) {
      threads.append(("t\(index)", true))
      unread += forgetting == 0 ? 0 : 1
      all += forgetting == 1 ? 0 : 1
      badge += forgetting == 2 ? 0 : 1
      add("received")
    }
    func read(_ number: Int) {
      threads[number].isUnread = false
      (unread, badge) = (unread - 1, badge - 1)
      add("read")
    }
    threads.append(("t0", true))
    (unread, all, badge) = (1, 1, 1)
    file.add(["after": 0, "state": state()])
    for _ in 0..<Int.random(in: 25...60, using: &random) {
      switch Int.random(in: 0..<5, using: &random) {
      case 0, 1: receive()
      case 2: if let number = threads.lastIndex(where: \.isUnread) { read(number) }
      case 3:
        selected = threads.randomElement(using: &random)?.id ?? selected
        opened += 1
        add("opened")
      default: add("scrolled")
      }
    }
    if breaks {
      selected = kind == 3 ? "gone" : selected
      if kind == 3 { add("deleted") } else { receive(forgetting: kind) }
      broken = index
      // What comes later goes its own way, so that the break lasts.
      for _ in 0..<Int.random(in: 2...9, using: &random) { add("scrolled") }
      while kind == 0, let number = threads.firstIndex(where: \.isUnread) { read(number) }
      if kind == 1 { receive(forgetting: 1) }
      badge = kind == 2 ? 41 : badge
    }
    for _ in 0..<(breaks && kind < 3 ? 1 : 25) {
      opened += 1
      add("opened")
    }
  }
}

@Suite("What broke before a symptom")
struct HeldEqualityTests {
  private func bisect(_ planted: PlantedBreak, _ never: String) throws -> JSONValue {
    try TemporaryFolder.with { folder in
      let path = try planted.file.write(to: folder)
      let run = try rewind.run(["bisect", path, "--never", never, "--json"])
      return try run.json()
    }
  }

  @Test("is suggested first, with a condition that finds it", arguments: TestScale.seeds(4, of: 40))
  func suggested(seed: UInt64) throws {
    let planted = PlantedBreak(seed: seed, breaks: true)
    let found = try bisect(planted, planted.never)["suggestions"]?.array ?? []
    #expect((1...3).contains(found.count))
    #expect(found.first?["broken"]?.int == planted.broken, "\(seed): \(found)")
    let never = try #require(found.first?["never"]?.string)
    #expect(try bisect(planted, never)["culprit"]?.int == planted.broken, "\(seed): \(never)")
  }

  @Test("is nothing where nothing broke", arguments: TestScale.seeds(5, of: 100))
  func right(seed: UInt64) throws {
    let planted = PlantedBreak(seed: seed, breaks: false)
    #expect(try bisect(planted, planted.never)["suggestions"] == [], "\(seed)")
  }
}
