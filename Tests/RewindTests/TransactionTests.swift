import Rewind
import RewindReplay
import RewindTestSupport
import Testing

/// The state of a store that is written to without actions, too.
private struct Feed: Codable, Equatable {
  var items: [Int] = []
  var query = ""
  var isLoading = false
  var total = 0
}

private enum FeedAction: Codable {
  case refresh
  case remove(Int)
  case count
}

private func reduce(_ state: inout Feed, _ action: FeedAction) {
  switch action {
  case .refresh: state.isLoading = true
  case .remove(let index):
    if state.items.indices.contains(index) { state.items.remove(at: index) }
  case .count: state.total += state.items.count
  }
}

private let feed = ReplayableStore(initial: Feed(), actions: FeedAction.self, reduce: reduce)

private final class FeedStore {
  let recording: Recording<Feed>
  private(set) var state: Feed

  init(_ recording: StoreRecording<Feed, FeedAction, @Sendable (inout Feed, FeedAction) -> Void>) {
    self.recording = recording
    state = recording.initialState()
  }

  func send(_ action: FeedAction) { recording.record(action, on: &state) { reduce(&$0, action) } }

  func modify(_ name: String, _ change: (inout Feed) -> Void) {
    recording.transaction(name, on: &state) { change(&$0) }
  }
}

@Suite("A transaction")
struct TransactionTests {
  private func lines(_ log: MemoryLog) throws -> [JSONValue] {
    try log.text.split(separator: "\n").map { try JSONValue(parsing: Array($0.utf8)) }
  }

  @Test("is in the log when it happens, with its name, its source and its changes")
  func line() throws {
    let log = MemoryLog()
    let store = FeedStore(feed.record(app: "feed", to: .memory(log)))
    store.send(.refresh)
    store.modify("loaded") { ($0.items, $0.isLoading) = ([1, 2], false) }
    let last = try #require(try lines(log).last)
    #expect(last["external"] == true)
    #expect(last["after"] == 1)
    #expect(last["name"] == "loaded")
    #expect(last["time"]?.double ?? -1 >= 0)
    #expect(last["source"]?.string?.hasPrefix("RewindTests/TransactionTests.swift:") == true)
    #expect(log.state == ["items": [1, 2], "query": "", "isLoading": false, "total": 0])
    store.modify("nothing") { $0.query = "" }
    #expect(try lines(log).last == last)
  }

  @Test("does not take the changes before it, or those of an action around it")
  func boundaries() throws {
    let log = MemoryLog()
    let recording = feed.record(app: "feed", to: .memory(log))
    var state = recording.initialState()
    state.query = "set by someone"
    recording.transaction("named", of: state) { state.total = 1 }
    recording.record(FeedAction.count, on: &state) { state in
      recording.transaction("inner", on: &state) { $0.total = 2 }
    }
    let found = try lines(log).filter { $0["external"] != nil }
    #expect(found.map { $0["name"] } == [nil, "named"])
    // When somebody set the query is not known.
    #expect(found.map { $0["time"] == nil } == [true, false])
  }

  @Test("keeps what was changed before its closure threw, and the type of the error")
  func errors() throws {
    struct Refused: Error {}
    let log = MemoryLog()
    let recording = feed.record(app: "feed", to: .memory(log))
    var state = recording.initialState()
    func refuse(_ state: inout Feed) throws(Refused) {
      state.total += 3
      throw Refused()
    }
    for _ in 1...2 {
      do throws(Refused) {
        try recording.transaction("import", on: &state, change: refuse)
      } catch {
        do throws(Refused) {
          try recording.record(FeedAction.count, on: &state, reduce: refuse)
        } catch {}
      }
    }
    #expect(log.state?["total"] == 12)
  }
}
