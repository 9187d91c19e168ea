import RewindJSON
public import RewindReplay
public import ToDoExample

extension ReplayableStore where State == TodoState, Action == TodoAction {
  /// What a replay must know of the app.
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
  /// Makes a recorded action again.
  ///
  /// Its parameters have no type that says how: texts, whole numbers
  /// and lists of texts are what the reducers know.
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
