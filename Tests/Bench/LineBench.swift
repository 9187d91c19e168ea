import Foundation
import Rewind
import RewindJSON
import RewindSession

/// What a recording is made of, each against its yardstick: the lines, the log, its length.
struct LineBench {
  let report: Report
  let folder: URL

  /// A state as small as states get.
  struct Small: Codable {
    var count = 0
    var isDone = false
    /// Makes keyframes so rare that a figure has none.
    var note = String(repeating: "nothing happens here; ", count: 5_000)
  }

  func run() throws {
    report.heading("Lines: a small action on a small state")
    let encoder = JSONEncoder()
    let action = Toggle(id: 17, isDone: true)
    let encoding = try Figure.time(41) {
      for _ in 0..<1_000 { consume(try encoder.encode(action)) }
    }
    let writing = try writes(of: 160, count: 1_000)
    report.row(
      "write(2) of a line of 160 bytes, 1,000 times",
      writing,
      against: ("JSONEncoder of the action", encoding)
    )
    let changed = try dispatches { $0.count += 1 }
    report.row(
      "action and patch on disk, 1,000 times",
      changed,
      against: ("JSONEncoder of the action", encoding),
      limit: 1
    )
    let silent = try dispatches { _ in }
    report.row(
      "action and empty patch on disk, 1,000 times",
      silent,
      against: ("JSONEncoder of the action", encoding)
    )
    try logSize()
    try flatness()
  }

  private func writes(of size: Int, count: Int) throws -> Figure {
    let path = folder.appending(path: "yardstick").path
    let file = open(path, O_WRONLY | O_APPEND | O_CREAT, 0o600)
    defer { close(file) }
    let bytes = [UInt8](repeating: 32, count: size)
    return Figure.time(41) {
      for _ in 0..<count { _ = write(file, bytes, size) }
    }
  }

  private func dispatches(_ change: @escaping (inout Small) -> Void) throws -> Figure {
    let path = folder.appending(path: "\(UUID()).jsonl").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let recorder = Recorder(app: "bench", to: .file(path))
    let store = Dispatching(Small(), .init("") { state, _ in change(&state) }, recorder.attach())
    defer { recorder.close() }
    return Figure.time(41) { for _ in 0..<1_000 { store.dispatch() } }
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
    _ = store.seconds(1_000)
    let first = (0..<5).map { _ in store.seconds(1_000) }
    let memory = peakMemory()
    for _ in 0..<190_000 { store.dispatch() }
    let last = (0..<5).map { _ in store.seconds(1_000) }
    recorder.close()
    report.row(
      "a dispatch after 190,000",
      Figure(last),
      against: ("one of the first 6,000", Figure(first)),
      limit: 1.3
    )
    report.row("memory that they took", "\((peakMemory() - memory) / 1_000) kB")
    try FileManager.default.removeItem(atPath: path)
  }
}
