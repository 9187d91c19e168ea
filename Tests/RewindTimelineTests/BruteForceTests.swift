import RewindJSON
import RewindQuery
import RewindTestSupport
import RewindTimeline
import Testing

/// Ten thousand questions to random sessions, a pointer and an index each, answered once more by going
/// through every state.
@Suite("A question about a pointer, up to an index")
struct BruteForceTests {
  /// Three kinds of question to 34 sessions make 10,200.
  private static let questionsPerSession = 100

  /// Asks a session of its own so many questions.
  private func ask(
    _ seed: UInt64,
    _ check: (Timeline, RandomSession, Pointer, Int) throws -> Void
  ) throws {
    var random = SeededGenerator(seed: seed &* 7_919)
    let session = RandomSession(actions: 40, using: &random)
    try TemporaryFolder.with { folder in
      let timeline = try session.file.timeline(in: folder)
      for _ in 0..<Self.questionsPerSession {
        let pointer = RandomSession.pointer(using: &random)
        try check(timeline, session, pointer, Int.random(in: 0...40, using: &random))
      }
    }
  }

  @Test(
    "is answered by blame with the last line that changed it",
    arguments: TestScale.seeds(1, of: 34)
  )
  func blame(seed: UInt64) throws {
    try ask(seed) { timeline, session, pointer, index in
      let lines = session.lines.filter { $0.index < index || $0.index == index && !$0.isExternal }
      let values = lines.map { $0.state[pointer] }
      let number = values.indices.dropFirst().last { values[$0] != values[$0 - 1] } ?? 0
      let blame = try timeline.blame(pointer, at: index, following: .index)
      guard values[number] != nil || number > 0 else {
        #expect(blame == nil, "\(pointer) at \(index), seed \(seed)")
        return
      }
      #expect(blame?.index == lines[number].index, "\(pointer) at \(index), seed \(seed)")
      #expect(blame?.isExternal == lines[number].isExternal)
      #expect(
        blame?.new == values[number] && blame?.old == (number == 0 ? nil : values[number - 1])
      )
    }
  }

  @Test(
    "is answered by history with every value that stood there",
    arguments: TestScale.seeds(2, of: 34)
  )
  func history(seed: UInt64) throws {
    try ask(seed) { timeline, session, pointer, index in
      var expected: [(index: Int, value: JSONValue?)] = []
      for line in session.lines where line.index <= index {
        let value = line.state[pointer]
        if value != expected.last?.value ?? nil { expected.append((line.index, value)) }
      }
      let entries = try timeline.history(of: pointer, upTo: index)
      #expect(entries.map(\.index) == expected.map(\.index), "\(pointer) to \(index), seed \(seed)")
      #expect(entries.map(\.value) == expected.map(\.value), "\(pointer) to \(index), seed \(seed)")
    }
  }

  @Test(
    "is answered by find with every step at which it holds",
    arguments: TestScale.seeds(2, of: 34)
  )
  func find(seed: UInt64) throws {
    try ask(seed) { timeline, session, pointer, index in
      let value = session.states[index][pointer]
      let steps = 0...index
      let changed = steps.filter { step in
        let before = step == 0 ? nil : session.stateBefore(step)[pointer]
        return before != session.states[step][pointer]
      }
      let foundChanged = try found("changed(\(pointer.path))", timeline, steps)
      #expect(foundChanged == changed, "\(pointer) to \(index), seed \(seed)")
      guard let value else { return }
      let equal = steps.filter { session.states[$0][pointer] == value }
      let foundEqual = try found("\(pointer.path) == \(value.text)", timeline, steps)
      #expect(foundEqual == equal, "\(pointer) to \(index), seed \(seed)")
    }
  }

  private func found(
    _ expression: String,
    _ timeline: Timeline,
    _ range: ClosedRange<Int>
  ) throws -> [Int] {
    var indexes: [Int] = []
    try timeline.find(StepExpression(expression), in: range) {
      indexes.append($0)
      return true
    }
    return indexes
  }
}

extension Pointer {
  /// The pointer as a path of the expression language.
  fileprivate var path: String {
    tokens.reduce("state") { $0 + (Int($1) == nil ? "[\"\($1)\"]" : "[\($1)]") }
  }
}
