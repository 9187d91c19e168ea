import Foundation
import Rewind
import RewindInputs
import RewindStore
import RewindTestSupport
import Testing

@Suite("The cause of an action", .process)
struct CauseTests {
  private let log = MemoryLog()
  private let recorder: Recorder

  init() { recorder = Recorder(app: "counter", to: .memory(log)) }

  /// The causes of the actions of a store, from the first one on.
  private func origins(ofStore name: String? = nil) -> [CauseReference?] {
    log.actions(ofStore: name).map(\.origin)
  }

  /// This package's store.
  private func store(_ middleware: [Middleware<Counter>] = []) -> Store<Counter> {
    Store(
      reducer: counterReducer,
      state: Counter(),
      middleware: middleware + [recorder.attach(Counter.self).middleware]
    )
  }

  /// Completion handlers that are called later, in another order if asked for.
  private final class Service {
    private var handlers: [(Int) -> Void] = []

    func load(_ handler: @escaping (Int) -> Void) { handlers.append(handler) }
    func answer(_ index: Int = 0) { handlers.remove(at: index)(1) }
  }

  // MARK: - Stores

  @Test("is the request, for what a thunk dispatches when the answer comes")
  func thunk() {
    let (service, store) = (Service(), store([createThunkMiddleware()]))
    let fetch = Thunk<Counter> { dispatch, _ in
      dispatch(Tag())
      service.load(Recorded.callback { dispatch(Add(amount: $0)) })
    }
    for _ in 1...2 { store.dispatch(fetch) }
    store.dispatch(Rename(label: "in between"))
    service.answer(1)
    service.answer()
    #expect(origins() == [nil, nil, nil, CauseReference(index: 2), CauseReference(index: 1)])
  }

  @Test("is the action that an action creator returns, for what the creator has started")
  func actionCreator() {
    let (service, store) = (Service(), store())
    store.dispatch { _, store in
      service.load(Recorded.callback { store.dispatch(Add(amount: $0)) })
      return Tag()
    }
    service.answer()
    #expect(origins() == [nil, CauseReference(index: 1)])
  }

  @Test("is unknown where a thunk has dispatched several requests")
  func ambiguous() {
    let (service, store) = (Service(), store([createThunkMiddleware()]))
    store.dispatch(
      Thunk<Counter> { dispatch, _ in
        dispatch(Tag())
        dispatch(Stamp())
        service.load(Recorded.callback { dispatch(Add(amount: $0)) })
      }
    )
    service.answer()
    #expect(origins() == [nil, nil, nil])
  }

  @Test(
    "is the action that middleware and subscribers have seen, also for the tasks that they start"
  )
  func tasks() async {
    let (answers, continuation) = AsyncStream.makeStream(of: Cause?.self)
    let store = store([
      { _, _ in
        { next in
          { action in
            next(action)
            Task {
              await Task.yield()
              continuation.yield(Recorded.cause)
            }
          }
        }
      }
    ])
    store.dispatch(Tag())
    for await cause in answers {
      store.dispatch(Stamp())
      Recorded.caused(by: cause) { store.dispatch(Add(amount: 1)) }
      break
    }
    #expect(origins() == [nil, nil, CauseReference(index: 1)])
  }

  @Test("is the one before, where middleware replaces an action by another")
  func replaced() {
    let service = Service()
    let store = store([
      { dispatch, _ in
        { next in
          { action in
            guard action is Rename else { return next(action) }
            dispatch(Add(amount: 1))
            service.load(Recorded.callback { dispatch(Add(amount: $0)) })
          }
        }
      }
    ])
    store.dispatch(Rename(label: "never reduced"))
    service.answer()
    #expect(origins() == [nil, CauseReference(index: 1)])
  }

  @Test("is the line of the call as well, where the store can tell")
  func site() {
    let store = store()
    store.dispatch(Tag())
    let line = #line - 1
    (store as any DispatchingStoreType).dispatch(Tag())
    #expect(log.actions.map(\.source) == ["RewindTests/CauseTests.swift:\(line)", nil])
  }

  // MARK: - Several stores

  @Test("may be in another store of the session, and in no other session")
  func stores() {
    let cart = recorder.attach(Counter.self, name: "cart")
    let user = recorder.attach(Counter.self, name: "user")
    let elsewhere = MemoryLog()
    let other = Recorder(app: "other", to: .memory(elsewhere)).attach(Counter.self)
    cart.dispatch {
      _ = cart.record(Tag(), from: Counter()) { Counter() }
      _ = user.record(Tag(), from: Counter()) { Counter() }
      _ = other.record(Tag(), from: Counter()) { Counter() }
    }
    #expect(origins(ofStore: "cart") == [nil])
    #expect(origins(ofStore: "user") == [CauseReference(store: "cart", index: 1)])
    #expect(elsewhere.actions.map(\.origin) == [nil])
  }

  // MARK: - Effects that a reducer returns

  @Test("is the action whose reducer has returned an effect, also where the store lets it wait")
  func effects() {
    let recording = recorder.attach(Int.self)
    var state = 0
    /// Records an action, and returns what its effect does just before it sends another.
    func reduce(_ amount: Int) -> @Sendable (Add) -> Add {
      recording.record(Add(amount: amount), on: &state) { _ in recording.sent() }
    }
    let (first, second) = (reduce(1), reduce(2))
    let waiting = [first(Add(amount: 10)), second(Add(amount: 20))]
    _ = reduce(5)
    for action in waiting.reversed() { _ = reduce(action.amount) }
    _ = reduce(10)
    #expect(origins() == [nil, nil, nil, CauseReference(index: 2), CauseReference(index: 1), nil])
  }

  @Test(
    "is one of two, where a library sends what middleware returns, if nobody says which",
    arguments: [(false, CauseReference(index: 1, .origin)), (true, CauseReference(index: 2))]
  )
  func returned(isSent: Bool, last: CauseReference) {
    let recording = recorder.attach(Int.self)
    var state = 0
    /// Sends actions, one after the other's middleware has returned it, in the scope of the first.
    func send(_ amounts: ArraySlice<Int>) {
      guard let amount = amounts.first else { return }
      recording.record(Add(amount: amount), on: &state) { $0 += amount }
      let returned: @Sendable (Add) -> Add = recording.returned()
      if isSent, let next = amounts.dropFirst().first { _ = returned(Add(amount: next)) }
      send(amounts.dropFirst())
    }
    recording.dispatch { send([1, 2, 3]) }
    #expect(origins() == [nil, CauseReference(index: 1), last])
    #expect(last.words == (isSent ? "answers 2" : "came of 1"))
  }

  // MARK: - Memory

  /// A mark that nothing here keeps.
  private struct Weak {
    weak var mark: (any CauseMark)?
  }

  @Test(
    "keeps none of those before it in memory, however long effects start one another",
    arguments: TestScale.seeds(4, of: 20)
  )
  func chain(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let (cart, user) = (recorder.attach(Int.self, name: "a"), recorder.attach(Int.self, name: "b"))
    var (state, marks): (Int, [Weak]) = (0, [])
    var cause: Cause?
    func reduce(in recording: Recording<Int>) {
      recording.record(Add(amount: 1), on: &state) { $0 += 1 }
    }
    func dispatch(to recordings: Recording<Int>...) {
      for recording in recordings { recording.dispatch { reduce(in: recording) } }
      start()
    }
    func start() {
      cause = Recorded.cause
      marks.append(Weak(mark: cause?.mark))
    }
    for _ in 1...300 {
      Recorded.caused(by: cause) {
        switch Int.random(in: 0..<7, using: &random) {
        case 0:
          cart.dispatch {
            reduce(in: cart)
            start()
          }
        case 1: cart.dispatch { start() }
        case 2: user.request { dispatch(to: cart) }
        case 3: user.request { dispatch(to: cart, user) }
        case 4: Recorded.subscription { cart.dispatch { dispatch(to: user) } }
        case 5:
          reduce(in: cart)
          start()
        default: Recorded.callback { cart.dispatch { dispatch(to: cart) } }()
        }
      }
    }
    #expect(marks.count == 300)
    #expect(marks.dropLast(8).count { $0.mark != nil } == 0, "seed \(seed)")
  }

  // MARK: - An oracle

  @Test("is right in random sessions with effects on eight threads, and never wrong")
  func random() throws {
    _ = try Program("cause-sessions").run("\(TestScale.count(200, of: 1_000))", exits: 0)
  }
}
