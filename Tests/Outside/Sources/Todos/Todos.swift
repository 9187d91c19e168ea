public import ComposableArchitecture
public import Foundation

/// The feature, as its authors wrote it: nothing in it knows of a recorder, and nothing is Codable.
public struct Todos: Reducer {
  public struct State {
    public var rows = IdentifiedArrayOf<Row.State>()
    public var query: String {
      get { _query }
      set { _query = newValue }
    }
    // As under `@ObservableState`, where every property is computed.
    // swift-format-ignore: NoLeadingUnderscores
    private var _query = ""
    @PresentationState public var destination: Destination.State?
    public var selected: UUID?
    public var price = 0

    public init() {}
  }

  public enum Action: Sendable {
    case binding(BindingAction<State>)
    case destination(PresentationAction<Destination.Action>)
    case rows(IdentifiedAction<UUID, Row.Action>)
    case view(View)

    public enum View: Sendable {
      case addTapped(title: String)
      case showTapped(id: UUID)
      case clearTapped
      case shuffleTapped
    }
  }

  public enum Destination {
    public enum State { case detail(Row.State) }
    public enum Action: Sendable { case detail(Row.Action) }
  }

  @Dependency(\.uuid) var uuid
  @Dependency(\.date) var date
  @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator
  @Dependency(\.prices) var prices

  public init() {}

  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .binding(let binding): binding.apply(to: &state)
    case .destination(.dismiss): state.destination = nil
    case .destination(.presented(.detail(let action))):
      // The crash: what is shown may be gone.
      guard let id = state.selected else { break }
      // swift-format-ignore: NeverForceUnwrap
      var row = state.rows[id: id]!
      row.apply(action)
      state.rows[id: id] = row
    case .rows(.element(let id, let action)): state.rows[id: id]?.apply(action)
    case .view(.addTapped(let title)):
      state.rows.append(Row.State(id: uuid(), title: title, created: date.now))
      state.price += prices.price(title)
    case .view(.showTapped(let id)):
      state.selected = id
      state.destination = state.rows[id: id].map { .detail($0) }
    case .view(.clearTapped): state.rows = IdentifiedArrayOf<Row.State>()
    case .view(.shuffleTapped):
      let order = withRandomNumberGenerator { state.rows.map(\.id).shuffled(using: &$0) }
      var rows = IdentifiedArrayOf<Row.State>()
      for id in order { if let row = state.rows[id: id] { rows.append(row) } }
      state.rows = rows
    }
    return .none
  }

  public typealias Body = Never
}

public enum Row {
  public struct State: Identifiable {
    public let id: UUID
    public var title: String
    public var created: Date
    public var isDone = false

    mutating func apply(_ action: Action) {
      switch action {
      case .toggled: isDone.toggle()
      case .renamed(let title): self.title = title
      }
    }
  }

  public enum Action: Sendable {
    case toggled
    case renamed(String)
  }
}

/// A client that the reducer asks.
public struct Prices: Sendable {
  public var price: @Sendable (_ title: String) -> Int

  public init(price: @escaping @Sendable (_ title: String) -> Int) { self.price = price }
}

extension Prices: DependencyKey {
  public static let liveValue = Prices { _ in Int.random(in: 0..<1_000_000) }
}

extension DependencyValues {
  public var prices: Prices {
    get { self[Prices.self] }
    set { self[Prices.self] = newValue }
  }
}
