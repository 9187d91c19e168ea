import Foundation
import RewindDiagnosis
import RewindJSON
import RewindSession
import RewindTestSupport
import Testing

/// Sessions with planted bugs, searched by the real tool; each sentence that it prints is held against what
/// the fatal action does on each state.
@Suite("What bisect prints of a planted crash")
struct PlantedCrashTests {
  private let rewind = Program("rewind")
  private let shop = ScriptedApp.shop.registered(as: "scripted-shop")

  @Test("is so", arguments: TestScale.seeds(1, of: 400))
  func planted(seed: UInt64) throws {
    let session = PlantedSession(seed: seed, length: 50...TestScale.count(300, of: 2_000))
    let report = try bisect(session)
    try check(report, session, seed)
    #expect(report.contains("probably") || answer(report) == expected(session), "\(seed)")
  }

  @Test(
    "is so in short sessions, whose actions are run again",
    arguments: TestScale.seeds(1, of: 100)
  )
  func short(seed: UInt64) throws {
    let session = PlantedSession(seed: 1_000 + seed, length: 50...400)
    try check(bisect(session), session, seed)
  }

  private func bisect(_ session: PlantedSession, _ flags: String...) throws -> String {
    try TemporaryFolder.with { folder in
      let path = try session.file.write(to: folder)
      let run = try rewind.run(["bisect", path, "--app", shop] + flags, exits: 0)
      return run.output
    }
  }

  /// The culprit by the definition: the fatal action where it dies on every state.
  private func expected(_ session: PlantedSession) -> Int {
    session.beginning == 0 ? session.fatal : session.beginning
  }

  /// The states that a report says were not tried; where it has only their number, `--json` must have as many.
  private func unprobed(_ report: String, _ session: PlantedSession) throws -> Set<Int> {
    if let short = report.firstMatch(of: #/Not tried: (\d+) states after (\d+) to (\d+) \(--json/#)
    {
      let json = try JSONValue(parsing: Array(bisect(session, "--json").utf8))
      let ranges = try #require(json["unprobed"]?.array).map { try $0.decode([Int].self) }
      let states = Set(ranges.flatMap { Array($0[0]...$0[1]) })
      #expect(states.count == Int(short.1))
      #expect(states.min() == Int(short.2))
      #expect(states.max() == Int(short.3))
      return states
    }
    let listed = report.firstMatch(of: #/Not tried: the states? after ([-–\d, ]+)\./#)
    return Set(
      (listed?.1 ?? "").split(separator: ", ").flatMap { range -> [Int] in
        let ends = range.split(separator: "–").compactMap { Int($0) }
        return ends.isEmpty ? [] : Array(ends[0]...(ends.last ?? ends[0]))
      }
    )
  }

  private func answer(_ report: String) -> Int? {
    report.firstMatch(of: #/(?m)^culprit +(\d+)/#).flatMap { Int($0.1) }
  }

  /// Holds every sentence of a report against the session.
  private func check(_ report: String, _ session: PlantedSession, _ seed: UInt64) throws {
    let culprit = try #require(answer(report))
    let isCertain = !report.contains("probably")
    let unprobed = try unprobed(report, session)
    #expect(isCertain == unprobed.isEmpty, "\(seed)")
    if isCertain { #expect(culprit == expected(session), "\(seed): \(report)") }
    func dies(_ index: Int) -> Bool { session.death(index) == session.death }
    let lines = report.split(separator: "\n").map(String.init)
    for line in lines {
      if line.hasPrefix("Action \(session.fatal) crashes from every state before it") {
        // The app's own initial state is the session's.
        #expect(line.hasSuffix("it is its own culprit, or the initial state is."), "\(seed)")
        #expect(session.states.indices.allSatisfy(dies), "\(seed)")
      } else if line.hasPrefix("Action \(session.fatal) crashes from every state that was tried") {
        #expect(session.states.indices.allSatisfy { unprobed.contains($0) || dies($0) }, "\(seed)")
      } else if line.hasPrefix("Replaying action \(session.fatal) crashes from ") {
        let extent =
          isCertain
          ? "every state after action \(culprit)."
          : "the state after action \(culprit) and every later one that was tried."
        #expect(line.hasSuffix(" from \(extent)"), "\(seed)")
        #expect(
          (culprit..<session.fatal).allSatisfy { unprobed.contains($0) || dies($0) },
          "\(seed)"
        )
      } else if line == "It survives the state before that." {
        #expect(session.death(culprit - 1) == nil, "\(seed): \(report)")
      } else if line.hasPrefix("It dies differently ("), line.hasSuffix(" before that.") {
        let other = try #require(session.death(culprit - 1), "\(seed): \(report)")
        #expect(!dies(culprit - 1), "\(seed)")
        #expect(line.contains("(\(other.prefix { $0 != " " }) in "), "\(seed): \(line)")
      } else if line.hasPrefix("A state decoded from the log") {
        #expect(session.bug == .untrusted, "\(seed)")
      }
    }
    #expect(lines[0].hasPrefix("fatal   \(session.fatal)"), "\(lines[0])")
    #expect(lines[0].hasSuffix("  \(session.death.prefix { $0 != " " })"), "\(lines[0])")
    // The change that is shown is that of the culprit, so it is no word about the crash.
  }
}
