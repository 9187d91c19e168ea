import Foundation
import RewindFlux
import Testing

@Suite("A dispatcher stops the program with a message", .exits)
struct MisuseTests {
  func message(of result: ExitTest.Result?) -> String {
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
  }

  @Test("when a store dispatches in the midst of a dispatch")
  func nestedDispatch() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let dispatcher = DefaultDispatcher()
      dispatcher.register(Calculate.Plus.self) { _ in
        dispatcher.dispatch(Calculate.Minus(number: 1), result: .success(1))
      }
      dispatcher.dispatch(Calculate.Plus(number: 1), result: .success(1))
    }
    #expect(
      message(of: result).contains(
        """
        Minus was dispatched in the midst of the dispatch of Plus. Stores, and those that listen \
        to them, must not dispatch: use waitFor if a store needs what another makes of the same \
        action, and dispatch what follows from it after the dispatch has returned.
        """
      )
    )
  }

  @Test("when one that listens to a store dispatches, also through an interceptor")
  func dispatchOfListener() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      struct Passing: DispatchInterceptor {
        func intercept<A: Action>(
          _ action: A,
          result: Result<A.Payload, A.Error>,
          dispatch: () -> Void
        ) {
          dispatch()
        }
      }
      let dispatcher = InterceptedDispatcher(interceptor: Passing())
      let store = CalculatorStore(dispatcher: dispatcher)
      store.subscribe { Calculate.Plus(number: 1).invoke(dispatcher) }
      Calculate.Plus(number: 1).invoke(dispatcher)
    }
    #expect(
      message(of: result).contains("Plus was dispatched in the midst of the dispatch of Plus.")
    )
  }

  @Test("when handlers wait for each other in a circle")
  func circle() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let dispatcher = DefaultDispatcher()
      var second: DispatchToken = ""
      let first = dispatcher.register(Calculate.Plus.self) { result in
        dispatcher.waitFor([second], type: Calculate.Plus.self, result: result)
      }
      second = dispatcher.register(Calculate.Plus.self) { result in
        dispatcher.waitFor([first], type: Calculate.Plus.self, result: result)
      }
      dispatcher.dispatch(Calculate.Plus(number: 1), result: .success(1))
    }
    #expect(
      message(of: result).contains(
        """
        The handlers of Plus wait for each other in a circle: Plus-1 was waited for before it had \
        returned. Let one of the stores do without what the others make of the action.
        """
      )
    )
  }

  @Test("when a store waits while nothing is being dispatched")
  func waitingForNothing() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      DefaultDispatcher().waitFor([], type: Calculate.Plus.self, result: .success(1))
    }
    #expect(
      message(of: result).contains("waitFor was called for Plus, and nothing is being dispatched.")
    )
  }

  @Test("when a handler waits with another action than its own")
  func waitingForAnother() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let dispatcher = DefaultDispatcher()
      dispatcher.register(Calculate.Plus.self) { result in
        dispatcher.waitFor([], type: Calculate.Minus.self, result: result)
      }
      dispatcher.dispatch(Calculate.Plus(number: 1), result: .success(1))
    }
    #expect(
      message(of: result).contains("waitFor was called for Minus while Plus is being dispatched.")
    )
  }
}
