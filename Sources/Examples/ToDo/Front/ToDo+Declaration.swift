import RewindJSON
public import RewindReplay
public import ToDoExample

/// The app's store, for its recording, for replays and for tests.
public let toDo = ReplayableStore(
  initial: TodoState(),
  actions: ActionDecoders<TodoAction>().adding("TodoAction", decode: TodoAction.init(recorded:)),
  reduce: .actionFirstInPlace { (action: TodoAction, state: inout TodoState) in
    TodoReducers.combine(TodoReducers.all)(action, &state)
  }
)

extension TodoAction {
  /// Decodes a recorded action.
  ///
  /// Its parameters have no declared types: strings, integers and lists of strings are those that the
  /// reducers know.
  fileprivate init(recorded payload: JSONValue) {
    self.init(
      type: payload["type"]?.string ?? "",
      params: payload["params"]?.object.map { params in
        params.members.reduce(into: [:]) { $0[$1.key] = Self.parameter($1.value) }
      }
    )
  }

  private static func parameter(_ value: JSONValue) -> (any Sendable)? {
    value.int ?? value.string ?? value.array?.compactMap(\.string)
  }
}
