import RewindJSON
import RewindLog
import RewindReports
import RewindTestSupport
import RewindTimeline
import Testing

/// Files as Redux DevTools writes them, made at random and read here by its rules alone.
@Suite("A file of Redux DevTools")
struct ForeignFileTests {
  @Test("becomes a log with its states and times, and comes back as it was")
  func roundTrips() throws {
    let seed = SeededGenerator.seed
    var random = SeededGenerator(seed: seed)
    for number in 0..<150 {
      let comment: Comment = "seed \(seed), file \(number)"
      let file = ForeignFile(using: &random)
      let text = file.json.text
      let result = try DevToolsImport(DevToolsFile(Array(text.utf8)), app: "a", id: "b")
      let timeline = try Timeline.open(SessionLog.open(bytes: result.text.bytes))
      #expect(
        try LogFaults.find(in: timeline.log, verifying: true).warning(about: timeline.log) == nil,
        comment
      )
      #expect(try timeline.state(after: timeline.firstIndex) == file.start, comment)
      let played = file.played
      #expect(timeline.actionCount == played.count, comment)
      for (offset, entry) in played.enumerated() {
        let index = timeline.firstIndex + offset + 1
        let action = try timeline.action(index)
        #expect(action.type == entry.type, "\(comment), action \(index)")
        let line = try timeline.stateLine(after: index)
        let state = try line.map { try timeline.state(at: $0) }
        #expect(state == entry.state, "\(comment), action \(index)")
      }
      var export = try DevToolsExport.read(timeline)
      var back = ""
      try export.write { back += $0 }
      var written = try JSONValue(parsing: back).object ?? JSONObject()
      written["rewind"] = nil
      expectSame(.object(written), file.json, "\(comment)\n\(text)\n\(back)")
    }
  }

  /// Names the members that differ.
  private func expectSame(_ back: JSONValue, _ file: JSONValue, _ note: Comment) {
    for member in file.object?.members ?? [] {
      #expect(
        back[member.key]?.withoutOwnMembers == member.value,
        "\(member.key): \(note)"
      )
    }
  }
}

extension JSONValue {
  /// The value without the members that the tool adds for its own import.
  fileprivate var withoutOwnMembers: JSONValue {
    switch self {
    case .object(var object):
      object["rewind"] = nil
      for member in object.members { object[member.key] = member.value.withoutOwnMembers }
      return .object(object)
    case .array(let elements): return .array(elements.map(\.withoutOwnMembers))
    default: return self
    }
  }
}

/// A lifted state of an app whose reducer is known: it adds up what actions have, and notes dates.
private struct ForeignFile {
  struct Played {
    let type: String
    let state: JSONValue?
  }

  private(set) var json: JSONValue = [:]
  private(set) var start: JSONValue = [:]
  /// The actions that were reduced, with the states that they led to; nil for one that threw.
  private(set) var played: [Played] = []

  init(using random: inout SeededGenerator) {
    let count = Int.random(in: 0...12, using: &random)
    // Earlier actions may have fallen out of the file.
    let lost =
      Int.random(in: 0..<4, using: &random) == 0 ? Int.random(in: 1...50, using: &random) : 0
    var state: JSONValue = ["n": JSONValue(lost), "at": .null, "tags": []]
    start = state
    var time = 1_700_000_000_000.0
    var actions = JSONObject()
    var computed: [JSONValue] = [["state": state]]
    var (staged, skipped): ([JSONValue], [JSONValue]) = ([0], [])
    actions["0"] = Self.entry(["type": "@@INIT"], time, using: &random)
    var hasThrown = false
    let canThrow = Int.random(in: 0..<3, using: &random) == 0
    for number in 0..<count {
      let id = lost + number + 1
      // Performance.now() makes fractions of a millisecond.
      time += Double(Int.random(in: 0...4_000, using: &random)) / 8
      let by = Int.random(in: 0...9, using: &random)
      var action = JSONObject([("type", .string(["inc", "cart/add", "X_Y"][number % 3]))])
      switch Int.random(in: 0..<5, using: &random) {
      case 0: action["payload"] = JSONValue(by)
      case 1: action["by"] = JSONValue(by)
      case 2:
        (action["payload"], action["meta"]) = (
          ["by": JSONValue(by)], ["requestId": .string("r\(id)")]
        )
      case 3: (action["payload"], action["error"]) = (["message": "no"], true)
      default: action["payload"] = ["$jsan": .string("d17000000000\(10 + number)")]
      }
      actions["\(id)"] = Self.entry(.object(action), time, using: &random)
      staged.append(JSONValue(id))
      let isSkipped = Int.random(in: 0..<6, using: &random) == 0
      if isSkipped { skipped.append(JSONValue(id)) }
      if hasThrown {
        computed.append(["state": state, "error": "Interrupted by an error up the chain"])
        continue
      }
      if isSkipped {
        computed.append(["state": state])
        continue
      }
      if Int.random(in: 0..<8, using: &random) == 0 {
        // What happened meanwhile is in the next state alone.
        actions["\(id)"] = Self.entry(["type": "@@PAUSED"], time, using: &random)
        var next = state.object ?? JSONObject()
        next["n"] = JSONValue((next["n"]?.int ?? 0) + by)
        state = .object(next)
        computed.append(["state": state])
        continue
      }
      let type = action["type"]?.string ?? ""
      if canThrow, Int.random(in: 0..<6, using: &random) == 0 {
        computed.append(["state": state, "error": .string("TypeError: no \(id)")])
        played.append(Played(type: type, state: nil))
        hasThrown = true
        continue
      }
      var next = state.object ?? JSONObject()
      next["n"] = JSONValue((next["n"]?.int ?? 0) + by)
      if let mark = action["payload"], mark["$jsan"] != nil { next["at"] = mark }
      if by % 3 == 0 {
        next["tags"] = .array((next["tags"]?.array ?? []) + [["$jsan": "u"], .string("t\(by)")])
      }
      state = .object(next)
      computed.append(["state": state])
      played.append(Played(type: type, state: state))
    }
    var file = JSONObject([
      ("monitorState", ["selectedActionId": nil] as JSONValue), ("actionsById", .object(actions)),
      ("nextActionId", JSONValue(lost + count + 1)), ("stagedActionIds", .array(staged)),
      ("skippedActionIds", .array(skipped)),
      ("currentStateIndex", JSONValue(Int.random(in: 0...count, using: &random))),
      ("computedStates", .array(computed)), ("isLocked", false), ("isPaused", false),
    ])
    if lost > 0 || Bool.random(using: &random) { file["committedState"] = start }
    json = .object(file)
  }

  private static func entry(
    _ action: JSONValue,
    _ time: Double,
    using random: inout SeededGenerator
  ) -> JSONValue {
    var entry = JSONObject([
      ("type", "PERFORM_ACTION"), ("action", action),
      ("timestamp", .number(JSONNumber(time) ?? JSONNumber(0))),
    ])
    if Int.random(in: 0..<3, using: &random) == 0 {
      entry["stack"] = "Error\n    at add (https://shop.example/main.js:1:2)"
    }
    return .object(entry)
  }
}
