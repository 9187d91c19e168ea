import Foundation
import Rewind
import RewindLive
import RewindReplay

// The state of a shop in three stores: who is there, what is searched for, and what is offered.

struct User: Codable {
  var name: String?
}

enum UserAction: Codable {
  case login(String)
  case logout
}

struct Search: Codable {
  var query = ""
  var isRunning = false
}

enum SearchAction: Codable {
  case fetch(query: String)
  case finished
}

struct Cart: Codable {
  var offers: [String] = []
  var items: [String] = []
}

enum CartAction: Codable {
  case offered([String])
  case pick(Int)
}

let users = ReplayableStore(initial: User(), actions: UserAction.self) { (user: User, action) in
  switch action {
  case .login(let name): User(name: name)
  case .logout: User()
  }
}

let searches = ReplayableStore(initial: Search(), actions: SearchAction.self) {
  (search: Search, action) in
  switch action {
  case .fetch(let query): Search(query: query, isRunning: true)
  case .finished: Search(query: search.query)
  }
}

let carts = ReplayableStore(initial: Cart(), actions: CartAction.self, reduce: cartReducer)

func cartReducer(cart: Cart, action: CartAction) -> Cart {
  var cart = cart
  switch action {
  case .offered(let offers): cart.offers = offers
  case .pick(let index): cart.items.append(cart.offers[index])
  }
  return cart
}

/// A store of the main thread, whose effects run after the dispatch.
final class Store<State, Action> {
  private(set) var state: State
  private let recording: Recording<State>
  private let reduce: (State, Action) -> State
  /// Started by an action; what they dispatch later has it as its cause.
  var effects: (Action, State) -> Void = { _, _ in }

  init(_ recording: Recording<State>, _ state: State, _ reduce: @escaping (State, Action) -> State)
  {
    (self.recording, self.state, self.reduce) = (recording, state, reduce)
  }

  private var admits: (Action) -> Bool = { _ in true }

  /// Makes a time machine of the store that a window may drive.
  func machine<Reducer>(
    _ recording: StoreRecording<State, Action, Reducer>,
    _ declaration: ReplayableStore<State, Action, Reducer>
  ) -> TimeMachine<State, Action> {
    let machine = TimeMachine(recording)
    machine.attach(show: { [self] in state = $0 }, dispatch: { [self] in dispatch($0) })
    admits = { [weak machine] in machine?.admits($0) ?? true }
    machine.listen(to: .environment(inReleaseBuilds: true), actionsOf: declaration)
    return machine
  }

  /// Changes the state without an action.
  func set(_ name: String, _ state: State) {
    recording.transaction(name, of: self.state) { self.state = state }
  }

  func dispatch(_ action: Action) {
    guard admits(action) else { return }
    recording.dispatch {
      state = reduce(state, action)
      effects(action, state)
    }
  }
}

/// Answers of a service, delivered in the order in which they were asked for.
final class Service {
  private var waiting: [@Sendable () -> Void] = []

  func answer(_ handler: @escaping @Sendable () -> Void) { waiting.append(handler) }

  func deliver() {
    let handlers = waiting
    waiting = []
    for handler in handlers { handler() }
  }
}
