import Foundation
import Rewind
import RewindJSON
import RewindLog
import RewindSession
import RewindTestSupport
import RewindTimeline
import Testing

@Suite("Where a recording fails or has ended")
struct FailureTests {
  private let folder = TemporaryFolder()

  /// What is reported of a failure, and what is done then.
  private final class Listener: Sendable {
    private let lock = NSLock()
    nonisolated(unsafe) private var heard: [Recorder.Failure] = []
    nonisolated(unsafe) var answer: () -> Void = {}

    func hear(_ failure: Recorder.Failure) {
      lock.withLock { heard.append(failure) }
      answer()
    }

    var failures: [Recorder.Failure] { lock.withLock { heard } }
  }

  @Test(
    "may be handled by a pause, a mark, a recording or a close",
    .timeLimit(.minutes(hangingMinutes)),
    arguments: ["pause", "note", "record", "close"]
  )
  func answers(deed: String) throws {
    let listener = Listener()
    let recorder = Recorder(
      app: "counter",
      to: .file(folder.path("log.jsonl")),
      options: Recorder.Options(states: .whole),
      onFailure: { listener.hear($0) }
    )
    let recording = recorder.attach(Counter.self)
    listener.answer = {
      switch deed {
      case "pause": recording.isPaused = true
      case "note": recorder.note("it fails")
      case "record": _ = recording.record(Add(amount: 1), from: Counter()) { Counter(count: 1) }
      default: recorder.close()
      }
    }
    unlink(folder.path("log.jsonl"))
    var state = Counter()
    for _ in 0..<3 {
      let before = state
      state = recording.record(Add(amount: 2), from: before) { Counter(count: before.count + 2) }
    }
    #expect(state.count == 6)
    #expect(listener.failures.count == 1)
    #expect(recorder.failure != nil)
  }

  @Test("leaves a segment's file alone that belongs to another session, and goes on without it")
  func foreignSegment() throws {
    let foreign = try folder.file("log.3.jsonl", "mine\n").path
    let listener = Listener()
    let recorder = Recorder(
      app: "counter",
      to: .file(folder.path("log.jsonl")),
      options: Recorder.Options(segments: .init(bytes: 1_000, keeping: 2)),
      onFailure: { listener.hear($0) }
    )
    let recording = recorder.attach(Counter.self)
    for number in 0..<200 {
      _ = recording.record(Add(amount: 1), from: Counter(count: number)) {
        Counter(count: number + 1)
      }
    }
    recorder.close()
    #expect(try String(contentsOfFile: foreign, encoding: .utf8) == "mine\n")
    #expect(listener.failures.count == 1)
    let timeline = try Timeline.open(SessionLog.open(folder.path("log.2.jsonl")))
    #expect(timeline.end == .closed)
    #expect(timeline.lastIndex == 200)
    #expect(try timeline.state(after: 200)["count"] == 200)
  }

  /// Counts how often it is encoded.
  private struct Counted: Encodable {
    static let lock = NSLock()
    nonisolated(unsafe) static var encodings = 0
    var number: Int

    enum Keys: String, CodingKey { case number }

    func encode(to encoder: any Encoder) throws {
      Self.lock.withLock { Self.encodings += 1 }
      var container = encoder.container(keyedBy: Keys.self)
      try container.encode(number, forKey: .number)
    }
  }

  @Test(
    "nothing is encoded once the recorder is closed or the file is gone",
    arguments: [true, false]
  )
  func ended(isClosed: Bool) throws {
    let recorder = Recorder(
      app: "counter",
      to: .file(folder.path("log.jsonl")),
      options: Recorder.Options(states: .whole)
    )
    let recording = recorder.attach(Counted.self)
    func step(_ number: Int) {
      _ = recording.record(Add(amount: 1), from: Counted(number: number)) {
        Counted(number: number + 1)
      }
    }
    step(0)
    if isClosed { recorder.close() } else { unlink(folder.path("log.jsonl")) }
    // The first notices it.
    step(1)
    step(2)
    let before = Counted.lock.withLock { Counted.encodings }
    for number in 3..<10 { step(number) }
    #expect(Counted.lock.withLock { Counted.encodings } == before)
  }
}

@Suite("The first actions of a session")
struct FirstActionTests {
  @Test("may come on several threads at once: the initial state stands before them all")
  func several() throws {
    for _ in 0..<TestScale.count(60, of: 200) {
      try TemporaryFolder.with { folder in
        let path = folder.path("log.jsonl")
        let recorder = Recorder(app: "counter", to: .file(path))
        let recording = recorder.attach(Counter.self)
        DispatchQueue.concurrentPerform(iterations: 4) { thread in
          for number in 0..<3 {
            _ = recording.record(Add(amount: 1), from: Counter(count: thread * 10 + number)) {
              Counter(count: thread * 10 + number + 1)
            }
          }
        }
        recorder.close()
        var examination = try IntegrityReport.read(path)
        try examination.checkConsistency()
        #expect(examination.damage == nil)
        #expect(try examination.key(of: 2) == LineKey(.keyframe, 0))
        let timeline = try Timeline.open(SessionLog.open(path))
        #expect(timeline.lastIndex == 12)
        // The state of an action that a later one has overtaken shows as a change from outside.
        for index in 0...12 {
          if try timeline.stateLine(after: index) == nil {
            #expect(timeline.missingState(after: index) == .lost)
          } else {
            _ = try timeline.state(after: index)
          }
        }
      }
    }
  }
}
