import Foundation
import RewindJSON
import RewindTestSupport
import Testing

private let warehouse = Program("warehouse")

/// Crashes of an app with planted bugs; only this plan knows which log shows which bug.
struct Crashes {
  let folder: TemporaryFolder
  /// The bug of each log, by the log's name.
  private(set) var bugs: [String: Int] = [:]

  init(in folder: TemporaryFolder) throws {
    self.folder = folder
    try FileManager.default.createDirectory(atPath: logs, withIntermediateDirectories: true)
  }

  var logs: String { folder.path("logs") }

  /// Records a session that dies of a bug.
  @discardableResult
  mutating func record(
    _ bug: Int,
    seed: Int,
    version: String = "1.0",
    by program: String = warehouse.path
  ) throws -> String {
    // A name that says nothing of the bug.
    let name = "\((seed * 7_919 + bug * 104_729) % 1_000_003)"
    let path = "\(logs)/\(name).jsonl"
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = ["record", "\(seed)", "\(bug)", path, version]
    process.environment = ["SWIFT_BACKTRACE": "enable=no"].merging(Sanitizer.environment) { $1 }
    (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
    try process.start()
    process.waitUntilExit()
    #expect(process.terminationReason == .uncaughtSignal, "bug \(bug), seed \(seed)")
    bugs[name] = bug
    return path
  }

  /// Runs triage on all logs; returns its rows.
  func triage(_ arguments: String..., by app: String = warehouse.path) throws -> [JSONValue] {
    let run = try rewind.run(["triage", logs, "--json", "--app", app] + arguments, exits: 0)
    return try run.rows()
  }

  /// Returns the planned bugs of a row's logs.
  func bugs(of row: JSONValue) -> [Int] {
    row.groupFiles.compactMap {
      bugs[URL(fileURLWithPath: $0).deletingPathExtension().lastPathComponent]
    }
  }
}

/// A row of `rewind triage --json`.
extension JSONValue {
  var groupFiles: [String] { self["files"]?.array?.compactMap(\.string) ?? [] }
  var groupName: String? { self["group"]?.string }
  var groupKind: String? { self["kind"]?.string }
}

/// An app that counts how often it is started.
struct CountedApp {
  let command: [String]
  private let runs: String

  /// Makes an app that presses ctrl-C at the start with that number, counted from 1.
  init(in folder: TemporaryFolder, interruptingAt interruption: Int = -1) throws {
    runs = folder.path("runs-\(interruption)")
    let script = try folder.file(
      "app-\(interruption).sh",
      """
      echo run >> '\(runs)'
      count=$(grep -c run '\(runs)')
      if [ \(interruption) -gt 0 ] && [ "$count" -ge \(interruption) ] && mkdir '\(runs)-interrupted' 2> /dev/null; then
        kill -INT "$PPID"
      fi
      exec '\(warehouse.path)' "$@"

      """
    )
    command = ["--app", "/bin/sh", "--", script.path]
  }

  var starts: Int {
    let text = (try? String(contentsOfFile: runs, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").count
  }
}
