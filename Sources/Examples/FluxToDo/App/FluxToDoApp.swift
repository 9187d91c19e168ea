public import RewindFlux

/// The state of all stores, by name.
public struct FluxToDoState: Codable, Equatable, Sendable {
  public var todo: TodoListState
  public var calculator: Int
  public var badge: Int

  public init(todo: TodoListState = TodoListState(), calculator: Int = 0, badge: Int = 0) {
    self.todo = todo
    self.calculator = calculator
    self.badge = badge
  }
}

/// The app: its stores, and the dispatcher that delivers the results of actions.
public final class FluxToDoApp {
  public let todoStore: TodoStore
  public let calculatorStore: CalculatorStore
  public let badgeStore: BadgeStore
  private let dispatcher: any Dispatcher
  private let service: any TodoService

  /// Makes the app with an empty list and a result of zero.
  ///
  /// - Parameters:
  ///   - service: The service that stores the list.
  ///   - dispatcher: The dispatcher of the app, such as one that records.
  public init(service: any TodoService, dispatcher: any Dispatcher = DefaultDispatcher()) {
    self.service = service
    self.dispatcher = dispatcher
    todoStore = TodoStore(dispatcher: dispatcher)
    calculatorStore = CalculatorStore(dispatcher: dispatcher)
    badgeStore = BadgeStore(counting: todoStore, dispatcher: dispatcher)
  }

  /// The current state of all stores; setting it restores a previous one.
  public var state: FluxToDoState {
    get {
      FluxToDoState(
        todo: todoStore.state,
        calculator: calculatorStore.state,
        badge: badgeStore.state
      )
    }
    set {
      todoStore.replaceState(newValue.todo)
      calculatorStore.replaceState(newValue.calculator)
      badgeStore.replaceState(newValue.badge)
    }
  }

  /// Invokes an action, which dispatches its result.
  public func invoke<A: Action>(_ action: A) {
    action.invoke(dispatcher)
  }

  /// Requests the list from the service.
  public func fetch() {
    invoke(TodoAction.Fetch(from: service))
  }
}
