import ComposableArchitecture
import Foundation
import RewindTesting
import Testing
import Todos

@testable import TodosStore

@Suite("The recorded feature")
struct TodosTests {
  @MainActor @Test("logs what is sent to it")
  func logged() {
    let log = MemoryLog()
    let store = makeStore(todos.record(app: "todos", to: .memory(log)))
    store.send(.view(.addTapped(title: "bread")))
    store.send(.binding(.set(\.query, "bread")))
    #expect(
      log.actions.map(\.type) == ["Todos.Action.view.addTapped", "Todos.Action.binding.query"]
    )
    #expect(log.state?["rows"]?.array?.first?["title"] == "bread")
  }

  @MainActor @Test("is replayed with what it read from outside")
  func replayed() throws {
    let log = MemoryLog()
    let store = makeStore(todos.record(app: "todos", to: .memory(log)))
    for title in ["a", "b", "c"] { store.send(.view(.addTapped(title: title))) }
    store.send(.view(.shuffleTapped))
    let replay = try Replay(text: log.text, of: todos)
    let divergence: Divergence? = try replay.firstDivergence()
    #expect(divergence == nil)
    #expect(try replay.run().price == store.state.price)
  }

  #if compiler(>=6.2)
  @MainActor @Test("keeps the log of a test that fails", .recorded)
  func kept() {
    let store = makeStore(todos.record(app: "todos"))
    store.send(.view(.addTapped(title: "bread")))
    let fails = ProcessInfo.processInfo.environment["TODOS_FAILS"] != nil
    #expect(store.state.rows.map(\.title) == [fails ? "milk" : "bread"])
  }

  @MainActor @Test("whose replay differs attaches its log to the test, once")
  func attached() throws {
    let log = MemoryLog()
    let store = makeStore(todos.record(app: "todos", to: .memory(log)))
    store.send(.view(.addTapped(title: "bread")))
    let idle = ReplayableStore(
      initial: Todos.State(),
      actions: recordedActions(),
      reduce: .inPlace { (_: inout Todos.State, _: Todos.Action) in }
    )
    let replay = try Replay(text: log.text, of: idle)
    for _ in 0..<2 {
      let divergence: Divergence? = try replay.firstDivergence()
      #expect(divergence != nil)
    }
  }
  #endif
}

/// A feature that asks for something and gets it later, and one that listens.
struct Loader: Reducer {
  struct State: Codable { var count = 0 }
  enum Action: Codable, Sendable {
    case load(Int)
    case loaded(Int)
    case listen
    case heard
  }
  typealias Body = Never

  let answers: AsyncStream<Void>

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    state.count += 1
    switch action {
    case .load(let number):
      return .run { send in
        await Task.yield()
        await send(.loaded(number))
      }
    case .listen:
      return .run { [answers] send in
        await Recorded.subscription { for await _ in answers { await send(.heard) } }
      }
    case .loaded, .heard: return .none
    }
  }
}

@Suite("An action that an effect sends")
struct EffectTests {
  @MainActor @Test("is linked to the one whose reducer has returned the effect")
  func causes() async {
    let (answers, continuation) = AsyncStream.makeStream(of: Void.self)
    let log = MemoryLog()
    let recording = Recorder(app: "loader", to: .memory(log)).attach(Loader.State.self)
    let store = Store(initialState: recording.recordInitialState { Loader.State() }) {
      Loader(answers: answers).recorded(by: recording)
    }
    for number in 1...3 { store.send(.load(number)) }
    store.send(.listen)
    continuation.yield()
    while store.state.count < 8 { await Task.yield() }
    let numbers = log.actions.map { $0.payload?["load"]?["_0"]?.int }
    for action in log.actions where action.index > 4 {
      let expected = action.payload?["loaded"]?["_0"]?.int.flatMap { numbers.firstIndex(of: $0) }
      #expect(action.origin?.kind == (expected == nil ? .subscription : .answer))
      #expect(action.origin?.index == expected.map { $0 + 1 } ?? 4)
    }
    #expect(log.actions.prefix(4).allSatisfy { $0.origin == nil })
  }
}
