import RewindFlux
import Testing

@Suite("An intercepted dispatcher")
struct InterceptedDispatcherTests {
  /// Writes down what a recorder would: the action before the stores have it, the state after.
  final class Journal: DispatchInterceptor {
    let log = Log()
    nonisolated(unsafe) var state: () -> Int = { 0 }

    func intercept<A: Action>(
      _ action: A,
      result: Result<A.Payload, A.Error>,
      dispatch: () -> Void
    ) {
      switch result {
      case .success(let payload): log.add("\(A.self) \(payload)")
      case .failure(let error): log.add("\(A.self) failed: \(error)")
      }
      dispatch()
      log.add("state \(state())")
    }
  }

  @Test("shows each action before and after the stores have it, failures too")
  func intercepts() {
    let journal = Journal()
    let dispatcher = InterceptedDispatcher(interceptor: journal)
    let store = CalculatorStore(dispatcher: dispatcher)
    journal.state = { store.state }
    Calculate.Plus(number: 3).invoke(dispatcher)
    Calculate.PlusText(text: "x").invoke(dispatcher)
    #expect(
      journal.log.entries == ["Plus 3", "state 3", "PlusText failed: notANumber(\"x\")", "state 2"]
    )
  }

  @Test("lets handlers wait for each other and be unregistered")
  func passesOn() {
    let dispatcher = InterceptedDispatcher(interceptor: Journal())
    var heard: [String] = []
    var tokens: [DispatchToken] = []
    dispatcher.register(Calculate.Plus.self) { result in
      dispatcher.waitFor(tokens, type: Calculate.Plus.self, result: result)
      heard.append("first")
    }
    tokens = ["second", "third"].map { name in
      dispatcher.register(Calculate.Plus.self) { _ in heard.append(name) }
    }
    dispatcher.unregister(tokens[1])
    Calculate.Plus(number: 1).invoke(dispatcher)
    #expect(heard == ["second", "first"])
  }
}
