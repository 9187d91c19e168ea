import Foundation
import Rewind
import RewindInputs
import RewindLog
import RewindReplay
import RewindTestSupport
import RewindTesting
import Testing

private struct Cart: Codable, Equatable {
  var items: [String] = []
  var total = 0
}

private enum CartAction: Codable, Equatable, Sendable {
  case add(String)
  case refuse
  case clear
}

private struct Refused: Error {}

/// An effect, as reducers of the Composable Architecture return it.
private enum Effect: Equatable {
  case none
  case save
}

/// The result of an update, as in Mobius.
private struct Next {
  var model: Cart?
  var effects: [Effect] = []
}

private func reduced(_ cart: Cart, _ action: CartAction) -> Cart {
  var cart = cart
  apply(action, to: &cart)
  return cart
}

private func apply(_ action: CartAction, to cart: inout Cart) {
  switch action {
  case .add(let item):
    cart.items.append(item)
    cart.total += item.count
  case .refuse: break
  case .clear: cart = Cart()
  }
}

// One declaration for each shape, each with a bare closure: the compiler distinguishes the shapes by name.

private let pure = ReplayableStore(initial: Cart(), actions: CartAction.self) { cart, action in
  reduced(cart, action)
}

private let inPlace = ReplayableStore(initial: Cart(), actions: CartAction.self) { cart, action in
  apply(action, to: &cart)
}

private let named = ReplayableStore(
  initial: Cart(),
  actions: CartAction.self,
  reduce: .pure { cart, action in Cart(items: cart.items + ["\(action)"], total: cart.total + 1) }
)

private let effectful = ReplayableStore(
  initial: Cart(),
  actions: CartAction.self,
  reduce: .inPlace { cart, action in
    apply(action, to: &cart)
    return action == .clear ? Effect.save : .none
  }
)

private let actionFirst = ReplayableStore(
  initial: Cart(),
  actions: CartAction.self,
  reduce: .actionFirst { action, cart in reduced(cart, action) }
)

private let handled = ReplayableStore(
  initial: Cart(),
  actions: CartAction.self,
  reduce: .actionFirstInPlace { action, cart in
    apply(action, to: &cart)
    return action != .refuse
  }
)

private let optional = ReplayableStore(
  initial: Cart(),
  actions: CartAction.self,
  reduce: .reSwift { action, cart in reduced(cart ?? Cart(items: ["first"]), action) }
)

private let throwing = ReplayableStore(
  initial: Cart(),
  actions: CartAction.self,
  reduce: .pure { cart, action in
    if action == .refuse { throw Refused() }
    return reduced(cart, action)
  }
)

private let throwingInPlace = ReplayableStore(
  initial: Cart(),
  actions: CartAction.self,
  reduce: .inPlace { cart, action in
    cart.total += 1000
    if action == .refuse { throw Refused() }
    apply(action, to: &cart)
  }
)

private let updated = ReplayableStore(
  initial: Cart(),
  actions: CartAction.self,
  reduce: .update(
    { cart, action in
      action == .refuse ? Next() : Next(model: reduced(cart, action), effects: [.save])
    },
    model: { next in next.model }
  )
)

private func first(_ action: CartAction, _ cart: Cart) -> Cart { reduced(cart, action) }
private func made(_ action: CartAction, _ cart: Cart?) -> Cart { reduced(cart ?? Cart(), action) }
private func handle(_ action: CartAction, _ cart: inout Cart) { apply(action, to: &cart) }
private func save(_ cart: inout Cart, _ action: CartAction) -> Effect {
  apply(action, to: &cart)
  return .save
}

@MainActor private func reducedOnMain(_ cart: Cart, _ action: CartAction) -> Cart {
  reduced(cart, action)
}

private let isolated = ReplayableStore(
  initial: Cart(),
  actions: CartAction.self,
  reduce: reducedOnMain
)

/// The actions of all plays.
private let played: [CartAction] = [.add("apple"), .refuse, .add("pear"), .clear, .add("fig")]

private enum Opaque {
  case tap(Int)
}

@Suite("One declaration of a store")
struct DeclarationTests {
  /// Records a play, and checks that its replay is the same, and the state that is in the log.
  private func check<Reducer>(
    _ store: ReplayableStore<Cart, CartAction, Reducer>,
    initial: Cart = Cart(),
    _ play: (StoreRecording<Cart, CartAction, Reducer>, inout Cart, CartAction) -> Void
  ) throws {
    let log = MemoryLog()
    let recording = store.record(app: "cart", to: .memory(log))
    var state = recording.initialState()
    #expect(state == initial)
    for action in played { play(recording, &state, action) }
    #expect(log.actions.map(\.type) == played.map { "CartAction.\("\($0)".prefix { $0 != "(" })" })
    #expect(try log.state == JSONValue(parsing: Array(JSONEncoder().encode(state))))
    #expect(log.text.contains(#""attach":"reducer""#))
    let replay = try Replay(text: log.text, of: store)
    #expect(try replay.firstDivergence() == nil)
    #expect(try replay.run() == state)
  }

  @Test("records and replays a reducer of each shape, with the types of a bare closure")
  func shapes() throws {
    try check(pure) { $1 = $0.reducer($1, $2) }
    try check(inPlace) { $0.reducer(&$1, $2) }
    try check(named) { $1 = $0.reducer($1, $2) }
    try check(effectful) { recording, cart, action in
      #expect(recording.reducer(&cart, action) == (action == .clear ? .save : .none))
    }
    try check(actionFirst) { $1 = $0.reducer($2, $1) }
    try check(handled) { recording, cart, action in
      #expect(recording.reducer(action, &cart) == (action != .refuse))
    }
    try check(optional) { $1 = $0.reducer($2, $1) }
    try check(updated) { recording, cart, action in
      let next = recording.reducer(cart, action)
      #expect(next.effects == (action == .refuse ? [] : [.save]))
      cart = next.model ?? cart
    }
  }

  @Test("takes a function of any shape, which its types determine")
  func functions() throws {
    func declared<Reducer>(
      _ shape: ReducerShape<Cart, CartAction, Reducer>
    ) -> ReplayableStore<Cart, CartAction, Reducer> {
      ReplayableStore(initial: Cart(), actions: CartAction.self, reduce: shape)
    }
    try check(declared(.of(reduced))) { $1 = $0.reducer($1, $2) }
    try check(declared(.of(first))) { $1 = $0.reducer($2, $1) }
    try check(declared(.of(made))) { $1 = $0.reducer($2, $1) }
    try check(declared(.of(handle))) { $0.reducer($2, &$1) }
    try check(declared(.of(save))) { #expect($0.reducer(&$1, $2) == .save) }
    func refusing(_ cart: Cart, _ action: CartAction) throws -> Cart { reduced(cart, action) }
    func refusingFirst(_ action: CartAction, _ cart: Cart) throws -> Cart { reduced(cart, action) }
    func refusingInPlace(_ cart: inout Cart, _ action: CartAction) throws -> Effect {
      save(&cart, action)
    }
    try check(declared(.of(refusing))) { $1 = (try? $0.reducer($1, $2)) ?? $1 }
    try check(declared(.of(refusingFirst))) { $1 = (try? $0.reducer($2, $1)) ?? $1 }
    try check(declared(.of(refusingInPlace))) { #expect((try? $0.reducer(&$1, $2)) == .save) }
  }

  @Test("passes on what a reducer throws, and records the state that it left")
  func throwingReducers() throws {
    try check(throwing) { recording, cart, action in
      let before = cart
      do {
        cart = try recording.reducer(before, action)
        #expect(action != .refuse)
      } catch {
        #expect(error is Refused && action == .refuse)
      }
    }
    try check(throwingInPlace) { recording, cart, action in
      let before = cart.total
      do {
        try recording.reducer(&cart, action)
        #expect(action != .refuse)
      } catch {
        #expect(action == .refuse && cart.total == before + 1000)
      }
    }
    // Otherwise the session would seem to end in a crash.
    let log = MemoryLog()
    let recording = throwing.record(app: "cart", to: .memory(log))
    #expect(throws: Refused.self) { try recording.reducer(recording.initialState(), .refuse) }
    #expect(try SessionLog.open(bytes: Array(log.text.utf8)).findEnd().end == .stopped)
  }

  @MainActor @Test("keeps a reducer on the main actor")
  func mainActor() throws {
    let log = MemoryLog()
    let recording = isolated.record(app: "cart", to: .memory(log))
    let reducer: @MainActor (Cart, CartAction) -> Cart = recording.reducer
    var state = recording.initialState()
    for action in played { state = reducer(state, action) }
    #expect(try Replay(text: log.text, of: isolated).run() == state)
  }

  @Test("makes the initial state inside the recording, with what it reads from outside")
  func initialState() throws {
    struct Session: Codable {
      var number = Recorded.value("number") { Int.random(in: 0..<1_000_000) }
    }
    let store = ReplayableStore(initial: Session(), actions: CartAction.self) { session, _ in
      session.number += 1
    }
    let log = MemoryLog()
    let recording = store.record(app: "cart", to: .memory(log))
    var state = recording.initialState()
    let drawn = state.number
    recording.reducer(&state, .clear)
    #expect(log.text.contains(#"{"index":0,"input":{"name":"number","value":\#(drawn)}"#))
    let replay = try Replay(text: log.text, of: store)
    #expect(try replay.firstDivergence() == nil)
    #expect(try replay.state(after: 0, by: .rerunning).number == drawn)
  }

  @Test("gives the same store to a time machine")
  func timeMachine() throws {
    let machine = TimeMachine(inPlace)
    var state = machine.reducer(.clear, nil)
    machine.attach(show: { state = $0 }, dispatch: { _ in })
    for item in ["a", "b", "c"] { state = machine.reducer(.add(item), state) }
    try machine.jump(to: 2)
    #expect(state.items == ["a", "b"])
  }

  @Test("checks each state of a replay")
  func checks() throws {
    let log = MemoryLog()
    let recording = pure.record(app: "cart", to: .memory(log))
    var state = recording.initialState()
    for action in played { state = recording.reducer(state, action) }
    nonisolated(unsafe) var totals: [Int] = []
    let store = pure.checkingStates { totals.append($0.total) }
    _ = try Replay(text: log.text, of: store).run()
    #expect(totals == [5, 5, 9, 0, 3])
  }

  @Test("records actions that cannot be decoded, and says which when they are replayed")
  func opaqueActions() throws {
    let store = ReplayableStore(initial: Cart(), actions: Opaque.self) { cart, action in
      if case .tap(let count) = action { cart.total += count }
    }
    let log = MemoryLog()
    let recording = store.record(app: "cart", to: .memory(log))
    var state = recording.initialState()
    recording.reducer(&state, .tap(3))
    #expect(log.actions.map(\.type) == ["Opaque.tap"])
    let replay = try Replay(text: log.text, of: store)
    #expect(throws: UndecodableSession.self) { try replay.run() }
    let decodable = ReplayableStore(
      initial: Cart(),
      actions: ActionDecoders<Opaque>().adding("Opaque.tap") {
        .tap(try $0.member("tap").value("_0"))
      }
    ) { cart, action in
      if case .tap(let count) = action { cart.total += count }
    }
    #expect(try Replay(text: log.text, of: decodable).run().total == 3)
  }

  @Test("costs nothing and records nothing where recording is off")
  func disabled() {
    let log = MemoryLog()
    let recording = inPlace.record(app: "cart", to: .memory(log), enabled: false)
    var state = recording.initialState()
    recording.reducer(&state, .add("apple"))
    #expect(state.items == ["apple"] && !recording.isEnabled && log.text.isEmpty)
  }
}

@Suite("A recording's header")
struct KnownAttachmentTests {
  private func header(_ use: (Recording<Int>) -> Void) throws -> JSONObject {
    let log = MemoryLog()
    let recorder = Recorder(app: "counter", to: .memory(log))
    use(recorder.attach(Int.self))
    recorder.close()
    let line = try #require(log.text.split(separator: "\n").first)
    return try #require(try JSONValue(parsing: Array(line.utf8)).object)
  }

  @Test("says how the store is attached, as known from the first use of the recording")
  func kinds() throws {
    #expect(try header { _ in }["attach"] == "reducer")
    #expect(try header { _ = $0.wrap(.pure { (n: Int, _: Int) in n }) }["attach"] == "reducer")
    #expect(try header { _ = $0.middleware }["attach"] == "store")
    #expect(try header { _ = $0.hooks }["attach"] == "hooks")
    #expect(try header { _ = $0.record(1, from: 1) { 2 } }["attach"] == "reducer")
    #expect(
      try header { recording in
        _ = recording.reSwiftMiddleware({ (_: Int) in }, { 1 })
      }["attach"] == "middleware"
    )
    #expect(
      try header { recording in
        _ = recording.hooks
        _ = recording.middleware
      }["attach"] == "hooks"
    )
  }

  @Test("numbers stores of one name, and says so")
  func names() throws {
    let log = MemoryLog()
    let recorder = Recorder(app: "counter", to: .memory(log))
    for number in 1...3 {
      _ = recorder.attach(Int.self).record(number, from: 0) { number }
    }
    _ = recorder.attach(Int.self, name: "main-2").record(4, from: 0) { 4 }
    recorder.close()
    for (name, number) in [("main", 1), ("main-2", 2), ("main-3", 3), ("main-2-2", 4)] {
      #expect(log.text(ofStore: name).contains(#""store":"\#(name)""#))
      #expect(log.state(ofStore: name) == JSONValue(number))
    }
  }
}
