public import RewindFlux

/// The number on the app's icon, which counts the open items.
///
/// It handles the actions of the list, each time after the store of the list has handled them.
public final class BadgeStore: ReduceStore<Int> {
  public init(counting todoStore: TodoStore, dispatcher: any Dispatcher) {
    super.init(initialState: 0, dispatcher: dispatcher)
    count(todoStore, after: TodoAction.Fetch.self)
    count(todoStore, after: TodoAction.Create.self)
    count(todoStore, after: TodoAction.Finish.self)
    count(todoStore, after: TodoAction.Delete.self)
  }

  private func count<A: Action>(_ todoStore: TodoStore, after type: A.Type) {
    reduce(type) { [dispatcher] _, result in
      dispatcher.waitFor(todoStore.tokens, type: type, result: result)
      return todoStore.state.todos.count { !$0.isDone }
    }
  }
}
