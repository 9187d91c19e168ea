import Foundation
import RewindFlux
import Testing

@Suite("An action creator", .process, .serialized)
struct ActionCreatorTests {
  final class OwnActionCreator: ActionCreator {
    static let ownDispatcher = DefaultDispatcher()
    override class var dispatcher: any Dispatcher { ownDispatcher }
  }

  /// Does its work on demand.
  final class Deferred: Action {
    typealias Payload = Int
    private var finish: () -> Void = {}

    func invoke(_ dispatcher: any Dispatcher) {
      finish = { dispatcher.dispatch(self, result: .success(5)) }
    }

    func end() {
      finish()
    }
  }

  @Test("lets an action dispatch its result to the shared dispatcher")
  func invoke() {
    let store = CalculatorStore(dispatcher: ActionCreator.dispatcher)
    ActionCreator.invoke(Calculate.Plus(number: 3))
    ActionCreator.invoke(Calculate.PlusText(text: "4"))
    #expect(store.state == 7)
    ActionCreator.invoke(Calculate.PlusText(text: "four"))
    #expect(store.state == 6)
  }

  @Test("lets an action dispatch later")
  func later() {
    let dispatcher = DefaultDispatcher()
    let store = StoreBase(dispatcher: dispatcher)
    var heard: [Int] = []
    store.register(Deferred.self) { result in
      if case .success(let number) = result { heard.append(number) }
    }
    let action = Deferred()
    action.invoke(dispatcher)
    #expect(heard == [])
    action.end()
    #expect(heard == [5])
  }

  @Test("can have a dispatcher of its own")
  func ownDispatcher() {
    let own = CalculatorStore(dispatcher: OwnActionCreator.dispatcher)
    let shared = CalculatorStore(dispatcher: ActionCreator.dispatcher)
    OwnActionCreator.invoke(Calculate.Plus(number: 3))
    #expect(own.state == 3)
    #expect(shared.state == 0)
  }

  /// In a process of its own, since the shared dispatcher is shared with other tests.
  @Test(
    "can have the shared dispatcher replaced; stores stay with the one they were made with",
    .exits
  )
  func replacedDispatcher() async {
    await #expect(processExitsWith: .success) {
      let original = ActionCreator.sharedDispatcher
      let before = StoreBase()
      ActionCreator.sharedDispatcher = DefaultDispatcher()
      let after = StoreBase()

      var heard: [String] = []
      before.register(Calculate.Plus.self) { _ in heard.append("before") }
      after.register(Calculate.Plus.self) { _ in heard.append("after") }
      ActionCreator.invoke(Calculate.Plus(number: 1))
      #expect(heard == ["after"])
      Calculate.Plus(number: 1).invoke(original)
      #expect(heard == ["after", "before"])
    }
  }
}
