import Foundation
import RewindFlux
import RewindTestSupport
import Testing

@Suite("A dispatcher")
struct DispatcherTests {
  let dispatcher = DefaultDispatcher()
  let log = Log()

  func dispatchPlus(_ number: Int = 1) {
    dispatcher.dispatch(Calculate.Plus(number: number), result: .success(number))
  }

  @Test("hands the result to every handler of the action's type, in the order of registration")
  func everyHandler() {
    for name in ["a", "b", "c"] {
      dispatcher.register(Calculate.Plus.self) { result in log.add("\(name) \(result)") }
    }
    dispatcher.register(Calculate.Minus.self) { _ in log.add("minus") }
    dispatchPlus(3)
    #expect(log.entries == ["a success(3)", "b success(3)", "c success(3)"])
  }

  @Test("hands failures on like successes")
  func failures() {
    dispatcher.register(Calculate.PlusText.self) { result in log.add("\(result)") }
    dispatcher.dispatch(
      Calculate.PlusText(text: "x"),
      result: .failure(CalculatorError.notANumber("x"))
    )
    #expect(log.entries.count == 1)
    #expect(log.entries.first?.contains("notANumber(\"x\")") == true)
  }

  @Test("hands nothing to a handler that has been unregistered")
  func unregistered() {
    let token = dispatcher.register(Calculate.Plus.self) { _ in log.add("gone") }
    dispatcher.register(Calculate.Plus.self) { _ in log.add("here") }
    dispatcher.unregister(token)
    dispatcher.unregister(token)
    dispatchPlus()
    #expect(log.entries == ["here"])
  }

  @Test("does not take a token of another dispatcher for one of its own")
  func foreignToken() {
    let other = DefaultDispatcher()
    dispatcher.register(Calculate.Plus.self) { _ in log.add("here") }
    dispatcher.unregister(other.register(Calculate.Plus.self) { _ in })
    dispatchPlus()
    #expect(log.entries == ["here"])
  }

  @Test("no longer calls a handler that is unregistered during the dispatch")
  func unregisteredMeanwhile() {
    var last: DispatchToken?
    dispatcher.register(Calculate.Plus.self) { _ in
      log.add("first")
      if let last { dispatcher.unregister(last) }
    }
    last = dispatcher.register(Calculate.Plus.self) { _ in log.add("last") }
    dispatchPlus()
    #expect(log.entries == ["first"])
  }

  @Test("begins with the next dispatch to call a handler that is registered during one")
  func registeredMeanwhile() {
    var isFirst = true
    dispatcher.register(Calculate.Plus.self) { _ in
      guard isFirst else { return }
      isFirst = false
      let late = dispatcher.register(Calculate.Plus.self) { _ in log.add("late") }
      dispatcher.waitFor([late], type: Calculate.Plus.self, result: .success(1))
      log.add("waited")
    }
    dispatchPlus()
    #expect(log.entries == ["waited"])
    dispatchPlus()
    #expect(log.entries == ["waited", "late"])
  }

  @Test("lets a handler wait for others, each of which is called once")
  func waitFor() {
    var tokens: [DispatchToken] = []
    dispatcher.register(Calculate.Plus.self) { result in
      dispatcher.waitFor(tokens, type: Calculate.Plus.self, result: result)
      log.add("waits \(result)")
    }
    tokens = ["b", "c"].map { name in
      dispatcher.register(Calculate.Plus.self) { result in log.add("\(name) \(result)") }
    }
    dispatchPlus(7)
    #expect(log.entries == ["b success(7)", "c success(7)", "waits success(7)"])
  }

  @Test("passes over handlers that have no part in the dispatch")
  func waitForStrangers() {
    let minus = dispatcher.register(Calculate.Minus.self) { _ in log.add("minus") }
    let gone = dispatcher.register(Calculate.Plus.self) { _ in log.add("gone") }
    dispatcher.unregister(gone)
    dispatcher.register(Calculate.Plus.self) { result in
      dispatcher.waitFor([minus, gone, "unknown"], type: Calculate.Plus.self, result: result)
      log.add("plus")
    }
    dispatchPlus()
    #expect(log.entries == ["plus"])
  }

  @Test("calls everyone after those it waits for, whoever waits for whom", arguments: 0..<50)
  func randomOrder(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let count = Int.random(in: 1...12, using: &random)
    // Whoever waits, waits for those that come before in a random order: so there is no circle.
    let order = (0..<count).shuffled(using: &random)
    let awaited = order.indices.map { index in
      order[..<index].filter { _ in Bool.random(using: &random) }
    }
    var called: [Int] = []
    var tokens = [DispatchToken](repeating: "", count: count)
    for number in 0..<count {
      let index = order.firstIndex(of: number) ?? 0
      tokens[number] = dispatcher.register(Calculate.Plus.self) { result in
        let waitsFor = awaited[index].map { tokens[$0] }
        dispatcher.waitFor(waitsFor, type: Calculate.Plus.self, result: result)
        called.append(number)
      }
    }
    dispatchPlus()
    #expect(called.sorted() == Array(0..<count))
    for (index, number) in order.enumerated() {
      for other in awaited[index] {
        let isBefore = (called.firstIndex(of: other) ?? 0) < (called.firstIndex(of: number) ?? 0)
        #expect(isBefore, "\(number) waits for \(other): \(called)")
      }
    }
  }

  @Test("takes dispatches from several threads one after the other")
  func threads() {
    let store = CalculatorStore(dispatcher: dispatcher)
    let dispatcher = dispatcher
    DispatchQueue.concurrentPerform(iterations: 1000) { number in
      dispatcher.dispatch(Calculate.Plus(number: number), result: .success(number))
    }
    #expect(store.state == 999 * 1000 / 2)
  }
}
