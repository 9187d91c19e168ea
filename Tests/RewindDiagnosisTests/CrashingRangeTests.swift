import RewindDiagnosis
import RewindJSON
import RewindTestSupport
import Testing

/// The search over states that need no program: what it says is held against a look at every one.
@Suite("A range of crashing states")
struct CrashingRangeTests {
  private func range(
    _ session: PlantedSession,
    budget: Int = .max
  ) throws -> (range: CrashingRange<PlantedStates>, probes: Int) {
    let states = PlantedStates(session, budget: budget)
    var range = CrashingRange(states, effort: .init(width: 2, steps: 16, limit: 16))
    try range.search()
    return (range, states.tried.count)
  }

  @Test(
    "is certain and right where every state may be tried",
    arguments: TestScale.seeds(2, of: 500)
  )
  func whole(seed: UInt64) throws {
    let session = PlantedSession(seed: seed)
    let (range, probes) = try range(session)
    #expect(try range.first() == session.beginning)
    #expect(try range.unprobed().isEmpty)
    #expect(probes <= session.states.count)
  }

  @Test(
    "is found with a few probes, and says which states were not tried",
    arguments: [(100, 2), (300, 1)]
  )
  func few(budget: Int, mistakes: Int) throws {
    var wrong: [UInt64] = []
    for seed in TestScale.seeds(2, of: 500) {
      let session = PlantedSession(seed: seed)
      let (range, probes) = try range(session, budget: budget)
      let first = try range.first()
      let unprobed = try range.unprobed()
      // What it says of each side is so, and what it does not know it names.
      #expect(session.death(first) == session.death)
      if let survivor = range.survivor {
        #expect(survivor == first - 1)
        #expect(session.death(survivor) != session.death)
      }
      if first != session.beginning {
        wrong.append(seed)
        #expect(unprobed.contains(session.beginning - 1))
      }
      // Halving for the beginning goes on after the budget.
      #expect(probes <= budget + 32)
    }
    #expect(wrong.count <= mistakes, "wrong: \(wrong)")
  }

  @Test("does not take a state that cannot be tried for either")
  func unresolved() throws {
    let states = NumberedStates(last: 9) { position in
      switch position {
      case ...3: .passes
      case 4, 7: .unresolved("no \(position)")
      default: .fails
      }
    }
    var range = CrashingRange(states, effort: .init(width: 2, steps: 4, limit: 4))
    try range.search()
    #expect(range.survivor == 3)
    #expect(try range.first() == 5)
    #expect(try range.unprobed() == [4, 7])
    #expect(try range.obstacle() == "no 4")
  }

  @Test("has one probe for states that are equal")
  func equalStates() throws {
    let states = NumberedStates(last: 99, period: 3) { $0 == 2 ? .passes : .fails }
    var range = CrashingRange(states, effort: .init(width: 2, steps: 4, limit: 4))
    try range.search()
    // The last state is like the first; the one before it survives, like each third one.
    #expect(range.survivor == 98)
    #expect(try range.first() == 99)
    #expect(Set(states.tried).isSubset(of: [1, 2]))
  }
}

/// The states of a session in which a crash was planted.
private final class PlantedStates: TrialStates {
  private let session: PlantedSession
  private let budget: Int
  /// The positions that were tried, in order.
  private(set) var tried: [Int] = []

  init(_ session: PlantedSession, budget: Int) {
    (self.session, self.budget) = (session, budget)
  }

  var last: Int { session.states.count - 1 }
  var isSpent: Bool { tried.count >= budget }

  func representative(of position: Int) -> Int { position }

  func verdicts(at positions: [Int]) -> [FailureVerdict] {
    tried += positions
    return positions.map { position in
      switch session.death(position) {
      case session.death: .fails
      case nil: .passes
      case let other?: .failsOtherwise(CrashSignature(.abort, in: other))
      }
    }
  }

  func step(to position: Int) -> ProbeOrder.Step {
    guard position > 0 else { return .init(Patch(), by: nil) }
    let patch = Patch(from: session.states[position - 1], to: session.states[position])
    return .init(patch, by: session.actions[position - 1])
  }

  func undo(to position: Int) -> Patch {
    Patch(from: session.states[position], to: session.states[position - 1])
  }
}

/// States of which only the number counts; those `period` apart are equal.
private final class NumberedStates: TrialStates {
  let last: Int
  private let period: Int
  private let verdict: (Int) -> FailureVerdict
  /// The positions that were tried, in order.
  private(set) var tried: [Int] = []

  init(last: Int, period: Int = .max, verdict: @escaping (Int) -> FailureVerdict) {
    (self.last, self.period, self.verdict) = (last, period, verdict)
  }

  var isSpent: Bool { false }

  func representative(of position: Int) -> Int { position % period }

  func verdicts(at positions: [Int]) -> [FailureVerdict] {
    tried += positions
    return positions.map(verdict)
  }

  func step(to position: Int) -> ProbeOrder.Step { .init(Patch(), by: nil) }

  func undo(to position: Int) -> Patch { Patch() }
}
