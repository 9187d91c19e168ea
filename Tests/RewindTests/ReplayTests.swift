import Foundation
import MemoryTunesExample
import MemoryTunesFront
import RewindLog
import RewindQuery
import RewindReplay
import RewindSession
import RewindStore
import RewindTestSupport
import RewindTesting
import RewindTimeline
import Testing

@Suite("A replay")
struct ReplayTests {
  private let folder = TemporaryFolder()
  private static let recordings = ["win", "category-out-of-range", "tap-while-loading"]

  private func replay(_ name: String) throws -> Replay<AppState, any Action> {
    try Replay(Recordings.path("memory-tunes/\(name).jsonl"), of: memoryTunes)
  }

  @Test("makes every state twice, by decoding and by running the reducers", arguments: recordings)
  func bothWays(name: String) throws {
    let replay = try replay(name)
    var last = replay.lastIndex
    if case .crashed = replay.end { last -= 1 }
    for index in 0...last {
      let decoded = try replay.state(after: index)
      #expect(try replay.state(after: index, by: .rerunning) == decoded, "\(name) \(index)")
    }
  }

  @Test("reports where a condition first holds, by the app's own reducers", arguments: recordings)
  func conditions(name: String) throws {
    let replay = try replay(name)
    let timeline = try Timeline.open(SessionLog.open(Recordings.path("memory-tunes/\(name).jsonl")))
    for text in [
      "length(gameState.memoryCards) == 0", "gameState.gameFinished", "gameState.showLoading",
      "changed(gameState.memoryCards) and type like \"Flip*\"",
      "index > 2 and before(state) == state",
      "gameState.nothing == 1",
    ] {
      var first: Int?
      try timeline.find(StepExpression(text), in: 0...timeline.lastIndex) {
        first = $0
        return false
      }
      #expect(try replay.firstIndex(where: text) == first, "\(name) \(text)")
    }
    #expect(throws: ExpressionError.self) { try replay.firstIndex(where: "length(") }
  }

  @Test("gives a store of the past that can be dispatched to")
  func store() throws {
    let replay = try replay("tap-while-loading")
    // One card of the last pair is still to be turned, and the player does so.
    let store = try replay.store(after: replay.lastIndex - 3)
    let last = try #require(store.state.gameState.memoryCards.nextIndexToWin)
    #expect(store.state.gameState.gameFinished == false)
    store.dispatch(FlipCardAction(cardIndexToFlip: last))
    #expect(store.state.gameState.gameFinished)
  }

  @Test("goes on from the recorded state where a time machine moved the store")
  func travels() throws {
    let path = folder.path("log.jsonl")
    let (recorder, machine, store) = recordedMachine(path)
    for amount in 1...3 { store.dispatch(Add(amount: amount)) }
    try machine.jump(to: 1)
    store.dispatch(Add(amount: 10))
    recorder.close()
    let replay = try Replay(path, of: counter)
    #expect(try replay.firstDivergence() == nil)
    #expect(try replay.state(after: 4, by: .rerunning) == store.state)
    #expect(store.state.count == 16)
  }

  @Test("draws what was drawn, and has no effects")
  func inputs() throws {
    let path = folder.path("log.jsonl")
    let (recorder, store) = recordedStore(path)
    for _ in 0..<5 {
      store.dispatch(Stamp())
      store.dispatch(Rename(label: nil))
    }
    recorder.close()
    let replay = try Replay(path, of: counter)
    #expect(try replay.state(after: 10, by: .rerunning) == store.state)
    #expect(try replay.state(after: 9, by: .rerunning).label == "live")
  }

  @Test("names every type that cannot be decoded, not only the first")
  func undecodable() throws {
    let path = folder.path("log.jsonl")
    let (recorder, store) = recordedStore(path, state: Counter())
    store.dispatch(Rename(label: nil))
    store.dispatch(Add(amount: 1))
    store.dispatch(Rename(label: "x"))
    store.dispatch(Stamp())
    recorder.close()
    let replay = try Replay(path, of: ReplayableStore(reducer: counterReducer, actions: [Add.self]))
    let error = #expect(throws: UndecodableSession.self) {
      try replay.state(after: 4, by: .rerunning)
    }
    #expect(error?.failures.map(\.type) == ["Rename", "Stamp"])
    #expect(error?.failures.map(\.count) == [2, 1])
    #expect(error?.failures.map(\.index) == [1, 4])
  }

  @Test("says so where the reducer draws what the recording does not have")
  func unrecorded() throws {
    let path = folder.path("log.jsonl")
    let recorder = foreseeableRecorder(path)
    let recording = recorder.attach(Counter.self)
    _ = recording.record(Stamp(), from: Counter()) { Counter(count: 1) }
    recorder.close()
    let replay = try Replay(path, of: counter)
    #expect(throws: ReplayError.unrecordedInput("start", index: 0)) {
      try replay.state(after: 1, by: .rerunning)
    }
  }
}
