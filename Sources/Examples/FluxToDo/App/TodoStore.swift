public import RewindFlux

/// The list, and what went wrong last.
public struct TodoListState: Codable, Equatable, Sendable {
  public var todos: [Todo]
  /// Why the last action failed; `nil` if it did not.
  public var failure: TodoError?

  public init(todos: [Todo] = [], failure: TodoError? = nil) {
    self.todos = todos
    self.failure = failure
  }
}

/// The store of the list.
///
/// It stops the program when an action is about a place where there is nothing.
public final class TodoStore: ReduceStore<TodoListState> {
  /// The handlers, for stores that wait for this one.
  private(set) var tokens: [DispatchToken] = []

  public init(dispatcher: any Dispatcher) {
    super.init(initialState: TodoListState(), dispatcher: dispatcher)
    tokens = [
      change(on: TodoAction.Fetch.self) { $0 = $1 },
      change(on: TodoAction.Create.self) { $0.insert($1, at: 0) },
      change(on: TodoAction.Finish.self) { $0[$1].isDone = true },
      change(on: TodoAction.Delete.self) { $0.remove(at: $1) },
    ]
  }

  /// Changes the list when an action has gone well, and keeps the failure when it has not.
  private func change<A: Action>(
    on type: A.Type,
    _ body: @escaping (inout [Todo], A.Payload) -> Void
  ) -> DispatchToken where A.Error == TodoError {
    reduce(type) { state, result in
      var state = state
      switch result {
      case .success(let payload):
        state.failure = nil
        body(&state.todos, payload)
      case .failure(let error):
        state.failure = error
      }
      return state
    }
  }
}
