import RewindStore
import RewindTestSupport
import Testing

/// Random programs of dispatches, subscriptions and removals, wherever app code runs.
@Suite("In random programs, a store")
struct RandomDispatchTests {
  @Test("notifies each subscriber of a run of consecutive states, each once")
  func consecutiveStates() {
    for seed in 0..<200 as Range<UInt64> { runProgram(seed: seed) }
  }

  private func runProgram(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
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

/// Subscribers that come, go, come again and are deallocated, held against a plain list of them.
@Suite("Hundreds of random subscribers")
struct RandomSubscriberTests {
  @Test(
    "are notified in the order in which they last subscribed",
    arguments: TestScale.seeds(3, of: 20)
  )
  func order(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let store = makeCounter()
    var alive: [Int: Listener<Int>] = [:]
    var expected: [Int] = []
    var notified: [Int] = []
    var lastNumber = 0

    func subscribe(_ number: Int, _ listener: Listener<Int>) {
      store.subscribe(listener) { $0.select(\.count) }
      expected.removeAll { $0 == number }
      expected.append(number)
    }
    for _ in 0..<2_000 {
      switch random.next() % 10 {
      case 0...4:
        lastNumber += 1
        let number = lastNumber
        let listener = Listener(of: Int.self) { _ in notified.append(number) }
        alive[number] = listener
        subscribe(number, listener)
      case 5:
        guard let (number, listener) = alive.randomElement(using: &random) else { continue }
        subscribe(number, listener)
      case 6, 7:
        guard let (number, listener) = alive.randomElement(using: &random) else { continue }
        store.unsubscribe(listener)
        expected.removeAll { $0 == number }
      case 8:
        // Its address may be that of the next one.
        guard let number = alive.keys.randomElement(using: &random) else { continue }
        alive[number] = nil
        expected.removeAll { $0 == number }
      default:
        notified = []
        store.dispatch(Add())
        #expect(notified == expected)
      }
    }
    #expect(lastNumber > 500)
  }

  @Test("leave nothing of what their selections held once they have unsubscribed")
  func released() {
    let store = makeCounter()
    let listener = Listener(of: Int.self)
    var held: Listener<Int>? = Listener(of: Int.self)
    weak let witness = held
    store.subscribe(listener) { [held] subscription in
      subscription.select { [held] state in
        _ = held
        return state.count
      }
    }
    held = nil
    #expect(witness != nil)
    store.unsubscribe(listener)
    #expect(witness == nil)
  }
}
