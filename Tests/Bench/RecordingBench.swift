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
  var rounds = 41

  func run() throws {
    report.heading("Recording: a pure reducer's dispatch, against the same without a recorder")
    try run(.toDo(10))
    try run(.toDo(1_000), limits: ["one field": 1.5], encoderGoals: ["one field": 150])
    try run(
      .toDo(100_000, ["one field", "beside the list", "nothing"]),
      limits: ["one field": 1.5]
    )
    try run(.toDoAsText(1_000))
    try run(.smartHome(1_000))
    try run(.smartHome(100_000))
    try run(.memoryTunes)
    try run(.settings)
    try run(.odd)
    try InPlaceBench(report: report, folder: folder, rounds: rounds).run()
  }

  /// The one figure of a debug build: 2 MB of state, one field changed.
  func runLarge() throws {
    report.heading("Recording in this build: a state of 2 MB")
    let workload = Workload.toDo(16_500, ["one field", "nothing"])
    try run(workload, encoderGoals: ["one field": 100])
    let encoder = JSONEncoder()
    let encoding = try Figure.time(5) { consume(try encoder.encode(workload.state)) }
    let whole = try measured(workload, workload.changes[1], options: .init(states: .whole))
    report.row(
      "a keyframe, found, encoded and on disk",
      whole.recorded,
      against: ("JSONEncoder of the state", encoding),
      limit: 1
    )
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
      let (plain, recorded, bytes) = try measured(workload, change)
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
      report.row(
        "  … write(2) of its \(bytes) bytes alone",
        try writes(of: bytes),
        against: ("the recorded dispatch", recorded)
      )
      guard change.name == "one field", workload.copied > 0 else { continue }
      report.row(
        "  … memcpy of what the reducer copies",
        copies(of: workload.copied),
        against: ("unrecorded", plain)
      )
    }
  }

  /// The time of two writes that have so many bytes together, as an action line and a state line have.
  private func writes(of bytes: Int) throws -> Figure {
    let path = folder.appending(path: "yardstick").path
    let file = open(path, O_WRONLY | O_APPEND | O_CREAT, 0o600)
    defer { close(file) }
    let half = [UInt8](repeating: 32, count: max(1, bytes / 2))
    let batch = max(1, 100_000 / half.count)
    let figure = Figure.time(rounds) {
      for _ in 0..<(2 * batch) { _ = write(file, half, half.count) }
    }
    return figure.divided(by: Double(batch))
  }

  private func copies(of bytes: Int) -> Figure {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: 2 * bytes, alignment: 16)
    defer { memory.deallocate() }
    memset(memory, 1, 2 * bytes)
    let (from, to) = (memory, memory + bytes)
    let batch = max(1, 1_000_000 / bytes)
    let figure = Figure.time(rounds) { for _ in 0..<batch { memcpy(to, from, bytes) } }
    return figure.divided(by: Double(batch))
  }

  /// A dispatch without and with a recorder, measured by turns, in seconds; and the bytes that it adds to the
  /// log, keyframes included.
  func measured<State: Codable>(
    _ workload: Workload<State>,
    _ change: Workload<State>.Change,
    options: Recorder.Options = .init()
  ) throws -> (plain: Figure, recorded: Figure, bytes: Int) {
    let path = folder.appending(path: "\(UUID()).jsonl").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let recorder = Recorder(app: "bench", to: .file(path), options: options)
    let recording = recorder.attach(State.self)
    let plain = Dispatching(workload.state, change)
    let recorded = Dispatching(workload.state, change, recording)
    // Figures of a millisecond, of which a busy machine interrupts few, and an even number of dispatches.
    let seconds = max(plain.seconds(2), recorded.seconds(2))
    let batch = max(2, min(500, Int(0.001 / seconds))) / 2 * 2
    _ = recorded.seconds(batch)
    let before = try size(of: path)
    var times: (plain: [Double], recorded: [Double]) = ([], [])
    for _ in 0..<rounds {
      times.plain.append(plain.seconds(batch))
      times.recorded.append(recorded.seconds(batch))
    }
    let bytes = try (size(of: path) - before) / (rounds * batch)
    recorder.close()
    return (Figure(times.plain), Figure(times.recorded), bytes)
  }

  /// The bytes of the lines: the file of an open log is longer, by line feeds.
  private func size(of path: String) throws -> Int {
    let content = try Data(contentsOf: URL(fileURLWithPath: path), options: .alwaysMapped)
    return content.lastIndex { $0 != UInt8(ascii: "\n") }.map { $0 + 2 } ?? 0
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
