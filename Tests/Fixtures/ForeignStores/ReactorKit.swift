// ReactorKit: its protocol as it publishes it, with the least of RxSwift's `Observable`.
import Rewind
import RewindReplay

/// Values that come now or later.
struct Observable<Element> {
  enum Event {
    case next(Element)
    case completed
  }

  struct Observer {
    let on: (Event) -> Void

    func onNext(_ element: Element) { on(.next(element)) }
  }

  let subscribe: (_ on: @escaping (Event) -> Void) -> Void

  static func create(_ subscribe: @escaping (Observer) -> Void) -> Observable {
    Observable { subscribe(Observer(on: $0)) }
  }

  static func from(_ elements: [Element]) -> Observable {
    create { observer in elements.forEach(observer.onNext) }
  }

  func concat(_ other: Observable) -> Observable {
    Observable {
      subscribe($0)
      other.subscribe($0)
    }
  }
}

// MARK: - The adapter

extension Observable {
  /// The mutations of one action: those that come later answer the one that comes at once.
  func recorded<State>(by recording: Recording<State>) -> Observable {
    .create { observer in
      recording.request { self.subscribe(Recorded.callback(observer.on)) }
    }
  }
}

protocol Reactor: AnyObject {
  associatedtype Action
  associatedtype Mutation = Action
  associatedtype State

  var initialState: State { get }
  func mutate(action: Action) -> Observable<Mutation>
  func reduce(state: State, mutation: Mutation) -> State
}

/// What the extension of `Reactor` does with the actions that its subject sends.
final class ReactorRun<R: Reactor> {
  private let reactor: R
  private(set) var currentState: R.State

  init(_ reactor: R) {
    (self.reactor, currentState) = (reactor, reactor.initialState)
  }

  func send(_ action: R.Action) {
    reactor.mutate(action: action).subscribe { [self] event in
      guard case .next(let mutation) = event else { return }
      currentState = reactor.reduce(state: currentState, mutation: mutation)
    }
  }
}

// MARK: - The app

final class CartReactor: Reactor {
  enum Action {
    case add([String])
    case buy(percent: Int)
  }

  typealias Mutation = CartAction
  typealias State = Cart

  static let store = ReplayableStore(
    initial: Cart(),
    actions: Mutation.self,
    reduce: reduced
  )

  let initialState: Cart
  private let reducer: (Cart, Mutation) -> Cart
  private let recording: Recording<Cart>

  init(recording: StoreRecording<Cart, Mutation, @Sendable (Cart, Mutation) -> Cart>) {
    initialState = recording.initialState()
    reducer = recording.reducer
    self.recording = recording
  }

  func mutate(action: Action) -> Observable<Mutation> {
    mutations(of: action).recorded(by: recording)
  }

  /// The former body of `mutate(action:)`.
  private func mutations(of action: Action) -> Observable<Mutation> {
    switch action {
    case .add(let items):
      .from(items.map { .add($0) })
        .concat(
          .create { observer in
            Discounts.shared.ask { observer.onNext(.coupon(percent: $0)) }
          }
        )
    case .buy(let percent): .from([.coupon(percent: percent), .checkOut])
    }
  }

  func reduce(state: Cart, mutation: Mutation) -> Cart { reducer(state, mutation) }

  /// The former body of `reduce(state:mutation:)`.
  private static func reduced(_ state: Cart, _ mutation: Mutation) -> Cart {
    var state = state
    apply(mutation, to: &state)
    return state
  }
}

func makeReactor(_ destination: Recorder.Destination) -> ReactorRun<CartReactor> {
  ReactorRun(CartReactor(recording: CartReactor.store.record(app: "cart", to: destination)))
}
