public import RewindFlux

/// The list, and the last failure.
public struct TodoListState: Codable, Equatable, Sendable {
  public var todos: [Todo]
  /// The failure of the last action; `nil` if it succeeded.
  public var failure: TodoError?

  public init(todos: [Todo] = [], failure: TodoError? = nil) {
    self.todos = todos
    self.failure = failure
  }
}

/// The store of the list.
///
/// It stops the program if an action refers to an index that does not exist.
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

  /// Changes the list after a success, and stores a failure.
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
