import Foundation
import RewindLog
import RewindReplay
import RewindSession
import RewindStore
import RewindTestSupport
import RewindTesting
import RewindTimeline
import Testing

// What apps have in their states and actions.

private enum Suit: String, Codable, CodingKeyRepresentable {
  case hearts, spades
}

private enum Shape: Codable, Hashable {
  case point
  case circle(radius: Double)
  case line(Int, to: Int?)
  indirect case group([Shape], of: Shape?)
}

private struct Pair<First: Codable & Hashable, Second: Codable & Hashable>: Codable, Hashable {
  var first: First
  var second: Second?
}

private final class Tree: Codable, Equatable {
  var name: String
  var children: [Tree]

  init(_ name: String, _ children: [Tree] = []) {
    self.name = name
    self.children = children
  }

  static func == (a: Tree, b: Tree) -> Bool { a.name == b.name && a.children == b.children }
}

private struct Nested: Codable, Equatable {
  var optional: Int??
  var integer = UInt64.max
  var least = Int64.min
  var small = Int8.min
  var decimal = Decimal(string: "12345678901234567890.0123456789")
  var double = 0.1
  var infinity = -Double.infinity
  var tiny = Double.leastNonzeroMagnitude
  var date = Date(timeIntervalSinceReferenceDate: 123_456_789.123456)
  var longAgo = Date(timeIntervalSinceReferenceDate: -1e12)
  var data = Data([0, 255, 7])
  var url = URL(string: "https://example.org/a?b=c%20d#e")
  var id = UUID()
  var set: Set<Int> = [3, 1, 2]
  var places: [Int: String] = [2: "b", -1: "a"]
  var counts: [Suit: Int] = [.spades: 4, .hearts: 2]
  var shapes: [Shape: String] = [.circle(radius: 2): "two", .point: "none"]
  var shape = Shape.group([.point, .line(1, to: nil), .group([], of: .circle(radius: 1))], of: nil)
  var pair = Pair(first: [Shape.line(1, to: 2)], second: Optional(Pair(first: 1, second: "x")))
  var tree = Tree("root", [Tree("a"), Tree("b", [Tree("c")])])
  var text = "é \u{0} \u{1F469}\u{200D}\u{1F680} \"\\/\n\u{2028}"
  var empty: [String: [Int]] = ["": []]
}

private struct Carry: Action, Codable {
  let value: Nested
}

/// Two types of one name, distinguished by where they are nested.
private enum Left {
  struct Tap: Action, Codable { let x: Int }
}
private enum Right {
  struct Tap: Action, Codable { let x: Int }
}

/// What is not `Codable`.
private struct Plain: Action {
  struct Inner { let numbers: [Int] }
  let inner: Inner
  let pair: (Int, String)
  let closure: () -> Void
  let type: Any.Type
  let missing: Int?
  let object: NSObject
}

@Suite("A value in a log")
struct TypesTests {
  private func record<State: Codable>(
    _ state: State,
    _ actions: [any Action],
    then check: (_ path: String) throws -> Void
  ) throws {
    try TemporaryFolder.with { folder in
      let path = folder.path("log.jsonl")
      let recorder = foreseeableRecorder(path)
      let recording = recorder.attach(State.self)
      for action in actions { _ = recording.record(action, from: state) { state } }
      recorder.close()
      try check(path)
    }
  }

  private func store<State: Codable>(
    _ type: State.Type,
    _ actions: [any Decodable.Type],
    reduce: @escaping (any Action, State) -> State
  ) -> ReplayableStore<State, any Action, @Sendable (any Action, State) -> State> {
    ReplayableStore(
      initial: { () -> State in fatalError("The recording has an initial state.") }(),
      actions: ActionDecoders(actions),
      reduce: .actionFirst(reduce)
    )
  }

  @Test("comes back as it was, as a state and in an action")
  func roundTrip() throws {
    let value = Nested()
    try record(value, [Carry(value: value)]) { path in
      let replay = try Replay(path, of: store(Nested.self, [Carry.self]) { $1 })
      #expect(try replay.state(after: 1) == value)
      let action = try Timeline.open(SessionLog.open(path)).action(1)
      let decoded = try ActionDecoders<any Action>([Carry.self]).decoded(action)
      #expect((decoded as? Carry)?.value == value)
    }
  }

  @Test(
    "that is nil behind two optionals comes back as nil",
    arguments: [nil, .some(nil)] as [Int??]
  )
  func doubleOptional(value: Int??) throws {
    struct Box: Codable, Equatable { var value: Int?? }
    try record(Box(value: value), [Add(amount: 1)]) { path in
      let replay = try Replay(path, of: store(Box.self, [Add.self]) { $1 })
      // JSON has one null: which of the two it was is unknown.
      #expect(try replay.state(after: 1).value.flatMap(\.self) == nil)
    }
  }

  @Test("has the name of its type and of its enclosing types, to distinguish two of one name")
  func names() throws {
    try record(0, [Left.Tap(x: 1), Right.Tap(x: 2)]) { path in
      let decoders = ActionDecoders<any Action>([Left.Tap.self, Right.Tap.self])
      #expect(decoders.names == ["Left.Tap", "Right.Tap"])
      let timeline = try Timeline.open(SessionLog.open(path))
      #expect(try (1...2).map { try timeline.action($0).type } == ["Left.Tap", "Right.Tap"])
    }
  }

  @Test("that nothing can write has a mark, and the rest of its action is there to be looked at")
  func viewOnly() throws {
    let plain = Plain(
      inner: Plain.Inner(numbers: [1, 2]),
      pair: (3, "x"),
      closure: {},
      type: Int.self,
      missing: nil,
      object: NSObject()
    )
    try record(0, [plain]) { path in
      let action = try Timeline.open(SessionLog.open(path)).action(1)
      #expect(
        action.payload?.text
          == #"{"inner":{"numbers":[1,2]},"pair":[3,"x"],"closure":{"$rewind":"closure"},"#
          + #""type":{"$rewind":"type","name":"Int"},"object":{"$rewind":"opaque","type":"NSObject"}}"#
      )
      #expect(action.json["form"] == "reflected")
    }
  }
}

extension ActionDecoders {
  /// The action of a log, decoded.
  fileprivate func decoded(_ action: RecordedAction) throws -> Action? {
    var made: Action?
    let store = ReplayableStore(initial: 0, actions: self) { made = $1 }
    try TemporaryFolder.with { folder in
      var session = SessionFile(start: 0, isMade: true)
      session.add(1, action.type, action.payload ?? .null, state: 0)
      _ = try Replay(session.write(to: folder), of: store).run()
    }
    return made
  }
}
