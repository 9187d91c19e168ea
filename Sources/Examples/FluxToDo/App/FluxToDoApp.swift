public import RewindFlux

/// What all stores hold, by their names.
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

/// The app: its stores, and the dispatcher that hands them the results of actions.
public final class FluxToDoApp {
  public let todoStore: TodoStore
  public let calculatorStore: CalculatorStore
  public let badgeStore: BadgeStore
  private let dispatcher: any Dispatcher
  private let service: any TodoService

  /// Makes the app with an empty list and nothing calculated.
  ///
  /// - Parameters:
  ///   - service: The service that keeps the list.
  ///   - dispatcher: The dispatcher of the app, such as one that records.
  public init(service: any TodoService, dispatcher: any Dispatcher = DefaultDispatcher()) {
    self.service = service
    self.dispatcher = dispatcher
    todoStore = TodoStore(dispatcher: dispatcher)
    calculatorStore = CalculatorStore(dispatcher: dispatcher)
    badgeStore = BadgeStore(counting: todoStore, dispatcher: dispatcher)
  }

  /// What all stores hold at the moment; it can be put back.
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

  /// Lets an action do its work and dispatch the result.
  public func invoke<A: Action>(_ action: A) {
    action.invoke(dispatcher)
  }

  /// Asks the service for the list.
  public func fetch() {
    invoke(TodoAction.Fetch(from: service))
  }
}
