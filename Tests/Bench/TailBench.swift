import Foundation
import Rewind
import RewindJSON
import RewindSession

/// What the unlucky dispatch takes: the mean hides what people feel.
struct TailBench {
  let report: Report
  let folder: URL
  /// Dispatches that are timed one by one.
  let actions: Int

  func run() throws {
    report.heading("The tail: \(actions) dispatches one by one, keyframes among them")
    let workload = Workload.toDo(10, ["one field"])
    let change = workload.changes[0]
    row("unrecorded", timed(Dispatching(workload.state, change)))
    let path = folder.appending(path: "tail.jsonl").path
    let recorder = Recorder(app: "bench", to: .file(path))
    row("recorded", timed(Dispatching(workload.state, change, recorder.attach())))
    recorder.close()
    try FileManager.default.removeItem(atPath: path)

    report.heading("Its lines alone: an action and a state each, every 1,000th state of 40 kB")
    for isMapped in [false, true] {
      let log = try Lines(in: folder, isMapped: isMapped)
      row(isMapped ? "stored in a mapped log" : "write(2)", Latencies(actions) { log.append() })
      log.close()
    }

    report.heading("The same while every write to the disk takes a second")
    for isMapped in [false, true] {
      let disk = Stall()
      let log = try Lines(in: folder, isMapped: isMapped, disk)
      for _ in 0..<10 { log.append() }
      disk.begin()
      let latencies = Latencies(isMapped ? 20_000 : 2) { log.append() }
      disk.end()
      row(isMapped ? "stored in a mapped log" : "write(2)", latencies)
      if isMapped { report.row("  … the longest, in ms", latencies.share(1) * 1e3, limit: 5) }
      log.close()
    }
  }

  private func timed(_ store: Dispatching<ToDo>) -> Latencies {
    for _ in 0..<100 { store.dispatch() }
    return Latencies(actions) { store.dispatch() }
  }

  private func row(_ name: String, _ latencies: Latencies) {
    report.row(name, latencies.description)
  }
}

/// How long each of many calls took.
private struct Latencies: CustomStringConvertible {
  /// In seconds, the shortest first.
  private let seconds: [Double]

  init(_ count: Int, _ body: () -> Void) {
    var seconds = [Double](repeating: 0, count: count)
    for call in 0..<count {
      let start = ContinuousClock.now
      body()
      seconds[call] = (ContinuousClock.now - start).seconds
    }
    self.seconds = seconds.sorted()
  }

  /// What a share of the calls did not exceed.
  func share(_ share: Double) -> Double {
    seconds[min(Int(share * Double(seconds.count)), seconds.count - 1)]
  }

  var description: String {
    let shares = [("p50", 0.5), ("p99", 0.99), ("p99.9", 0.999), ("p99.99", 0.9999), ("max", 1)]
    let texts = shares.map { "\($0) \(String(format: "%.1f", share($1) * 1e6)) µs" }
    let held = seconds.count - (seconds.firstIndex { $0 > 0.005 } ?? seconds.count)
    return (texts + ["over 5 ms: \(held)"]).joined(separator: "  ")
  }
}

/// The lines of a session, without what makes them.
private final class Lines {
  private let path: String
  private let writer: SessionWriter
  private let payload = String(repeating: "x", count: 100)
  private let state = String(repeating: "x", count: 40_000)
  private var index = 0

  init(in folder: URL, isMapped: Bool, _ stall: Stall? = nil) throws {
    path = folder.appending(path: "\(UUID()).jsonl").path
    let disk = DiskQueue()
    let file = StallingFile(file: try AppendOnlyFile(creating: path), stall: stall)
    let mapped = isMapped ? MappedLogStorage(file, on: disk) : nil
    writer = SessionWriter(storage: mapped ?? file, disk: disk)
    writer.append(.header, Array(#"{"rewind":1,"session":"s","app":"bench""#.utf8))
    writer.append(.keyframe, Array(#"{"after":0,"state":{}"#.utf8))
  }

  func append() {
    index += 1
    writer.append(
      .action,
      Array(#"{"index":\#(index),"time":0.5,"action":{"type":"T","payload":"\#(payload)"}"#.utf8),
      index: index
    )
    if index.isMultiple(of: 1_000) || writer.needsKeyframe {
      writer.append(.keyframe, Array(#"{"after":\#(index),"state":"\#(state)""#.utf8))
    } else {
      writer.append(.patch, Array(#"{"after":\#(index),"patch":["\#(payload)"]"#.utf8))
    }
  }

  func close() {
    writer.close()
    unlink(path)
  }
}

/// Makes a disk slow for a while.
private final class Stall: Sendable {
  private let lock = NSLock()
  nonisolated(unsafe) private var isOn = false

  func begin() { lock.withLock { isOn = true } }
  func end() { lock.withLock { isOn = false } }
  func pass() { if lock.withLock({ isOn }) { sleep(1) } }
}

/// A file on that disk.
private struct StallingFile: MappableFile {
  let file: AppendOnlyFile
  let stall: Stall?

  func write(_ bytes: UnsafeRawBufferPointer) -> Result<Int, SystemError> {
    stall?.pass()
    return file.write(bytes)
  }

  func extend(from end: Int, by count: Int) -> Result<MappedExtent, SystemError> {
    stall?.pass()
    return file.extend(from: end, by: count)
  }

  func unmap(_ extent: MappedExtent) { file.unmap(extent) }
  var length: Int { file.length }
  func truncate(to length: Int) -> Result<Void, SystemError> { file.truncate(to: length) }
  func synchronize() -> Result<Void, SystemError> { file.synchronize() }
  var hasName: Bool { file.hasName }
  func close() { file.close() }
}
