import RewindDiagnosis
import RewindJSON
import RewindTestSupport
import RewindTimeline
import Testing

private let minefield = ReplayProgram([Program("minefield").path])

@Suite("A crash that no action is to blame for", .process)
struct UnattributedCrashTests {
  private let folder = TemporaryFolder()

  private func search(_ session: MinefieldSession) throws -> UnattributedCrash? {
    let timeline = try session.file.timeline()
    guard case .blameless(let found) = try CrashBisection.run(timeline, by: minefield) else {
      return nil
    }
    return found
  }

  @Test(
    "is one that chance decides, whether or not the first replay shows it",
    arguments: ["", "."]
  )
  func chance(before: String) throws {
    let file = try folder.file("throws", before).path
    var session = MinefieldSession()
    for move in ["arm", "tick", "disarm", "tick", "arm", "tick"] { session.add(move) }
    session.end("gamble", ["_0": .string(file)])
    let found = try #require(try search(session))
    guard case .sometimes(let crashes, let tries) = found.why else {
      Issue.record("\(found.why)")
      return
    }
    #expect((1..<tries).contains(crashes))
    #expect(found.fatal == 7)
    #expect(found.crash == .trap)
    #expect(found.errorText.contains("lost"))
  }

  @Test("is one of `encode(to:)`: no reducer calls it")
  func encoding() throws {
    var session = MinefieldSession()
    for _ in 0..<3 { session.add("tick") }
    session.end("lay")
    let found = try #require(try search(session))
    #expect(found.why == .encoding)
    #expect(found.fatal == 4)
    #expect(found.errorText.contains("a live mine"))
  }

  // MARK: - Verification

  private func verify(_ session: MinefieldSession) throws -> Verification {
    var options = Verification.Options()
    options.variesConditions = true
    return try Verification.run(session.file.timeline(), by: minefield, options: options)
  }

  @Test("is found by other conditions where it depends on values outside the state")
  func counter() throws {
    var session = MinefieldSession()
    for _ in 0..<7 { session.add("tire") }
    session.end("tire")
    let verification = try verify(session)
    #expect(verification.condition == .middle(after: 4))
    #expect(verification.verdict.name == "fixed")
  }

  @Test("is no condition's doing where it comes and goes by itself", arguments: ["", "."])
  func again(before: String) throws {
    let file = try folder.file("throws", before).path
    var session = MinefieldSession()
    for _ in 0..<6 { session.add("tick") }
    session.end("gamble", ["_0": .string(file)])
    #expect(try verify(session).condition == .again)
  }
}
