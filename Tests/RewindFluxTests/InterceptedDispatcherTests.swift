import RewindFlux
import Testing

@Suite("An intercepted dispatcher", .process)
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
    let dispatcher = InterceptedDispatcher(interceptor: journal, dispatcher: DefaultDispatcher())
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
    let dispatcher = InterceptedDispatcher(interceptor: Journal(), dispatcher: DefaultDispatcher())
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

  /// A store as SwiftFlux's own instructions have it.
  final class NumberStore: StoreBase {
    private(set) var numbers: [Int] = []

    override init() {
      super.init()
      register(Calculate.Plus.self) { [unowned self] result in
        switch result {
        case .success(let number):
          numbers.append(number)
          emitChange()
        case .failure:
          break
        }
      }
    }
  }

  /// In a process of its own, since the shared dispatcher is shared with other tests.
  @Test("that is installed late leaves no store behind", .exits)
  func installedLate() async {
    await #expect(processExitsWith: .success) {
      let early = NumberStore()
      let journal = Journal()
      ActionCreator.sharedDispatcher = InterceptedDispatcher(interceptor: journal)
      ActionCreator.sharedDispatcher = InterceptedDispatcher(interceptor: journal)
      let late = NumberStore()
      ActionCreator.invoke(Calculate.Plus(number: 3))
      #expect(early.numbers == [3] && late.numbers == [3])
      #expect(journal.log.entries == ["Plus 3", "Plus 3", "state 0", "state 0"])
      early.unregister()
      ActionCreator.invoke(Calculate.Plus(number: 4))
      #expect(early.numbers == [3] && late.numbers == [3, 4])
    }
  }
}
