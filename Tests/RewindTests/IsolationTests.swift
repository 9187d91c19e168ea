import Foundation
import MainActorApp
import Rewind
import RewindLog
import RewindReplay
import RewindSession
import RewindTestSupport
import RewindTesting
import RewindTimeline
import Testing

/// A folder for a test that waits, which the synchronous form of `TemporaryFolder` cannot serve.
private func temporaryFolder() throws -> URL {
  let url = FileManager.default.temporaryDirectory.appending(path: "rewind-test-\(UUID())")
  try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  return url
}

@Suite("An app on the main actor by default")
@MainActor
struct MainActorAppTests {
  @Test("is recorded as any other, dispatched to from either side")
  func bothSides() async throws {
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "log.jsonl").path
    let recorder = Recorder(app: "basket", to: .file(path))
    let app = BasketApp(recorder)
    app.put("milk")
    await Task.detached { await app.putFromAnywhere("bread") }.value
    app.store.dispatch(Mark(label: Label(text: "today")))
    recorder.close()
    let timeline = try Timeline.open(SessionLog.open(path))
    let actions = try (1...3).map { try timeline.action($0).action.text }
    #expect(
      actions == [
        #"{"type":"Put","payload":{"item":"milk"}}"#,
        #"{"type":"Put","payload":{"item":"bread"}}"#,
        #"{"type":"Mark","payload":{"label":{"text":"today"}}}"#,
      ]
    )
    #expect(
      try timeline.state(after: 3) == ["items": ["milk", "bread"], "label": ["text": "today"]]
    )
    #expect(timeline.end == .closed)
  }

  @Test("and an actor beside it write a log each, in the actor's own order")
  func actor() async throws {
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "log.jsonl").path
    let recorder = Recorder(app: "basket", to: .file(path))
    let app = BasketApp(recorder)
    let tally = Tally(recorder)
    await withTaskGroup(of: Void.self) { group in
      for number in 1...50 {
        group.addTask {
          await tally.add("\(number)")
          await app.putFromAnywhere("\(number)")
        }
      }
    }
    recorder.close()
    let basket = try Timeline.open(SessionLog.open(path))
    let names = try Timeline.open(SessionLog.open(folder.appending(path: "log.tally.jsonl").path))
    #expect(basket.lastIndex == 50)
    #expect(names.lastIndex == 50)
    for index in 1...50 {
      let payload = try names.action(index).payload
      #expect(try names.state(after: index).array?.last == payload)
      #expect(try names.state(after: index).array?.count == index)
      #expect(try !names.action(index).overlaps)
    }
    let items = try basket.state(after: 50)["items"]?.array?.compactMap(\.string) ?? []
    #expect(Set(items) == Set((1...50).map(String.init)))
  }
}

@Suite("A store that is declared on the main actor by default")
@MainActor
struct MainActorDeclarationTests {
  @Test("is recorded in its Codable form, and replayed")
  func declared() throws {
    try check(shelf) { $0.reducer(&$1, $2) }
    try check(closedShelf) { $0.reducer($2, &$1) }
  }

  private func check<Reducer>(
    _ store: ReplayableStore<Shelf, ShelfAction, Reducer>,
    _ dispatch: (StoreRecording<Shelf, ShelfAction, Reducer>, inout Shelf, ShelfAction) -> Void
  ) throws {
    let log = MemoryLog()
    let recording = store.record(app: "shelf", to: .memory(log))
    var state = recording.initialState()
    for action in [ShelfAction.put("a"), .clear, .put("b")] { dispatch(recording, &state, action) }
    #expect(log.state == ["books": ["b"]])
    #expect(!log.text.contains("reflected"))
    let replay = try Replay(text: log.text, of: store)
    #expect(try replay.firstDivergence() == nil)
    #expect(try replay.run() == state)
  }
}

@Suite("Actions from several threads at once")
struct ThreadTests {
  private let folder = TemporaryFolder()

  @Test("are all in the log, each with a state, and overlaps are marked")
  func threads() throws {
    let path = folder.path("log.jsonl")
    let recorder = Recorder(app: "counter", to: .file(path))
    let recording = recorder.attach(Int.self)
    let lock = NSLock()
    nonisolated(unsafe) var sum = 0
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      for step in 0..<50 {
        // As a store does that guards its state, but not its reducer.
        let before = lock.withLock { sum }
        _ = recording.record(Add(amount: thread * 100 + step), from: before) {
          lock.withLock {
            sum += 1
            return sum
          }
        }
      }
    }
    recorder.close()
    let log = try SessionLog.open(path)
    let timeline = try Timeline.open(log)
    #expect(log.damage == nil)
    #expect(timeline.lastIndex == 400)
    #expect(timeline.end == .closed)
    let amounts = try (1...400).map { try timeline.action($0).payload?["amount"]?.int ?? -1 }
    #expect(Set(amounts).count == 400)
    // Each thread's actions are in the order in which it dispatched them.
    for thread in 0..<8 {
      let own = amounts.filter { $0 / 100 == thread }
      #expect(own == own.sorted())
    }
  }
}
