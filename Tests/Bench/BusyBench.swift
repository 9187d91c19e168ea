import Foundation
import Rewind
import RewindLog
import RewindTimeline

/// Sessions beside busy processes, which must not make a recorder take states or the disk for too slow.
struct BusyBench {
  let report: Report
  let folder: URL
  let actions: Int

  /// More processes than a machine has processors, so that the app is often interrupted.
  private static let processes = 6

  func run() throws {
    let busy = try (0..<Self.processes).map { _ in
      try Process.run(URL(fileURLWithPath: "/bin/sh"), arguments: ["-c", "while :; do :; done"])
    }
    defer { for process in busy { process.terminate() } }
    try smallStates()
    try largeStates()
  }

  private func smallStates() throws {
    report.heading("300 small rows, changed in place beside \(Self.processes) busy processes")
    let path = folder.appending(path: "busy.jsonl").path
    let recorder = recorder(path, .init(announces: false))
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
    report.row("recording \(actions) actions", String(format: "%.1f s", seconds))
    report.row("dispatches of more than a millisecond", "\(interruptions)")
    try reportLosses()
  }

  private func largeStates() throws {
    report.heading(
      "States of a megabyte in segments of 20 kB beside \(Self.processes) busy processes"
    )
    let path = folder.appending(path: "large.jsonl").path
    let recorder = recorder(path, .init(segments: .init(bytes: 20_000), announces: false))
    let recording = recorder.attach(String.self)
    var state = ""
    for number in 0..<200 {
      let letter = Character(Unicode.Scalar(UInt8(97 + number % 26)))
      state = recording.record(Count(row: number), from: state) {
        String(repeating: letter, count: 1 << 20)
      }
    }
    recorder.close()
    try reportLosses()
  }

  private func recorder(_ path: String, _ options: Recorder.Options) -> Recorder {
    Recorder(
      app: "bench",
      to: .file(path),
      options: options,
      onFailure: { print("! \($0)") },
      onWarning: { print("! \($0)") }
    )
  }

  /// Reports what the logs in the folder lack, and removes them.
  private func reportLosses() throws {
    var (unrecorded, lost) = (0, 0)
    let files = try FileManager.default.contentsOfDirectory(
      at: folder,
      includingPropertiesForKeys: nil
    )
    for file in files {
      let timeline = try Timeline.open(SessionLog.open(file.path))
      unrecorded += try timeline.unrecordedStates()
      if let gap = try timeline.log.gap() { lost += gap.actions + gap.states }
      try FileManager.default.removeItem(at: file)
    }
    report.row("files", "\(files.count)")
    report.row("states that were left out", Double(unrecorded), limit: 0)
    report.row("actions and states that were lost", Double(lost), limit: 0)
  }
}

private struct Rows: Codable {
  var counts = [Int](repeating: 0, count: 300)
}

private struct Count: Codable {
  let row: Int
}
