import RewindJSON
import RewindLog
import RewindQuery
import RewindTestSupport
import RewindTimeline
import Testing

@Suite("A search that nobody waits for any more")
struct CancellationTests {
  private let folder = TemporaryFolder()

  /// The questions that go through a session.
  private static let questions: [(name: String, ask: @Sendable (Timeline) throws -> Void)] = [
    ("blame", { _ = try $0.blame(Pointer(tokens: ["rows", "0", "n"]), at: $0.lastIndex) }),
    ("blame of all", { _ = try $0.blameAll(at: $0.lastIndex) }),
    (
      "history",
      { _ = try $0.history(of: Pointer(tokens: ["rows", "0", "n"]), upTo: $0.lastIndex) }
    ),
    (
      "find",
      { try $0.find(StepExpression("state.rows[0].n == -1"), in: 0...$0.lastIndex) { _ in true } }
    ),
    ("state", { _ = try $0.state(after: $0.lastIndex) }),
  ]

  @Test("ends at the next line that it would read", arguments: questions.indices)
  func everyLine(number: Int) throws {
    let (name, ask) = Self.questions[number]
    var random = SeededGenerator(seed: SeededGenerator.seed)
    let session = RandomSession(actions: 60, using: &random)
    let path = try session.file.write(to: folder)
    // The number of lines that the question reads when it is not stopped.
    let all = try asked(upTo: .max, ask, path)
    #expect(all.error == nil && all.count > 0, "\(name): \(all)")
    for limit in Set([0, 1, all.count / 2, all.count - 1]) where limit < all.count {
      let stopped = try asked(upTo: limit, ask, path)
      #expect(stopped.error?.reason == .cancelled, "\(name), \(limit) of \(all.count)")
      #expect(stopped.count == limit + 1)
    }
  }

  /// Asks a question about a session that is opened for it; stops it after so many lines.
  private func asked(
    upTo limit: Int,
    _ ask: (Timeline) throws -> Void,
    _ path: String
  ) throws -> (count: Int, error: SessionLogError?) {
    let timeline = try Timeline.open(SessionLog.open(path))
    nonisolated(unsafe) var count = 0
    let cancellation = ReadingCancellation {
      count += 1
      return count > limit
    }
    do {
      try ReadingCancellation.$current.withValue(cancellation) { try ask(timeline) }
      return (count, nil)
    } catch let error as SessionLogError {
      return (count, error)
    }
  }
}
