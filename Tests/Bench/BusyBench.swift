import Foundation
import Rewind
import RewindLog
import RewindTimeline

/// A long session beside busy processes, which must not make a recorder take its states for too slow.
struct BusyBench {
  let report: Report
  let folder: URL
  let actions: Int

  /// More processes than a machine has processors, so that the app is often interrupted.
  private static let processes = 6

  func run() throws {
    report.heading(
      "A store of 300 small rows, changed in place beside \(Self.processes) busy processes"
    )
    let busy = try (0..<Self.processes).map { _ in
      try Process.run(URL(fileURLWithPath: "/bin/sh"), arguments: ["-c", "while :; do :; done"])
    }
    defer { for process in busy { process.terminate() } }
    let path = folder.appending(path: "busy.jsonl").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let recorder = Recorder(app: "bench", to: .file(path), options: .init(announces: false)) {
      print("The recording fails: \($0)")
    } onWarning: {
      print($0)
    }
    let recording = recorder.attach(Rows.self)
    var rows = Rows()
    var interruptions = 0
    let start = ContinuousClock.now
    for number in 0..<actions {
      let action = Count(row: number &* 7_919 % rows.counts.count)
      let time = ContinuousClock.now
      recording.record(action, on: &rows) { $0.counts[action.row] += 1 }
      if ContinuousClock.now - time > .milliseconds(1) { interruptions += 1 }
    }
    let seconds = (ContinuousClock.now - start).seconds
    recorder.close()
    let timeline = try Timeline.open(SessionLog.open(path))
    report.row("recording \(actions) actions", String(format: "%.1f s", seconds))
    report.row("dispatches of more than a millisecond", "\(interruptions)")
    report.row("states that were left out", Double(try timeline.unrecordedStates()), limit: 0)
    let gap = try timeline.log.gap()
    let lost = gap.map { $0.actions + $0.states } ?? 0
    report.row("actions and states that were lost", Double(lost), limit: 0)
  }
}

private struct Rows: Codable {
  var counts = [Int](repeating: 0, count: 300)
}

private struct Count: Codable {
  let row: Int
}
