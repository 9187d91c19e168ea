import Foundation
import RewindLog
import RewindSession
import RewindTimeline

/// Opening, checking and traveling through a long session.
func benchReading(_ report: Report, _ path: String, items: Int, actions: Int) throws {
  report.heading("Reading: \(actions) actions over a state of \(items) items")
  try writeSession(to: path, items: items, actions: actions)
  let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
  report.row("size of the log", "\(size / 1_000_000) MB")

  let counting = try Figure.time(5) { try run("/usr/bin/wc", "-l", path) }
  let opening = try Figure.time(5) { consume(try Timeline.open(SessionLog.open(path))) }
  report.row("open", opening, against: ("wc -l", counting), limit: 1.5)
  try benchChecking(report, path, size: size)
  report.row("log, of its action and patch lines", try sizeRatio(of: path), limit: 2.2)

  let timeline = try Timeline.open(SessionLog.open(path))
  var random = SystemRandomNumberGenerator()
  for _ in 0..<11 {
    consume(try timeline.state(after: Int.random(in: 0...actions, using: &random)))
  }
  // Before the yardstick, which has its own needs.
  let memory = peakMemory()
  let state = try JSONEncoder().encode(ToDo(count: items))
  let decoder = JSONDecoder()
  let (decoding, seeking) = try Figure.race(101) {
    consume(try decoder.decode(ToDo.self, from: state))
  } _: {
    consume(try timeline.state(after: Int.random(in: 0...actions, using: &random)))
  }
  let yardstick = ("JSONDecoder on one state", decoding)
  // A seek of a smaller state may take 1.5 ms, however short decoding it is.
  let isLarge = state.count > 1 << 16
  report.row(
    "seek to a random action, median",
    seeking,
    against: yardstick,
    limit: isLarge ? 0.6 : nil
  )
  report.row(
    "seek to a random action, slowest",
    Figure([seeking.slowest]),
    against: yardstick,
    limit: isLarge ? 2 : nil
  )
  let middle = actions / 2
  _ = try timeline.state(after: middle)
  let steps = try (1...50).map { distance in
    let start = ContinuousClock.now
    consume(try timeline.state(after: middle - distance))
    return (ContinuousClock.now - start).seconds
  }
  report.row("step back", Figure(steps), against: yardstick, limit: 1e-4 / decoding.median)
  report.row("memory at most", "\(memory / 1_000_000) MB")
}

/// Verifying every line.
private func benchChecking(
  _ report: Report,
  _ path: String,
  size: Int
) throws {
  let reading = try Figure.time(3) { try read(path) }
  let quick = try Figure.time(3) { consume(try IntegrityReport.read(path).counts()) }
  report.row("check --quick", quick, against: ("reading the file", reading))
  report.row("check --quick, MB/s", Double(size) / 1e6 / quick.median, limit: 300, isAtLeast: true)
  let checking = try Figure.time(3) {
    var examination = try IntegrityReport.read(path)
    try examination.checkConsistency()
    consume(try examination.counts())
  }
  report.row("check", checking, against: ("reading the file", reading))
  report.row("check, MB/s", Double(size) / 1e6 / checking.median, limit: 150, isAtLeast: true)
}

/// Bytes of a log, divided by those of its action and patch lines.
private func sizeRatio(of path: String) throws -> Double {
  let log = try SessionLog.open(path)
  var all = 0
  var needed = 0
  for line in 0..<log.lineCount {
    let count = try log.bytes(of: line).count + 1
    all += count
    if [.action, .patch].contains(try log.key(of: line).kind) { needed += count }
  }
  return Double(all) / Double(needed)
}

/// Reads a file from its first byte to its last, a megabyte at a time.
private func read(_ path: String) throws {
  let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
  while let bytes = try file.read(upToCount: 1 << 20), !bytes.isEmpty { consume(bytes) }
}

private func run(_ command: String...) throws {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: command[0])
  process.arguments = Array(command.dropFirst())
  process.standardOutput = FileHandle.nullDevice
  try process.run()
  process.waitUntilExit()
}
