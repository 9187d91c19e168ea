import RewindFlux
import Testing

@Suite("An action that is its own publisher")
struct RefluxActionTests {
  let add = RefluxAction<String>("add")

  /// A list of titles.
  final class ListStore: ReduceStore<[String]> {
    init(_ add: RefluxAction<String>, _ clear: RefluxAction<Void>) {
      super.init(initialState: [])
      reduce(add) { state, title in state + [title] }
      reduce(clear) { _, _ in [] }
    }
  }

  @Test("sends its payload to every listener, in the order in which they came")
  func everyListener() {
    var heard: [String] = []
    add.listen { heard.append("a \($0)") }
    let token = add.listen { heard.append("b \($0)") }
    add("milk")
    add.stopListening(token)
    add("bread")
    #expect(heard == ["a milk", "b milk", "a bread"])
  }

  @Test("changes the stores that listen to it, without a dispatcher")
  func stores() {
    let clear = RefluxAction<Void>("clear")
    let store = ListStore(add, clear)
    var states: [[String]] = []
    store.subscribe { states.append(store.state) }
    add("milk")
    add("bread")
    clear()
    #expect(states == [["milk"], ["milk", "bread"], []])
  }

  @Test("may be published by a listener, and reaches everybody before that returns")
  func nested() {
    let count = RefluxAction<Int>("count")
    var heard: [String] = []
    add.listen { title in
      count(title.count)
      heard.append("added \(title)")
    }
    count.listen { heard.append("counted \($0)") }
    add("milk")
    #expect(heard == ["counted 4", "added milk"])
  }

  @Test("carries failures as results")
  func failures() {
    let load = RefluxAction<Result<Int, CalculatorError>>("load")
    var failures: [CalculatorError] = []
    load.listen { if case .failure(let error) = $0 { failures.append(error) } }
    load(.success(1))
    load(.failure(.notANumber("x")))
    #expect(failures == [.notANumber("x")])
  }

  @Test("can have its publishing wrapped")
  func wrapped() {
    var log: [String] = []
    add.listen { log.append("notified \($0)") }
    let original = add.publishFunction
    add.publishFunction = { payload in
      log.append("before")
      original(payload)
      log.append("after")
    }
    add("milk")
    #expect(log == ["before", "notified milk", "after"])
    #expect(add.name == "add")
  }
}
