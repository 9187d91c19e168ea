import Foundation
import RewindSession
import RewindTimeline

/// Opening, checking and travelling through a long session.
func benchReading(_ report: Report, _ path: String, items: Int, actions: Int) throws {
  report.heading("Reading: \(actions) actions over a state of \(items) items")
  try writeSession(to: path, items: items, actions: actions)
  let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
  report.row("size of the log", "\(size / 1_000_000) MB")

  let counting = try Figure.time(5) { try run("/usr/bin/wc", "-l", path) }
  let opening = try Figure.time(5) { consume(try Timeline(SessionLog(path: path))) }
  report.row("open, without an index", opening, against: ("wc -l", counting), limit: 1.5)

  let state = try JSONEncoder().encode(ToDo(count: items))
  let decoder = JSONDecoder()
  let decoding = try Figure.time(9) { consume(try decoder.decode(ToDo.self, from: state)) }
  let yardstick = ("JSONDecoder on one state", decoding)
  let timeline = try Timeline(SessionLog(path: path))
  var random = SystemRandomNumberGenerator()
  let seeks = try (0..<101).map { _ in
    let index = Int.random(in: 0...actions, using: &random)
    let start = ContinuousClock.now
    consume(try timeline.state(after: index))
    return (ContinuousClock.now - start).seconds
  }
  let seeking = Figure(seeks)
  report.row("seek to a random action, median", seeking, against: yardstick, limit: 0.6)
  report.row(
    "seek to a random action, slowest",
    Figure([seeking.slowest]),
    against: yardstick,
    limit: 2
  )
  let middle = actions / 2
  _ = try timeline.state(after: middle)
  let steps = try (1...50).map { distance in
    let start = ContinuousClock.now
    consume(try timeline.state(after: middle - distance))
    return (ContinuousClock.now - start).seconds
  }
  report.row("step back", Figure(steps), against: yardstick)
  report.row("memory at most", "\(peakMemory() / 1_000_000) MB")
}

private func run(_ command: String...) throws {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: command[0])
  process.arguments = Array(command.dropFirst())
  process.standardOutput = FileHandle.nullDevice
  try process.run()
  process.waitUntilExit()
}
