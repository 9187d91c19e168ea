import Foundation
import RewindJSON
import RewindLog
import RewindReports
import RewindSession
import RewindTestSupport
import RewindTimeline
import Testing

/// The page's answers, held against the tool's.
@Suite("A page's script", .browser, .serialized, .needsChromium)
struct PageOracleTests {
  private static let actions = 90

  /// Opens a page of random sessions, and asks about each of them.
  private func withSessions(
    seeds: ClosedRange<UInt64>,
    _ body: (Browser, Timeline, _ seed: UInt64, inout SeededGenerator) throws -> Void
  ) throws {
    try TemporaryFolder.with { folder in
      let timelines = try seeds.map { seed in
        var random = SeededGenerator(seed: seed)
        let file = RandomPageSession(actions: Self.actions, using: &random).file
        return try Timeline.open(SessionLog.open(file.write(to: folder, as: "\(seed).jsonl")))
      }
      let page = Page(
        try timelines.map { try PageSession.read($0, name: $0.log.path, limit: 10_000_000) }
      )
      let file = try folder.file("page.html", page.text)
      try Browser.with { browser in
        try browser.show(file)
        for (position, (seed, timeline)) in zip(seeds, timelines).enumerated() {
          try browser.value("rewind.page.open(\(position))")
          var random = SeededGenerator(seed: seed &+ 1_000)
          try body(browser, timeline, seed, &random)
        }
        #expect(browser.complaints == [])
      }
    }
  }

  @Test("makes the states that the tool makes, number for number")
  func states() throws {
    try withSessions(seeds: 1...8) { browser, timeline, seed, random in
      let indexes = (0...Self.actions).shuffled(using: &random)
      let texts = try browser.value(
        "\(indexes).map((index) => rewind.writeJSON(rewind.page.session.stepAt.get(index).after()))"
      )
      for (index, text) in try Self.pairs(indexes, texts) {
        #expect(text.string == (try timeline.state(after: index).text), "\(index), seed \(seed)")
      }
    }
  }

  @Test("shows the same changes as the tool")
  func changes() throws {
    try withSessions(seeds: 11...18) { browser, timeline, seed, _ in
      let found = try browser.value(
        """
        rewind.page.session.steps.map((step) => step.changes.map((change) => [
          rewind.pointerText(change.tokens), \(Self.json("change.old")), \(Self.json("change.new"))
        ]))
        """
      )
      let answers = try #require(found.array)
      try #require(answers.count == Self.actions + 1)
      for index in 0...Self.actions {
        let expected = try timeline.changes(of: index).map { change -> JSONValue in
          [.string(change.pointer.description), Self.json(change.old), Self.json(change.new)]
        }
        #expect(answers[index] == .array(expected), "\(index), seed \(seed)")
      }
    }
  }

  @Test("finds a word wherever a step has it: in its type, payload, inputs, notes and changes")
  func words() throws {
    try withSessions(seeds: 71...74) { browser, timeline, seed, _ in
      let words = [
        "flip", "ROW", "quoted", "line", "\"", "<", "本", "k0", "a/b", "three", "9007", "zzz",
        "true", "flip 本", "Flip quoted", "\"a/b\"",
      ]
      let found = try browser.value(
        """
        \(Self.list(words)).map((word) => {
          const { holds } = rewind.wordsQuestion(rewind.page.session, word);
          return rewind.page.session.steps.filter(holds).map((step) => step.index);
        })
        """
      )
      let texts = try timeline.textsByStep()
      for (word, found) in try Self.pairs(words, found) {
        // Each of several words is to be found; in quotes, they are what they are.
        let isQuoted = word.count > 1 && word.hasPrefix("\"")
        let parts =
          isQuoted
          ? [String(word.dropFirst().dropLast())] : word.split(separator: " ").map(String.init)
        let expected = texts.filter { step in
          parts.allSatisfy { part in
            step.texts.contains { $0.localizedCaseInsensitiveContains(part) }
          }
        }
        #expect(found == .array(expected.map { JSONValue($0.index) }), "\(word), seed \(seed)")
      }
    }
  }

  @Test("names the actions of a name with a dot, whole or from its end")
  func names() throws {
    try withSessions(seeds: 75...75) { browser, _, _, _ in
      for name in ["Flip.card", ".card", "flip.CARD", "lip.card", "Flip.car"] {
        let isName = name.lowercased() == "flip.card"
        let verb = try browser.value("rewind.wordsQuestion(rewind.page.session, '\(name)').verb")
        #expect(verb == .string(isName ? "are named \"\(name)\"" : "contain \"\(name)\""))
      }
      let types = try browser.value(
        """
        rewind.page.session.steps.filter(rewind.wordsQuestion(rewind.page.session, "flip.card").holds)
          .map((step) => step.type)
        """
      )
      #expect(Set(types.array ?? []) == ["Flip.card"])
    }
  }

  @Test("blames whom the tool blames, or says nothing")
  func blame() throws {
    var answers = 0
    try withSessions(seeds: 41...48) { browser, timeline, seed, random in
      let asked = try (0..<150).map { _ in
        let index = Int.random(in: 0...Self.actions, using: &random)
        return (index, Self.pointer(in: try timeline.state(after: index), using: &random))
      }
      let list = Self.list(asked.map { "\($0) \($1)" })
      let found = try browser.value(
        """
        \(list).map((text) => {
          const [index, pointer] = [parseInt(text, 10), text.slice(text.indexOf(" ") + 1)];
          const step = rewind.page.session.stepAt.get(index);
          let answer;
          rewind.page.answers.writer(rewind.tokensOf(pointer), step, (found) => {
            answer = found === undefined ? "unknown" : found && [found.index, found.isExternal, found.at];
          });
          return answer;
        })
        """
      )
      for ((index, pointer), found) in try Self.pairs(asked, found) where found != "unknown" {
        let expected = try timeline.blame(pointer, at: index).map { blame -> JSONValue in
          [JSONValue(blame.index), .bool(blame.isExternal), .string(blame.pointer.description)]
        }
        #expect(found == expected ?? .null, "\(pointer) at \(index), seed \(seed)")
        answers += 1
      }
    }
    #expect(answers > 200)
  }

  @Test("knows who wrote the changes of a step, and what was there before")
  func turns() throws {
    try withSessions(seeds: 41...44) { browser, timeline, seed, _ in
      let found = try browser.value(
        """
        rewind.page.session.facts.values.flatMap((value) => (value.writers ?? []).map((writer) => [
          value.at, writer.after, writer.index, writer.old ?? (writer.old === null ? "nothing" : "as it was"),
        ]))
        """
      )
      for answer in try #require(found.array) {
        let parts = answer.array ?? []
        let pointer = try Pointer(parts[0].string ?? "")
        let blame = try #require(try timeline.blame(pointer, at: parts[1].int ?? 0))
        #expect(parts[2].int == blame.index, "\(pointer), seed \(seed)")
        guard blame.type != nil else { continue }
        let there = try timeline.state(before: blame.index)[blame.pointer]
        let expected = there == blame.old ? "as it was" : blame.old?.text ?? "nothing"
        #expect(parts[3].string == expected, "\(pointer), seed \(seed)")
      }
    }
  }

  @Test("shows the history that the tool has of a pointer, or says nothing")
  func history() throws {
    var answers = 0
    try withSessions(seeds: 51...58) { browser, timeline, seed, random in
      let pointers = try (0..<40).map { _ in
        let index = Int.random(in: 0...Self.actions, using: &random)
        return Self.pointer(in: try timeline.state(after: index), using: &random)
      }
      let found = try browser.value(
        """
        \(Self.list(pointers.map(\.description))).map((pointer) => {
          const tokens = rewind.tokensOf(pointer);
          let known;
          rewind.page.answers.history(tokens, (found) => { known = found; });
          if (known === undefined) return "unknown";
          const entries = [];
          [...rewind.valuesOf(rewind.page.session, tokens, known.ranges, entries)];
          return entries.map((entry) => [entry.index, entry.isExternal, \(Self.json("entry.value"))]);
        })
        """
      )
      for (pointer, found) in try Self.pairs(pointers, found) where found != "unknown" {
        let expected = try timeline.history(of: pointer).map { entry -> JSONValue in
          [JSONValue(entry.index), .bool(entry.isExternal), Self.json(entry.value)]
        }
        #expect(found == .array(expected), "\(pointer), seed \(seed)")
        answers += 1
      }
    }
    #expect(answers > 80)
  }

  // MARK: - Passing values

  /// Pairs each question with its answer; the page owes as many as it was asked.
  private static func pairs<Question>(
    _ questions: [Question],
    _ answers: JSONValue
  ) throws -> [(Question, JSONValue)] {
    let answers = try #require(answers.array)
    try #require(answers.count == questions.count)
    return Array(zip(questions, answers))
  }

  /// Texts as a JavaScript array.
  private static func list(_ texts: [String]) -> String {
    JSONValue.array(texts.map { .string($0) }).text
  }

  /// A value as JSON text, so that its numbers arrive as they are; null for nothing.
  private static func json(_ value: JSONValue?) -> JSONValue {
    value.map { .string($0.text) } ?? .null
  }

  private static func json(_ script: String) -> String {
    "\(script) === undefined ? null : rewind.writeJSON(\(script))"
  }

  /// A pointer to some value of a state; now and then to none.
  private static func pointer(
    in state: JSONValue,
    using random: inout some RandomNumberGenerator
  ) -> Pointer {
    if Int.random(in: 0..<12, using: &random) == 0 { return Pointer(tokens: ["extra", "deep"]) }
    var (pointer, value) = (Pointer.root, state)
    while Int.random(in: 0..<5, using: &random) > 0 {
      let tokens =
        value.object?.members.map(\.key) ?? value.array?.indices.map(String.init) ?? []
      guard let token = tokens.randomElement(using: &random),
        let next = value[Pointer(tokens: [token])]
      else { break }
      pointer = pointer.appending(token)
      value = next
    }
    return pointer
  }
}

extension Timeline {
  /// The texts that each step has, taken from the lines of the log.
  fileprivate func textsByStep() throws -> [(index: Int, texts: [String])] {
    var texts: [Int: [String]] = [:]
    var last: JSONValue?
    for line in 1..<log.lineCount {
      let (key, json) = (try log.key(of: line), try log.json(of: line))
      let index = key.index ?? 0
      var found: [String] = []
      if let action = json["action"] {
        found = [action["type"]?.string ?? ""] + (action["payload"]?.parts ?? [])
      } else if [.patch, .keyframe, .external].contains(key.kind) {
        let state = try state(at: line)
        let patch = json["patch"] ?? last.map { Patch(from: $0, to: state).json }
        last = state
        found = patch == nil ? state.parts : []
        for operation in patch?.array ?? [] {
          found += [operation["path"]?.string ?? ""] + (operation["value"]?.parts ?? [])
        }
      } else {
        for name in ["input", "note"] { found += json[name]?.parts ?? [] }
      }
      texts[index, default: []] += found
    }
    return texts.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }
}

extension JSONValue {
  /// The names of its members, and its texts and numbers.
  fileprivate var parts: [String] {
    switch self {
    case .object(let object): object.members.flatMap { [$0.key] + $0.value.parts }
    case .array(let elements): elements.flatMap(\.parts)
    case .string(let text): [text]
    case .number(let number): [number.text]
    case .bool, .null: []
    }
  }
}
