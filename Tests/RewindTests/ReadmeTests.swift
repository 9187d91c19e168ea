import Foundation
import MemoryTunesExample
import MemoryTunesFront
import Rewind
import RewindInputs
import RewindReplay
import RewindStore
import RewindTestSupport
import RewindTesting
import Testing

private enum CartAction: Codable, Equatable {
  case add(Int)
  case clear
}

private struct CartState: Codable {
  var items: [Int] = []
}

private func cartReducer(_ state: inout CartState, _ action: CartAction) {
  switch action {
  case .add(let item): state.items.append(item)
  case .clear: state.items = []
  }
}

private let cart = ReplayableStore(
  initial: CartState(),
  actions: CartAction.self,
  reduce: cartReducer
)

private enum Loading: Codable {
  case idle
  case failed(String)
  case done([Int])
}

extension Loading: RewindValue {}

private struct Screen: Codable {
  var loading = Loading.idle
}

/// The snippets of the README and of the catalog, compiled and run; `DocumentationTests` compares the texts.
@Suite("The documentation's snippets")
struct ReadmeTests {
  private let folder = TemporaryFolder()

  @Test("attach to this package's store")
  func attach() throws {
    let isDebugBuild = false
    let logging = loggingMiddleware { _ in }
    let recorder = Recorder(app: "memory-tunes", to: .file("session.jsonl"), enabled: isDebugBuild)
    let recording = recorder.attach(AppState.self)
    let store = Store(reducer: appReducer, state: nil, middleware: [logging, recording.middleware])
    #expect(store.state.routingState.navigationState == .menu)
  }

  @Test("offer the last session where it crashed")
  func lastSession() throws {
    let sessions = SessionFolder(folder: URL(fileURLWithPath: folder.path("sessions")))
    try FileManager.default.createDirectory(at: sessions.folder, withIntermediateDirectories: true)
    var crashed = SessionFile(start: 0)
    crashed.add(1, "Tap", state: nil)
    let name = "20261120T080000000Z-0a1b2c3d.main.jsonl"
    try Data(crashed.bytes).write(to: sessions.folder.appending(path: name))
    var offers: [String] = []
    func offerToSend(_ files: [URL], because reason: String) {
      offers.append("\(files.map(\.lastPathComponent)): \(reason)")
    }
    let recorder = Recorder(
      app: "shop",
      to: .folder(sessions, keeping: .init(sessions: 20, bytes: 200_000_000)),
      options: .init(segments: .init(bytes: 10_000_000, keeping: 5))
    )
    if let last = sessions.previous, case .crashed(let action) = last.end {
      offerToSend(last.files, because: "The app crashed in action \(action).")
    }
    recorder.close()
    #expect(offers == [#"["\#(name)"]: The app crashed in action 1."#])
  }

  @Test("keep sessions for some days, where the user agrees")
  func days() {
    let hasAgreed = false
    let sessions = SessionFolder.standard
    let recorder = Recorder(
      app: "shop",
      to: .folder(sessions, keeping: .days(14)),
      enabled: hasAgreed
    )
    #expect(recorder.files.isEmpty)
  }

  @Test("attach to reducers of every shape")
  func shapes() {
    struct Effect {
      init(reducing action: any Action, _ state: inout AppState) {
        state = appReducer(action: action, state: state)
      }
    }
    func handle(_ action: any Action, _ state: inout AppState) -> Bool {
      state = appReducer(action: action, state: state)
      return true
    }
    let recorder = Recorder(app: "memory-tunes", to: .file("unused.jsonl"), enabled: false)
    let recording = recorder.attach(AppState.self)
    let optional = recording.wrap(.reSwift(appReducer))
    let redux = recording.wrap(
      .pure { (state: AppState, action: any Action) in appReducer(action: action, state: state) }
    )
    let given = recording.wrap(
      .actionFirst { (action: any Action, state: AppState) in
        appReducer(action: action, state: state)
      }
    )
    let composable = recording.wrap(
      .inPlace { (state: inout AppState, action: any Action) in Effect(reducing: action, &state) }
    )
    let handled = recording.wrap(
      .actionFirstInPlace { (action: any Action, state: inout AppState) in handle(action, &state) }
    )
    let action = RoutingAction(destination: .game)
    var state = optional(FetchTunesAction(), nil)
    #expect(redux(state, action).routingState.navigationState == .game)
    #expect(given(action, state).routingState.navigationState == .game)
    _ = composable(&state, action)
    #expect(handled(action, &state))
    #expect(state.routingState.navigationState == .game)
  }

  @Test("attach to stores of ReSwift's kind")
  func foreign() {
    struct ForeignStore {
      let reducer: Reducer<AppState>
      let middleware: [Middleware<AppState>]
    }
    let recorder = Recorder(app: "memory-tunes", to: .file("unused.jsonl"), enabled: false)
    let recording = recorder.attach(AppState.self)
    let known = ForeignStore(
      reducer: recording.wrap(.reSwift(appReducer)),
      middleware: [recording.causeMiddleware]
    )
    let unknown = ForeignStore(reducer: appReducer, middleware: [recording.reSwiftMiddleware])
    #expect(known.middleware.count == unknown.middleware.count)
    let recordedActions = { ActionDecoders<any Action>([FetchTunesAction.self]) }
    let tunes = ReplayableStore(
      initial: appReducer(action: ReSwiftInit(), state: nil),
      actions: recordedActions(),
      reduce: .reSwift(appReducer)
    )
    let declared = tunes.record(app: "memory-tunes", to: .file("unused.jsonl"), enabled: false)
    let replayable = ForeignStore(reducer: declared.reducer, middleware: [declared.causeMiddleware])
    #expect(replayable.reducer(FetchTunesAction(), nil).gameState.showLoading)
  }

  private final class ShopStore {
    let recording: Recording<Shop>
    var state: Shop { didSet { recording.recordIfChanged(to: state) } }

    func dispatch(_ action: any Action) {
      state = recording.record(action, from: state) { shopReducer(action: action, state: state) }
    }

    init(_ recording: Recording<Shop>) {
      self.recording = recording
      state = Shop()
    }
  }

  private struct LoopLogger {
    typealias Model = Shop
    typealias Event = any Action
    let hooks: ReductionHooks<Shop>

    func beforeUpdate(model: Model, event: Event) { hooks.willReduce(event, from: model) }
    func afterUpdate(model: Model, event: Event, next: Model) { hooks.didReduce(to: next) }
  }

  @Test("attach to objects and to loops")
  func objects() {
    let recorder = Recorder(app: "shop", to: .file("unused.jsonl"), enabled: false)
    let store = ShopStore(recorder.attach())
    store.dispatch(Discount(percent: 5))
    #expect(store.state.total == -5)
    let logger = LoopLogger(hooks: recorder.attach(Shop.self, name: "loop").hooks)
    logger.beforeUpdate(model: store.state, event: Ring())
    logger.afterUpdate(model: store.state, event: Ring(), next: store.state)
  }

  @Test("choose what is recorded, and replace secrets")
  func options() {
    struct ScrollAction: Action {}
    struct Credentials {}
    let options = Recorder.Options(
      redactions: [
        .key("password"), .pointer("/session/token"),
        .text("mail", pseudonyms: true) { $0.contains("@") }, .type(Credentials.self),
      ],
      version: "2.1",
      valueLimit: 1_000_000
    ) { action in !(action is ScrollAction) }
    #expect(options.records(FetchTunesAction()))
    #expect(!options.records(ScrollAction()))
  }

  @Test("move a live store")
  func timeMachine() throws {
    let recorder = Recorder(app: "memory-tunes", to: .file("unused.jsonl"), enabled: false)
    let recording = recorder.attach(AppState.self)
    let machine = TimeMachine(appReducer)
    let store = Store(
      reducer: machine.reducer,
      state: nil,
      middleware: [machine.middleware, recording.middleware]
    )
    machine.attach(to: store, recording: recording)
    for index in 0..<4 { store.dispatch(ChangeCategoryAction(categoryIndex: index)) }
    try machine.jump(to: 3)
    try machine.skip(2)
    try machine.resume()
    #expect(machine.position == 4)
    #expect(machine.history[1].isSkipped)
  }

  @Test("take inputs from outside")
  func inputs() {
    struct State {
      var started: Date?
      var cards: [Int] = []
    }
    struct Preferences {
      var category = "pop"
    }
    var preferences = Preferences()
    var state = State()
    let deck = [1, 2, 3]
    state.started = Recorded.date()
    state.cards = Recorded.shuffled(deck)
    let category = Recorded.value("category") { preferences.category }
    Recorded.effect("remember category") { preferences.category = category }
    #expect(state.cards.sorted() == deck)
    #expect(preferences.category == "pop")
  }

  @Test("record what reducers read through an environment that is passed along")
  func environment() throws {
    struct Prices: Sendable {
      var price: @Sendable (_ item: Int) -> Int
    }
    struct Environment: Sendable {
      var now: @Sendable () -> Date
      var uuid: @Sendable () -> UUID
      var random: any RandomNumberGenerator & Sendable
      var prices: Prices
    }
    struct Offer: Codable, Equatable {
      var id: UUID?
      var made: Date?
      var luck: UInt64 = 0
      var price = 0
    }
    let live = Prices { _ in Int.random(in: 0..<1_000_000) }
    let environment = Environment(
      now: { Recorded.date() },
      uuid: { Recorded.uuid() },
      random: Recorded.Generator(),
      prices: Prices { item in Recorded.value("price of \(item)") { live.price(item) } }
    )
    let store = ReplayableStore(initial: Offer(), actions: Int.self) { offer, item in
      var random = environment.random
      (offer.id, offer.made) = (environment.uuid(), environment.now())
      (offer.luck, offer.price) = (random.next(), environment.prices.price(item))
    }
    let log = MemoryLog()
    let recording = store.record(app: "offers", to: .memory(log))
    var offer = recording.initialState()
    for item in 1...3 { recording.reducer(&offer, item) }
    let replay = try Replay(text: log.text, of: store)
    #expect(try replay.firstDivergence() == nil)
    #expect(try replay.run() == offer)
  }

  /// What the README answers the tool with; that it compiles is all that is asked of it here.
  private func host() {
    ReplayableStore(reducer: appReducer, actions: [FlipCardAction.self, RoutingAction.self])
      .answerReplayRequest()
  }

  @Test("declare a type that is a value all the same, with what apps import")
  func rewindValue() throws {
    let path = folder.path("log.jsonl")
    let recorder = Recorder(app: "shop", to: .file(path), options: .init(verifying: true))
    let recording = recorder.attach(Screen.self)
    var screen = Screen()
    for loading in [Loading.done([1, 2]), .done([1, 3]), .failed("no network")] {
      let next = Screen(loading: loading)
      screen = recording.record(RoutingAction(destination: .game), from: screen) { next }
    }
    recorder.close()
    #expect(recorder.failure == nil)
    let log = try String(contentsOfFile: path, encoding: .utf8)
    #expect(log.contains(#""path":"/loading/done/_0/1","value":3"#))
  }

  private struct CartStore {
    var state: CartState
    let reducer: (inout CartState, CartAction) -> Void
  }

  @Test("record a store that is declared once")
  func declared() {
    let isDebugBuild = false
    cart.answerReplayRequest()
    let recording = cart.record(app: "cart", enabled: isDebugBuild)
    let store = CartStore(state: recording.initialState(), reducer: recording.reducer)
    var state = store.state
    store.reducer(&state, .add(1))
    #expect(state.items == [1])
  }

  @Test("replay an app that has a store of its own")
  func ownStore() throws {
    let log = folder.path("cart.jsonl")
    let recording = cart.record(app: "cart", to: .file(log))
    var state = recording.initialState()
    for action in [CartAction.add(3), .clear, .add(4)] { recording.reducer(&state, action) }
    let replay = try Replay(log, of: cart)
    #expect(try replay.firstDivergence() == nil)
    #expect(try replay.run().items == [4])
  }

  @Test("give the store of the past")
  func replay() throws {
    let game = memoryTunes
    let path = Recordings.path("memory-tunes/win.jsonl")
    let replay = try Replay(path, of: game)
    let store = try replay.store(after: 12)
    #expect(store.state.gameState.memoryCards.count == 16)
  }
}
