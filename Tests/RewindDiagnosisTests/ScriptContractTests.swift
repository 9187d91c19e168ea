import RewindDiagnosis
import RewindJSON
import RewindTestSupport
import RewindTimeline
import Testing

/// The two implementations of the contract, asked the same: what tests find with a scripted app holds for a
/// process.
@Suite("An app that is scripted", .process)
struct ScriptContractTests {
  /// All that the diagnosis says of a session, without what only a process has: addresses and lines.
  private struct Findings: Equatable {
    var verification: String
    var bisection: String
    var minimization: String
  }

  @Test("says of a minefield what its process says", arguments: TestScale.seeds(1, of: 120))
  func minefield(seed: UInt64) throws {
    var random = SeededGenerator(seed: 9_000 + seed)
    let session = Self.minefield(&random)
    let process = try findings(session.file, ReplayProgram([Program("minefield").path]))
    #expect(try findings(session.file, ScriptedApp.minefield.program()) == process, "\(seed)")
  }

  @Test("says of a shop what its process says", arguments: TestScale.seeds(1, of: 60))
  func shop(seed: UInt64) throws {
    let session = PlantedSession(seed: 7_000 + seed, length: 10...60)
    let versions = [
      [], ["--mended"], ["--dies-early"], ["--double-ticks"], ["--dies-otherwise"], [],
    ]
    let version = versions[Int(seed) % versions.count]
    let process = try findings(session.file, ReplayProgram([Program("shop").path] + version))
    #expect(
      try findings(session.file, ScriptedApp.shop.program("shop", version)) == process,
      "\(seed)"
    )
  }

  private static func minefield(_ random: inout SeededGenerator) -> MinefieldSession {
    var session = MinefieldSession()
    for _ in 0..<Int.random(in: 0...40, using: &random) {
      switch Int.random(in: 0..<9, using: &random) {
      case 0, 1: session.add("arm")
      case 2: session.add("disarm")
      case 3:
        session.add("find", ["key": JSONValue(Int.random(in: 1...6, using: &random)), "words": []])
      case 4: session.add("take")
      case 5: session.add("give")
      case 6: session.add(Bool.random(using: &random) ? "hide" : "reveal")
      default: session.add("tick")
      }
    }
    let ends: [(String, JSONValue)] = [
      ("step", [:]), ("seek", [:]), ("open", ["_0": 40]), ("settle", [:]), ("exit", ["_0": 3]),
      ("abort", [:]), ("raise", ["_0": 11]), ("stumble", [:]), ("fatal", [:]), ("index", [:]),
      ("lean", [:]),
    ]
    let end = ends.randomElement(using: &random) ?? ends[0]
    session.end(end.0, end.1)
    return session
  }

  private func findings(_ file: SessionFile, _ program: ReplayProgram) throws -> Findings {
    let timeline = try file.timeline()
    let verification = try Verification.run(timeline, by: program)
    return Findings(
      verification:
        "\(verification.verdict.name) \(verification.sharedCrash.map { "\($0)" } ?? "-")",
      bisection: bisection(try CrashBisection.run(timeline, by: program, budget: .unlimited)),
      minimization: minimization(timeline, program)
    )
  }

  private func bisection(_ result: CrashBisection.Result) -> String {
    guard case .found(let found) = result else { return "not found" }
    return "\(found.culprit) of \(found.fatal), \(found.signature.crash), "
      + "\(found.isCertain), after \(found.survivor?.index ?? -1), "
      + "\(found.recordedStateIsIncomplete), \(found.crashesFromEveryState)"
  }

  private func minimization(_ timeline: Timeline, _ program: ReplayProgram) -> String {
    do {
      let small = try timeline.minimized(by: program)
      return "\(small.steps.map(\.index)), \(small.culprit ?? 0), \(small.isMinimal)"
    } catch {
      return "\(type(of: error))"
    }
  }
}
