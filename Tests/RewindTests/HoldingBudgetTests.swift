import Foundation
import Rewind
import RewindLog
import RewindSession
import RewindTestSupport
import RewindTimeline
import Testing

/// A list that its reducer changes in place.
private struct List: Codable, Equatable {
  var items = Array(0..<1_000)
}

private struct Increase: Codable { var place: Int }
private struct Look: Codable {}

/// What reducers take, in nanoseconds: nothing here asks a real clock.
private final class Effort: @unchecked Sendable {
  private let lock = NSLock()
  private var spent = 0

  func spend(_ nanoseconds: Int) { lock.withLock { spent += nanoseconds } }
  var now: Int { lock.withLock { spent } }
}

/// A list's reducer, for which a copy of the list takes four milliseconds.
private struct CopyingReducer {
  let effort: Effort
  /// What every action takes.
  var slowness = 0

  func increase(_ list: inout List, _ action: Increase) {
    let before = list.items.withUnsafeBufferPointer { $0.baseAddress }
    list.items[action.place] += 1
    let after = list.items.withUnsafeBufferPointer { $0.baseAddress }
    effort.spend(slowness + (before == after ? 0 : 4_000_000))
  }
}

@Suite("Holding the last state of a reducer that changes it in place")
struct HoldingBudgetTests {
  private struct Play {
    var warnings: [Recorder.Warning] = []
    var text = ""
    var states: [List] = []
    /// How many dispatches copied the list.
    var copies = 0
  }

  private final class Warnings: @unchecked Sendable {
    private let lock = NSLock()
    private var all: [Recorder.Warning] = []
    func append(_ warning: Recorder.Warning) { lock.withLock { all.append(warning) } }
    var reported: [Recorder.Warning] { lock.withLock { all } }
  }

  private func play(
    _ path: String,
    budget: Duration?,
    slowness: Int = 0,
    looksBetween: Int = 0,
    count: Int = 60
  ) throws -> Play {
    let (effort, warnings) = (Effort(), Warnings())
    let recorder = Recorder(
      app: "list",
      to: .file(path),
      clock: SessionClock(wall: { Date() }, microseconds: { 0 }, nanoseconds: { effort.now }),
      options: .init(holdingBudget: budget),
      onWarning: { warnings.append($0) }
    )
    let recording = recorder.attach(List.self)
    let reducer = CopyingReducer(effort: effort, slowness: slowness)
    var play = Play()
    var list = List()
    play.states.append(List(items: Array(list.items.map { $0 })))
    for number in 0..<count {
      let action = Increase(place: number % 1_000)
      let before = effort.now
      recording.record(action, on: &list) { reducer.increase(&$0, action) }
      if effort.now - before > slowness { play.copies += 1 }
      play.states.append(List(items: list.items.map { $0 }))
      for _ in 0..<looksBetween {
        recording.record(Look(), on: &list) { _ in effort.spend(1_000) }
        play.states.append(play.states[play.states.count - 1])
      }
    }
    recorder.close()
    play.warnings = warnings.reported
    play.text = try String(contentsOfFile: path, encoding: .utf8)
    return play
  }

  @Test("ends where it costs more than the budget, as log and warning say", arguments: [0, 3])
  func exceeded(looksBetween: Int) throws {
    try TemporaryFolder.with { folder in
      let path = folder.path("log.jsonl")
      let play = try play(path, budget: .milliseconds(1), looksBetween: looksBetween)
      let warning = Recorder.Warning.keyframesFromHere(
        action: "Increase",
        cost: .milliseconds(4)
      )
      #expect(play.warnings == [warning])
      #expect(play.copies < 10)
      #expect(play.text.contains(#"{"note":"From here on, states are recorded now and then"#))
      #expect(play.text.contains(#"{"reduced":"#))
      let timeline = try Timeline.open(SessionLog.open(path))
      #expect(timeline.hasUnrecordedStates)
      var known = 0
      for (index, state) in play.states.enumerated() {
        do {
          #expect(try timeline.state(after: index).decode(List.self) == state)
          known += 1
        } catch let error as SessionLogError {
          guard case .notRecorded = error.reason else { throw error }
        }
      }
      #expect(known >= 5)
    }
  }

  @Test("goes on where the reducer is slow by itself, and is tried ever more rarely")
  func slowReducer() throws {
    try TemporaryFolder.with { folder in
      let path = folder.path("log.jsonl")
      let play = try play(path, budget: .milliseconds(5), slowness: 20_000_000, count: 500)
      #expect(play.warnings.isEmpty)
      #expect(!play.text.contains(#"{"reduced":"#))
      // Trials: after 3, 24 and 192 actions.
      #expect(play.copies == 500 - 3)
      let timeline = try Timeline.open(SessionLog.open(path))
      for index in stride(from: 0, through: 500, by: 7) {
        #expect(try timeline.state(after: index).decode(List.self) == play.states[index])
      }
    }
  }

  @Test("goes on without a budget, and within one", arguments: [nil, Duration.milliseconds(10)])
  func allowed(budget: Duration?) throws {
    try TemporaryFolder.with { folder in
      let play = try play(folder.path("log.jsonl"), budget: budget)
      #expect(play.warnings.isEmpty)
      #expect(!play.text.contains(#"{"reduced":"#))
      #expect(play.copies == 60)
    }
  }
}
