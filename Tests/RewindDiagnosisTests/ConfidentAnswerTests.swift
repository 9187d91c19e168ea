import Foundation
import RewindDiagnosis
import RewindJSON
import RewindTestSupport
import Testing

/// Small sessions for which a confident answer once was wrong.
@Suite("A culprit")
struct ConfidentAnswerTests {
  private static let planted: [(String, PlantedSession, Int)] = [
    (
      "is no guess that was refuted",
      PlantedSession(
        .masked,
        [
          .add("a", 1), .coupon("X10"), .toggle, .ticks(10), .setCount(0, 0), .ticks(10),
          .setCount(0, 1), .ticks(100),
        ]
      ), 25
    ),
    (
      "is found in a list whose length is no clue",
      PlantedSession(
        .emptyItem,
        [
          .add("a", 1), .add("b", 1), .add("c", 0), .setCount(2, 1), .ticks(20), .setCount(1, 0),
          .ticks(80),
        ]
      ), 25
    ),
    (
      "is distinguished from what an earlier check masks",
      PlantedSession(
        .masked,
        [.toggle, .coupon("X10"), .ticks(70), .add("a", 0), .ticks(5), .remove(0), .ticks(70)]
      ), 79
    ),
    (
      "is distinguished from another bug of the same kind between two of its own",
      PlantedSession(.twoTraps, [.toggle, .ticks(5), .level(7), .ticks(5), .level(1), .ticks(90)]),
      13
    ),
    (
      "is not the fatal action only because every decoded state crashes",
      PlantedSession(.untrusted, [.trust(true), .ticks(70), .trust(false), .ticks(90)]), 72
    ),
  ]

  @Test(
    "is right where confident answers were wrong",
    arguments: TestScale.cases(3, of: Array(planted.indices))
  )
  func stories(number: Int) throws {
    let (story, session, culprit) = Self.planted[number]
    #expect(session.beginning == culprit, "\(story)")
    let found = try search(session, budget: .unlimited)
    #expect(found.culprit == culprit, "\(story)")
    #expect(found.isCertain)
    #expect(found.survivor?.index == culprit - 1)
    #expect(found.survivor?.isNeighbor == true)
    let other = session.death(culprit - 1).map { String($0.prefix { $0 != " " }) }
    #expect(found.survivor?.otherCrash?.crash.description == other)
    #expect(found.recordedStateIsIncomplete == (session.bug == .untrusted))
  }

  @Test("is only probable where the budget did not do, with the states that are left")
  func spent() throws {
    let session = PlantedSession(.offline, [.ticks(10), .toggle, .ticks(60)])
    let found = try search(session, budget: SearchBudget(replays: 30))
    #expect(found.culprit == 11)
    #expect(!found.isCertain)
    #expect(found.obstacle == nil)
    let unprobed = found.unprobed.flatMap(Array.init)
    #expect(unprobed.allSatisfy { (12...70).contains($0) })
    #expect(found.survivor?.index == 10)
    // The same again to the end.
    #expect(try search(session, budget: .unlimited).isCertain)
  }

  @Test("is certain however far from the start its states are, if each is written whole")
  func wholeStates() throws {
    var session = MinefieldSession()
    for number in 1...600 { session.add(number == 100 ? "arm" : "tick") }
    session.end("step")
    let found = try CrashBisection.run(
      session.file.timeline(),
      by: ScriptedApp.minefield.program("minefield"),
      budget: SearchBudget(actions: 5_000)
    )
    guard case .found(let culprit) = found else { throw NotFound() }
    #expect(culprit.culprit == 100 && culprit.isCertain)
  }

  private struct NotFound: Error {}

  private func search(
    _ session: PlantedSession,
    budget: SearchBudget
  ) throws -> CrashBisection.Culprit {
    let app = ScriptedApp.shop.program("shop")
    let timeline = try session.file.timeline()
    guard case .found(let found) = try CrashBisection.run(timeline, by: app, budget: budget)
    else {
      throw NotFound()
    }
    return found
  }
}
