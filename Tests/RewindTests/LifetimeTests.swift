import Foundation
import Rewind
import RewindLog
import RewindSession
import RewindStore
import RewindTestSupport
import RewindTimeline
import Testing

@Suite("A session's life")
struct LifetimeTests {
  /// As an app does it that keeps nothing but its store.
  private func makeStore(_ path: String) -> Store<Counter> {
    let recorder = foreseeableRecorder(path)
    let recording = recorder.attach(Counter.self)
    return Store(reducer: counterReducer, state: Counter(), middleware: [recording.middleware])
  }

  @Test("lasts as long as its store, even if the recorder is not kept")
  func store() throws {
    try TemporaryFolder.with { folder in
      let path = folder.path("log.jsonl")
      var store: Store<Counter>? = makeStore(path)
      store?.dispatch(Add(amount: 1))
      store?.dispatch(Add(amount: 2))
      let open = try Timeline.open(SessionLog.open(path))
      #expect(open.lastIndex == 2)
      #expect(open.end == .stopped)
      store = nil
      #expect(try Timeline.open(SessionLog.open(path)).end == .closed)
    }
  }

  @Test("has file names that stay in the folder, whatever its stores are called")
  func names() throws {
    try TemporaryFolder.with { folder in
      let recorder = foreseeableRecorder(folder.path("noext"))
      _ = recorder.attach(Int.self)
      _ = recorder.attach(Int.self, name: "b/../c")
      let files = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
      #expect(files.sorted() == ["noext", "noext.b----c"])
    }
  }
}
