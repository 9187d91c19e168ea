import Foundation
import RewindDiagnosis
import RewindLog
import RewindSession
import RewindTimeline

/// Replaying, verifying and searching sessions in child processes.
///
/// - Parameters:
///   - report: Where the rows go.
///   - folder: Where the sessions go.
///   - programs: Where `rewind` and `minefield` lie, built as the bench was.
/// - Throws: What keeps a session from being written or replayed.
func benchDiagnosis(_ report: Report, _ folder: URL, programs: URL) throws {
  let long = 100_000
  report.heading("Diagnosis: a session of \(long) actions")
  let app = ReplayProgram([programs.appending(path: "minefield").path])
  let whole = try minefieldSession(folder, "whole.jsonl", actions: long)
  let crashed = try minefieldSession(folder, "crashed.jsonl", actions: long, crashes: true)
  let replaying = try benchReplay(report, "decode and reduce, in a child process", whole, by: app)
  // Whatever is recorded alike is decoded once; here nothing is.
  let varied = try minefieldSession(folder, "varied.jsonl", actions: long, areAllDifferent: true)
  _ = try benchReplay(report, "… where no two actions are alike", varied, by: app)
  let crashing = try Figure.time(3) { try replay(crashed, by: app) }
  report.row("the crash index", crashing, against: ("a plain replay", replaying), limit: 1.5)
  let searching = try Figure.time(3) { consume(try CrashBisection.run(crashed, by: app)) }
  report.row(
    "its culprit, 99,000 actions before",
    searching,
    against: ("a plain replay", replaying)
  )

  try benchMinimize(report, folder, by: app)
  try benchVerify(report, folder, programs)
}

/// Six actions that matter among five thousand.
private func benchMinimize(_ report: Report, _ folder: URL, by app: ReplayProgram) throws {
  let count = 5_000
  report.heading("Diagnosis: the shortest way to the crash of \(count) actions")
  let session = try treasureSession(folder, actions: count)
  var probes = 0
  let time = try Figure.time(3) {
    guard case .found(let culprit) = try CrashBisection.run(session, by: app),
      case .found(let found) = try Minimization.run(session, by: app, keeping: culprit),
      found.steps.count == 7, found.isMinimal
    else { throw BenchFailure("minimizing did not find the six keys and the door") }
    probes = found.probes
  }
  report.row("minimize, seconds", time.median, limit: 10)
  report.row("minimize, replays after the culprit's", Double(probes), limit: 300)
}

/// A replay without states, against what an app would do without this package.
private func benchReplay(
  _ report: Report,
  _ name: String,
  _ session: Timeline,
  by app: ReplayProgram
) throws -> Figure {
  let lines = try actionLines(of: session)
  let decoding = try Figure.time(5) { consume(try decode(lines)) }
  let replaying = try Figure.time(5) { try replay(session, by: app) }
  report.row(
    name,
    replaying,
    against: ("JSONDecoder, line by line", decoding),
    limit: 1,
    isAtLeast: true
  )
  return replaying
}

/// Many recordings at once, as CI has them; one of them crashes.
private func benchVerify(_ report: Report, _ folder: URL, _ programs: URL) throws {
  let (count, actions) = (1_000, 1_000)
  report.heading("Diagnosis: \(count) recordings of \(actions) actions")
  let recordings = folder.appending(path: "recordings")
  try FileManager.default.createDirectory(at: recordings, withIntermediateDirectories: true)
  for number in 0..<count {
    _ = try minefieldSession(
      recordings,
      "\(number).jsonl",
      actions: actions,
      crashes: number == count / 2
    )
  }
  let start = ContinuousClock.now
  let process = Process()
  process.executableURL = programs.appending(path: "rewind")
  process.arguments = [
    "verify", recordings.path, "--app", programs.appending(path: "minefield").path,
  ]
  process.standardOutput = FileHandle.nullDevice
  try process.run()
  process.waitUntilExit()
  let seconds = (ContinuousClock.now - start).seconds
  guard process.terminationStatus == 0 else {
    throw BenchFailure("verify exited with \(process.terminationStatus)")
  }
  let cores = ProcessInfo.processInfo.activeProcessorCount
  let mark = seconds <= 60 ? "" : "! "
  report.row(
    "verify all",
    "\(mark)\(String(format: "%.1f", seconds)) s on \(cores) cores (goal ≤ 60 s)"
  )
}

private struct BenchFailure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}

/// The moves of the sessions, as an app would declare them.
private enum Move: Decodable {
  case arm
  case disarm
  case tick
  case step
  case open(Int)
}

private struct ActionLine: Decodable {
  struct Action: Decodable {
    let type: String
    let payload: Move
  }

  let index: Int
  let time: Double
  let action: Action
}

/// Ticks over a field that is armed early; a crash is a step at the end.
private func minefieldSession(
  _ folder: URL,
  _ name: String,
  actions: Int,
  crashes: Bool = false,
  areAllDifferent: Bool = false
) throws -> Timeline {
  var bytes: [UInt8] = []
  var checksum = Checksum()
  func add(_ text: String) {
    var line = Array(text.utf8)
    checksum = line.seal(after: checksum)
    bytes += line
  }
  add(#"{"rewind":1,"session":"bench","app":"minefield","started":"2026-11-21T08:00:00.000Z""#)
  add(#"{"after":0,"state":{"isArmed":false,"steps":0},"made":true"#)
  for index in 1...actions {
    let isLast = crashes && index == actions
    let isArming = index == min(1_000, actions / 2)
    let move = isLast ? "step" : isArming ? "arm" : areAllDifferent ? "open" : "tick"
    let payload = move == "open" ? #"{"_0":\#(index)}"# : "{}"
    add(
      #"{"index":\#(index),"time":\#(index / 10).\#(index % 10),"action":{"type":"Move.\#(move)","payload":{"\#(move)":\#(payload)}}"#
    )
    guard !isLast else { break }
    let arming = move == "arm" ? #"{"op":"replace","path":"/isArmed","value":true},"# : ""
    add(
      #"{"after":\#(index),"patch":[\#(arming){"op":"replace","path":"/steps","value":\#(index)}]"#
    )
  }
  if !crashes { add(#"{"end":"closed","index":\#(actions)"#) }
  let file = folder.appending(path: name)
  try Data(bytes).write(to: file)
  return try Timeline.open(SessionLog.open(file.path))
}

/// Ticks, among them six keys that must be found before the last action opens a door and crashes.
private func treasureSession(_ folder: URL, actions: Int) throws -> Timeline {
  var bytes: [UInt8] = []
  var checksum = Checksum()
  func add(_ text: String) {
    var line = Array(text.utf8)
    checksum = line.seal(after: checksum)
    bytes += line
  }
  func add(_ index: Int, _ move: String, _ payload: String) {
    let action = #"{"type":"Move.\#(move)","payload":{"\#(move)":\#(payload)}}"#
    add(#"{"index":\#(index),"time":\#(index),"action":\#(action)"#)
  }
  add(#"{"rewind":1,"session":"bench","app":"minefield","started":"2026-11-21T08:00:00.000Z""#)
  add(#"{"after":0,"state":{"isArmed":false,"steps":0},"made":true"#)
  // Spread unevenly, so that halving does not hit them by luck.
  let marks = (1...6).map { actions * $0 * $0 / 37 }
  var keys: [Int] = []
  for index in 1..<actions {
    if let mark = marks.firstIndex(of: index) {
      keys.append(mark + 1)
      add(index, "find", #"{"key":\#(mark + 1),"words":["by the sea"]}"#)
    } else {
      add(index, "tick", "{}")
    }
    let found = keys.isEmpty ? "" : #","keys":\#(keys)"#.filter { $0 != " " }
    let state = #"{"isArmed":false,"steps":\#(index)\#(found)}"#
    add(#"{"after":\#(index),"state":\#(state)"#)
  }
  add(actions, "open", #"{"_0":4711}"#)
  let file = folder.appending(path: "treasure.jsonl")
  try Data(bytes).write(to: file)
  return try Timeline.open(SessionLog.open(file.path))
}

/// The action lines of a log, each for itself.
private func actionLines(of timeline: Timeline) throws -> [Data] {
  try Data(contentsOf: URL(fileURLWithPath: timeline.log.path)).split(separator: 0x0A)
    .filter { $0.starts(with: #"{"index":"#.utf8) }.map { Data($0) }
}

/// Decodes and reduces with what Foundation has.
private func decode(_ lines: [Data]) throws -> (isArmed: Bool, steps: Int) {
  let decoder = JSONDecoder()
  var field = (isArmed: false, steps: 0)
  for line in lines {
    field.steps += 1
    switch try decoder.decode(ActionLine.self, from: line).action.payload {
    case .arm: field.isArmed = true
    case .disarm: field.isArmed = false
    case .tick, .step, .open: break
    }
  }
  return field
}

/// One replay of the whole, which asks for no states.
private func replay(_ timeline: Timeline, by app: ReplayProgram) throws {
  var options = Verification.Options()
  options.comparesOnlyTheEnd = true
  let verification = try Verification.run(timeline, by: app, options: options)
  guard verification.verdict.name == "same" else {
    throw BenchFailure("the replay was \(verification.verdict.name)")
  }
}
