import Foundation
import RewindJSON
import RewindLog
import RewindSession
import RewindTestSupport
import RewindTimeline
import Testing

/// The log of a store, line by line, with times of its own.
private struct StoreLog {
  let name: String
  private(set) var file: SessionFile
  private var index = 0
  private var state: JSONValue

  init(_ name: String, _ state: JSONValue = ["n": 0], at milliseconds: Int = 0) {
    self.name = name
    self.state = state
    file = SessionFile(["store": .string(name)])
    let fraction = "\(1_000 + milliseconds % 1_000)".dropFirst()
    let wall = "2026-11-21T08:00:0\(milliseconds / 1_000).\(fraction)Z"
    file.add(["after": 0, "state": state, "wall": .string(wall)])
  }

  /// Adds an action; `state` is what it leads to, nil for no state line.
  mutating func add(
    at time: Double,
    _ type: String = "Go",
    cause: JSONValue? = nil,
    state next: JSONValue?
  ) {
    index += 1
    let action: JSONValue = ["type": .string(type), "payload": [:]]
    var line = JSONObject([
      ("index", JSONValue(index)), ("time", JSONValue(time)), ("action", action),
    ])
    line["cause"] = cause
    file.add(.object(line))
    guard let next else { return }
    file.add(["after": JSONValue(index), "patch": Patch(from: state, to: next).json])
    state = next
  }

  /// Adds a change without an action; `time` is nil for one that was noticed when the next action began.
  mutating func addExternal(_ next: JSONValue, at time: Double? = nil) {
    var line = JSONObject([("external", true), ("after", JSONValue(index))])
    line["patch"] = Patch(from: state, to: next).json
    line["time"] = time.map { JSONValue($0) }
    file.add(.object(line))
    state = next
  }

  mutating func addLine(_ line: JSONValue) { file.add(line) }

  mutating func close() { file.add(["end": "closed", "index": JSONValue(index)]) }

  func timeline() throws -> Timeline { try TemporaryFolder.with { try write(to: $0) } }

  func write(to folder: TemporaryFolder, as file: String? = nil) throws -> Timeline {
    let path = try self.file.write(to: folder, as: "\(file ?? name.filter(\.isLetter)).jsonl")
    return try Timeline.open(SessionLog.open(path))
  }
}

@Suite("A session of several stores as one timeline")
struct StoreSessionTests {
  private let folder = TemporaryFolder()

  /// Merges logs, the first of which is named; `notices` gets what was reported.
  private func merged(_ logs: [StoreLog], notices: ((String) -> Void)? = nil) throws -> Timeline {
    try TemporaryFolder.with { folder in
      let timelines = try logs.map { try $0.write(to: folder) }
      var told: [String] = []
      let stores = SessionStores.find(beside: timelines[0]) { told.append($0) }
      let session = try StoreSession(stores) { told.append($0) }
      if let notices { told.forEach(notices) } else { #expect(told.isEmpty) }
      #expect(try LogFaults.find(in: session.timeline.log, verifying: true).contradiction == nil)
      return session.timeline
    }
  }

  private func actions(_ timeline: Timeline) throws -> [String] {
    try (timeline.firstIndex..<timeline.lastIndex).compactMap { index in
      try timeline.recordedAction(index + 1)?.storeAction.map { "\($0.store) \($0.index)" }
    }
  }

  @Test("has the last state of each store after every action", arguments: seeds())
  func states(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for round in 0..<TestScale.count(6, of: 40) {
      let comment: Comment = "seed \(seed), round \(round)"
      var logs = ["a", "b/~c", "d"].map { StoreLog($0) }
      // By time, and within a microsecond by name; a change without an action comes with the next action.
      var expected: [(time: Double, lane: Int, state: JSONValue)] = []
      for lane in logs.indices {
        var time = 0.001
        var number = 0
        for _ in 0..<Int.random(in: 1...30, using: &random) {
          time += Double(Int.random(in: 0...3, using: &random)) / 1_000
          if Bool.random(using: &random) {
            number += 100
            logs[lane].addExternal(["n": JSONValue(number)])
          }
          number += Int.random(in: 0...1, using: &random)
          let state: JSONValue = ["n": JSONValue(number)]
          logs[lane].add(at: time, state: state)
          expected.append((time, lane, state))
        }
        if Bool.random(using: &random) {
          logs[lane].addLine(["note": "n", "index": JSONValue(0), "time": JSONValue(time)])
        }
        logs[lane].close()
      }
      let order = expected.enumerated().sorted {
        ($0.element.time, $0.element.lane, $0.offset) < (
          $1.element.time, $1.element.lane, $1.offset
        )
      }.map(\.element)
      let initial: JSONValue = ["n": 0]
      var states = logs.map { _ in initial }
      let timeline = try merged(logs)
      #expect(timeline.lastIndex == order.count && timeline.end == .closed, comment)
      for (number, step) in order.enumerated() {
        states[step.lane] = step.state
        let state = try timeline.state(after: number + 1)
        #expect(try timeline.action(number + 1).storeAction?.store == logs[step.lane].name, comment)
        for lane in logs.indices { #expect(state[logs[lane].name] == states[lane], comment) }
      }
    }
  }

  @Test("has a cause before its consequences, where both have one time, and names it by its index")
  func causes() throws {
    var (cart, user) = (StoreLog("cart"), StoreLog("user"))
    user.add(at: 1, state: ["n": 1])
    cart.add(at: 1, cause: ["store": "user", "index": 1], state: ["n": 1])
    cart.add(at: 2, cause: 1, state: ["n": 2])
    cart.add(at: 3, cause: ["store": "router", "index": 7], state: ["n": 3])
    let timeline = try merged([cart, user])
    #expect(try actions(timeline) == ["user 1", "cart 1", "cart 2", "cart 3"])
    #expect(try timeline.action(3).origin == CauseReference(index: 2))
    #expect(try timeline.causes(of: 3).map(\.action?.index) == [2, 1])
    #expect(try timeline.action(4).origin == CauseReference(store: "router", index: 7))
  }

  @Test(
    "has a change without an action when it happened, if the app reported it, else when it was noticed"
  )
  func changes() throws {
    var (cart, user) = (StoreLog("cart"), StoreLog("user"))
    cart.add(at: 1, state: ["n": 1])
    user.addExternal(["n": 7], at: 2)
    user.addExternal(["n": 8])
    cart.add(at: 3, state: ["n": 2])
    user.add(at: 4, state: ["n": 9])
    let timeline = try merged([cart, user])
    #expect(try actions(timeline) == ["cart 1", "cart 2", "user 1"])
    #expect(try (1...3).map { try timeline.state(after: $0)["user"]?["n"] } == [0, 7, 9])
    #expect(try timeline.state(before: 2)["user"] == ["n": 7])
    #expect(try timeline.state(before: 3)["user"] == ["n": 8])
  }

  @Test("stops where it was stopped, also in an action that another thread's overlaps")
  func overlap() throws {
    var (cart, user) = (StoreLog("cart"), StoreLog("user"))
    cart.add(at: 1, state: nil)
    user.add(at: 2, state: ["n": 1])
    cart.addLine([
      "index": 2, "time": 3, "action": ["type": "Go", "payload": [:]], "overlap": true,
    ])
    cart.addLine(["after": 2, "patch": [["op": "replace", "path": "/n", "value": 5]]])
    // Action 1 of the cart never ended; action 2 did, so that the program did not die in the last line's action.
    user.add(at: 4, state: ["n": 2])
    let timeline = try merged([cart, user])
    #expect(try actions(timeline) == ["cart 1", "user 1", "cart 2", "user 2"])
    #expect(timeline.end == .stopped)
    #expect(try timeline.log.unendedActions() == [1])
    #expect(try cart.timeline().log.unendedActions() == [1])
    #expect(try cart.timeline().end == .stopped)
    #expect(try timeline.state(after: 4) == ["cart": ["n": 5], "user": ["n": 2]])
  }

  @Test("lacks a store before it begins, and where its state was not recorded")
  func absence() throws {
    var (cart, user) = (StoreLog("cart"), StoreLog("user", at: 1_500))
    cart.add(at: 1, state: ["n": 1])
    user.add(at: 2, state: ["n": 1])
    cart.add(at: 3, state: nil)
    cart.addLine(["reduced": 2])
    user.add(at: 4, state: ["n": 2])
    cart.add(at: 5, state: nil)
    cart.addLine(["after": 3, "state": ["n": 5]])
    let timeline = try merged([cart, user])
    #expect(try timeline.state(after: 1) == ["cart": ["n": 1]])
    #expect(try timeline.events(after: 1).map(\.description) == ["start of user changed /user"])
    #expect(try timeline.state(after: 2) == ["cart": ["n": 1], "user": ["n": 1]])
    #expect(try timeline.isUnrecorded(3))
    #expect(try timeline.state(after: 4) == ["user": ["n": 2]])
    #expect(try timeline.state(after: 5) == ["cart": ["n": 5], "user": ["n": 2]])
  }

  @Test("ends in the action in which the app died, whatever other stores did meanwhile")
  func crash() throws {
    var (cart, user) = (StoreLog("cart"), StoreLog("user"))
    cart.add(at: 1, state: nil)
    user.add(at: 2, state: ["n": 1])
    let timeline = try merged([cart, user])
    #expect(try actions(timeline) == ["user 1", "cart 1"])
    #expect(timeline.end == .crashed(action: 2))
  }

  @Test("counts the actions that a store could not write")
  func gap() throws {
    var (cart, user) = (StoreLog("cart"), StoreLog("user"))
    cart.add(at: 1, state: ["n": 1])
    cart.addLine(["gap": ["actions": 2, "states": 2], "why": "no space", "index": 3])
    cart.addLine(["index": 4, "time": 4, "action": ["type": "Go", "payload": [:]]])
    cart.addLine(["after": 4, "state": ["n": 9]])
    user.add(at: 2, state: ["n": 1])
    let timeline = try merged([cart, user])
    #expect(try actions(timeline) == ["cart 1", "user 1", "cart 4"])
    #expect(timeline.lastIndex == 5)
    #expect(try timeline.log.gap()?.actions == 2)
    #expect(try timeline.state(after: 2) == ["cart": ["n": 1], "user": ["n": 1]])
    #expect(try timeline.state(after: 5)["cart"] == ["n": 9])
  }

  @Test("has one log of each store, and leaves out others, with their names")
  func copies() throws {
    var (cart, user, short) = (StoreLog("cart"), StoreLog("user"), StoreLog("cart"))
    for time in 1...3 {
      cart.add(at: Double(time), state: ["n": JSONValue(time)])
      user.add(at: Double(time), state: ["n": JSONValue(time)])
    }
    short.add(at: 1, state: ["n": 1])
    _ = try cart.write(to: folder, as: "z")
    let minimal = try short.write(to: folder, as: "small")
    let other = try user.write(to: folder)
    var told: [String] = []
    let beside = SessionStores.find(beside: other) { told.append($0) }
    #expect(beside.members.map(\.segments[0].lastIndex) == [3, 3])
    #expect(
      told == [
        "\(folder.path("small.jsonl")) is left out: \(folder.path("z.jsonl")) has the same store."
      ]
    )
    // What is named is meant.
    let named = SessionStores.find(beside: minimal) { _ in }
    #expect(named.members.map(\.segments[0].lastIndex) == [1, 3])
  }

  @Test("shows a store as far as it can be read, and then says so")
  func damage() throws {
    var (cart, user) = (StoreLog("cart"), StoreLog("user"))
    cart.add(at: 1, state: ["n": 1])
    cart.addLine(["index": 2, "time": 2, "action": ["type": "Go", "payload": [:]]])
    cart.addLine(["after": 2, "patch": [["op": "remove", "path": "/none"]]])
    user.add(at: 3, state: ["n": 1])
    var told: [String] = []
    let timeline = try merged([cart, user]) { told.append($0) }
    #expect(told.count == 1 && told[0].hasPrefix("cart is not shown from here on: "))
    #expect(try actions(timeline) == ["cart 1", "cart 2", "user 1"])
    #expect(try timeline.state(after: 3) == ["user": ["n": 1]])
    #expect(timeline.end == .cut)
  }

  @Test("keeps the order of an action whose clock had gone back, and says so")
  func clock() throws {
    var (cart, user) = (StoreLog("cart"), StoreLog("user"))
    cart.add(at: 5, state: ["n": 1])
    cart.add(at: 2, state: ["n": 2])
    user.add(at: 3, state: ["n": 1])
    var told: [String] = []
    let timeline = try merged([cart, user]) { told.append($0) }
    #expect(try actions(timeline) == ["user 1", "cart 1", "cart 2"])
    #expect(told == ["The clock of cart goes back at its action 2, which keeps its order."])
  }
}
