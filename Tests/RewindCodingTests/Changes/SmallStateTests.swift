import RewindCoding
import RewindTestSupport
import Testing

private final class Counter: Codable {
  var number: Int
  var next: Counter?

  init(_ number: Int) { self.number = number }
}

private struct Coded: Codable {
  var counters: [Counter] = [Counter(1)]
  var text = ""
  var number = 0
}

private struct Plain {
  var held: Any = 1
  var counter: Counter? = Counter(1)
  var text = ""
}

@Suite("A small state that holds objects")
struct SmallStateTests {
  private var text: (inout SeededGenerator) -> String {
    { String(repeating: "x", count: Int.random(in: 0..<2, using: &$0) * 300) }
  }

  @Test(
    "has each change detected, as it grows and shrinks",
    arguments: TestScale.seeds(4, of: 100)
  )
  func coded(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var state = Coded()
    var followed = try FollowedStates(state, prefersText: true)
    for step in 0..<60 {
      switch Int.random(in: 0..<5, using: &random) {
      case 0: state.counters.append(Counter(step))
      case 1: state.counters.randomElement(using: &random)?.number += 1
      case 2: state.counters = []
      case 3: state.text = text(&random)
      default: state.number += 1
      }
      try followed.patch(to: state, "seed \(seed), step \(step)")
      let again = try followed.patch(to: state, "seed \(seed), step \(step), again")
      #expect(again == "[]")
    }
  }

  // A value in an existential made way for an object, which changed in place: its memory was that of the last state.
  @Test(
    "has a change of an object detected that has replaced a value",
    arguments: TestScale.seeds(4, of: 100)
  )
  func reflected(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var state = Plain()
    var followed = try FollowedStates(reflecting: state, prefersText: true)
    for step in 0..<60 {
      switch Int.random(in: 0..<6, using: &random) {
      case 0: state.held = step
      case 1: state.held = Counter(step)
      case 2: (state.held as? Counter)?.number += 1
      case 3:
        state.counter =
          [nil, Counter(step), state.held as? Counter].randomElement(using: &random) ?? nil
      case 4: state.counter?.next = state.held as? Counter
      default: state.text = text(&random)
      }
      try followed.patch(to: state, "seed \(seed), step \(step)")
      let again = try followed.patch(to: state, "seed \(seed), step \(step), again")
      #expect(again == "[]")
    }
  }

  @Test("has a change of an object detected that alone is held where a value was")
  func replaced() throws {
    struct State { var held: Any = 1 }
    let counter = Counter(1)
    var followed = try FollowedStates(reflecting: State(), prefersText: true)
    try followed.patch(to: State(held: counter))
    counter.number = 2
    #expect(try followed.patch(to: State(held: counter)).contains("2"))
    try followed.patch(to: State(held: 3))
    #expect(try followed.patch(to: State(held: 3)) == "[]")
  }
}
