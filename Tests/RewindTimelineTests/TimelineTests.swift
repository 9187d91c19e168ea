import RewindJSON
import RewindLog
import RewindSession
import RewindTestSupport
import RewindTimeline
import Testing

@Suite("A timeline")
struct TimelineTests {
  @Test("gives every state, in any order of asking", arguments: TestScale.seeds(1, of: 20))
  func states(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let session = RandomSession(actions: 120, using: &random)
    let timeline = try session.file.timeline()
    #expect(timeline.lastIndex == 120)
    #expect(timeline.end == .stopped)
    for _ in 0..<200 {
      let index = Int.random(in: 0...120, using: &random)
      #expect(try timeline.state(after: index) == session.states[index], "state \(index)")
      guard index > 0 else { continue }
      let before = session.statesBefore[index] ?? session.states[index - 1]
      #expect(try timeline.state(before: index) == before, "before \(index)")
      var patched = before
      try timeline.patch(of: index).apply(to: &patched)
      #expect(patched == session.states[index])
    }
  }

  @Test("steps back one by one as it stepped forward", arguments: 1...5)
  func steps(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let session = RandomSession(actions: 200, using: &random)
    let timeline = try session.file.timeline()
    for index in Array(0...200) + (0...200).reversed() {
      #expect(try timeline.state(after: index) == session.states[index])
    }
  }

  @Test("finds the state of an action that many others overlap, and none for one that never ended")
  func longOverlap() throws {
    var file = SessionFile(start: 0)
    for index in 1...40 {
      file.add(["index": JSONValue(index), "time": 1, "action": ["type": "T"], "overlap": true])
    }
    file.add(["index": 40, "input": ["name": "dice", "value": 3]])
    file.add(["index": 7, "input": ["name": "dice", "value": 5]])
    file.add(["after": 7, "state": 7])
    file.add(["after": 40, "state": 40])
    file.add(["index": 7, "input": ["name": "dice", "value": 6]])
    let timeline = try file.timeline()
    #expect(try timeline.state(after: 7) == 7)
    #expect(try timeline.inputs(of: 7).map(\.value) == [5])
    #expect(try timeline.inputs(of: 40).map(\.value) == [3])
    #expect(throws: SessionLogError.self) { try timeline.state(after: 8) }
    #expect(throws: SessionLogError.self) { try timeline.state(after: 3) }
  }

  @Test("does not try a line again that cannot be applied, and goes on after the next whole state")
  func failure() throws {
    var file = SessionFile(start: ["n": 0])
    for index in 1...6 {
      file.add(index, "T", state: index == 5 ? ["n": 5] : nil)
      guard index != 5 else { continue }
      let path: JSONValue = index == 3 ? "/missing/n" : "/n"
      file.add([
        "after": JSONValue(index),
        "patch": [["op": "replace", "path": path, "value": JSONValue(index)]],
      ])
    }
    let timeline = try file.timeline()
    for index in [6, 4, 3, 2, 5, 4, 1, 3, 6, 0] {
      if index == 3 || index == 4 {
        let error = #expect(throws: SessionLogError.self) { try timeline.state(after: index) }
        guard case .badPatch? = error?.reason else {
          Issue.record("\(index): \(String(describing: error))")
          continue
        }
      } else {
        #expect(try timeline.state(after: index) == ["n": JSONValue(index)])
      }
    }
  }

  @Test("finds actions, inputs and lines by their index")
  func actions() throws {
    var random = SeededGenerator(seed: 7)
    let session = RandomSession(actions: 60, using: &random)
    let timeline = try session.file.timeline()
    for index in 1...60 {
      let action = try timeline.action(index)
      #expect(action.index == index)
      #expect(action.type == "T\(index % 3)")
      #expect(action.payload == ["n": JSONValue(index)])
      let inputs = session.file.lines.filter { $0["index"]?.int == index && $0["input"] != nil }
      #expect(
        try timeline.inputs(of: index).map { $0.name }
          == inputs.map { $0["input"]?["name"]?.string }
      )
    }
    for index in [0, 61, -1] {
      #expect(throws: SessionLogError.self) { try timeline.action(index) }
    }
  }

  @Test("understands positions")
  func positions() throws {
    var random = SeededGenerator(seed: 3)
    let session = RandomSession(actions: 40, using: &random)
    let timeline = try session.file.timeline()
    func index(_ text: String) throws -> Int {
      try timeline.index(of: #require(Position(text)))
    }
    #expect(try index("12") == 12)
    #expect(try index("end") == 40)
    #expect(try index("end-3") == 37)
    #expect(try index("50%") == 20)
    #expect(try index("0%") == 0)
    #expect(try index("12.5s") == 12)
    #expect(try index("0.5s") == 0)
    #expect(throws: PositionError.noSuchIndex(41, first: 0, last: 40)) { try index("41") }
    #expect(throws: PositionError.beforeStart(distance: 41, actions: 40)) { try index("end-41") }
    #expect(throws: PositionError.self) { try index("note:nowhere") }
    for text in ["", "-1", "end+1", "101%", "x", "s", "%", "note:", "1.5"] {
      #expect(Position(text) == nil, "\(text)")
    }
  }

  @Test("says how a session ended, and what is missing after an open action")
  func crash() throws {
    var file = SessionFile(start: ["n": 0])
    file.add(["index": 1, "time": 0.1, "action": ["type": "Boom"]])
    file.add(["index": 1, "input": ["name": "date", "value": "x"]])
    let timeline = try file.timeline()
    #expect(timeline.end == .crashed(action: 1))
    #expect(try timeline.lastState() == 0)
    let error = #expect(throws: SessionLogError.self) { try timeline.state(after: 1) }
    #expect(error?.reason == .noState(after: 1, .died))
  }

  @Test("calls lines by their numbers in the file, pieces between them included")
  func numbers() throws {
    /// The line that a question blames, of a log whose second line is a piece.
    func blamed(_ lines: JSONValue..., by question: (Timeline) throws -> some Any) throws -> Int? {
      var file = SessionFile()
      for line in lines { file.add(line) }
      let end = try #require(file.bytes.firstIndex(of: 0x0A)) + 1
      let bytes = file.bytes[..<end] + Array("{\"aft\n".utf8) + file.bytes[end...]
      let timeline = try Timeline.open(SessionLog.open(bytes: Array(bytes)))
      let error = #expect(throws: SessionLogError.self) { _ = try question(timeline) }
      switch error?.reason {
      case .badPatch(let line, _), .unreadable(let line, _): return line
      default: return nil
      }
    }
    let first: JSONValue = ["after": 0, "state": ["n": [0]]]
    let action: JSONValue = ["index": 1, "time": 1, "action": ["type": "T"]]
    let wrong: JSONValue = [
      ["op": "replace", "path": "/n/0", "value": 1], ["op": "remove", "path": "/n/7"],
    ]
    let patch: JSONValue = ["after": 1, "patch": wrong]
    let keyframe: JSONValue = ["after": 1, "state": ["n": [1]], "patch": wrong]
    let outside: JSONValue = ["external": true, "after": 0, "patch": wrong, "state": ["n": [1]]]
    let hidden: JSONValue = ["after": 1, "state": ["n": [1]], "external": true]
    let other: JSONValue = ["external": true, "after": 0, "state": ["n": [1]], "input": 1]
    #expect(try blamed(first, action, patch) { try $0.state(after: 1) } == 5)
    #expect(try blamed(first, action, hidden) { try $0.state(after: 1) } == 5)
    #expect(try blamed(first, action, keyframe) { try $0.changes(of: 1) } == 5)
    #expect(
      try blamed(first, action, keyframe) { try $0.blame(Pointer(tokens: ["n", "0"]), at: 1) } == 5
    )
    #expect(try blamed(first, action, keyframe) { try $0.blameAll(at: 1) } == 5)
    #expect(try blamed(first, outside, action) { try $0.externalChange(at: 2) } == 4)
    #expect(try blamed(first, other, action) { try $0.externalChange(at: 2) } == 4)
  }
}
