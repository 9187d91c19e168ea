import Rewind
import RewindReplay
import RewindTestSupport
import RewindTesting
import Testing

// A store with what version 2 of The Composable Architecture adds, as its authors describe the beta: tasks that write
// to the state, features that write when they appear or when a value has changed, events, and bindings.

private struct Feed: Codable, Equatable {
  struct Detail: Codable, Equatable {
    var item: Int
    var fact: String?
    var visits = 0
  }

  var items: [Int] = []
  var query = ""
  var isSearching = false
  var secondsLeft = 0
  var detail: Detail?
}

private enum FeedAction: Codable {
  case refresh
  case countdown(Int)
  case open(Int)
  case close
}

private func update(_ state: inout Feed, _ action: FeedAction) {
  switch action {
  case .refresh: state.items = []
  case .countdown(let seconds): state.secondsLeft = seconds
  case .open(let item): state.detail = Feed.Detail(item: item)
  case .close: state.detail = nil
  }
}

private let feed = ReplayableStore(initial: Feed(), actions: FeedAction.self, reduce: update)

private typealias FeedRecording =
  StoreRecording<Feed, FeedAction, @Sendable (inout Feed, FeedAction) -> Void>

/// The library's part: it calls the features and knows no recorder.
private final class FeatureStore {
  private(set) var state: Feed
  private let update: (inout Feed, FeedAction) -> Void
  private var tasks: [() -> Void] = []

  init(initialState: Feed, update: @escaping (inout Feed, FeedAction) -> Void) {
    state = initialState
    self.update = update
  }

  func send(_ action: FeedAction) {
    changing { update(&$0, action) }
  }

  func modify(_ change: (inout Feed) -> Void) {
    changing(change)
  }

  func addTask(_ step: @escaping () -> Void) { tasks.append(step) }

  /// Runs one of the tasks up to where it suspends again.
  func runTask(using random: inout SeededGenerator) {
    guard let number = tasks.indices.randomElement(using: &random) else { return }
    tasks.remove(at: number)()
  }

  /// Makes a change, and what features do when they appear or when a value is another one.
  private func changing(_ change: (inout Feed) -> Void) {
    let before = state
    change(&state)
    if before.detail?.item != state.detail?.item { state.detail?.visits += 1 }
    if before.query != state.query { state.isSearching = !state.query.isEmpty }
  }
}

/// The app's part: each way to change the state has a name.
private final class FeedModel {
  let store: FeatureStore
  private let recording: FeedRecording

  init(_ recording: FeedRecording) {
    self.recording = recording
    store = FeatureStore(initialState: recording.initialState(), update: recording.reducer)
  }

  func send(_ action: FeedAction) {
    recording.transaction("lifecycle", of: store.state) { store.send(action) }
    switch action {
    case .refresh: store.addTask { self.modify("refresh") { $0.items = [1, 2, 3] } }
    case .countdown: store.addTask { self.tick() }
    case .open(let item):
      store.addTask { self.modify("event.fact") { $0.detail?.fact = "about \(item)" } }
    case .close: break
    }
  }

  func modify(_ name: String, _ change: (inout Feed) -> Void) {
    recording.transaction(name, of: store.state) { store.modify(change) }
  }

  private func tick() {
    guard store.state.secondsLeft > 0 else { return }
    modify("countdown") { $0.secondsLeft -= 1 }
    store.addTask { self.tick() }
  }
}

@Suite("A store whose tasks, features and bindings write to the state")
struct FeatureStoreTests {
  private func play(
    _ seed: UInt64,
    send: (FeedAction) -> Void,
    modify: (String, (inout Feed) -> Void) -> Void,
    runTask: (inout SeededGenerator) -> Void
  ) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<40 {
      switch Int.random(in: 0..<8, using: &random) {
      case 0: send(.refresh)
      case 1: send(.countdown(Int.random(in: 0..<4, using: &random)))
      case 2: send(.open(Int.random(in: 0..<3, using: &random)))
      case 3: send(.close)
      case 4:
        let query = ["", "s", "soup"].randomElement(using: &random) ?? ""
        modify("binding.query") { $0.query = query }
      default: runTask(&random)
      }
    }
  }

  private func changes(_ log: MemoryLog) throws -> [JSONValue] {
    try log.text.split(separator: "\n").map { try JSONValue(parsing: Array($0.utf8)) }
      .filter { $0["external"] != nil }
  }

  @Test("leaves no change without a name in many sessions, which replay the same")
  func sessions() throws {
    let seed = SeededGenerator.seed
    var names: Set<String> = []
    for number in TestScale.seeds(30, of: 100) {
      let log = MemoryLog()
      let model = FeedModel(feed.record(app: "feed", to: .memory(log)))
      play(seed &+ number, send: model.send, modify: model.modify, runTask: model.store.runTask)
      let changes = try changes(log)
      #expect(changes.allSatisfy { $0["name"] != nil }, "seed \(seed &+ number)")
      names.formUnion(changes.compactMap { $0["name"]?.string })
      #expect(try log.state?.decode(Feed.self) == model.store.state, "seed \(seed &+ number)")
      let replay = try Replay(text: log.text, of: feed)
      #expect(try replay.firstDivergence() == nil, "seed \(seed &+ number)")
    }
    #expect(names == ["lifecycle", "refresh", "countdown", "event.fact", "binding.query"])
  }

  @Test("does not replay the same where only its reducer is recorded")
  func reducerOnly() throws {
    let log = MemoryLog()
    let recording = feed.record(app: "feed", to: .memory(log))
    let store = FeatureStore(initialState: recording.initialState(), update: recording.reducer)
    store.send(.open(1))
    store.modify { $0.query = "soup" }
    store.send(.close)
    // An in-place reducer's action takes what was changed before it.
    #expect(try changes(log) == [])
    let difference = try Replay(text: log.text, of: feed).firstDivergence()
    #expect(difference?.index == 2)
  }
}
