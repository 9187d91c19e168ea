import Foundation
import Rewind

/// A reducer that changes a large array in place: the recorder that keeps the last state makes it copy.
struct InPlaceBench {
  let report: Report
  let folder: URL
  let rounds: Int

  func run() throws {
    report.heading(
      "Recording: a reducer that changes one item in place, by what is written of states"
    )
    for count in [1_000, 100_000] {
      let plain = try dispatches(count, nil)
      report.row("to-do, \(count) items", plain, against: ("itself", plain))
      for states in [Recorder.Options.States.patches, .keyframes, .none] {
        report.row(
          "  … states: .\(states.rawValue)",
          try dispatches(count, states),
          against: ("unrecorded", plain)
        )
      }
    }
  }

  /// One dispatch, recorded or not; in seconds.
  private func dispatches(_ count: Int, _ states: Recorder.Options.States?) throws -> Figure {
    let path = folder.appending(path: "\(UUID()).jsonl").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let recorder = states.map {
      Recorder(app: "bench", to: .file(path), options: .init(states: $0))
    }
    let recording = recorder?.attach(ToDo.self)
    var state = ToDo(count: count)
    var number = 0
    func dispatch() {
      number += 1
      let action = Toggle(id: number &* 7919 % count, isDone: true)
      if let recording {
        recording.record(action, on: &state) { $0.items[action.id].isDone.toggle() }
      } else {
        state.items[action.id].isDone.toggle()
      }
    }
    dispatch()
    let start = ContinuousClock.now
    dispatch()
    let batch = max(1, min(100, Int(0.001 / (ContinuousClock.now - start).seconds)))
    let figure = Figure.time(rounds) { for _ in 0..<batch { dispatch() } }
    recorder?.close()
    return figure.divided(by: Double(batch))
  }
}
