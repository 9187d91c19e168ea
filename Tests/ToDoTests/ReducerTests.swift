import RewindTestSupport
import Testing
import ToDoExample

@Suite("The reducers of the to-do list", .process)
struct ReducerTests {
  let loaded = TodoState(after: .load(titles: ["milk", "plants", "home"]))

  @Test("load the initial list")
  func load() {
    #expect(
      loaded.todos == ["milk", "plants", "home"].map { Todo(title: $0, created: day) }
    )
  }

  @Test("add, change, remove and delete items")
  func operations() {
    let state = TodoState(
      after: .load(titles: ["milk", "plants"]),
      .add(title: "home"),
      .change(index: 1, status: .doing),
      .change(index: 2, status: .done),
      .remove(index: 0)
    )
    #expect(
      state.todos == [
        Todo(title: "milk", created: day, isRemoved: true),
        Todo(title: "plants", created: day, status: .doing),
        Todo(title: "home", created: day, status: .done),
      ]
    )
    let shorter = TodoState(
      after: .load(titles: ["milk", "plants"]),
      .delete(index: 0)
    )
    #expect(shorter.titles == ["plants"])
  }

  @Test("keep a copy of the list after every operation")
  func snapshots() {
    let state = TodoState(
      after: .load(titles: ["milk"]),
      .add(title: "home"),
      .delete(index: 0)
    )
    #expect(state.snapshots.map { $0.map(\.title) } == [["milk"], ["milk", "home"], ["home"]])
    #expect(state.snapshots.last == state.todos)
  }

  @Test(
    "say that they do not handle what they do not know, and change nothing",
    arguments: [
      TodoAction(type: "fly"),
      TodoAction(type: "add"),
      TodoAction(type: "add", params: ["title": 3]),
      TodoAction(type: "change", params: ["index": 0, "status": "asleep"]),
      TodoAction(type: "fly", params: ["index": 0]),
    ]
  )
  func unhandled(action: TodoAction) {
    var state = loaded
    #expect(TodoReducers.combine(TodoReducers.all)(action, &state) == false)
    #expect(state == loaded)
  }

  @Test("are tried until one handles the action")
  func untilOneHandles() {
    var tried: [String] = []
    func reducer(_ name: String, handles: Bool) -> TodoReducer {
      { _, _ in
        tried.append(name)
        return handles
      }
    }
    let combined = TodoReducers.combine([
      reducer("a", handles: false), reducer("b", handles: true), reducer("c", handles: true),
    ])
    var state = TodoState(todos: [])
    #expect(combined(TodoAction(type: "any"), &state))
    #expect(tried == ["a", "b"])
  }
}

/// Exit tests need child processes, which only the computers among Apple's platforms have.
#if os(macOS) || os(Linux)
@Suite("The to-do list crashes", .exits)
struct CrashTests {
  @Test("when the user taps twice on the last item to delete it")
  func deletedTwice() async {
    await #expect(processExitsWith: .failure) {
      withoutBacktrace {
        let store = TodoStore()
        store.dispatch(.load(titles: ["milk", "home"]))
        store.dispatch(.delete(index: 1))
        store.dispatch(.delete(index: 1))
        store.waitUntilIdle()
      }
    }
  }

  @Test("when an item changes that is not there")
  func outOfRange() async {
    await #expect(processExitsWith: .failure) {
      withoutBacktrace { _ = TodoState(after: .change(index: 0, status: .done)) }
    }
    await #expect(processExitsWith: .failure) {
      withoutBacktrace { _ = TodoState(after: .add(title: "milk"), .remove(index: 1)) }
    }
    await #expect(processExitsWith: .success) {
      _ = TodoState(after: .add(title: "milk"), .remove(index: 0))
    }
  }
}
#endif
