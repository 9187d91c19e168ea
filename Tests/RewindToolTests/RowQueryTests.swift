import Foundation
import RewindJSON
import RewindTestSupport
import Testing

private let duckdb = Interpreter.python(importing: "duckdb")
private let pyspark = Interpreter.python(importing: "pyspark")

@Suite("The documentation's queries", .process)
struct RowQueryTests {
  private let folder = TemporaryFolder()

  /// Runs a Python script in a folder, with `rewind` in the path.
  private func run(_ python: String, _ words: [String], in folder: TemporaryFolder) throws -> String
  {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: python)
    process.arguments = words
    process.currentDirectoryURL = folder.url
    let products = URL(fileURLWithPath: rewind.path).deletingLastPathComponent().path
    var environment = ProcessInfo.processInfo.environment
    environment["PATH"] = "\(products):\(environment["PATH"] ?? "/usr/bin:/bin")"
    environment["PYSPARK_PYTHON"] = python
    process.environment = environment
    let (output, errors) = (folder.path("out"), folder.path("err"))
    try folder.file("out", "")
    try folder.file("err", "")
    process.standardOutput = FileHandle(forWritingAtPath: output)
    process.standardError = FileHandle(forWritingAtPath: errors)
    try process.start()
    process.waitUntilExit()
    let errorText = try String(contentsOfFile: errors, encoding: .utf8)
    #expect(process.terminationStatus == 0, "\(errorText.suffix(3_000))")
    return try String(contentsOfFile: output, encoding: .utf8)
  }

  private func fatal(_ session: ShopLogs.Session) -> String? {
    session.isCrash ? "\(session.version) ShopAction.pay" : nil
  }

  @Test(
    "give in DuckDB what a count by hand gives",
    .surroundings,
    .enabled(if: duckdb != nil, "needs a Python that has duckdb")
  )
  func inDuckDB() throws {
    let seed = SeededGenerator.seed
    var random = SeededGenerator(seed: seed)
    let logs = try ShopLogs(1_000, in: folder.url.appending(path: "logs"), using: &random)
    #expect(try export(folder, ["logs"]).exit == .status(0))
    let queries = try DocumentationPage.article("Rows").blocks("sql")
    try folder.file("queries.json", JSONValue.array(queries.map { .string($0) }).text)
    try folder.file(
      "run.py",
      """
      import duckdb, json
      connection = duckdb.connect()
      for query in json.load(open("queries.json")):
          print(json.dumps(connection.execute(query).fetchall(), default=str))
      """
    )
    let results = try run(try #require(duckdb), ["run.py"], in: folder).split(separator: "\n")
      .map { try JSONValue(parsing: String($0)).array ?? [] }
    #expect(results.count == queries.count && queries.count > 7)
    func counts(_ result: Int, _ key: (JSONValue) -> String) -> [String: Int] {
      Dictionary(
        results[result].map {
          (key($0), $0[Pointer(tokens: ["\(($0.array?.count ?? 1) - 1)"])]?.int ?? 0)
        }
      ) {
        $0 + $1
      }
    }
    // Crashes by type and version: version, type, count, when.
    let crashes = results[1].map { row in
      ("\(row.array?[0].string ?? "") \(row.array?[1].string ?? "")", row.array?[2].int ?? 0)
    }
    #expect(Dictionary(crashes) { $1 } == logs.counts(fatal), "seed \(seed)")
    let paths = logs.counts { session in
      session.isCrash ? session.types.suffix(4).joined(separator: " > ") : nil
    }
    let found = counts(2) { $0.array?[0].string ?? "" }
    #expect(!found.isEmpty && found.count == min(20, paths.count), "seed \(seed)")
    for (path, count) in found { #expect(paths[path] == count, "seed \(seed): \(path)") }
    #expect(counts(3) { $0.array?[0].string ?? "" } == logs.counts(\.writer), "seed \(seed)")
    let pauses = counts(4) { $0.array?[0].string ?? "" }
    #expect(Set(pauses.keys) == Set(logs.sessions.flatMap(\.types)))
    let added = logs.sessions.filter { $0.types.contains("ShopAction.add") }
    let paid = added.filter(\.isCrash)
    #expect(results[5] == [[1_000, JSONValue(added.count), JSONValue(paid.count)]], "seed \(seed)")
    let items = logs.sessions.flatMap { session in
      session.types.enumerated().filter { $0.element == "ShopAction.add" }.map { $0.offset + 1 }
    }
    let times = Dictionary(grouping: items) { "\($0)" }.mapValues(\.count)
    #expect(counts(6) { $0.array?[0].string ?? "" } == times, "seed \(seed)")
    #expect(results[7] == [])
  }

  @Test(
    "give in Spark, on workers that verify and triage, what a count by hand gives",
    .enabled(
      if: pyspark != nil && (try? rewind.run("help", "triage").exit) == .status(0),
      "needs a Python that has pyspark, and Java"
    )
  )
  func inSpark() throws {
    let seed = SeededGenerator.seed
    var random = SeededGenerator(seed: seed)
    let logs = try ShopLogs(1_000, in: folder.url.appending(path: "logs"), using: &random)
    let script = DocumentationPage.root.appending(path: "Tests/Fixtures/Spark/sessions.py")
    try folder.copy(script.path, as: "sessions.py")
    let python = try #require(pyspark)
    let groups = try run(python, ["sessions.py", "logs", "parquet"], in: folder)
    #expect(groups.contains("ShopAction.pay"), "\(groups)")
    try folder.file(
      "read.py",
      """
      import json
      from pyspark.sql import SparkSession
      inference = "spark.sql.sources.partitionColumnTypeInference.enabled"
      spark = SparkSession.builder.config(inference, False).getOrCreate()
      for table in "sessions", "actions":
          spark.read.parquet(f"parquet/{table}").createOrReplaceTempView(table)
      for query in (
          "select concat(version, ' ', fatal) as key, count(*) from sessions where end = 'crashed' group by all",
          "select type, count(*) from actions group by all",
          "select 'files', count(distinct file) from sessions where file like '%app=shop%'",
          "select 'joined', count(*) from actions join sessions using (file)",
      ):
          print(json.dumps([list(row) for row in spark.sql(query).collect()]))
      """
    )
    let results = try run(python, ["read.py"], in: folder).split(separator: "\n")
      .filter { $0.hasPrefix("[[") }
      .map { line in
        try Dictionary(
          uniqueKeysWithValues: (JSONValue(parsing: String(line)).array ?? []).map {
            ($0.array?[0].string ?? "", $0.array?[1].int ?? 0)
          }
        )
      }
    try #require(results.count == 4)
    #expect(results[0] == logs.counts(fatal), "seed \(seed)")
    let types = Dictionary(grouping: logs.sessions.flatMap(\.types)) { $0 }.mapValues(\.count)
    #expect(results[1] == types, "seed \(seed)")
    #expect(results[2] == ["files": 1_000])
    #expect(results[3] == ["joined": types.values.reduce(0, +)])
  }
}
