import Foundation
import Rewind
import RewindJSON
import RewindSession

/// The log of a long session: its length, and what the last actions cost beside the first.
struct LogBench {
  let report: Report
  let folder: URL
  /// Dispatches of the long session.
  let actions: Int

  /// The parts in which 1,000 dispatches are timed, so that an interruption does not spoil the whole.
  private static var blocks: Int { 50 }

  func run() throws {
    try logSize()
    try flatness()
  }

  /// The bytes of 10,000 changes of one field among 1,000 items, against 10,000 whole states.
  private func logSize() throws {
    report.heading("The log")
    let path = folder.appending(path: "size.jsonl").path
    let recorder = Recorder(app: "bench", to: .file(path))
    let workload = Workload.toDo(1_000, ["one field"])
    let store = Dispatching(workload.state, workload.changes[0], recorder.attach())
    for _ in 0..<10_000 { store.dispatch() }
    recorder.close()
    let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
    let whole = try JSONEncoder().encode(workload.state).count * 10_000
    report.row(
      "10,000 changes of 1,000 items, in % of whole states",
      100 * Double(size) / Double(whole),
      limit: 0.2
    )
  }

  /// What the last 1,000 of many dispatches cost, against the first 1,000.
  private func flatness() throws {
    let path = folder.appending(path: "flat.jsonl").path
    let recorder = Recorder(app: "bench", to: .file(path))
    let workload = Workload.toDo(10, ["one field"])
    let store = Dispatching(workload.state, workload.changes[0], recorder.attach())
    // What is found out about types and made ready once is no part of what is asked.
    _ = store.seconds(10)
    let first = (0..<Self.blocks).map { _ in store.seconds(1_000 / Self.blocks) }
    for _ in 0..<10_000 { store.dispatch() }
    let memory = peakMemory()
    for _ in 0..<max(0, actions - 12_010) { store.dispatch() }
    let last = (0..<Self.blocks).map { _ in store.seconds(1_000 / Self.blocks) }
    recorder.close()
    report.row(
      "one of the last 1,000 of \(actions) dispatches",
      Figure(last),
      against: ("one of the first 1,000", Figure(first)),
      limit: 1.3
    )
    report.row("memory that they took", "\((peakMemory() - memory) / 1_000) kB")
    try FileManager.default.removeItem(atPath: path)
  }
}
