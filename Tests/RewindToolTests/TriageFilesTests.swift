import Foundation
import RewindJSON
import RewindTestSupport
import Testing

private let warehouse = Program("warehouse")

@Suite("The files of rewind triage", .process, .timeLimit(.minutes(hangingMinutes)))
struct TriageFilesTests {
  private let folder = TemporaryFolder()

  @Test("writes a minimal session and a test for each group, once")
  func minimize() throws {
    var crashes = try Crashes(in: folder)
    for (bug, seed) in [(2, 1), (2, 2), (17, 1)] { try crashes.record(bug, seed: seed) }
    let small = folder.path("small")
    let rows = try crashes.triage("--minimize", small, "--import", "Warehouse")
    let names = try FileManager.default.contentsOfDirectory(atPath: small).sorted()
    #expect(names.count == 4)
    for row in rows {
      let id = try #require(row["group"]?.string)
      let log = "\(small)/\(id).jsonl"
      let verify = try rewind.run("verify", log, "--app", warehouse.path, "--json")
      let result = try JSONValue(parsing: verify.lines[0])
      #expect(result["result"] == "same")
      #expect(result["actions"]?.int ?? 99 <= 2)
      let test = "\(small)/G\(id.dropFirst())Tests.swift"
      let source = try String(contentsOfFile: test, encoding: .utf8)
      #expect(source.contains("@testable import Warehouse") || source.contains("import Warehouse"))
    }
    let again = try rewind.run([
      "triage", crashes.logs, "--app", warehouse.path, "--minimize", small,
    ])
    #expect(again.errors.contains("0 minimal sessions with a test each written"))
    #expect(again.errors.contains("2 groups had one already"))
  }

  @Test("does not count the minimal sessions that it wrote into the folder itself")
  func minimizeInside() throws {
    var crashes = try Crashes(in: folder)
    try crashes.record(2, seed: 1)
    let small = "\(crashes.logs)/small"
    for _ in 1...2 {
      let rows = try crashes.triage("--minimize", small)
      #expect(rows.map { $0["count"] } == [1])
    }
    #expect(FileManager.default.fileExists(atPath: small))
    let inside = try rewind.run(["triage", small, "--app", warehouse.path, "--minimize", small])
    #expect(inside.exit == .status(2))
    #expect(inside.errors.contains("takes a folder without the sessions"), "\(inside)")
  }

  @Test("reports to CI servers: a crash fails, a log that cannot be judged is an error")
  func junit() throws {
    var crashes = try Crashes(in: folder)
    try crashes.record(2, seed: 1)
    try folder.file("logs/empty.jsonl", "")
    let report = folder.path("report.xml")
    _ = try crashes.triage("--junit", report)
    let text = try String(contentsOfFile: report, encoding: .utf8)
    #expect(text.contains(#"tests="2" failures="1" errors="1""#))
    #expect(text.contains("WarehouseAction.checkOut ← WarehouseAction.setInstallments"))
  }
}
