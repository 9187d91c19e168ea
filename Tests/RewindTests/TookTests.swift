import Foundation
import Rewind
import RewindInputs
import RewindJSON
import RewindLog
import RewindSession
import RewindStore
import RewindTestSupport
import RewindTimeline
import Testing

/// A clock that goes on only where a test says so.
private final class StandingClock: @unchecked Sendable {
  private let lock = NSLock()
  private var nanoseconds = 0

  func wait(_ nanoseconds: Int) { lock.withLock { self.nanoseconds += nanoseconds } }

  var clock: SessionClock {
    SessionClock(
      wall: { Date(timeIntervalSince1970: 1_795_248_000) },
      microseconds: { self.lock.withLock { self.nanoseconds / 1_000 } },
      nanoseconds: { self.lock.withLock { self.nanoseconds } },
      processorNanoseconds: { 0 },
      isTiming: true
    )
  }
}

@Suite("The time that an action took")
struct TookTests {
  private let folder = TemporaryFolder()

  /// Returns the lines of a log that have a time, as `kind index time`, and the header.
  private func times(
    _ options: Recorder.Options = .init(),
    _ record: (Recorder, StandingClock) -> Void
  ) throws -> (times: [String], header: JSONObject) {
    try TemporaryFolder.with { folder in
      let (path, clock) = (folder.url.appending(path: "a.jsonl").path, StandingClock())
      let recorder = Recorder(app: "counter", to: .file(path), clock: clock.clock, options: options)
      record(recorder, clock)
      recorder.close()
      let log = try SessionLog.open(path)
      #expect(log.damage == nil)
      var times: [String] = []
      for number in 0..<log.lineCount {
        let json = try #require(try JSONValue(parsing: log.bytes(of: number)).object)
        let index = (json["after"] ?? json["reduced"] ?? json["index"])?.text ?? ""
        if let took = json["took"] { times.append("took \(index) \(took.text)") }
        if let held = json["held"] {
          times.append("held \(index) \(held.text)\(json["main"] == true ? " main" : "")")
        }
      }
      return (times, log.header.json)
    }
  }

  @Test(
    "is written with three significant digits and seven bytes at most",
    arguments: [
      (0, "0e-9"), (1, "1e-9"), (999, "999e-9"), (1_000, "100e-8"), (1_234, "123e-8"),
      (1_235, "124e-8"), (123_456, "123e-6"), (999_499, "999e-6"), (999_500, "1000e-6"),
      (12_050_000, "121e-4"), (310_000_000, "310e-3"), (1_000_000_000, "100e-2"),
      (123_456_000_000, "123"), (1_234_000_000_000, "123e1"),
    ]
  )
  func digits(nanoseconds: Int, text: String) throws {
    let (times, _) = try times { recorder, clock in
      _ = recorder.attach(Counter.self).record(Stamp(), from: Counter()) {
        clock.wait(nanoseconds)
        return Counter(count: 1)
      }
    }
    #expect(times == ["took 1 \(text)"])
    #expect(abs((Double(text) ?? 0) * 1e9 - Double(nanoseconds)) <= Double(nanoseconds) / 200)
  }

  @Test("is that of the reducer alone: without nested dispatches, and without the recorder")
  func ownTime() throws {
    let (times, _) = try times { recorder, clock in
      let outer = recorder.attach(Counter.self)
      let inner = recorder.attach(Counter.self, name: "inner")
      _ = outer.record(Add(amount: 1), from: Counter()) {
        clock.wait(1_000)
        _ = inner.record(Add(amount: 2), from: Counter()) {
          clock.wait(50_000)
          return Counter(count: 2)
        }
        // An input is read by the app's code; that it is written is the recorder's time.
        _ = Recorded.value("slow") { () -> Int in
          clock.wait(300)
          return 1
        }
        clock.wait(4_000)
        return Counter(count: 1)
      }
    }
    #expect(times == ["took 1 530e-8"])
  }

  @Test(
    "is in the line of every form of states",
    arguments: [Recorder.Options.States.patches, .whole, .keyframes]
  )
  func forms(states: Recorder.Options.States) throws {
    let (times, _) = try times(.init(states: states)) { recorder, clock in
      let recording = recorder.attach(Counter.self)
      var state = Counter()
      for amount in 1...3 {
        recording.record(Add(amount: amount), on: &state) {
          clock.wait(amount * 1_000)
          $0.count += amount
        }
      }
    }
    #expect(times == ["took 1 100e-8", "took 2 200e-8", "took 3 300e-8"])
  }

  @Test("is measured between the hooks of a loop")
  func hooks() throws {
    let (times, _) = try times { recorder, clock in
      let hooks = recorder.attach(Counter.self).hooks
      hooks.willReduce(Add(amount: 1), from: Counter())
      clock.wait(2_000)
      hooks.didReduce(to: Counter(count: 1))
    }
    #expect(times == ["took 1 200e-8"])
  }

  /// Waits in each notification, and dispatches once from within the first.
  private final class Waiting: StoreSubscriber {
    var wait: (Counter) -> Void = { _ in }

    func newState(state: Counter) { wait(state) }
  }

  @Test("a dispatch that holds its thread for 4 ms with its subscribers has a line of its own")
  func held() throws {
    let (times, _) = try times { recorder, clock in
      let store = Store(
        reducer: { action, state in
          clock.wait(1_000)
          return counterReducer(action: action, state: state)
        },
        state: Counter(),
        middleware: [recorder.attach(Counter.self).middleware]
      )
      let subscriber = Waiting()
      store.subscribe(subscriber)
      subscriber.wait = { state in
        clock.wait(state.count == 3 ? 310_000_000 : 3_998_999)
        if state.count == 3 { store.dispatch(Add(amount: 4)) }
      }
      store.dispatch(Add(amount: 1))
      store.dispatch(Add(amount: 2))
    }
    // The notification of the third follows within the second dispatch.
    let main = Thread.isMainThread ? " main" : ""
    #expect(times == ["took 1 100e-8", "took 2 100e-8", "took 3 100e-8", "held 2 314e-3\(main)"])
  }

  @Test("the dispatch of another store is held where it is wrapped, also by what throws")
  func wrapped() throws {
    struct Failure: Error {}
    let (times, _) = try times { recorder, clock in
      let recording = recorder.attach(Counter.self)
      let first = Counter()
      try? recording.dispatch {
        _ = recording.record(Add(amount: 1), from: first) { Counter(count: 1) }
        clock.wait(5_000_000)
        throw Failure()
      }
      // Nothing was dispatched.
      recording.dispatch { clock.wait(5_000_000) }
    }
    let main = Thread.isMainThread ? " main" : ""
    #expect(times == ["took 1 0e-9", "held 1 500e-5\(main)"])
  }

  @Test("the header says what a figure means, and a log without times says nothing of it")
  func header() throws {
    let header = try times(.init(refreshRate: 120)) { recorder, _ in
      _ = recorder.attach(Counter.self).record(Stamp(), from: Counter()) { Counter(count: 1) }
    }.header
    #if DEBUG
    #expect(header["configuration"] == "debug")
    #else
    #expect(header["configuration"] == "release")
    #endif
    #expect(header["refreshRate"] == 120)
    #if os(Linux)
    #expect(header["device"] == nil && header["lowPower"] == nil && header["thermal"] == nil)
    #endif
    let path = folder.url.appending(path: "a.jsonl").path
    let recorder = foreseeableRecorder(path)
    _ = recorder.attach(Counter.self).record(Stamp(), from: Counter()) { Counter(count: 1) }
    recorder.close()
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(!text.contains("configuration") && !text.contains("took"))
  }
}
