import RewindFlux
import Testing

@Suite("An app that was written for SwiftFlux")
struct MovedAppTests {
  @Test("runs with this dispatcher and these stores")
  func runs() {
    let store = TodoStore()
    var drawn: [[String]] = []
    let token = store.subscribe { drawn.append(store.todos.map { $0.title }) }

    ActionCreator.invoke(TodoAction.Fetch())
    ActionCreator.invoke(TodoAction.Create(title: "New ToDo"))
    ActionCreator.invoke(TodoAction.Create(title: ""))
    ActionCreator.invoke(TodoAction.Delete(index: 1))
    ActionCreator.invoke(TodoAction.Delete(index: -1))
    store.unsubscribe(token)
    ActionCreator.invoke(TodoAction.Fetch())
    store.unregister()
    ActionCreator.invoke(TodoAction.Create(title: "Nobody hears"))

    #expect(
      drawn == [
        ["ToDo 1", "ToDo 2"], ["New ToDo", "ToDo 1", "ToDo 2"], ["New ToDo", "ToDo 1", "ToDo 2"],
        ["New ToDo", "ToDo 2"], ["New ToDo", "ToDo 2"],
      ]
    )
    #expect(store.failures == ["todo 1", "outOfRange"])
    #expect(store.todos.count == 2)
  }

  @Test("calculates")
  func calculates() {
    let store = CalculateStore()
    ActionCreator.invoke(CalculateActions.Plus(number: 3))
    ActionCreator.invoke(CalculateActions.Plus(number: 4))
    #expect(store.state == 7)
    store.unregister()
  }

  @Test("runs with a dispatcher of its own")
  func ownDispatcher() {
    var heard = 0
    MyActionCreator.dispatcher.register(TodoAction.Create.self) { _ in heard += 1 }
    MyActionCreator.invoke(TodoAction.Create(title: "Own"))
    #expect(MyActionCreator.ownDispatcher.count == 1)
    #expect(heard == 1)
  }
}
