#if os(macOS) || os(Linux)
import RewindDiagnosis
import RewindJSON
import Testing

/// The search over states that need no program: what it says is held against a look at every one.
@Suite("A range of crashing states")
struct CrashingRangeTests {
  private func range(
    _ session: PlantedSession,
    budget: Int = .max
  ) throws -> (range: CrashingRange, probes: Int) {
    var probes = 0
    var range = CrashingRange(
      last: session.states.count - 1,
      effort: .init(width: 2, steps: 16, limit: 16),
      isSpent: { probes >= budget },
      differences: {
        RelevantDifferences.read(
          count: session.states.count,
          undo: { Patch(from: session.states[$0], to: session.states[$0 - 1]) }
        ) { place in
          place == 0
            ? .init(Patch(), by: nil)
            : .init(
              Patch(from: session.states[place - 1], to: session.states[place]),
              by: session.actions[place - 1]
            )
        }
      },
      representative: { $0 },
      probe: { places in
        probes += places.count
        return places.map { place in
          switch session.death(place) {
          case session.death: .fails
          case nil: .passes
          case let other?: .failsOtherwise(CrashSignature(.abort, in: other))
          }
        }
      }
    )
    try range.search()
    return (range, probes)
  }

  @Test(
    "is certain and right where every state may be tried",
    arguments: TestScale.seeds(40, of: 500)
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
    for seed in TestScale.seeds(60, of: 500) {
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
    var range = CrashingRange(
      last: 9,
      effort: .init(width: 2, steps: 4, limit: 4),
      isSpent: { false },
      differences: {
        RelevantDifferences.read(count: 10, undo: { _ in Patch() }) { _ in .init(Patch(), by: nil) }
      },
      representative: { $0 },
      probe: { places in
        places.map { place in
          switch place {
          case ...3: .passes
          case 4, 7: .unresolved("no \(place)")
          default: .fails
          }
        }
      }
    )
    try range.search()
    #expect(range.survivor == 3)
    #expect(try range.first() == 5)
    #expect(try range.unprobed() == [4, 7])
    #expect(try range.obstacle() == "no 4")
  }

  @Test("has one probe for states that are equal")
  func equalStates() throws {
    var asked: [Int] = []
    var range = CrashingRange(
      last: 99,
      effort: .init(width: 2, steps: 4, limit: 4),
      isSpent: { false },
      differences: {
        RelevantDifferences.read(count: 100, undo: { _ in Patch() }) { _ in .init(Patch(), by: nil)
        }
      },
      representative: { $0 % 3 },
      probe: { places in
        asked += places
        return places.map { $0 == 2 ? .passes : .fails }
      }
    )
    try range.search()
    // The last state is like the first; the one before it survives, like each third one.
    #expect(range.survivor == 98)
    #expect(try range.first() == 99)
    #expect(Set(asked).isSubset(of: [1, 2]))
  }
}
#endif
