import Foundation
import Rewind
import RewindCoding
import RewindInputs
import RewindJSON
import RewindLog
import RewindSession
import RewindStore
import RewindTestSupport
import RewindTimeline
import Testing

@Suite("A recorder")
struct RecorderTests {
  private let folder = TemporaryFolder()

  @Test("writes a session as the format says", .needsRuntime)
  func wholeText() throws {
    let path = folder.path("log.jsonl")
    let recorder = foreseeableRecorder(path)
    let recording = recorder.attach(Counter.self)
    let store = Store(reducer: counterReducer, state: nil, middleware: [recording.middleware])
    let first = #line + 1
    store.dispatch(Add(amount: 2))
    recorder.note("here")
    store.dispatch(Rename(label: "a\"b"))
    store.dispatch(Add(amount: 0))
    let source = (0...3).map { "RewindTests/RecorderTests.swift:\(first + $0)" }
    recorder.close()
    store.dispatch(Add(amount: 9))
    #expect(store.state.count == 16)
    let text = try plainText(path)
    #expect(
      text == #"""
        {"rewind":1,"session":"00000000-0000-0000-0000-000000000001","app":"counter","started":"2026-11-21T08:00:00.123Z","store":"main","attach":"store"}
        {"types":{},"inputs":{"start":"Int"}}
        {"index":0,"input":{"name":"start","value":5}}
        {"types":{"Counter":{"struct":[["count","Int"],["label","String?"],["history","[Int]"]],"codable":true}},"state":"Counter"}
        {"after":0,"state":{"count":5,"history":[]},"made":true,"wall":"2026-11-21T08:00:00.123Z"}
        {"types":{"Add":{"struct":[["amount","Int"]],"codable":true}}}
        {"index":1,"time":0.001000,"action":{"type":"Add","payload":{"amount":2}},"source":"\#(source[0])"}
        {"after":1,"patch":[{"op":"replace","path":"","value":{"count":7,"history":[7]}}]}
        {"note":"here","index":1,"time":0.002000}
        {"types":{"Rename":{"struct":[["label","String?"]]}}}
        {"index":2,"time":0.003000,"action":{"type":"Rename","payload":{"label":"a\"b"}},"form":"reflected","source":"\#(source[2])"}
        {"after":2,"patch":[{"op":"add","path":"/label","value":"a\"b"}]}
        {"index":3,"time":0.004000,"action":{"type":"Add","payload":{"amount":0}},"source":"\#(source[3])"}
        {"after":3,"patch":[{"op":"add","path":"/history/1","value":7}]}
        {"end":"closed","index":3}

        """#
    )
  }

  private final class Encodes: Sendable {
    @TaskLocal static var count: Count?
    final class Count: @unchecked Sendable { var rows = 0 }
  }

  private struct Row: Codable {
    var number: Int

    enum CodingKeys: String, CodingKey { case number }

    func encode(to encoder: any Encoder) throws {
      Encodes.count?.rows += 1
      var members = encoder.container(keyedBy: CodingKeys.self)
      try members.encode(number, forKey: .number)
    }
  }

  @Test("encodes each value of the first state once, and then those that change", .needsRuntime)
  func encodedOnce() {
    let count = Encodes.Count()
    Encodes.$count.withValue(count) {
      let recorder = Recorder(app: "rows", to: .memory(MemoryLog()))
      let recording = recorder.attach([Row].self)
      let reduce = recording.wrap(
        .pure { (rows: [Row], change: Int) in
          var rows = rows
          rows[change].number += 1
          return rows
        }
      )
      var rows = (0..<1_000).map { Row(number: $0) }
      rows = reduce(rows, 500)
      // The whole, the types by one value, the change, and the beginning of a text that would be compared if it were short.
      #expect((1_000...1_040).contains(count.rows), "\(count.rows)")
      let before = count.rows
      for number in 0..<10 { rows = reduce(rows, number) }
      #expect(count.rows - before <= 60, "\(count.rows - before)")
      recorder.close()
    }
  }

  @Test("tells a state that is restored before the first action from what that action does")
  func restored() throws {
    for makesItAgain in [false, true] {
      let path = folder.path("\(makesItAgain).jsonl")
      let recorder = foreseeableRecorder(path)
      let recording = recorder.attach(Counter.self)
      var state = recording.recordInitialState { Counter() }
      if makesItAgain {
        state = recording.recordInitialState { Counter(count: 40) }
      } else {
        state.count = 40
      }
      recording.record(Add(amount: 2), on: &state) { $0.count += 2 }
      recorder.close()
      let lines = try plainText(path).split(separator: "\n").filter { !$0.contains("\"index\"") }
      #expect(lines.dropFirst(3).first?.hasPrefix(#"{"external":true,"after":0,"#) == true)
      #expect(lines.last?.contains(#""count":42"#) == true || lines.last?.contains("42") == true)
    }
  }

  @Test("has the action in the log before the reducer runs, and the state when dispatch returns")
  func order() throws {
    let path = folder.path("log.jsonl")
    let recorder = foreseeableRecorder(path)
    let recording = recorder.attach(Counter.self)
    var seen: [String] = []
    let reduce = recording.wrap(
      .reSwift { (action: any Action, state: Counter?) in
        seen.append((try? plainText(path).split(separator: "\n").last).map(String.init) ?? "")
        return counterReducer(action: action, state: state)
      }
    )
    let store = Store(reducer: reduce, state: Counter())
    store.dispatch(Add(amount: 1))
    #expect(
      seen == [#"{"index":1,"time":0.001000,"action":{"type":"Add","payload":{"amount":1}}}"#]
    )
    let last = try plainText(path).split(separator: "\n").last
    #expect(last?.hasPrefix(#"{"after":1,"#) == true)
  }

  @Test("writes a keyframe when the log since the last one has outgrown the state")
  func keyframes() throws {
    let path = folder.path("log.jsonl")
    let recorder = foreseeableRecorder(path)
    let recording = recorder.attach([Int].self)
    var state = Array(0..<2_000)
    for index in 0..<500 {
      state = recording.record(Add(amount: index), from: state) {
        var next = state
        next[index] = -index
        return next
      }
    }
    recorder.close()
    let log = try SessionLog.open(path)
    let sizes = try (0..<log.lineCount).map {
      try (log.key(of: $0).kind, log.bytes(of: $0).count)
    }
    let keyframeBytes = sizes.filter { $0.0 == .keyframe }.map(\.1)
    let otherBytes = sizes.filter { $0.0 != .keyframe }.map(\.1).reduce(0, +)
    #expect(keyframeBytes.count > 2)
    #expect(keyframeBytes.dropFirst().reduce(0, +) <= otherBytes * 12 / 10)
  }

  /// An instance that promises never to change, and changes.
  private final class Liar: Encodable, RewindValue {
    var count = 0
  }

  @Test("finds a change that a false promise hides, says where, and goes on without believing")
  func verifying() throws {
    struct State: Encodable {
      var liar = Liar()
      var items = Array(0..<100)
    }
    let path = folder.path("log.jsonl")
    let recorder = foreseeableRecorder(path)
    let recording = recorder.attach(State.self)
    var state = State()
    var expected: [JSONValue] = []
    for index in 0..<4 {
      state = recording.record(Tag(), from: state) {
        var next = state
        if index > 0 { next.liar.count += 1 }
        next.items[index] = -1
        return next
      }
      expected.append(try JSONValue(parsing: JSONEncoder().encode(state)))
    }
    recorder.close()
    #expect(
      recorder.failure?.description == """
        The change that was found after action 2 does not lead to the state at "/liar/count": what \
        is encoded there depends on more than its own value, or a type is declared a RewindValue \
        but is not a value. From here on, states are compared as text, which is slower but makes no \
        assumptions.
        """
    )
    let timeline = try Timeline.open(SessionLog.open(path))
    for (index, state) in expected.enumerated() {
      #expect(try timeline.state(after: index + 1) == state)
    }
  }

  @Test(
    "in a store that notifies subscribers within the middleware, gives nested actions their own states"
  )
  func nestedInside() throws {
    let path = folder.path("log.jsonl")
    let recorder = foreseeableRecorder(path)
    let recording = recorder.attach(Int.self)
    // What a middleware of a foreign store sees: the inner dispatch begins before the outer returns.
    var state = 0
    state = recording.record(Add(amount: 1), from: state) {
      state = 1
      state = recording.record(Add(amount: 10), from: state) {
        state = 11
        return state
      }
      return state
    }
    recorder.close()
    let timeline = try Timeline.open(SessionLog.open(path))
    #expect(try (0...2).map { try timeline.state(after: $0).int } == [0, 1, 11])
  }

  @Test("does nothing when it is not enabled")
  func disabled() throws {
    let path = folder.path("log.jsonl")
    let recorder = Recorder(app: "counter", to: .file(path), enabled: false)
    let store = Store(
      reducer: counterReducer,
      state: nil,
      middleware: [recorder.attach(Counter.self).middleware]
    )
    store.dispatch(Add(amount: 1))
    #expect(store.state.count == 6)
    #expect(!FileManager.default.fileExists(atPath: path))
    #expect(recorder.failure == nil)
  }

  @Test("does not record what a task draws after the reducer has returned")
  func lateDraw() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "rewind-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "log.jsonl").path
    let recorder = foreseeableRecorder(path)
    let recording = recorder.attach(Int.self)
    let (gate, opening) = AsyncStream.makeStream(of: Void.self)
    var task: Task<Int, Never>?
    _ = recording.record(Stamp(), from: 0) {
      task = Task {
        for await _ in gate { break }
        return Recorded.value("late") { 7 }
      }
      return 1
    }
    opening.yield()
    #expect(await task?.value == 7)
    #expect(try !plainText(path).contains("late"))
  }

  @Test("gives stores files of their own, with one session's id")
  func stores() throws {
    let recorder = foreseeableRecorder(folder.path("log.jsonl"))
    let main = recorder.attach(Int.self, name: "main")
    let other = recorder.attach(String.self, name: "other")
    _ = main.record(Stamp(), from: 0) { 1 }
    _ = other.record(Stamp(), from: "a") { "b" }
    recorder.close()
    let logs = try ["log.jsonl", "log.other.jsonl"].map { try SessionLog.open(folder.path($0)) }
    #expect(logs.map(\.header.store) == ["main", "other"])
    #expect(logs[0].header.session == logs[1].header.session)
    #expect(try Timeline.open(logs[1]).state(after: 1) == "b")
  }
}

@Suite("An action's name")
struct ActionNameTests {
  private let folder = TemporaryFolder()

  enum AppAction: Action {
    case game(GameAction)
    case setFilter(Filter)
    case reset
    case move(x: Int, y: Int)
  }

  enum GameAction {
    case flip(Int)
    case pause
  }

  enum Filter {
    case all
  }

  /// Enums that say of themselves what they mean.
  enum SpokenAction: Action, CustomStringConvertible, CustomDebugStringConvertible {
    case clear
    case add(Int)
    case nested(InnerAction)

    enum InnerAction: CustomStringConvertible {
      case go
      var description: String { "goes. Now" }
    }

    var description: String { "empties the cart. All of it" }
    var debugDescription: String { "debug" }
  }

  private struct Hidden: Action {}
  struct Box<Value>: Action {
    let value: Value
  }

  @Test("is the case of an enum that describes itself; its description if the runtime is not asked")
  func spokenNames() {
    let (clear, go) =
      RuntimeAccess.isAllowed ? ("clear", "go") : ("empties the cart. All of it", "goes. Now")
    #expect(ActionName.of(SpokenAction.clear) == "ActionNameTests.SpokenAction.\(clear)")
    #expect(ActionName.of(SpokenAction.nested(.go)) == "ActionNameTests.SpokenAction.nested.\(go)")
  }

  @Test("is the type without its module, and for enums the path of cases")
  func names() {
    struct Local: Action {}
    #expect(ActionName.of(Add(amount: 1)) == "Add")
    #expect(ActionName.of(AppAction.reset) == "ActionNameTests.AppAction.reset")
    #expect(ActionName.of(AppAction.game(.flip(3))) == "ActionNameTests.AppAction.game.flip")
    #expect(ActionName.of(AppAction.game(.pause)) == "ActionNameTests.AppAction.game.pause")
    #expect(ActionName.of(AppAction.setFilter(.all)) == "ActionNameTests.AppAction.setFilter.all")
    #expect(ActionName.of(AppAction.move(x: 1, y: 2)) == "ActionNameTests.AppAction.move")
    #expect(ActionName.of(SpokenAction.add(1)) == "ActionNameTests.SpokenAction.add")
    #expect(ActionName.of(Hidden()) == "ActionNameTests.Hidden")
    #expect(ActionName.of(Local()) == "ActionNameTests.Local" || ActionName.of(Local()) == "Local")
    #expect(ActionName.of(Box(value: 1)) == "ActionNameTests.Box<Int>")
    #expect(ActionName.of(Box(value: [Add(amount: 1)])) == "ActionNameTests.Box<Array<Add>>")
  }

  /// So large that an existential holds it in memory of its own, which is soon another one's.
  enum LargeAction: Action {
    case first(String, String, String)
    case second(Int, Int, Int, Int)
    case third

    init(_ number: Int) {
      switch number % 3 {
      case 0: self = .first("\(number)", "b", "c")
      case 1: self = .second(number, 2, 3, 4)
      default: self = .third
      }
    }
  }

  @Test("is the same wherever its value lay in memory")
  func namesOfBoxed() throws {
    let path = folder.path("log.jsonl")
    let recorder = foreseeableRecorder(path)
    let recording = recorder.attach(Counter.self)
    /// As middleware does, for which an action is `any Action` and nothing more.
    func dispatch<Dispatched>(_ make: (Int) -> Dispatched) {
      for number in 0..<3_000 {
        _ = recording.record(make(number), from: Counter()) { Counter() }
      }
    }
    dispatch { LargeAction($0) as any Action }
    recorder.close()
    let timeline = try Timeline.open(SessionLog.open(path))
    for number in 0..<3_000 {
      let type = try timeline.action(number + 1).type
      #expect(type == ActionName.of(LargeAction(number)), "\(number)")
    }
  }
}
