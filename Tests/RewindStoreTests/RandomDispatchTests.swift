import RewindStore
import Testing

/// Random programs of dispatches, subscriptions and removals, at every place where app code runs.
@Suite("In random programs, a store")
struct RandomDispatchTests {
  @Test("tells each subscriber a run of consecutive states, each once")
  func consecutiveStates() {
    for seed in 0..<200 as Range<UInt64> { runProgram(seed: seed) }
  }

  private func runProgram(seed: UInt64) {
    var random = SplitMix(state: seed)
    var budget = 60
    var listeners: [Listener<CounterState>] = []
    var removed: Set<Int> = []
    var lastStateWhenRemoved: [Int: Int] = [:]

    let meddling: Middleware<CounterState> = { dispatch, _ in
      { next in
        { action in
          if budget > 0, random.next() % 4 == 0 {
            budget -= 1
            dispatch(Add())
          }
          next(action)
        }
      }
    }
    let store = makeCounter(middleware: [meddling])
    store.dispatch(Add())

    func act() {
      guard budget > 0 else { return }
      budget -= 1
      switch random.next() % 8 {
      case 0...2: store.dispatch(Add())
      case 3...4: addListener()
      case 5:
        guard let index = listeners.indices.randomElement(using: &random) else { return }
        store.unsubscribe(listeners[index])
        if removed.insert(index).inserted { lastStateWhenRemoved[index] = store.state.count }
      default: break
      }
    }
    func addListener() {
      let listener = Listener(of: CounterState.self) { _ in act() }
      listeners.append(listener)
      store.subscribe(listener)
    }

    while budget > 0 { act() }

    for (index, listener) in listeners.enumerated() {
      let counts = listener.heard.map(\.count)
      let first = counts.first ?? 0
      #expect(counts == Array(first..<(first + counts.count)), "Seed \(seed).")
      if removed.contains(index) {
        #expect(counts.last ?? 0 <= lastStateWhenRemoved[index] ?? 0, "Seed \(seed).")
      } else {
        #expect(counts.last == store.state.count, "Seed \(seed).")
      }
    }
  }
}

/// The generator SplitMix64 (Steele, Lea and Flood, 2014): the same numbers for the same seed.
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
