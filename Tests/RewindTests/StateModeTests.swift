import Foundation
import Rewind
import RewindInputs
import RewindJSON
import RewindLog
import RewindSession
import RewindTestSupport
import RewindTimeline
import Testing

/// Ways to record that keep no state.
private let modes: [Recorder.Options.States] = [.keyframes, .none]

@Suite("A recorder that writes few states")
struct StateModeTests {
  private let folder = TemporaryFolder()

  private func recorder(_ path: String, _ states: Recorder.Options.States) -> Recorder {
    foreseeableRecorder(path, Recorder.Options(states: states))
  }

  private func lines(_ path: String) throws -> [String] {
    try plainText(path).split(separator: "\n").map(String.init).filter {
      !$0.hasPrefix(#"{"types""#)
    }
  }

  /// Records a play of additions, and gives the states that the store went through.
  private func play(_ path: String, _ states: Recorder.Options.States, count: Int) -> [Counter] {
    let recorder = recorder(path, states)
    let recording = recorder.attach(Counter.self)
    var state = Counter()
    var seen = [state]
    for number in 1...count {
      let action = Add(amount: number)
      state = recording.record(action, from: state) { counterReducer(action: action, state: state) }
      seen.append(state)
    }
    recorder.close()
    return seen
  }

  @Test("says of each action that it was reduced, and in the header that states are missing")
  func wholeText() throws {
    let path = folder.path("log.jsonl")
    _ = play(path, .none, count: 2)
    let lines = try lines(path)
    #expect(
      lines == [
        #"{"rewind":1,"session":"00000000-0000-0000-0000-000000000001","app":"counter","started":"2026-11-21T08:00:00.123Z","store":"main","attach":"reducer","stateLines":"none"}"#,
        #"{"after":0,"state":{"count":0,"history":[]},"wall":"2026-11-21T08:00:00.123Z"}"#,
        #"{"index":1,"time":0.001000,"action":{"type":"Add","payload":{"amount":1}}}"#,
        #"{"reduced":1}"#,
        #"{"index":2,"time":0.002000,"action":{"type":"Add","payload":{"amount":2}}}"#,
        #"{"reduced":2}"#,
        #"{"end":"closed","index":2}"#,
      ]
    )
  }

  @Test("returns right states or reports that they were not recorded, and never a wrong one")
  func states() throws {
    let path = folder.path("log.jsonl")
    let seen = play(path, .keyframes, count: 200)
    let timeline = try Timeline.open(SessionLog.open(path))
    #expect(timeline.end == .closed)
    var known = 0
    for index in 0...200 {
      do {
        let state = try timeline.state(after: index).decode(Counter.self)
        #expect(state == seen[index])
        known += 1
      } catch let error as SessionLogError {
        guard case .notRecorded(index, let nearest) = error.reason else { throw error }
        #expect(nearest.allSatisfy { $0 != index })
        for index in nearest {
          #expect(try timeline.state(after: index).decode(Counter.self) == seen[index])
        }
      }
    }
    #expect(known > 5 && known < 100)
    #expect(try timeline.unrecordedCount() == 201 - known)
  }

  @Test("blames no action if one of several may have written a value")
  func blame() throws {
    let path = folder.path("log.jsonl")
    _ = play(path, .keyframes, count: 60)
    let timeline = try Timeline.open(SessionLog.open(path))
    let last = try #require(try timeline.lastState())
    #expect(throws: SessionLogError.self) { try timeline.blame(Pointer("/count"), at: last) }
    #expect(throws: SessionLogError.self) { try timeline.changes(of: last) }
    #expect(throws: SessionLogError.self) { try timeline.history(of: Pointer("/count")) }
    #expect(throws: SessionLogError.self) { try timeline.blameAll(at: last) }
    #expect(try timeline.blame(Pointer("/count"), at: 0)?.index == 0)
  }

  @Test("leaves an action open that dies, and no other", arguments: modes)
  func crash(mode: Recorder.Options.States) throws {
    let path = folder.path("log.jsonl")
    let recorder = recorder(path, mode)
    let recording = recorder.attach(Counter.self)
    var ends: [SessionEnd] = []
    let state = recording.record(Add(amount: 1), from: Counter()) { Counter(count: 1) }
    ends.append(try Timeline.open(SessionLog.open(path)).end)
    _ = recording.record(Add(amount: 2), from: state) {
      ends.append((try? Timeline.open(SessionLog.open(path)).end) ?? .cut)
      return Counter(count: 3)
    }
    ends.append(try Timeline.open(SessionLog.open(path)).end)
    #expect(ends == [.stopped, .crashed(action: 2), .stopped])
    recorder.close()
  }

  @Test("ends the outer action before a nested one begins", arguments: modes)
  func nested(mode: Recorder.Options.States) throws {
    let path = folder.path("log.jsonl")
    let recorder = recorder(path, mode)
    let recording = recorder.attach(String.self)
    let large = String(repeating: "a", count: 10_000)
    _ = recording.record(Add(amount: 1), from: large) {
      recording.record(Add(amount: 2), from: large) { large }
    }
    recorder.close()
    let kinds = try lines(path).dropFirst(2).map { String($0.prefix(12)) }
    #expect(
      kinds == [
        #"{"index":1,""#, #"{"reduced":1"#, #"{"index":2,""#, #"{"reduced":2"#, #"{"end":"clos"#,
      ]
    )
    let timeline = try Timeline.open(SessionLog.open(path))
    #expect(try timeline.action(2).cause == 1)
  }

  @Test("lets a reducer change a large array in place", arguments: modes + [.patches])
  func inPlace(mode: Recorder.Options.States) throws {
    let recorder = recorder(folder.path("log.jsonl"), mode)
    let recording = recorder.attach([Int].self)
    var state = Array(0..<10_000)
    /// How many writes did not find the array where the one before had left it.
    var moves = 0
    var address: UnsafeRawPointer?
    for number in 0..<50 {
      recording.record(Add(amount: number), on: &state) { state in
        state[number] = -1
        let now = state.withUnsafeBytes(\.baseAddress)
        if now != address { moves += 1 }
        address = now
      }
    }
    recorder.close()
    if mode == .patches {
      #expect(moves > 25)
    } else {
      // The first write finds an address that is not known yet.
      #expect(moves == 1)
    }
    #expect(Array(state.prefix(51)) == Array(repeating: -1, count: 50) + [50])
  }

  @Test("writes an external change whole, if the app reports it", arguments: modes)
  func external(mode: Recorder.Options.States) throws {
    let path = folder.path("log.jsonl")
    let recorder = recorder(path, mode)
    let recording = recorder.attach(Counter.self)
    _ = recording.record(Add(amount: 1), from: Counter()) { Counter(count: 1) }
    recording.recordIfChanged(to: Counter(count: 7))
    recording.recordExternalChange(to: Counter(count: 9))
    _ = recording.record(Add(amount: 1), from: Counter(count: 9)) { Counter(count: 10) }
    recorder.close()
    let timeline = try Timeline.open(SessionLog.open(path))
    #expect(try timeline.state(before: 2)["count"] == 9)
    #expect(try !lines(path).contains { $0.contains(#""count":7"#) })
  }

  @Test("begins each segment with a state", arguments: modes)
  func segments(mode: Recorder.Options.States) throws {
    let path = folder.path("log.jsonl")
    let recorder = Recorder(
      app: "counter",
      to: .file(path),
      options: Recorder.Options(states: mode, segments: .init(bytes: 2_000))
    )
    let recording = recorder.attach(Counter.self)
    var state = Counter()
    for number in 1...60 {
      let before = state
      state = recording.record(Add(amount: number), from: before) {
        Counter(count: before.count + number)
      }
    }
    recorder.close()
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    #expect(names.count > 1)
    for name in names {
      let timeline = try Timeline.open(SessionLog.open(folder.path(name)))
      let first = try timeline.log.findStart()
      #expect(try timeline.state(after: first)["count"] == JSONValue(first * (first + 1) / 2))
    }
  }
}

extension Timeline {
  fileprivate func unrecordedCount() throws -> Int {
    try (0...lastIndex).filter { try isUnrecorded($0) }.count
  }
}
