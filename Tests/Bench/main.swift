import Foundation
import RewindJSON
import RewindSession
import RewindTimeline

// Usage: bench [--json] [--actions N] [--items N]
// Started by scripts/bench, which builds it with optimization.

let arguments = CommandLine.arguments
func option(_ name: String, _ standard: Int) -> Int {
  guard let place = arguments.firstIndex(of: name), place + 1 < arguments.count,
    let value = Int(arguments[place + 1])
  else { return standard }
  return value
}

let report = Report(asJSON: arguments.contains("--json"))
let folder = FileManager.default.temporaryDirectory.appending(path: "rewind-bench-\(getpid())")
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(at: folder) }

try benchJSON(report)
try benchReading(
  report,
  folder.appending(path: "session.jsonl").path,
  items: option("--items", 1_000),
  actions: option("--actions", 1_000_000)
)
