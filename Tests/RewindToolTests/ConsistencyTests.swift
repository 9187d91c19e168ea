import Foundation
import RewindJSON
import RewindTestSupport
import Testing

/// The commands of the tool over random logs, held against each other and against the states alone.
@Suite("Commands over one log")
struct ConsistencyTests {
  private let folder = TemporaryFolder()

  @Test(
    "have the same answers, however its lines are written",
    arguments: WordedLog.seeds(4, of: 200)
  )
  func agree(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let log = WordedLog(using: &random)
    let path = try log.file.write(to: folder)
    func answers(_ command: String, _ words: String...) throws -> [JSONValue] {
      let run = try rewind.run([command, path] + words)
      // A diff that is not empty exits with 1.
      let isFine = run.exit == .status(0) || command == "diff" && run.exit == .status(1)
      try #require(isFine, "seed \(seed): \(command) \(words): \(run.errors)")
      return try run.rows()
    }
    let note: Comment = "seed \(seed)"
    let (states, last) = (log.states, log.lastAction)

    // export and state
    let exported = try answers("export", "--states").filter { $0["state"] ?? .null != .null }
    #expect(
      Dictionary(uniqueKeysWithValues: exported.map { ($0["index"]?.int ?? -1, $0["state"]) })
        == states.mapValues { $0 },
      note
    )
    let index = try #require(states.keys.sorted().randomElement(using: &random))
    #expect(try answers("state", "\(index)", "--json") == [states[index]], note)

    // diff: its changes lead from one state to the other.
    let other = try #require(states.keys.sorted().randomElement(using: &random))
    if other != index {
      var state = try #require(states[index])
      for change in try answers("diff", "\(index)", "\(other)", "--json") {
        try apply(change, to: &state, note)
      }
      #expect(state == states[other], "\(note): diff \(index) \(other)")
    }

    // log and show: the pointers that an action changed, and nothing else changes.
    for entry in try answers("log", "--json") {
      guard let index = entry["index"]?.int, let after = states[index],
        let changed = entry["changed"]?.array
      else { continue }
      #expect(try answers("show", "\(index)", "--json").first?["changed"] == entry["changed"], note)
      guard let number = log.lines.firstIndex(where: { $0.index == index && !$0.isExternal }),
        number > 0, log.lines[number - 1].index >= index - 1
      else { continue }
      let before = log.lines[number - 1].state
      let heads = Set(
        changed.compactMap { $0.string?.split(separator: "/").first.map(String.init) }
      )
      for key in ["count", "rows", "items"] where before[key] != after[key] {
        #expect(heads.contains(key) || changed.contains(""), "\(note): \(key) in \(index)")
      }
    }

    // log --where and bisect
    let count = Int.random(in: 0...3, using: &random)
    let found = try rewind.run("log", path, "--where", "count > \(count)", "--json").lines
    #expect(
      try found.map { try JSONValue(parsing: $0)["index"]?.int }
        == states.keys.sorted().filter { states[$0]?["count"]?.int ?? 0 > count },
      note
    )
    let run = try rewind.run("bisect", path, "--never", "count > \(count)", "--json")
    let onset = log.lines.first { $0.state["count"]?.int ?? 0 > count }
    let answer = try run.json()
    #expect(
      answer["first"]?["index"] ?? .null == (onset.map { JSONValue($0.index) } ?? .null),
      note
    )

    // blame and why
    let history = try answers("blame", "/count", "--history", "--json").map { $0["value"]?.int }
    var values: [Int?] = []
    for line in log.lines where values.last != line.state["count"]?.int {
      values.append(line.state["count"]?.int)
    }
    #expect(history == values, note)
    let leaves = try answers("blame", "", "--all", "--json")
    for leaf in leaves.shuffled(using: &random).prefix(3) {
      let pointer = try #require(leaf["pointer"]?.string)
      let blame = try #require(try answers("blame", pointer, "--json").first)
      #expect(
        blame["index"] == leaf["index"] && blame["type"] == leaf["type"],
        "\(note): \(pointer)"
      )
      #expect(blame["new"] ?? .null == leaf["new"], "\(note): \(pointer)")
      let why = try #require(try answers("why", pointer, "--json").first)
      for member in ["index", "type", "pointer", "new"] {
        #expect(why[member] == blame[member], "\(note): \(pointer)")
      }
    }
    let pointers = try leaves.map(pointer)
    #expect(leaves.map { $0["new"] } == pointers.map { states[last]?[$0] }, note)
  }

  private func pointer(_ leaf: JSONValue) throws -> Pointer {
    try Pointer(leaf["pointer"]?.string ?? "")
  }

  /// Applies one of the changes that `diff` prints, which must say what was there before.
  private func apply(_ change: JSONValue, to state: inout JSONValue, _ note: Comment) throws {
    let pointer = try pointer(change)
    let (old, new) = (change["old"], change["new"])
    if let old { #expect(state[pointer] == old, "\(note): \(change.text)") }
    let operation: Patch.Operation =
      switch (old, new) {
      case (nil, let new?): .add(pointer, new)
      case (_?, let new?): .replace(pointer, new)
      default: .remove(pointer)
      }
    try Patch([operation]).apply(to: &state)
  }
}
