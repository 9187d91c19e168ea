import Foundation
import Rewind
import RewindInputs
import RewindReplay
import RewindTestSupport
import RewindTesting
import Testing

private struct Cart: Codable, Equatable {
  var items: [String] = []
  var total = 0
  var lucky = 0
}

private enum CartAction: Codable, Equatable, Sendable {
  case add(String)
  case draw
  case clear
}

private func apply(_ action: CartAction, to cart: inout Cart) {
  switch action {
  case .add(let item):
    cart.items.append(item)
    cart.total += item.count
  case .draw:
    let (first, second) = (Recorded.random(in: 0..<1_000), Recorded.random(in: 0..<1_000))
    cart.lucky = cart.lucky &* 31 &+ first &* 1_000 &+ second
  case .clear: cart.items = []
  }
}

private func reduced(_ cart: Cart, _ action: CartAction) -> Cart {
  var cart = cart
  apply(action, to: &cart)
  return cart
}

/// A store as apps write their own: one object that holds the state, and one that sends.
private final class CartStore {
  var state: Cart
  weak var machine: TimeMachine<Cart, CartAction>?
  private let reducer: (inout Cart, CartAction) -> Void

  init(state: Cart, reducer: @escaping (inout Cart, CartAction) -> Void) {
    (self.state, self.reducer) = (state, reducer)
  }

  func send(_ action: CartAction) {
    guard machine?.admits(action) ?? true else { return }
    reducer(&state, action)
  }
}

/// A recorded store of one shape, and its machine.
private struct Play {
  let name: String
  let log = MemoryLog()
  let store: CartStore
  let machine: TimeMachine<Cart, CartAction>
  /// Returns the first difference between a replay of the log and the log.
  let divergence: () throws -> String?

  private init<Reducer>(
    _ name: String,
    _ shape: ReducerShape<Cart, CartAction, Reducer>,
    _ reduce: @escaping (Reducer) -> (inout Cart, CartAction) -> Void
  ) {
    self.name = name
    let cart = ReplayableStore(initial: Cart(), actions: CartAction.self, reduce: shape)
    let recording = cart.record(app: "cart", to: .memory(log))
    let machine = TimeMachine(recording)
    let store = CartStore(state: recording.initialState(), reducer: reduce(recording.reducer))
    machine.attach(show: { store.state = $0 }, dispatch: { store.send($0) })
    (self.machine, self.store) = (machine, store)
    divergence = { [log] in
      try Replay(text: log.text, of: cart).firstDivergence()?.description
    }
  }

  static var all: [Play] {
    [
      Play("pure", .pure { reduced($0, $1) }) { reduce in { $0 = reduce($0, $1) } },
      Play("action first", .actionFirst { reduced($1, $0) }) { reduce in { $0 = reduce($1, $0) } },
      Play(
        "in place, with an effect",
        .inPlace { cart, action in
          apply(action, to: &cart)
          return action == .clear ? "save" : "none"
        }
      ) { reduce in { _ = reduce(&$0, $1) } },
      Play("action first, in place", .actionFirstInPlace { apply($0, to: &$1) }) { reduce in
        { reduce($1, &$0) }
      },
      Play("ReSwift", .reSwift { reduced($1 ?? Cart(), $0) }) { reduce in { $0 = reduce($1, $0) } },
      Play("Mobius", .update({ (reduced($0, $1), 7) }, model: { $0.0 })) { reduce in
        { $0 = reduce($0, $1).0 }
      },
    ]
  }
}

/// What the machine must show: every state from the beginning, in a plain list.
private struct Model {
  var states = [Cart()]
  var actions: [CartAction] = []
  var position = 0

  mutating func sent(_ action: CartAction, _ state: Cart) {
    states.removeSubrange((position + 1)...)
    actions.removeSubrange(position...)
    states.append(state)
    actions.append(action)
    position += 1
  }
}

@Suite("The time machine of a store that is recorded")
struct RecordedTimeMachineTests {
  @Test("moves stores of every shape, which keep their reducers", arguments: 0..<6)
  func shapes(number: Int) throws {
    for seed in TestScale.seeds(6, of: 20) {
      var random = SeededGenerator(seed: seed)
      let play = Play.all[number]
      let comment: Comment = "\(play.name), seed \(seed)"
      var model = Model()
      for step in 0..<40 {
        switch Int.random(in: 0..<10, using: &random) {
        case 0..<6:
          let action = [CartAction.add("item \(step)"), .draw, .clear].randomElement(using: &random)
          let before = play.store.state
          play.store.send(try #require(action))
          model.sent(try #require(action), play.store.state)
          if action != .draw {
            #expect(play.store.state == reduced(before, try #require(action)), comment)
          }
        case 6..<9:
          model.position = Int.random(in: 0...model.actions.count, using: &random)
          try play.machine.jump(to: model.position)
        default:
          try play.machine.resume()
          model.position = model.actions.count
        }
        #expect(play.store.state == model.states[model.position], comment)
        #expect(play.machine.position == model.position, comment)
        #expect(play.machine.history.map(\.action) == model.actions, comment)
        #expect(play.machine.history.map(\.state) == Array(model.states[1...]), comment)
      }
      let divergence = try play.divergence()
      #expect(divergence == nil, comment)
    }
  }

  @Test("skips an action, and reduces the later ones again with the inputs that they had")
  func skipping() throws {
    for play in Play.all {
      for action in [CartAction.add("a"), .draw, .add("bc"), .draw] { play.store.send(action) }
      let end = play.store.state
      try play.machine.skip(1)
      #expect(play.store.state.items == ["bc"], "\(play.name)")
      #expect(play.store.state.lucky == end.lucky, "\(play.name)")
      try play.machine.unskip(1)
      #expect(play.store.state == end, "\(play.name)")
    }
  }

  @Test("holds actions back where the store asks")
  func holding() throws {
    for play in Play.all {
      play.store.machine = play.machine
      play.store.send(.add("a"))
      play.machine.hold()
      play.store.send(.add("b"))
      #expect(play.store.state.items == ["a"], "\(play.name)")
      try play.machine.resume()
      #expect(play.store.state.items == ["a", "b"], "\(play.name)")
      #expect(play.log.actions.count == 2, "\(play.name)")
    }
  }

  @Test("goes back to the initial state before anything has happened")
  func beginning() throws {
    for play in Play.all {
      try play.machine.jump(to: 0)
      #expect(play.store.state == Cart(), "\(play.name)")
    }
  }

  @Test("keeps what a reducer that throws had done")
  func throwing() throws {
    struct Refused: Error {}
    let cart = ReplayableStore(
      initial: Cart(),
      actions: CartAction.self,
      reduce: .inPlace { cart, action in
        cart.total += 1
        if action == .clear { throw Refused() }
      }
    )
    let recording = cart.record(app: "cart", to: .memory(MemoryLog()))
    let machine = TimeMachine(recording)
    var state = recording.initialState()
    machine.attach(show: { state = $0 }, dispatch: { _ in })
    let reduce = recording.reducer
    try reduce(&state, .draw)
    #expect(throws: Refused.self) { try reduce(&state, .clear) }
    #expect(machine.history.map(\.state.total) == [1, 2])
    try machine.jump(to: 1)
    #expect(state.total == 1)
  }

  @Test("takes two lines")
  func declaration() throws {
    let cart = ReplayableStore(initial: Cart(), actions: CartAction.self) { cart, action in
      apply(action, to: &cart)
    }
    let isDebugBuild = false
    let recording = cart.record(app: "cart", enabled: isDebugBuild)
    let store = CartStore(state: recording.initialState(), reducer: recording.reducer)

    let machine = TimeMachine(recording)  // it sees what the recording sees
    machine.attach(show: { store.state = $0 }, dispatch: { store.send($0) })
    store.send(.add("a"))
    #expect(store.state.items == ["a"])
    #expect(throws: TimeMachineError.noSuchPosition(1, last: 0)) { try machine.jump(to: 1) }
  }

  @Test("sees nothing where nothing is recorded, and keeps nothing alive")
  func unrecorded() throws {
    let cart = ReplayableStore(initial: Cart(), actions: CartAction.self) { cart, action in
      apply(action, to: &cart)
    }
    weak var last: TimeMachine<Cart, CartAction>?
    for isEnabled in [true, false] {
      let recording = cart.record(app: "cart", to: .memory(MemoryLog()), enabled: isEnabled)
      let machine = TimeMachine(recording)
      var state = recording.initialState()
      recording.reducer(&state, .add("a"))
      #expect(state.items == ["a"])
      #expect(machine.history.count == (isEnabled ? 1 : 0))
      last = machine
    }
    #expect(last == nil)
  }
}
