import Foundation
import Rewind
import RewindJSON
import RewindSession
import RewindTimeline

/// What it costs to have every action and state on disk when `dispatch` returns.
struct RecordingBench {
  let report: Report
  let folder: URL
  /// Rounds of one figure.
  var rounds = 21

  func run() throws {
    report.heading("Recording: a pure reducer's dispatch, against the same without a recorder")
    try run(.toDo(10))
    try run(.toDo(1_000), limits: ["one field": 1.5], encoderGoals: ["one field": 150])
    try run(
      .toDo(100_000, ["one field", "beside the list", "nothing"]),
      limits: ["one field": 1.5]
    )
    try run(.smartHome(1_000))
    try run(.smartHome(100_000))
    try run(.memoryTunes)
    try run(.settings)
    try run(.odd)
  }

  /// The one figure of a debug build: 2 MB of state, one field changed.
  func runLarge() throws {
    report.heading("Recording in this build: a state of 2 MB")
    try run(.toDo(16_500, ["one field"]), encoderGoals: ["one field": 100])
  }

  func run<State: Codable>(
    _ workload: Workload<State>,
    limits: [String: Double] = [:],
    encoderGoals: [String: Double] = [:]
  ) throws {
    let encoder = JSONEncoder()
    let encoding = try Figure.time(5) { consume(try encoder.encode(workload.state)) }
    for change in workload.changes {
      let name = "\(workload.name): \(change.name)"
      let (plain, recorded) = try pair(workload, change)
      report.row(
        name,
        recorded,
        against: ("unrecorded", plain),
        limit: limits[change.name],
        allowing: 3e-6
      )
      let added = Figure([max(recorded.median - plain.median, 1e-9)])
      report.row(
        "  … added, against JSONEncoder of the state",
        added,
        against: ("it", encoding),
        limit: encoderGoals[change.name],
        isAtLeast: true
      )
    }
  }

  /// A dispatch without and with a recorder, measured by turns; in seconds.
  func pair<State: Codable>(
    _ workload: Workload<State>,
    _ change: Workload<State>.Change,
    options: Recorder.Options = .init()
  ) throws -> (plain: Figure, recorded: Figure) {
    let path = folder.appending(path: "\(UUID()).jsonl").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let recorder = Recorder(app: "bench", to: .file(path), options: options)
    let recording = recorder.attach(State.self)
    let plain = Dispatching(workload.state, change)
    let recorded = Dispatching(workload.state, change, recording)
    // Two figures of some milliseconds each, an even number of dispatches.
    let seconds = max(plain.seconds(2), recorded.seconds(2))
    let batch = max(2, min(2_000, Int(0.004 / seconds))) / 2 * 2
    _ = recorded.seconds(batch)
    var times: (plain: [Double], recorded: [Double]) = ([], [])
    for _ in 0..<rounds {
      times.plain.append(plain.seconds(batch))
      times.recorded.append(recorded.seconds(batch))
    }
    recorder.close()
    return (Figure(times.plain), Figure(times.recorded))
  }
}

/// A store's worth of dispatching: a state, and the change that a pure reducer makes to it.
final class Dispatching<State: Codable> {
  private(set) var state: State
  private var number = 0
  private let change: Workload<State>.Change
  private let recording: Recording<State>?

  init(
    _ state: State,
    _ change: Workload<State>.Change,
    _ recording: Recording<State>? = nil
  ) {
    self.state = state
    self.change = change
    self.recording = recording
  }

  func dispatch() {
    if let recording {
      state = recording.record(Toggle(id: number, isDone: true), from: state) { next(state) }
    } else {
      state = next(state)
    }
    number += 1
  }

  /// The time that one of so many dispatches takes.
  func seconds(_ count: Int) -> Double {
    let start = ContinuousClock.now
    for _ in 0..<count { dispatch() }
    return max((ContinuousClock.now - start).seconds / Double(count), 1e-9)
  }

  private func next(_ state: State) -> State {
    var state = state
    change.apply(&state, number)
    return state
  }
}
