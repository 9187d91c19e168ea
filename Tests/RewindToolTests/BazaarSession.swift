import RewindTestSupport

/// Records a session of three stores by a real program; returns the log of the user store, which is the first one.
func bazaar(_ words: String..., in folder: TemporaryFolder) throws -> String {
  let log = folder.path("b.jsonl")
  _ = try Program("bazaar").run([log] + words)
  return log
}
