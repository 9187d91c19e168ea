import Foundation
import RewindDiagnosis
import RewindLog
import RewindSession
import RewindTestSupport
import RewindTimeline
import Testing

/// Sessions of an app with ids, dates, numbers, names and enums, recorded twice: as they were, and with
/// pseudonyms for all of these.
@Suite("A crash in a session with pseudonyms", .process, .serialized)
struct RedactedCrashTests {
  private let folder = TemporaryFolder()

  private struct Answer: Equatable {
    let fatal: Int
    let culprit: Int
  }

  private func answer(
    _ seed: UInt64,
    _ rules: [String],
    _ folder: TemporaryFolder
  ) throws -> (Answer?, text: String) {
    let log = folder.path("\(seed)\(rules.last ?? "").jsonl")
    let clinic = Program("clinic")
    _ = try clinic.run(["record", "\(seed)", log] + rules)
    let timeline = try Timeline.open(SessionLog.open(log))
    let result = try CrashBisection.run(
      timeline,
      by: ReplayProgram([clinic.path]),
      budget: .unlimited
    )
    let text = try String(contentsOfFile: log, encoding: .utf8)
    guard case .found(let found) = result else { return (nil, text) }
    return (Answer(fatal: found.fatal, culprit: found.culprit), text)
  }

  @Test("keeps its culprit", arguments: TestScale.cases(1, of: ["named", "only"]))
  func culprits(rules: String) throws {
    let seeds = TestScale.seeds(1, of: 100)
    var (kept, lost): (Int, [UInt64]) = (0, [])
    for seed in seeds {
      let seed = rules == "only" ? seed + 1_000 : seed
      let (plain, text) = try answer(seed, [], folder)
      let (redacted, pseudonyms) = try answer(seed, ["--redacted", rules], folder)
      try #require(plain != nil, "seed \(seed)")
      if redacted == plain { kept += 1 } else { lost.append(seed) }
      // Who was there is in one log, and not in the other.
      let secrets = text.matches(of: /"(?:[A-F0-9]{8}-[^"]{27}|[A-Z][a-z]+ \d+)"/).map(\.output)
      #expect(!secrets.isEmpty)
      for secret in secrets { #expect(!pseudonyms.containsBytes(of: secret), "seed \(seed)") }
    }
    print(
      "\(kept) of \(seeds.count) crashes with pseudonyms keep their culprits (\(rules)): \(lost)"
    )
    #expect(Double(kept) >= 0.95 * Double(seeds.count), "\(lost)")
  }
}
