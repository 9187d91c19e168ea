import RewindDiagnosis
import RewindTestSupport
import RewindTimeline
import Testing

@Suite("A reducer with a fault in it", .process)
struct MutationTests {
  private static let moves = ["arm", "disarm", "tick", "take", "give"]
  private static let faults = ["flip", "skip", "double", "litter", "lend"]

  @Test(
    "is caught at the very action in which the fault shows first",
    arguments: TestScale.seeds(6, of: 50)
  )
  func caught(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let made = (0..<Int.random(in: 10...60, using: &random)).map { _ in
      Self.moves[Int.random(in: Self.moves.indices, using: &random)]
    }
    var session = MinefieldSession()
    for move in made { session.add(move) }
    // After as many steps, one of the moves that follow does something else.
    let steps = Int.random(in: made.indices, using: &random)
    let move = made[Int.random(in: steps..<made.count, using: &random)]
    let fault = Self.faults[Int.random(in: Self.faults.indices, using: &random)]
    let mutant = ReplayProgram(
      [Program("minefield").path, "--mutation", "\(move)/\(steps)/\(fault)"]
    )
    let first = try #require(made.indices.first { $0 >= steps && made[$0] == move }) + 1
    let verdict = try Verification.run(session.file.timeline(), by: mutant).verdict
    guard case .diverged(let divergence) = verdict else {
      Issue.record("\(move)/\(steps)/\(fault): \(verdict.name)")
      return
    }
    #expect(divergence.index == first)
    #expect(divergence.type == "Move.\(move)")
  }
}
