import FluxToDoExample
import RewindFlux
import Testing

@Suite("The Flux to-do list")
struct StoreTests {
  @Test("can be put back to earlier values")
  func restore() {
    let app = FluxToDoApp(service: OfflineTodoService(), dispatcher: DefaultDispatcher())
    app.invoke(TodoAction.Create(title: "milk"))
    app.invoke(Calculate.Plus(number: 3))
    let state = app.state
    app.invoke(TodoAction.Delete(index: 0))
    app.invoke(Calculate.Minus(number: 1))
    #expect(app.state == FluxToDoState(calculator: 2))
    app.state = state
    #expect(app.state == state)
    #expect(app.state.badge == 1)
  }
}
