import Foundation
import RewindJSON
import RewindSession
import RewindTimeline

// Usage: bench [--json] [--actions N] [--items N]
//              [--only json|codec|lines|log|tail|pauses|recording|large|shapes|reading|stepper]
//              [--only diagnosis|live|page]
//        bench --write FILE [--actions N] [--items N]     only writes the long session
// Started by scripts/bench, which builds it with optimization.

let arguments = CommandLine.arguments
func option(_ name: String) -> String? {
  guard let index = arguments.firstIndex(of: name), index + 1 < arguments.count else { return nil }
  return arguments[index + 1]
}

func number(_ name: String, _ standard: Int) -> Int {
  option(name).flatMap { Int($0) } ?? standard
}

/// Whether a part of the bench is asked for.
func isWanted(_ part: String) -> Bool {
  option("--only").map { $0 == part } ?? true
}

let items = number("--items", 1_000)
let actions = number("--actions", 1_000_000)
if let path = option("--write") {
  try writeSession(to: path, items: items, actions: actions)
  exit(0)
}

let report = Report(asJSON: arguments.contains("--json"))
let folder = FileManager.default.temporaryDirectory.appending(path: "rewind-bench-\(getpid())")
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(at: folder) }

if isWanted("json") { try benchJSON(report) }
if isWanted("codec") { try benchCodec(report) }
if isWanted("lines") { try SmallActionBench(report: report, folder: folder).run() }
if isWanted("log") { try LogBench(report: report, folder: folder, actions: actions).run() }
if isWanted("tail") { try TailBench(report: report, folder: folder, actions: actions).run() }
if isWanted("recording") { try RecordingBench(report: report, folder: folder).run() }
if isWanted("pauses") {
  try PausesBench(report: report, folder: folder, shape: option("--row")).run()
}
if isWanted("large") { try RecordingBench(report: report, folder: folder, rounds: 11).runLarge() }
if let shape = option("--shape") {
  try ShapeBench(report: report, folder: folder, items: items).run(shape)
} else if isWanted("shapes") {
  try ShapeBench(report: report, folder: folder, items: items).runAll(Array(arguments.dropFirst()))
}
if isWanted("reading") {
  try benchReading(
    report,
    folder.appending(path: "session.jsonl").path,
    items: items,
    actions: actions
  )
}
if isWanted("stepper") {
  try benchStepper(
    report,
    folder.appending(path: "stepper.jsonl").path,
    items: items,
    actions: actions
  )
}
// Only where it is asked for: it needs a browser.
if option("--only") == "page" { try PageBench(report: report).run() }
// Only where it is asked for: it needs the programs that it starts, and a minute.
if option("--only") == "live" { try LiveBench(report: report, folder: folder).run() }
if option("--only") == "diagnosis" {
  let programs = URL(fileURLWithPath: arguments[0]).deletingLastPathComponent()
  try benchDiagnosis(report, folder, programs: programs)
}
