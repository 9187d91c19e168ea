import RewindInputs

/// Changes the state and returns true if it handles the type of the action.
public typealias TodoReducer = (_ action: TodoAction, _ state: inout TodoState) -> Bool

/// The reducers of the app, each of which handles some types of action.
public enum TodoReducers {
  /// The reducers in the order in which they are tried.
  public static var all: [TodoReducer] {
    [appendingSnapshot(load), appendingSnapshot(edit), appendingSnapshot(clear)]
  }

  /// Combines reducers: they are tried until one handles the action.
  public static func combine(_ reducers: [TodoReducer]) -> TodoReducer {
    { action, state in reducers.contains { $0(action, &state) } }
  }

  /// Returns a reducer that stores a copy of the list after every action that it handles.
  static func appendingSnapshot(_ reducer: @escaping TodoReducer) -> TodoReducer {
    { action, state in
      guard reducer(action, &state) else { return false }
      state.snapshots.append(state.todos)
      return true
    }
  }

  /// Handles the actions that add items to the list.
  static func load(_ action: TodoAction, _ state: inout TodoState) -> Bool {
    switch action.type {
    case "load":
      guard let titles = action.params?["titles"] as? [String] else { return false }
      state.todos = titles.map { Todo(title: $0, created: Recorded.date()) }
    case "add":
      guard let title = action.params?["title"] as? String else { return false }
      state.todos.append(Todo(title: title, created: Recorded.date()))
    default:
      return false
    }
    return true
  }

  /// Handles the actions that change an item.
  ///
  /// It stops the program if there is no item at the index.
  static func edit(_ action: TodoAction, _ state: inout TodoState) -> Bool {
    guard action.type == "change", let index = action.params?["index"] as? Int,
      let status = (action.params?["status"] as? String).flatMap(TodoStatus.init)
    else {
      return false
    }
    state.todos[index].status = status
    return true
  }

  /// Handles the actions that remove items.
  ///
  /// It stops the program if there is no item at the index, as when a person taps twice on the last
  /// one: the screen shows it until the first tap has been reduced.
  static func clear(_ action: TodoAction, _ state: inout TodoState) -> Bool {
    guard let index = action.params?["index"] as? Int else { return false }
    switch action.type {
    case "remove": state.todos[index].isRemoved = true
    case "delete": state.todos.remove(at: index)
    default: return false
    }
    return true
  }
}
