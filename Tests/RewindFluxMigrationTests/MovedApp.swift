// A small app as it would be written for SwiftFlux, with the names and the shapes of its day: bare
// protocol types, a store that declares nothing, a dispatcher of the app's own. Only the import has
// changed.
import Foundation
import RewindFlux

struct Todo: Equatable {
  let title: String
}

// MARK: Actions

struct TodoAction {
  struct Fetch: Action {
    typealias Payload = [Todo]
    func invoke(_ dispatcher: Dispatcher) {
      let todos = [Todo(title: "ToDo 1"), Todo(title: "ToDo 2")]
      dispatcher.dispatch(self, result: Result(value: todos))
    }
  }

  struct Create: Action {
    typealias Payload = Todo
    let title: String

    func invoke(_ dispatcher: Dispatcher) {
      guard !title.isEmpty else {
        let error = NSError(domain: "todo", code: 1, userInfo: [:])
        return dispatcher.dispatch(self, result: Result(error: error))
      }
      dispatcher.dispatch(self, result: Result(value: Todo(title: title)))
    }
  }

  enum TodoError: Error {
    case outOfRange
  }

  struct Delete: Action {
    typealias Payload = Int
    typealias Error = TodoError
    let index: Int

    func invoke(_ dispatcher: Dispatcher) {
      guard index >= 0 else {
        return dispatcher.dispatch(self, result: Result(error: .outOfRange))
      }
      dispatcher.dispatch(self, result: Result(value: index))
    }
  }
}

// MARK: Stores

class TodoStore: Store {
  private(set) var todos: [Todo] = []
  private(set) var failures: [String] = []
  private var dispatchTokens: [DispatchToken] = []

  init() {
    dispatchTokens.append(
      ActionCreator.dispatcher.register(TodoAction.Fetch.self) { (result) in
        switch result {
        case .success(let box):
          self.todos = box
          self.emitChange()
        case .failure:
          break
        }
      }
    )
    dispatchTokens.append(
      ActionCreator.dispatcher.register(TodoAction.Create.self) { (result) in
        switch result {
        case .success(let box):
          self.todos.insert(box, at: 0)
        case .failure(let error):
          self.failures.append("\(error.domain) \(error.code)")
        }
        self.emitChange()
      }
    )
    dispatchTokens.append(
      ActionCreator.dispatcher.register(TodoAction.Delete.self) { (result) in
        switch result {
        case .success(let box):
          self.todos.remove(at: box)
        case .failure(let error):
          self.failures.append("\(error)")
        }
        self.emitChange()
      }
    )
  }

  func unregister() {
    for dispatchToken in dispatchTokens {
      ActionCreator.dispatcher.unregister(dispatchToken)
    }
  }
}

struct CalculateActions {
  struct Plus: Action {
    typealias Payload = Int
    let number: Int
    func invoke(_ dispatcher: Dispatcher) {
      dispatcher.dispatch(self, result: Result(value: number))
    }
  }
}

class CalculateStore: ReduceStore<Int> {
  init() {
    super.init(initialState: 0)

    self.reduce(CalculateActions.Plus.self) { (state, result) -> Int in
      switch result {
      case .success(let number): return state + number
      default: return state
      }
    }
  }
}

// MARK: A dispatcher of the app's own

class CountingDispatcher: Dispatcher {
  private let inner = DefaultDispatcher()
  var count = 0

  func dispatch<T: Action>(_ action: T, result: Result<T.Payload, T.Error>) {
    count += 1
    inner.dispatch(action, result: result)
  }

  func register<T: Action>(
    _ type: T.Type,
    handler: @escaping (Result<T.Payload, T.Error>) -> Void
  ) -> DispatchToken {
    inner.register(type, handler: handler)
  }

  func unregister(_ dispatchToken: DispatchToken) {
    inner.unregister(dispatchToken)
  }

  func waitFor<T: Action>(
    _ dispatchTokens: [DispatchToken],
    type: T.Type,
    result: Result<T.Payload, T.Error>
  ) {
    inner.waitFor(dispatchTokens, type: type, result: result)
  }
}

class MyActionCreator: ActionCreator {
  static let ownDispatcher = CountingDispatcher()

  override class var dispatcher: Dispatcher {
    ownDispatcher
  }
}
