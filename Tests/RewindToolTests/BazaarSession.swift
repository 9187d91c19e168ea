#if os(macOS) || os(Linux)
import RewindTestSupport

/// Records a session of three stores by a real program; the log of the user store is the first one.
func withBazaar(
  _ words: String...,
  body: (_ folder: TemporaryFolder, _ log: String) throws -> Void
) throws {
  try TemporaryFolder.with { folder in
    let log = folder.path("b.jsonl")
    _ = try Program("bazaar").run([log] + words)
    try body(folder, log)
  }
}
#endif
