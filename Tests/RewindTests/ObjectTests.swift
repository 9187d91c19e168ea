import Foundation
import Rewind
import RewindLog
import RewindSession
import RewindStore
import RewindTestSupport
import RewindTimeline
import Testing

/// An object that holds its state itself: anybody can set it.
private final class CounterObject {
  private let recording: Recording<Counter>
  var state: Counter { didSet { recording.recordIfChanged(to: state) } }

  init(_ recording: Recording<Counter>, state: Counter = Counter()) {
    self.recording = recording
    self.state = state
    recording.recordIfChanged(to: state)
  }

  func dispatch(_ action: any Action) {
    state = recording.record(action, from: state) { counterReducer(action: action, state: state) }
  }
}

/// Objects of which each refers to the next one, and to one before it.
private struct LinkedNodes {
  final class Node {
    let id: Int
    var next: Node?
    var parent: Node?

    init(_ id: Int) { self.id = id }
  }

  var count = 0
  let nodes: [Node]

  init(of size: Int) {
    nodes = (0..<size).map { Node($0) }
    for (number, node) in nodes.enumerated() {
      node.next = nodes[(number + 1) % size]
      node.parent = nodes[number / 2]
    }
  }
}

/// The kinds of a log's lines, with the indexes they belong to: `action 1`, `state 1`, `external 1`.
private func kinds(_ path: String) throws -> [String] {
  let log = try SessionLog.open(path)
  return try (1..<log.lineCount).compactMap { line in
    let key = try log.key(of: line)
    if key.kind == .types { return nil }
    let kind = key.kind == .keyframe || key.kind == .patch ? "state" : "\(key.kind)"
    return key.kind == .end ? "end" : "\(kind) \(key.index ?? -1)"
  }
}

@Suite("A recorded object", .process)
struct ObjectTests {
  private let folder = TemporaryFolder()

  @Test(
    "in a chain that is longer than a line is deep is recorded by its changes, on a secondary thread",
    .needsRuntime,
    .disabled(if: Sanitizer.isOn, "\(Sanitizer.largeFrames)")
  )
  func chain() throws {
    let path = folder.path("log.jsonl")
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      let recorder = foreseeableRecorder(path)
      let recording = recorder.attach(LinkedNodes.self)
      var nodes = LinkedNodes(of: 300)
      for _ in 1...5 {
        nodes = recording.record(Add(amount: 1), from: nodes) {
          var next = nodes
          next.count += 1
          return next
        }
      }
      recorder.close()
      done.signal()
    }
    // As on Apple's platforms.
    thread.stackSize = 512 * 1024
    thread.start()
    done.wait()
    let log = try SessionLog.open(path)
    let states = try (0..<log.lineCount).filter { try log.key(of: $0).kind == .keyframe }
    #expect(states.count == 1, "The state was written again: \(states.count) times.")
    #expect(try Timeline.open(log).state(after: 5)["count"] == 5)
  }

  @Test("writes what is set from outside at once, and what is dispatched once")
  func plain() throws {
    let path = folder.path("log.jsonl")
    let recorder = foreseeableRecorder(path)
    let object = CounterObject(recorder.attach())
    object.dispatch(Add(amount: 1))
    object.state = Counter(count: 40)
    object.state = Counter(count: 40)
    object.dispatch(Add(amount: 2))
    recorder.close()
    #expect(
      try kinds(path) == [
        "state 0", "action 1", "state 1", "external 1", "action 2", "state 2", "end",
      ]
    )
    let timeline = try Timeline.open(SessionLog.open(path))
    #expect(try timeline.state(before: 2)["count"] == 40)
    #expect(try timeline.state(after: 2)["count"] == 42)
  }

  @Test("has its first state in the log when nothing is dispatched at all")
  func untouched() throws {
    let path = folder.path("log.jsonl")
    let recorder = foreseeableRecorder(path)
    _ = CounterObject(recorder.attach(), state: Counter(count: 7))
    recorder.close()
    let timeline = try Timeline.open(SessionLog.open(path))
    #expect(try kinds(path) == ["state 0", "end"])
    #expect(try timeline.state(after: 0)["count"] == 7)
  }

  @Test("writes nothing while the recording pauses")
  func pause() throws {
    let path = folder.path("log.jsonl")
    let recorder = foreseeableRecorder(path)
    let recording = recorder.attach(Counter.self)
    let object = CounterObject(recording)
    recording.isPaused = true
    object.state = Counter(count: 1)
    recording.isPaused = false
    object.dispatch(Add(amount: 1))
    recorder.close()
    let kinds = try kinds(path)
    #expect(kinds == ["state 0", "external 0", "action 1", "state 1", "end"])
  }
}

@Suite("A state that is, or holds, an instance of a class", .process)
struct ClassStateTests {
  private final class Shared: Codable {
    var count = 0
  }

  private struct Holder: Codable {
    var shared = Shared()
    var isOpen = false
  }

  private struct Nothing: Codable {}

  @Test(
    "has what was set in it from outside in the log, not in the next action's change",
    arguments: [[], [Redaction.key("password")]]
  )
  func changedInPlace(_ rules: [Redaction]) throws {
    func check<State: Codable>(_ state: State, _ shared: Shared, _ member: String) throws {
      let log = MemoryLog()
      var options = Recorder.Options()
      options.redactions = rules
      let recorder = Recorder(app: "counter", to: .memory(log), options: options)
      let recording = recorder.attach(State.self)
      _ = recording.record(Nothing(), from: state) { state }
      shared.count = 100
      _ = recording.record(Nothing(), from: state) { state }
      recorder.close()
      let lines = log.text.split(separator: "\n").map(String.init)
      let external = lines.filter { $0.hasPrefix(#"{"external":true"#) }
      #expect(external.count == 1 && external[0].contains(member), "\(lines)")
      let last = lines.last { $0.hasPrefix(#"{"after":2"#) }
      #expect(last?.contains(member) != true, "\(lines)")
    }
    let shared = Shared()
    try check(shared, shared, #""/count""#)
    let holder = Holder()
    try check(holder, holder.shared, #""/shared/count""#)
  }

  private final class Link {
    var number: Int
    var others: [Link] = []

    init(_ number: Int) { self.number = number }
  }

  private struct Graph {
    var first: Link
    var links: [Link]
    var turn = 0

    /// A chain, as long as is given, or links that all refer to each other.
    init(_ count: Int, isChain: Bool) {
      let links = (0..<count).map { Link($0) }
      for (number, link) in links.enumerated() {
        link.others = isChain ? Array(links.dropFirst(number + 1).prefix(1)) : links
      }
      first = links[0]
      self.links = isChain ? [] : links
    }
  }

  @Test(
    "that is too deep, or refers to itself on many ways, makes no log that contradicts itself",
    arguments: [true, false]
  )
  func contradictions(isChain: Bool) throws {
    let log = MemoryLog()
    let recorder = Recorder(app: "graph", to: .memory(log))
    let recording = recorder.attach(Graph.self)
    var random = SeededGenerator(seed: SeededGenerator.seed)
    var state = Graph(isChain ? 200 : 12, isChain: isChain)
    let all = isChain ? Array(sequence(first: state.first) { $0.others.first }) : state.links
    for _ in 0..<150 {
      let link = all.randomElement(using: &random) ?? state.first
      let number = Int.random(in: 0..<9, using: &random)
      state = recording.record(Nothing(), from: state) {
        var next = state
        next.turn += 1
        if number > 4 { link.number = number }
        if number == 0, !isChain { link.others.shuffle(using: &random) }
        return next
      }
    }
    recorder.close()
    let session = try SessionLog.open(bytes: Array(log.text.utf8))
    #expect(session.damage == nil)
    let faults = try LogFaults.find(in: session)
    #expect(faults.contradiction == nil, "seed \(SeededGenerator.seed)")
    let timeline = try Timeline.open(session)
    #expect(try timeline.state(after: 150)["turn"] == 150)
    #expect(try timeline.state(after: 150)["first"]?["number"]?.int == state.first.number)
  }
}

@Suite("Hooks before and after a reduction", .process)
struct HooksTests {
  private let folder = TemporaryFolder()

  @Test("write the action first, and its state when it is there")
  func order() throws {
    let path = folder.path("log.jsonl")
    let recorder = foreseeableRecorder(path)
    let hooks = recorder.attach(Counter.self).hooks
    hooks.willReduce(Add(amount: 1), from: Counter())
    let begun = try kinds(path)
    #expect(begun == ["state 0", "action 1"])
    hooks.didReduce(to: Counter(count: 1))
    hooks.willReduce(Add(amount: 2), from: Counter(count: 5))
    hooks.didReduce(to: Counter(count: 7))
    recorder.close()
    #expect(
      try kinds(path) == [
        "state 0", "action 1", "state 1", "external 1", "action 2", "state 2", "end",
      ]
    )
    #expect(try SessionLog.open(path).header.attach == "hooks")
  }

  @Test("stay in step when a reducer throws: what is set from outside is written then as well")
  func thrown() throws {
    let path = folder.path("log.jsonl")
    let recorder = foreseeableRecorder(path)
    let hooks = recorder.attach(Counter.self).hooks
    hooks.willReduce(Add(amount: 1), from: Counter())
    hooks.willReduce(Add(amount: 2), from: Counter())
    hooks.didReduce(to: Counter(count: 2))
    hooks.willReduce(Add(amount: 3), from: Counter(count: 40))
    hooks.didReduce(to: Counter(count: 43))
    recorder.close()
    #expect(
      try kinds(path) == [
        "state 0", "action 1", "state 1", "action 2", "state 2", "external 2", "action 3",
        "state 3", "end",
      ]
    )
    let timeline = try Timeline.open(SessionLog.open(path))
    #expect(try (0...3).map { try timeline.state(after: $0)["count"] } == [0, 0, 2, 43])
  }

  @Test("stay in step when an action is not recorded, and when nothing is")
  func balance() throws {
    let path = folder.path("log.jsonl")
    let recorder = Recorder(app: "counter", to: .file(path), options: .init { !($0 is Tag) })
    let hooks = recorder.attach(Counter.self).hooks
    hooks.willReduce(Tag(), from: Counter())
    hooks.didReduce(to: Counter(count: 3))
    hooks.willReduce(Add(amount: 1), from: Counter(count: 3))
    hooks.didReduce(to: Counter(count: 4))
    hooks.didReduce(to: Counter(count: 9))
    recorder.close()
    let kinds = try kinds(path)
    #expect(kinds == ["state 0", "action 1", "state 1", "end"])
    let off = Recorder(app: "counter", to: .file(path), enabled: false)
    let idle = off.attach(Counter.self).hooks
    idle.willReduce(Tag(), from: Counter())
    idle.didReduce(to: Counter())
  }
}

@Suite("A wrapped reducer with the middleware for causes", .process)
struct CausesTests {
  private let folder = TemporaryFolder()

  /// A store of ReSwift's kind, with thunks: subscribers are notified within the middleware chain.
  private final class ForeignStore {
    var state: Counter? = Counter()
    var subscribers: [(Counter) -> Void] = []
    private var chain: (any Action) -> Void = { _ in }

    init(_ recording: Recording<Counter>, _ next: @escaping (any Action) -> Void = { _ in }) {
      let reducer = recording.wrap(.reSwift(counterReducer))
      let reduce: (any Action) -> Void = { [unowned self] action in
        let counter = reducer(action, state)
        state = counter
        for subscriber in subscribers { subscriber(counter) }
        next(action)
      }
      chain = recording.causeMiddleware(
        { [unowned self] in dispatch($0) },
        { [unowned self] in state }
      )(reduce)
    }

    func dispatch(_ action: any Action) { chain(action) }
  }

  @Test("knows everything: order, states, and which action came from which")
  func causes() throws {
    let path = folder.path("log.jsonl")
    let recorder = foreseeableRecorder(path)
    let store = ForeignStore(recorder.attach())
    store.subscribers.append { [unowned store] state in
      if state.count % 3 == 1 { store.dispatch(Add(amount: 1)) }
      if state.count == 2 { store.dispatch(Add(amount: 3)) }
    }
    store.dispatch(Add(amount: 1))
    store.dispatch(Rename(label: "x"))
    recorder.close()
    let timeline = try Timeline.open(SessionLog.open(path))
    #expect(try (1...4).map { try timeline.action($0).cause } == [nil, 1, 2, nil])
    #expect(try (0...4).map { try timeline.state(after: $0)["count"]?.int } == [0, 1, 2, 5, 5])
    #expect(timeline.log.header.attach == "reducer")
  }
}
