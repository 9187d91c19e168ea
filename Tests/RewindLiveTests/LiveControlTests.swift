import Foundation
import Rewind
import RewindJSON
import RewindLive
import RewindReplay
import RewindServer
import RewindStore
import RewindTestSupport
import Testing

@Suite("Driving a store")
struct LiveControlTests {
  @Test("jumps, steps and skips, each of which is in the log, and says where the store is")
  func moves() throws {
    try Window.with { window in
      let app = try CounterApp(window)
      for amount in [1, 2, 4] { app.dispatch(Add(amount: amount)) }
      #expect(try window.tell(["command": "jump", "index": 1])["status"]?["index"] == 1)
      #expect(app.count == 1)
      let status = try window.tell(["command": "step", "by": 1])["status"]
      #expect(status?["index"] == 2)
      #expect(status?["end"] == 3)
      #expect(status?["isInPast"] == true)
      #expect(app.count == 3)
      #expect(try window.tell(["command": "skip", "index": 2])["status"]?["skipped"] == [2])
      #expect(try window.tell(["command": "jump", "index": 3])["why"] == nil)
      #expect(app.count == 5)
      #expect(try window.tell(["command": "unskip", "index": 2])["why"] == nil)
      #expect(app.count == 7)
      #expect(app.travels == ["jump", "jump", "skip", "jump", "unskip"])
    }
  }

  @Test("gives the states that it has computed again, as the log would have them")
  func statesReducedAgain() throws {
    try Window.with { window in
      let app = try CounterApp(window)
      for amount in [1, 2, 4, 8] { app.dispatch(Add(amount: amount)) }
      #expect(try window.tell(["command": "status"])["status"]?["again"] == [])
      let skipped = try window.tell(["command": "skip", "index": 2])["status"]
      #expect(skipped?["again"] == [["from": 2, "to": 4, "version": 1]])
      let states = try window.tell(["command": "states", "from": 2, "to": 4])["states"]
      #expect(states?["before"] == ["count": 1])
      let replace = { (count: JSONValue) -> JSONValue in
        [["op": "replace", "path": "/count", "value": count]]
      }
      #expect(
        states?["steps"] == [
          ["index": 2, "patch": []], ["index": 3, "patch": replace(5)],
          ["index": 4, "patch": replace(13)],
        ]
      )

      // The log has the state of an action that is dispatched since; a branch forgets what it leaves.
      app.dispatch(Add(amount: 16))
      #expect(try window.tell(["command": "status"])["status"]?["again"]?.array?.first?["to"] == 4)
      _ = try window.tell(["command": "jump", "index": 3])
      app.dispatch(Add(amount: 32))
      let branched = try window.tell(["command": "status"])["status"]
      #expect(branched?["again"] == [["from": 2, "to": 3, "version": 2]])
      let rest = try window.tell(["command": "states", "from": 4, "to": 6])["states"]
      #expect(rest?["before"] == ["count": 5])
      #expect(rest?["steps"] == [["index": 6, "patch": replace(37)]])
      #expect(try window.tell(["command": "states", "from": 1])["why"] != nil)
      let none = try window.tell(["command": "states", "from": 3, "to": 1])
      #expect(none["states"] == ["before": .null, "steps": []])
    }
  }

  @Test("gives no secrets away with states that it has computed again")
  func redactedStates() throws {
    try Window.with { window in
      let app = try CounterApp(window, redacting: [.pointer("/count")])
      for amount in [1, 2] { app.dispatch(Add(amount: amount)) }
      _ = try window.tell(["command": "skip", "index": 1])
      let answer = try window.tell(["command": "states", "from": 1, "to": 2])["states"]
      let steps: JSONValue = [["index": 1, "patch": []], ["index": 2, "patch": []]]
      #expect(answer == ["before": ["count": 0], "steps": steps])
    }
  }

  @Test("dispatches what the app can decode, and says why not of everything else")
  func dispatches() throws {
    try Window.with { window in
      let app = try CounterApp(window)
      let action: JSONValue = ["type": "Add", "payload": ["amount": 5]]
      #expect(try window.tell(["command": "dispatch", "action": action])["why"] == nil)
      #expect(app.count == 5)
      #expect(app.log.actions.map(\.type) == ["Add"])
      for (wrong, why) in [
        (["type": "Add", "payload": ["amount": "five"]], "amount"),
        (["type": "Multiply", "payload": [:]], "Multiply"),
        (["payload": ["amount": 5]], "type"), (5, "type"),
      ] as [(JSONValue, String)] {
        let answer = try window.tell(["command": "dispatch", "action": wrong])
        #expect(answer["why"]?.string?.contains(why) == true, "\(answer.text)")
      }
      #expect(app.count == 5)
    }
  }

  @Test("holds the app's actions back, and dispatches them in order when it resumes")
  func holds() throws {
    try Window.with { window in
      let app = try CounterApp(window)
      _ = try window.tell(["command": "hold"])
      app.dispatch(Add(amount: 1))
      app.dispatch(Add(amount: 2))
      #expect(try window.tell(["command": "status"])["status"]?["held"] == 2)
      #expect(app.count == 0)
      #expect(try window.tell(["command": "resume"])["status"]?["isHolding"] == false)
      #expect(app.count == 3)
    }
  }

  @Test("reports what the app itself does: travels, holds actions back, resumes")
  func reports() throws {
    try Window.with { window in
      let app = try CounterApp(window)
      window.wait { $0["index"] == 0 && $0["isHolding"] == false }
      for amount in [1, 2, 4] { app.dispatch(Add(amount: amount)) }
      try app.drive { try $0.jump(to: 1) }
      window.wait { $0["index"] == 1 && $0["end"] == 3 && $0["isInPast"] == true }
      app.dispatch(Add(amount: 8))
      window.wait { $0["end"] == 4 && $0["isInPast"] == false }
      try app.drive { $0.hold() }
      window.wait { $0["isHolding"] == true && $0["held"] == 0 }
      for held in 1...3 {
        app.dispatch(Add(amount: 16))
        window.wait { $0["held"] == JSONValue(held) }
      }
      try app.drive { try $0.resume() }
      window.wait { $0["isHolding"] == false && $0["held"] == 0 }
      #expect(app.count == 57)
      try app.drive { try $0.skip(2) }
      window.wait { $0["skipped"]?.array?.count == 1 }
      try app.drive { try $0.reset() }
      window.wait { $0["end"] == 0 }
    }
  }

  @Test("reports where the store is to a window that opens later")
  func reportsLater() throws {
    let token = AccessRule.makeToken()
    let first = try Window(token: token)
    let app = try CounterApp(first)
    for amount in [1, 2, 4] { app.dispatch(Add(amount: amount)) }
    try app.drive { try $0.jump(to: 2) }
    let port = first.port
    first.end()
    let second = try Window(port: port, token: token)
    defer { second.end() }
    second.wait { $0["index"] == 2 && $0["isInPast"] == true }
    try app.drive { try $0.jump(to: 1) }
    second.wait { $0["index"] == 1 }
  }

  @Test("commits and resets, and names actions by the log's indexes after that too")
  func forgets() throws {
    try Window.with { window in
      let app = try CounterApp(window)
      for amount in [1, 2, 4] { app.dispatch(Add(amount: amount)) }
      _ = try window.tell(["command": "jump", "index": 2])
      _ = try window.tell(["command": "commit"])
      #expect(try window.tell(["command": "jump", "index": 3])["status"]?["index"] == 3)
      #expect(app.count == 7)
      let answer = try window.tell(["command": "jump", "index": 1])
      #expect(answer["why"]?.string?.contains("before a commit") == true)
      _ = try window.tell(["command": "reset"])
      #expect(app.count == 3)
    }
  }

  @Test(
    "refuses an invalid command, in a sentence",
    arguments: [
      "[]", "{}", #"{"command":"explode"}"#, #"{"command":"jump"}"#,
      #"{"command":"jump","index":"3"}"#, #"{"command":"step","by":1.5}"#,
      #"{"command":"jump","index":-1}"#, #"{"command":"step","by":9223372036854775807}"#,
      #"{"command":"skip","index":0}"#, #"{"command":"dispatch"}"#,
    ]
  )
  func refusals(text: String) throws {
    try Window.with { window in
      let app = try CounterApp(window)
      app.dispatch(Add(amount: 1))
      let answer = try window.tell(JSONValue(parsing: Array(text.utf8)))
      #expect(answer["why"]?.string?.hasSuffix(".") == true, "\(answer.text)")
      #expect(app.count == 1)
    }
  }

  @Test("runs on where the window takes no answer, and finds the next window")
  func silentWindow() throws {
    let app: CounterApp
    let port: Int
    let token = AccessRule.makeToken()
    do {
      let window = try Window(token: token)
      defer { window.end() }
      app = try CounterApp(window)
      port = window.port
      window.send(["command": "status"])
      app.dispatch(Add(amount: 1))
      #expect(app.count == 1)
    }
    app.dispatch(Add(amount: 2))
    #expect(app.count == 3)
    let window = try Window(port: port, token: token)
    defer { window.end() }
    #expect(try window.tell(["command": "status"])["status"]?["index"] == 2)
  }

  @Test("does nothing where nothing is recorded, and ends on request")
  func ends() throws {
    let machine = TimeMachine(reduce)
    #expect(machine.listen(to: .address("http://127.0.0.1:1/0/"), actions: actions) == nil)
    try Window.with { window in
      let app = try CounterApp(window)
      #expect(app.control.isConnected)
      app.control.stop()
      window.waitUntilGone()
    }
  }
}

@Suite("An app that is driven")
struct LiveDeclarationTests {
  @Test(
    "needs three lines more than one that is recorded, and does not notice that there is no window"
  )
  func declaration() {
    let counter = ReplayableStore(initial: Counter(), actions: Add.self) { counter, add in
      counter.count += add.amount
    }
    let isDebugBuild = false
    let recording = counter.record(app: "counter", enabled: isDebugBuild)
    let store = CounterStore(state: recording.initialState(), reducer: recording.reducer)
    // swift-format-ignore
    let machine = TimeMachine(recording)
    // swift-format-ignore
    machine.attach(show: { store.state = $0 }, dispatch: { store.send($0) })
    // swift-format-ignore
    machine.listen(to: .environment, actionsOf: counter)
    store.admits = machine.admits
    store.send(Add(amount: 2))
    #expect(store.state.count == 2)
  }

  @Test("is driven through its own store, which keeps its reducer")
  func ownStore() throws {
    try Window.with { window in
      let counter = ReplayableStore(initial: Counter(), actions: Add.self) { counter, add in
        counter.count += add.amount
      }
      let (log, queue) = (MemoryLog(), DispatchQueue(label: "the store"))
      let recording = counter.record(app: "counter", to: .memory(log))
      let store = CounterStore(state: recording.initialState(), reducer: recording.reducer)
      let machine = TimeMachine(recording)
      machine.attach(show: { store.state = $0 }, dispatch: { store.send($0) })
      store.admits = machine.admits
      let control = machine.listen(
        to: .address(window.address),
        actionsOf: counter,
        on: { queue.async(execute: $0) }
      )
      defer { control?.stop() }
      window.waitUntilLinked()
      let count = { queue.sync { store.state.count } }
      for amount in [1, 2, 4] { queue.sync { store.send(Add(amount: amount)) } }
      let jumped = try window.tell(["command": "jump", "index": 1])
      #expect(jumped["status"]?["isInPast"] == true)
      #expect(count() == 1)
      #expect(try window.tell(["command": "resume"])["why"] == nil)
      #expect(count() == 7)
      let action: JSONValue = ["type": "Add", "payload": ["amount": 10]]
      #expect(try window.tell(["command": "dispatch", "action": action])["why"] == nil)
      #expect(count() == 17)
      #expect(try window.tell(["command": "hold"])["status"]?["isHolding"] == true)
      queue.sync { store.send(Add(amount: 100)) }
      #expect(count() == 17)
      #expect(try window.tell(["command": "resume"])["why"] == nil)
      #expect(count() == 117)
      #expect(log.actions.count == 5)
    }
  }
}

/// A store as an app writes its own.
private final class CounterStore: @unchecked Sendable {
  var state: Counter
  var admits: (Add) -> Bool = { _ in true }
  private let reducer: (inout Counter, Add) -> Void

  init(state: Counter, reducer: @escaping (inout Counter, Add) -> Void) {
    (self.state, self.reducer) = (state, reducer)
  }

  func send(_ action: Add) {
    guard admits(action) else { return }
    reducer(&state, action)
  }
}
