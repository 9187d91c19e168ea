import Foundation
import Rewind
import RewindInputs
import RewindLog
import RewindReplay
import RewindSession
import RewindStore
import RewindTestSupport
import RewindTimeline
import Testing

@Suite("A time machine")
struct TimeMachineTests {
  private let folder = TemporaryFolder()

  private final class Screen: StoreSubscriber {
    var seen: [Int] = []
    func newState(state: Counter) { seen.append(state.count) }
  }

  private func makeStore(
    _ machine: TimeMachine<Counter, any Action>,
    middleware: [Middleware<Counter>] = []
  ) -> Store<Counter> {
    let store = Store(
      reducer: machine.reducer,
      state: Counter(),
      middleware: [machine.middleware] + middleware
    )
    machine.attach(to: store)
    return store
  }

  @Test("shows subscribers the past, and no middleware runs again")
  func past() throws {
    var passed = 0
    let counting: Middleware<Counter> = { _, _ in
      { next in
        { action in
          passed += 1
          next(action)
        }
      }
    }
    let machine = TimeMachine(counterReducer)
    let store = makeStore(machine, middleware: [counting])
    let screen = Screen()
    store.subscribe(screen)
    for amount in 1...4 { store.dispatch(Add(amount: amount)) }
    try machine.jump(to: 1)
    try machine.step(by: 1)
    try machine.jump(to: 0)
    try machine.jump(to: 4)
    #expect(screen.seen == [0, 1, 3, 6, 10, 1, 3, 0, 10])
    #expect(passed == 4)
  }

  @Test("lets go of what a subscriber dispatches because it is shown the past")
  func answers() throws {
    final class Doubler: StoreSubscriber {
      var store: Store<Counter>?
      func newState(state: Counter) {
        if state.count == 3 { store?.dispatch(Add(amount: 3)) }
      }
    }
    let machine = TimeMachine(counterReducer)
    let store = makeStore(machine)
    let doubler = Doubler()
    doubler.store = store
    store.subscribe(doubler)
    store.dispatch(Add(amount: 3))
    #expect(machine.history.map(\.state.count) == [3, 6])
    try machine.jump(to: 1)
    #expect(store.state.count == 3)
    #expect(machine.position == 1)
    #expect(machine.branches.isEmpty)
    store.dispatch(Add(amount: 1))
    #expect(store.state.count == 4)
  }

  @Test("notifies its view of each action and each move")
  func onChange() throws {
    let machine = TimeMachine(counterReducer)
    let store = makeStore(machine)
    var seen: [Int] = []
    machine.onChange = { seen.append(machine.position) }
    store.dispatch(Add(amount: 1))
    store.dispatch(Add(amount: 2))
    try machine.step(by: -2)
    try machine.resume()
    machine.onChange = {}
    #expect(seen == [1, 2, 0, 2])
  }

  @Test("says of an action how it stands in a log, and what it changed")
  func summaries() throws {
    let machine = TimeMachine(counterReducer)
    let store = makeStore(machine)
    store.dispatch(Add(amount: 2))
    store.dispatch(Rename(label: "x"))
    store.dispatch(Rename(label: "x"))
    let first = try #require(machine.summary(of: 1))
    #expect(first.name == "Add")
    #expect(first.payload == #"{"amount":2}"#)
    #expect(first.changes == ["~ /count  0 → 2", "~ /history  [] → [2]"])
    #expect(machine.summary(of: 2)?.changes == [#"+ /label  "x""#])
    #expect(machine.summary(of: 3)?.changes == [])
    #expect(machine.summary(of: 0) == nil)
    #expect(machine.summary(of: 4) == nil)
  }

  @Test("checks its bounds")
  func bounds() throws {
    let machine = TimeMachine(counterReducer)
    let store = makeStore(machine)
    #expect(throws: TimeMachineError.noState) { try machine.jump(to: 0) }
    store.dispatch(Add(amount: 1))
    for position in [-1, 2, .max, .min] {
      #expect(throws: TimeMachineError.noSuchPosition(position, last: 1)) {
        try machine.jump(to: position)
      }
    }
    for distance in [1, -2, .max, .min] {
      #expect(throws: TimeMachineError.self) { try machine.step(by: distance) }
    }
    #expect(throws: TimeMachineError.self) { try machine.skip(0) }
    #expect(throws: TimeMachineError.self) { try machine.skip(2) }
  }

  @Test("branches when something is dispatched from the past, and keeps the old future")
  func branch() throws {
    let machine = TimeMachine(counterReducer)
    let store = makeStore(machine)
    for amount in [1, 10, 100] { store.dispatch(Add(amount: amount)) }
    try machine.jump(to: 1)
    store.dispatch(Add(amount: 5))
    #expect(store.state.count == 6)
    #expect(machine.history.count == 2)
    #expect(machine.branches.map(\.position) == [1])
    #expect(machine.branches[0].history.map(\.state.count) == [11, 111])
  }

  @Test("reduces again with what was drawn, and without effects")
  func inputs() throws {
    var effects = 0
    let reducer: Reducer<Counter> = { action, state in
      var state = state ?? Counter()
      if let add = action as? Add { state.count += add.amount }
      if action is Stamp {
        state.history.append(Recorded.random(in: 0..<1_000_000))
        Recorded.effect("count") { effects += 1 }
      }
      return state
    }
    let machine = TimeMachine(reducer)
    let store = makeStore(machine)
    store.dispatch(Add(amount: 1))
    for _ in 0..<5 { store.dispatch(Stamp()) }
    let drawn = store.state.history
    try machine.skip(1)
    #expect(store.state.count == 0)
    #expect(store.state.history == drawn)
    try machine.unskip(1)
    #expect(store.state.count == 1)
    #expect(store.state.history == drawn)
    try machine.skip(3)
    #expect(store.state.history == Array(drawn[..<1] + drawn[2...]))
    #expect(effects == 5)
  }

  @Test("shows the session under new rules")
  func reload() throws {
    let machine = TimeMachine(counterReducer)
    let store = makeStore(machine)
    for amount in [1, 2, 3] { store.dispatch(Add(amount: amount)) }
    try machine.replaceReducer { action, state in
      var state = state ?? Counter()
      if let add = action as? Add { state.count += add.amount * 10 }
      return state
    }
    #expect(store.state.count == 60)
  }

  @Test("makes actions wait, and dispatches them in order when it goes on")
  func hold() throws {
    let machine = TimeMachine(counterReducer)
    let store = makeStore(machine)
    store.dispatch(Add(amount: 1))
    store.dispatch(Add(amount: 2))
    try machine.jump(to: 1)
    machine.hold()
    store.dispatch(Add(amount: 10))
    store.dispatch(Add(amount: 20))
    #expect(store.state.count == 1)
    try machine.resume()
    // The second time, nothing waits any more.
    try machine.resume()
    #expect(store.state.history == [1, 3, 13, 33])
    #expect(machine.branches.isEmpty)
  }

  @Test("records its moves in the log, from which every state can still be read")
  func travel() throws {
    let path = folder.path("log.jsonl")
    let (recorder, machine, store) = recordedMachine(path)
    for amount in [1, 10, 100] { store.dispatch(Add(amount: amount)) }
    try machine.jump(to: 1)
    store.dispatch(Add(amount: 5))
    recorder.close()
    let log = try SessionLog.open(path)
    let timeline = try Timeline.open(log)
    #expect(try (0...4).map { try timeline.state(after: $0)["count"]?.int } == [5, 6, 16, 116, 11])
    #expect(try timeline.state(before: 4)["count"]?.int == 6)
    let travels = try (0..<log.lineCount).compactMap { line -> String? in
      guard case .travel(let travel) = try log.line(line) else { return nil }
      return "\(travel.kind) at \(travel.index) to \(travel.to ?? -1)"
    }
    #expect(travels == ["jump at 3 to 1", "branch at 4 to 1"])
  }

  @Test("records in the log which action it skips")
  func skippedAction() throws {
    let path = folder.path("log.jsonl")
    let (recorder, machine, store) = recordedMachine(path)
    for amount in [1, 10, 100] { store.dispatch(Add(amount: amount)) }
    try machine.skip(2)
    try machine.unskip(2)
    recorder.close()
    let log = try SessionLog.open(path)
    let moves = try (0..<log.lineCount).compactMap { line -> String? in
      guard case .travel(let travel) = try log.line(line) else { return nil }
      return "\(travel.kind) \(travel.json["of"]?.int ?? -1)"
    }
    #expect(moves == ["skip 2", "unskip 2"])
  }

  @Test("numbers its moves as the log numbers them, after branches and commits too")
  func travelTargets() throws {
    let path = folder.path("log.jsonl")
    let (recorder, machine, store) = recordedMachine(path)
    for amount in [1, 10, 100] { store.dispatch(Add(amount: amount)) }
    try machine.jump(to: 1)
    store.dispatch(Add(amount: 5))
    try machine.jump(to: 0)
    try machine.jump(to: 2)
    try machine.commit()
    store.dispatch(Add(amount: 7))
    try machine.jump(to: 0)
    recorder.close()
    let log = try SessionLog.open(path)
    let timeline = try Timeline.open(log)
    var targets: [Int] = []
    for line in 0..<log.lineCount {
      guard case .travel(let travel) = try log.line(line) else { continue }
      let target = try #require(travel.to)
      targets.append(target)
      // Where the move changed the state, the line after it has that of its target.
      guard line + 1 < log.lineCount, try log.key(of: line + 1).kind == .external else {
        continue
      }
      #expect(try timeline.state(at: line + 1) == timeline.state(after: target))
    }
    #expect(targets == [1, 1, 0, 4, 4, 4])
  }

  @Test("never differs from a model that keeps every state in an array", arguments: 1...4)
  func randomWalk(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let machine = TimeMachine(counterReducer)
    let store = makeStore(machine)
    store.dispatch(Add(amount: 1))
    var model = Model(amounts: [1], position: 1)
    for _ in 0..<2_500 {
      let target = Int.random(in: -1...(model.amounts.count + 1), using: &random)
      switch Int.random(in: 0..<20, using: &random) {
      case 0..<8:
        let amount = Int.random(in: 1...9, using: &random)
        store.dispatch(Add(amount: amount))
        model.dispatch(amount)
      case 8..<13:
        let isThere = (0...model.amounts.count).contains(target)
        if isThere { model.position = target }
        #expect(((try? machine.jump(to: target)) != nil) == isThere)
      case 13..<16:
        let isThere = (1...max(1, model.amounts.count)).contains(target) && !model.amounts.isEmpty
        if isThere { model.skipped.insert(target) }
        #expect(((try? machine.skip(target)) != nil) == isThere)
      case 16..<18:
        let isThere = (1...max(1, model.amounts.count)).contains(target) && !model.amounts.isEmpty
        if isThere { model.skipped.remove(target) }
        #expect(((try? machine.unskip(target)) != nil) == isThere)
      case 18:
        try machine.commit()
        model.commit()
      default:
        if Int.random(in: 0..<10, using: &random) == 0 {
          try machine.reset()
          model.reset()
        }
      }
      #expect(store.state.count == model.count)
      #expect(machine.position == model.position)
      #expect(machine.history.count == model.amounts.count)
    }
  }

  /// The same history as plain numbers, summed up again each time.
  private struct Model {
    var start = 0
    var amounts: [Int]
    var skipped: Set<Int> = []
    var position: Int

    var count: Int {
      start
        + (1...max(1, position)).filter { $0 <= position && !skipped.contains($0) }
        .map { amounts[$0 - 1] }.reduce(0, +)
    }

    mutating func dispatch(_ amount: Int) {
      amounts.removeSubrange(position...)
      skipped = skipped.filter { $0 <= position }
      amounts.append(amount)
      position += 1
    }

    mutating func commit() {
      start = count
      amounts.removeSubrange(..<position)
      skipped = Set(skipped.filter { $0 > position }.map { $0 - position })
      position = 0
    }

    mutating func reset() {
      amounts = []
      skipped = []
      position = 0
    }
  }
}
