import FluxToDoExample
import RewindFlux
import RewindTestSupport
import Testing

@Suite("The stores of the Flux to-do list", .process)
struct StoreTests {
  @Test("take the list in when it comes")
  func fetch() {
    #expect(Played("fetch").state == FluxToDoState())
    let played = Played("fetch", "arrive")
    #expect(played.titles == ["Buy milk", "Water the plants", "Call home"])
    #expect(played.state.badge == 3)
  }

  @Test("put new items in front, tick off, and take away")
  func changes() {
    let played = Played("fetch", "arrive").invoking(add("Feed the cat"), done(2), delete(1))
    #expect(
      played.state.todo
        == TodoListState(
          todos: [
            Todo(title: "Feed the cat"), Todo(title: "Water the plants", isDone: true),
            Todo(title: "Call home"),
          ]
        )
    )
  }

  @Test("hear of failures by actions, and forget them with the next success")
  func failures() {
    let played = Played("fetch", "fail").invoking(add(""))
    #expect(
      played.journal.entries == ["Fetch failed: serviceUnreachable", "Create failed: emptyTitle"]
    )
    #expect(played.state.todo == TodoListState(failure: .emptyTitle))
    #expect(Played().invoking(add(""), plus(1)).state.todo.failure == .emptyTitle)
    #expect(Played().invoking(add(""), add("milk")).state.todo.failure == nil)
  }

  @Test("calculate")
  func calculator() {
    #expect(Played().invoking(plus(3), plus(3), minus(2), minus(1)).state.calculator == 3)
  }

  @Test("count the open items after the list has changed")
  func badge() {
    #expect(Played().invoking(add("a"), add("b"), done(0)).state.badge == 1)
    #expect(Played().invoking(add("a"), add("b"), done(0), delete(0), delete(0)).state.badge == 0)
  }

  @Test("pass the payload of each result through the dispatcher, whoever started the work")
  func payloads() {
    #expect(
      Played().invoking(add("milk"), done(0), plus(3)).journal.entries == [
        "Create Todo(title: \"milk\", isDone: false)", "Finish 0", "Plus 3",
      ]
    )
  }

  @Test("can be put back to earlier values")
  func restore() {
    let played = Played().invoking(add("milk"), plus(3))
    let state = played.state
    played.app.invoke(TodoAction.Delete(index: 0))
    played.app.invoke(Calculate.Minus(number: 1))
    #expect(played.state == FluxToDoState(calculator: 2))
    played.app.state = state
    #expect(played.state == state)
    #expect(played.state.badge == 1)
  }
}

/// Exit tests need child processes, which only the computers among Apple's platforms have.
#if os(macOS) || os(Linux)
@Suite("The Flux to-do list crashes", .exits)
struct CrashTests {
  @Test("when an action is about an index without a todo")
  func outOfRange() async {
    await #expect(processExitsWith: .failure) {
      withoutBacktrace { _ = Played().invoking(done(0)) }
    }
    await #expect(processExitsWith: .failure) {
      withoutBacktrace { _ = Played().invoking(add("milk"), delete(0), delete(0)) }
    }
  }

  @Test("when the result of the calculator is too large")
  func overflow() async {
    await #expect(processExitsWith: .failure) {
      withoutBacktrace { _ = Played().invoking(plus(Int.max), plus(1)) }
    }
    await #expect(processExitsWith: .success) { _ = Played().invoking(plus(Int.max), minus(1)) }
  }
}
#endif
