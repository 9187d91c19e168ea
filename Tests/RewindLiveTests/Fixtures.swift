import Foundation
import Rewind
import RewindJSON
import RewindLive
import RewindReplay
import RewindServer
import RewindStore
import RewindTestSupport
import Testing

struct Add: Action, Codable, Equatable {
  let amount: Int
}

struct Counter: Codable, Equatable {
  var count = 0
}

let actions: ActionDecoders<any Action> = [Add.self]

func reduce(action: any Action, state: Counter?) -> Counter {
  var state = state ?? Counter()
  if let add = action as? Add { state.count += add.amount }
  return state
}

/// A store that is used on a queue of its own, recorded in memory.
final class CounterApp: @unchecked Sendable {
  let log = MemoryLog()
  let control: LiveControl
  private let queue = DispatchQueue(label: "the store")
  private let store: Store<Counter>
  private let machine: TimeMachine<Counter, any Action>

  init(_ window: Window, redacting redactions: [Redaction] = []) throws {
    var options = Recorder.Options()
    options.redactions = redactions
    let recorder = Recorder(app: "counter", to: .memory(log), options: options)
    let recording = recorder.attach(Counter.self)
    machine = TimeMachine(reduce)
    store = Store(
      reducer: machine.reducer,
      state: nil,
      middleware: [machine.middleware, recording.middleware]
    )
    machine.attach(to: store, recording: recording)
    let address = LiveWindow.address(window.address)
    let control = machine.listen(
      to: address,
      actions: actions,
      on: { [queue] in queue.async(execute: $0) }
    )
    self.control = try #require(control)
    window.waitUntilLinked()
  }

  deinit { control.stop() }

  var count: Int { queue.sync { store.state.count } }

  func dispatch(_ action: any Action) {
    queue.sync { store.dispatch(action) }
  }

  /// Has the app itself use its machine.
  func drive(_ body: (TimeMachine<Counter, any Action>) throws -> Void) throws {
    try queue.sync { try body(machine) }
  }

  /// The moves in the log.
  var travels: [String] {
    log.text.split(separator: "\n").compactMap {
      (try? JSONValue(parsing: Array($0.utf8)))?["travel"]?.string
    }
  }
}

// MARK: - The window

/// The other end: a server that keeps the link of the app.
final class Window: @unchecked Sendable {
  private let server: HTTPServer
  private let desk = Desk()
  private let done = DispatchSemaphore(value: 0)

  var port: Int { server.port }
  var address: String { "http://127.0.0.1:\(server.port)/\(server.access.token)/" }

  init(port: Int = 0, token: String = AccessRule.makeToken()) throws {
    server = try HTTPServer.bound(port: port, token: token)
    Thread.detachNewThread { [self] in
      server.run(desk)
      done.signal()
    }
  }

  static func with(_ body: (Window) throws -> Void) throws {
    let window = try Window()
    defer { window.end() }
    try body(window)
  }

  func end() {
    server.performer { [server] in server.stop() }
    done.wait()
  }

  func waitUntilLinked() {
    desk.wait { $0.types == ["Add"] }
  }

  /// Waits for a status that satisfies a condition.
  func wait(until holds: (JSONValue) -> Bool) {
    var last: JSONValue?
    let isMet = desk.wait { desk in
      last = desk.status
      return desk.status.map(holds) ?? false
    }
    #expect(isMet, "\(last?.text ?? "no status")")
  }

  func waitUntilGone() {
    desk.wait { $0.send == nil }
  }

  func send(_ command: JSONValue) {
    desk.wait { $0.send != nil }
    server.performer { [desk] in desk.send?(command.text) }
  }

  /// Sends a command, and waits for its answer.
  func tell(_ command: JSONValue) throws -> JSONValue {
    desk.wait { $0.send != nil }
    desk.condition.withLock { desk.answer = nil }
    server.performer { [desk] in desk.send?(command.text) }
    desk.wait { $0.answer != nil }
    return desk.condition.withLock { desk.answer ?? .null }
  }
}

final class Desk: HTTPHandler, LineLink, @unchecked Sendable {
  let condition = NSCondition()
  var send: ((String) -> Void)?
  var types: JSONValue?
  var answer: JSONValue?
  /// The position of the machine that was told last.
  var status: JSONValue?

  /// Returns false if the condition is not met in time.
  @discardableResult
  func wait(until holds: (Desk) -> Bool) -> Bool {
    let end = Date(timeIntervalSinceNow: 60)
    return condition.withLock {
      while !holds(self) {
        guard condition.wait(until: end) else { return false }
      }
      return true
    }
  }

  func tick() {}

  func answer(_ request: HTTPRequest, path: String) -> HTTPAnswer { .link(self) }

  func opened(send: @escaping (String) -> Void, close: @escaping () -> Void) {
    change { self.send = send }
  }

  func received(_ line: String) {
    let json = try? JSONValue(parsing: Array(line.utf8))
    change {
      types = json?["types"] ?? types
      status = json?["status"] ?? status
      if json?["id"] != nil { answer = json }
    }
  }

  func closed() {
    change { send = nil }
  }

  private func change(_ body: () -> Void) {
    condition.withLock(body)
    condition.broadcast()
  }
}
