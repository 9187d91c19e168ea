import RewindJSON
public import RewindReplay
public import ToDoExample

extension ReplayableStore where State == TodoState, Action == TodoAction {
  /// The app for replays.
  public static func toDo() -> ReplayableStore {
    let reduce = TodoReducers.combine(TodoReducers.all)
    return ReplayableStore(
      initial: { TodoState() },
      reduce: { action, state in
        var state = state
        _ = reduce(action, &state)
        return state
      },
      actions: ActionDecoders().adding("TodoAction", decode: TodoAction.init(recorded:))
    )
  }
}

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
