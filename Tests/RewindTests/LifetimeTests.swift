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
  private let folder = TemporaryFolder()

  /// As an app does it that keeps nothing but its store.
  private func makeStore(_ path: String) -> Store<Counter> {
    let recorder = foreseeableRecorder(path)
    let recording = recorder.attach(Counter.self)
    return Store(reducer: counterReducer, state: Counter(), middleware: [recording.middleware])
  }

  @Test("lasts as long as its store, even if the recorder is not kept")
  func store() throws {
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

  #if os(Linux)
  @Test("holds no descriptor for a store that is gone, such as that of a closed screen")
  func screens() throws {
    let recorder = foreseeableRecorder(folder.path("log.jsonl"))
    let main = recorder.attach(Int.self)
    _ = main.record(Add(amount: 1), from: 0) { 1 }
    for _ in 1...300 {
      let screen = recorder.attach(Int.self, name: "screen")
      _ = screen.record(Add(amount: 1), from: 0) { 1 }
    }
    func openFiles() throws -> Int {
      let descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
      return descriptors.count {
        let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
        return path?.hasPrefix(folder.url.path) ?? false
      }
    }
    let limit = ContinuousClock.now + .seconds(hangingSeconds)
    while try openFiles() > 1, .now < limit { sched_yield() }
    #expect(try openFiles() == 1)
    recorder.note("still here")
    _ = main.record(Add(amount: 1), from: 1) { 2 }
    #expect(recorder.failure == nil)
    #expect(recorder.files.count == 301)
    for file in recorder.files.dropFirst() {
      let log = try Timeline.open(SessionLog.open(file.path))
      #expect(log.lastIndex == 1)
      #expect(log.end == .closed)
      #expect(try Data(contentsOf: file).count < 2_000)
    }
    #expect(try Timeline.open(SessionLog.open(folder.path("log.jsonl"))).end == .stopped)
  }
  #endif

  @Test("has file names that stay in the folder, whatever its stores are called")
  func names() throws {
    let recorder = foreseeableRecorder(folder.path("noext"))
    _ = recorder.attach(Int.self)
    _ = recorder.attach(Int.self, name: "b/../c")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    #expect(files.sorted() == ["noext", "noext.b----c"])
  }
}
