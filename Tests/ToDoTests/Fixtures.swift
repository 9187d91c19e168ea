import Foundation
import RewindInputs
import ToDoExample
import ToDoFront

let day = Date(timeIntervalSinceReferenceDate: 0)

/// Stands in for a recorder: it is always the same day.
struct SameDay: InputSource {
  var isOpen: Bool { true }

  func read<Value: Codable>(_ name: String, live: () throws -> Value) rethrows -> Value {
    if name == "date", let date = day as? Value { return date }
    return try live()
  }

  func effect(_ name: String, perform: () -> Void) {
    perform()
  }
}

extension TodoStore {
  /// A store whose reducers live on one day.
  static func onSameDay() -> TodoStore {
    let store = TodoStore()
    store.wrapReducer { reduce in
      { action, state in
        Recorded.with(source: SameDay()) { reduce(action, &state) }
      }
    }
    return store
  }
}

extension TodoState {
  /// What the app's reducers make of some actions.
  init(after actions: TodoAction...) {
    self.init(todos: [])
    let reduce = TodoReducers.combine(TodoReducers.all)
    Recorded.with(source: SameDay()) {
      for action in actions { _ = reduce(action, &self) }
    }
  }

  var titles: [String] { todos.map(\.title) }
}

/// Keeps what it receives, on any thread.
final class Heard<Value: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var kept: [Value] = []

  var values: [Value] { lock.withLock { kept } }

  func add(_ value: Value) {
    lock.withLock { kept.append(value) }
  }
}

/// What a script prints after the first screen.
func played(_ script: String...) -> [String] {
  let front = TodoProgram.front(of: .onSameDay())
  var output: [String] = []
  front.write = { output.append($0) }
  front.run(script)
  return output
}
