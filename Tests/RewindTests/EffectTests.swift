import Foundation
import Rewind
import RewindInputs
import RewindReplay
import RewindStore
import RewindTestSupport
import RewindTesting
import Testing

/// Whatever a reducer should leave alone: user defaults, files, static state, tasks.
private final class Outside: @unchecked Sendable {
  let defaults: UserDefaults
  let file: URL
  private let lock = NSLock()
  private var counter = 0
  private var tasks = 0

  init(_ folder: TemporaryFolder, suite: String) {
    defaults = UserDefaults(suiteName: suite) ?? .standard
    file = folder.url.appending(path: "draft.txt")
  }

  func nextNumber() -> Int {
    lock.withLock {
      counter += 1
      return counter
    }
  }

  func startTask() {
    lock.withLock { tasks += 1 }
  }

  var startedTasks: Int { lock.withLock { tasks } }
  var numbersGiven: Int { lock.withLock { counter } }
}

private struct Draft: Codable, Equatable {
  var number = 0
  var theme = ""
  var text = ""
}

private struct Save: Action, Codable {
  let text: String
}

/// The documented recipe: each read is a recorded value, each write and each start a recorded effect.
private func reducer(_ outside: Outside) -> Reducer<Draft> {
  { action, state in
    var draft = state ?? Draft()
    guard let save = action as? Save else { return draft }
    draft.number = Recorded.value("number") { outside.nextNumber() }
    draft.theme = Recorded.value("theme") { outside.defaults.string(forKey: "theme") ?? "light" }
    Recorded.effect("remember theme") { outside.defaults.set("dark", forKey: "theme") }
    Recorded.effect("upload") { outside.startTask() }
    draft.text =
      Recorded.value("draft") { (try? String(contentsOf: outside.file, encoding: .utf8)) ?? "" }
      + save.text
    let text = draft.text
    Recorded.effect("write draft") {
      do {
        try text.write(to: outside.file, atomically: true, encoding: .utf8)
      } catch {
        Issue.record(error)
      }
    }
    return draft
  }
}

@Suite("A replay")
struct EffectTests {
  private let folder = TemporaryFolder()

  @Test("gives reducers what they read, writes no user default and no file, and starts no task")
  func noEffects() throws {
    let suite = "rewind-test-\(UUID())"
    defer { UserDefaults(suiteName: suite)?.removePersistentDomain(forName: suite) }
    let live = Outside(folder, suite: suite)
    let path = folder.path("log.jsonl")
    let recorder = Recorder(app: "draft", to: .file(path))
    let recording = recorder.attach(Draft.self)
    let store = Store(reducer: reducer(live), state: nil, middleware: [recording.middleware])
    for text in ["a", "b", "c"] { store.dispatch(Save(text: text)) }
    recorder.close()
    #expect(store.state == Draft(number: 3, theme: "dark", text: "abc"))
    #expect(live.startedTasks == 3)

    // Another day, another place: nothing is there, and nothing is there afterwards.
    try FileManager.default.removeItem(at: live.file)
    live.defaults.removeObject(forKey: "theme")
    let later = Outside(folder, suite: suite)
    let replay = try Replay(
      path,
      of: ReplayableStore(reducer: reducer(later), actions: [Save.self])
    )
    #expect(try replay.firstDivergence() == nil)
    #expect(try replay.run() == store.state)
    #expect(later.startedTasks == 0)
    #expect(later.numbersGiven == 0)
    #expect(later.defaults.object(forKey: "theme") == nil)
    #expect(!FileManager.default.fileExists(atPath: later.file.path))
  }

  @Test("in a time machine has no effects either, and draws what was drawn")
  func timeMachine() throws {
    let suite = "rewind-test-\(UUID())"
    defer { UserDefaults(suiteName: suite)?.removePersistentDomain(forName: suite) }
    let outside = Outside(folder, suite: suite)
    let machine = TimeMachine(reducer(outside))
    let store = Store(reducer: machine.reducer, state: nil, middleware: [machine.middleware])
    machine.attach(to: store)
    for text in ["a", "b", "c"] { store.dispatch(Save(text: text)) }
    let (state, number) = (store.state, outside.numbersGiven)
    try machine.skip(2)
    try machine.unskip(2)
    #expect(store.state == state)
    #expect(outside.numbersGiven == number)
    #expect(outside.startedTasks == 3)
  }
}
