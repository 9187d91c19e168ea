import Foundation
import Rewind
import RewindJSON
import RewindLog
import RewindSession
import RewindTestSupport
import RewindTimeline
import Testing

/// A list that its reducer changes in place.
private struct List: Codable, Equatable {
  var items = Array(0..<1_000)
}

private struct Increase: Codable { var position: Int }
private struct Look: Codable {}

/// The time of a thread, in nanoseconds: nothing here asks a real clock.
private final class Time: @unchecked Sendable {
  private let lock = NSLock()
  private var processor = 0
  private var waited = 0

  /// A processor works for the thread.
  func spend(_ nanoseconds: Int) { lock.withLock { processor += nanoseconds } }
  /// The thread waits for a processor.
  func wait(_ nanoseconds: Int) { lock.withLock { waited += nanoseconds } }
  var spent: Int { lock.withLock { processor } }
  var now: Int { lock.withLock { processor + waited } }
}

/// A list's reducer, for which a copy of the list takes four microseconds an element.
private struct CopyingReducer {
  let time: Time
  /// The processor's time for every action.
  var slowness = 0
  /// The time for which an action waits for a processor, by its number.
  var wait: (Int) -> Int = { _ in 0 }

  func increase(_ list: inout List, _ action: Increase) {
    let before = list.items.withUnsafeBufferPointer { $0.baseAddress }
    list.items[action.position % list.items.count] += 1
    let after = list.items.withUnsafeBufferPointer { $0.baseAddress }
    time.spend(slowness + (before == after ? 0 : 4_000 * list.items.count))
    time.wait(wait(action.position))
  }
}

@Suite("Holding the last state of a reducer that changes it in place")
struct HoldingBudgetTests {
  private let folder = TemporaryFolder()

  private final class Warnings: @unchecked Sendable {
    private let lock = NSLock()
    private var all: [Recorder.Warning] = []
    func append(_ warning: Recorder.Warning) { lock.withLock { all.append(warning) } }
    var reported: [Recorder.Warning] { lock.withLock { all } }
  }

  /// A session of a list, with a copy of each state.
  private final class Play {
    let path: String
    private let time: Time
    private let reducer: CopyingReducer
    private let warned = Warnings()
    private let recorder: Recorder
    private let recording: Recording<List>
    var list = List()
    private(set) var states: [List] = []
    /// The number of dispatches that copied the list.
    private(set) var copies = 0

    init(
      _ path: String,
      budget: Duration?,
      slowness: Int = 0,
      copying: Double = 2_000,
      wait: @escaping (Int) -> Int = { _ in 0 }
    ) {
      let (time, warned) = (Time(), warned)
      self.time = time
      self.path = path
      reducer = CopyingReducer(time: time, slowness: slowness, wait: wait)
      recorder = Recorder(
        app: "list",
        to: .file(path),
        clock: SessionClock(
          wall: { Date() },
          microseconds: { 0 },
          nanoseconds: { time.now },
          processorNanoseconds: { time.spent },
          copying: copying
        ),
        options: .init(holdingBudget: budget),
        onWarning: { warned.append($0) }
      )
      recording = recorder.attach(List.self)
      note()
    }

    /// A copy that shares no memory with the state.
    private func note() { states.append(List(items: list.items.map { $0 })) }

    func increase(_ count: Int) {
      for number in 0..<count {
        let before = time.spent
        let action = Increase(position: number)
        recording.record(action, on: &list) { reducer.increase(&$0, action) }
        if time.spent - before > reducer.slowness { copies += 1 }
        note()
      }
    }

    func look(_ count: Int) {
      for _ in 0..<count {
        recording.record(Look(), on: &list) { _ in time.spend(1_000) }
        note()
      }
    }

    func end() throws -> (text: String, warnings: [Recorder.Warning]) {
      recorder.close()
      return (try String(contentsOfFile: path, encoding: .utf8), warned.reported)
    }

    /// Expects the states that the log has to be those that were; returns the indexes of the others.
    func expectStates(step: Int = 1) throws -> [Int] {
      let timeline = try Timeline.open(SessionLog.open(path))
      var missing: [Int] = []
      for index in stride(from: 0, to: states.count, by: step) {
        do {
          #expect(try timeline.state(after: index).decode(List.self) == states[index])
        } catch let error as SessionLogError {
          guard case .notRecorded = error.reason else { throw error }
          missing.append(index)
        }
      }
      return missing
    }
  }

  @Test("pauses where it costs more than the budget, as log and warning say", arguments: [0, 3])
  func exceeded(looksBetween: Int) throws {
    let play = Play(folder.path("log.jsonl"), budget: .milliseconds(1))
    for _ in 0..<60 {
      play.increase(1)
      play.look(looksBetween)
    }
    let (text, warnings) = try play.end()
    #expect(warnings == [.statesTooSlow(action: "Increase", cost: .milliseconds(4), pause: 1_000)])
    // One excess, and three measurements.
    #expect(play.copies == 4)
    #expect(text.contains(#"{"note":"States are too slow to record one by one: to hold"#))
    let missing = try play.expectStates()
    #expect(missing.count > 40)
    #expect(
      text.split(separator: "\n").filter { $0.hasPrefix(#"{"reduced":"#) }.count == missing.count
    )
    #expect(try Timeline.open(SessionLog.open(play.path)).unrecordedStates() == missing.count)
    let summary = try Program("rewind").run(play.path)
    #expect(
      summary.output.contains("The states after \(missing.count) of the actions were not recorded.")
    )
    let json = try Program("rewind").run(play.path, "--json").json()
    #expect(json["unrecorded"] == JSONValue(missing.count))
  }

  @Test(
    "is tried again after a pause, which lasts for at most as long as it must, and as long again"
  )
  func resumed() throws {
    let play = Play(folder.path("log.jsonl"), budget: .milliseconds(1))
    play.increase(4_000)
    play.list.items.removeLast(990)
    play.increase(4_000)
    let (text, warnings) = try play.end()
    #expect(warnings.count == 1)
    let notes = text.split(separator: "\n").filter { $0.hasPrefix(#"{"note":"#) }
    let pauses = notes.compactMap { $0.firstMatch(of: #/For (\d+) actions/#)?.1 }
    #expect(pauses == ["1000", "2000", "4000"])
    #expect(notes.filter { $0.contains("tries again to record every state") }.count == 3)
    let missing = try play.expectStates(step: 7)
    #expect(missing.allSatisfy { $0 < 7_100 })
    #expect(missing.count > 300)
  }

  @Test("goes on where other processes take the processor, however often")
  func busyMachine() throws {
    let seed = SeededGenerator.seed
    var random = SeededGenerator(seed: seed)
    let waits = (0..<1_500).map { _ in Int.random(in: 0..<4, using: &random) * 3_000_000 }
    // A copy is within the budget; three of four actions are not, because they wait.
    let play = Play(folder.path("log.jsonl"), budget: .milliseconds(5)) { waits[$0] }
    play.increase(1_500)
    let (text, warnings) = try play.end()
    #expect(warnings.isEmpty, "seed \(seed)")
    #expect(!text.contains(#"{"reduced":"#), "seed \(seed)")
    #expect(play.copies == 1_500, "seed \(seed)")
    #expect(try play.expectStates(step: 101).isEmpty, "seed \(seed)")
  }

  @Test("goes on where the reducer is slow by itself, and is tried ever more rarely")
  func slowReducer() throws {
    let play = Play(folder.path("log.jsonl"), budget: .milliseconds(5), slowness: 20_000_000)
    play.increase(500)
    let (text, warnings) = try play.end()
    #expect(warnings.isEmpty)
    #expect(!text.contains(#"{"reduced":"#))
    // Three trials each after 1, 9 and 73 excesses.
    #expect(play.copies == 500 - 3 * 3)
    #expect(try play.expectStates(step: 7).isEmpty)
  }

  @Test("is not tried where the copy of so small a state cannot be what makes the reducer slow")
  func smallState() throws {
    let path = folder.path("log.jsonl")
    let play = Play(path, budget: .milliseconds(5), slowness: 20_000_000, copying: 2)
    play.increase(100)
    let warnings = try play.end().warnings
    #expect(warnings.isEmpty)
    #expect(play.copies == 100)
  }

  @Test("goes on where a single action is slow, or a single measurement is wrong")
  func outliers() throws {
    // The fourth and every tenth action after it wait; the list is too short for a copy to matter.
    let play = Play(folder.path("log.jsonl"), budget: .milliseconds(1)) {
      $0 % 10 == 3 ? 9_000_000 : 0
    }
    play.list = List(items: Array(0..<10))
    play.increase(1_000)
    let (text, warnings) = try play.end()
    #expect(warnings.isEmpty)
    #expect(!text.contains(#"{"reduced":"#))
  }

  @Test("goes on without a budget, and within one", arguments: [nil, Duration.milliseconds(10)])
  func allowed(budget: Duration?) throws {
    let play = Play(folder.path("log.jsonl"), budget: budget)
    play.increase(60)
    let (text, warnings) = try play.end()
    #expect(warnings.isEmpty)
    #expect(!text.contains(#"{"reduced":"#))
    #expect(play.copies == 60)
  }
}
