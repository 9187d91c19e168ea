import Foundation
import Rewind
import RewindJSON
import RewindLog
import RewindTestSupport
import RewindTimeline
import Testing

/// A clock of a few ticks a microsecond that knows which action has read it: the oracle of the order.
private final class TickingClock: @unchecked Sendable {
  private let lock = NSLock()
  private let ticksPerMicrosecond: Int
  private var tick = 0
  private var readings: [Reading] = []

  struct Reading {
    let microsecond: Int
    let store: String
    let id: Int
  }

  init(ticksPerMicrosecond: Int) { self.ticksPerMicrosecond = ticksPerMicrosecond }

  /// The clock for a recorder; the current thread says what it dispatches.
  var clock: SessionClock {
    SessionClock(
      wall: { Date(timeIntervalSince1970: 1_790_000_000) },
      microseconds: { self.read() }
    )
  }

  static func dispatching(_ id: Int, to store: String, _ body: () -> Void) {
    Thread.current.threadDictionary["dispatch"] = (id, store)
    body()
    Thread.current.threadDictionary["dispatch"] = nil
  }

  private func read() -> Int {
    lock.withLock {
      tick += 1
      let now = tick / ticksPerMicrosecond
      if let (id, store) = Thread.current.threadDictionary["dispatch"] as? (Int, String) {
        readings.append(Reading(microsecond: now, store: store, id: id))
      }
      return now
    }
  }

  /// The actions by time, those of one microsecond by store, those of one store as they were.
  var order: [Reading] {
    readings.enumerated().sorted {
      ($0.element.microsecond, $0.element.store, $0.offset)
        < ($1.element.microsecond, $1.element.store, $1.offset)
    }.map(\.element)
  }
}

private struct Step: Codable, Sendable {
  let id: Int
}

/// A store that any thread may dispatch to.
private final class TallyStore: @unchecked Sendable {
  let name: String
  private let recording: Recording<Counter>
  private let lock = NSLock()
  private var state = Counter()

  init(_ recorder: Recorder, _ name: String) {
    self.name = name
    recording = recorder.attach(Counter.self, name: name)
  }

  func dispatch(_ id: Int) {
    TickingClock.dispatching(id, to: name) {
      lock.withLock { recording.record(Step(id: id), on: &state) { $0.count += 1 } }
    }
  }
}

@Suite("The actions of five stores on eight threads")
struct StoreOrderTests {
  private let folder = TemporaryFolder()
  private static let threads = 8
  private static let actionsPerThread = TestScale.count(120, of: 1_250)
  private static let names = ["cart", "feed", "router", "search", "user"]

  @Test(
    "are merged as the clock was read, and at one microsecond by the names of stores",
    arguments: [1, 4]
  )
  func order(ticksPerMicrosecond: Int) throws {
    let seed = SeededGenerator.seed
    let oracle = TickingClock(ticksPerMicrosecond: ticksPerMicrosecond)
    let recorder = Recorder(
      app: "stores",
      to: .file(folder.path("log.jsonl")),
      clock: oracle.clock,
      options: Recorder.Options(holdingBudget: nil)
    )
    let stores = Self.names.shuffled().map { TallyStore(recorder, $0) }
    let group = DispatchGroup()
    for thread in 0..<Self.threads {
      group.enter()
      Thread.detachNewThread {
        var random = SeededGenerator(seed: seed &+ UInt64(thread))
        for number in 0..<Self.actionsPerThread {
          let store = stores[Int.random(in: 0..<stores.count, using: &random)]
          store.dispatch(thread * Self.actionsPerThread + number)
        }
        group.leave()
      }
    }
    group.wait()
    recorder.close()
    let first = try Timeline.open(SessionLog.open(recorder.files[0].path))
    var notices: [String] = []
    let found = SessionStores.find(beside: first) { notices.append($0) }
    let session = try StoreSession(found) { notices.append($0) }
    #expect(notices.isEmpty && session.names == Self.names, "seed \(seed)")
    try compare(session.timeline, with: oracle.order, "seed \(seed)")
  }

  /// Compares each action with the oracle's, and each state with the actions so far.
  private func compare(
    _ timeline: Timeline,
    with order: [TickingClock.Reading],
    _ comment: Comment
  ) throws {
    #expect(timeline.lastIndex == Self.threads * Self.actionsPerThread, comment)
    #expect(timeline.end == .closed, comment)
    #expect(try LogFaults.find(in: timeline.log, verifying: true).contradiction == nil, comment)
    var counts: [String: Int] = [:]
    var wrong = 0
    for (number, reading) in order.enumerated() {
      let action = try timeline.action(number + 1)
      counts[reading.store, default: 0] += 1
      let own = StoreAction(store: reading.store, index: counts[reading.store] ?? 0)
      let state = try timeline.state(after: number + 1)
      let isRight =
        action.payload?["id"]?.int == reading.id && action.storeAction == own
        && Self.names.allSatisfy { state[$0]?["count"]?.int == counts[$0, default: 0] }
      if !isRight { wrong += 1 }
    }
    #expect(wrong == 0, comment)
  }
}
