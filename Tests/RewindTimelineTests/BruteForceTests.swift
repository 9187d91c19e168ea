import RewindJSON
import RewindTestSupport
import RewindTimeline
import Testing

/// Ten thousand questions to random sessions, a pointer and an index each, answered once more by going
/// through every state.
@Suite("A question about a pointer, up to an index")
struct BruteForceTests {
  /// Two kinds of question to 50 sessions make 10,000.
  private static let questionsPerSession = 100

  /// Asks a session of its own so many questions.
  private func ask(
    _ seed: UInt64,
    _ check: (Timeline, RandomSession, Pointer, Int) throws -> Void
  ) throws {
    var random = SeededGenerator(seed: seed &* 7_919)
    let session = RandomSession(actions: 40, using: &random)
    let timeline = try session.file.timeline()
    for _ in 0..<Self.questionsPerSession {
      let pointer = RandomSession.pointer(using: &random)
      try check(timeline, session, pointer, Int.random(in: 0...40, using: &random))
    }
  }

  @Test(
    "is answered by blame with the last line that changed it",
    arguments: TestScale.seeds(1, of: 50)
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
    arguments: TestScale.seeds(2, of: 50)
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
}
