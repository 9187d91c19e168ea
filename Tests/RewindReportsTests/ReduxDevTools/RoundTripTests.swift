import RewindJSON
import RewindLog
import RewindReports
import RewindSession
import RewindTestSupport
import RewindTimeline
import Testing

@Suite("A session that goes to Redux DevTools")
struct DevToolsRoundTripTests {
  private func timeline(_ bytes: [UInt8]) throws -> Timeline {
    try Timeline.open(SessionLog.open(bytes: bytes))
  }

  /// Every state of a log in order, and its other lines.
  private func contents(
    of timeline: Timeline
  ) throws -> (states: [JSONValue], lines: [JSONValue]) {
    var (states, lines): ([JSONValue], [JSONValue]) = ([], [])
    for line in 0..<timeline.log.lineCount {
      switch try timeline.log.key(of: line).kind {
      case .patch, .keyframe, .external:
        states.append(try timeline.state(at: line))
      default:
        var json = try timeline.log.json(of: line).object
        json?["crc"] = nil
        lines.append(.object(json ?? JSONObject()))
      }
    }
    return (states, lines)
  }

  @Test("comes back equal, line by line and state by state")
  func roundTrips() throws {
    let seed = SeededGenerator.seed
    var random = SeededGenerator(seed: seed)
    for number in 0..<100 {
      let comment: Comment = "seed \(seed), session \(number)"
      let count = Int.random(in: 1...30, using: &random)
      let session = DevToolsSession(actions: count, using: &random)
      let original = try timeline(session.file.bytes)
      var export = try DevToolsExport.read(original)
      var text = ""
      try export.write { text += $0 }
      #expect(!text.contains(#""$jsan""#), comment)
      #expect(try JSONValue(parsing: text).holdsOnlySafeNumbers, comment)
      let file = try DevToolsFile(Array(text.utf8))
      let result = try DevToolsImport(file, app: "other", id: "other")
      #expect(result.warnings == [], comment)
      let back = try timeline(result.text.bytes)
      let (before, after) = (try contents(of: original), try contents(of: back))
      #expect(before.states == session.states, comment)
      #expect(after.states == session.states, comment)
      #expect(after.lines == before.lines, comment)
      #expect(back.end == original.end, comment)
      #expect(
        try LogFaults.find(in: back.log, verifying: true).warning(about: back.log) == nil,
        comment
      )
    }
  }

  @Test(
    "comes back through Redux DevTools itself, which drops what it does not know, with its states"
  )
  func throughDevTools() throws {
    let seed = SeededGenerator.seed
    var random = SeededGenerator(seed: seed)
    for number in 0..<20 {
      let session = DevToolsSession(actions: 12, using: &random)
      let original = try timeline(session.file.bytes)
      var export = try DevToolsExport.read(original)
      var text = ""
      try export.write { text += $0 }
      var file = try JSONValue(parsing: text).object ?? JSONObject()
      file["rewind"] = nil
      let written = JSONValue.object(file).text
      let result = try DevToolsImport(DevToolsFile(Array(written.utf8)), app: "a", id: "b")
      let back = try timeline(result.text.bytes)
      let shown = file["computedStates"]?.array?.compactMap { $0["state"] } ?? []
      let states = try contents(of: back).states
      // States without an action are not written twice.
      var rest = shown[...]
      for state in states {
        rest = rest.drop { $0 != state }
        #expect(!rest.isEmpty, "seed \(seed), session \(number)")
      }
      #expect(states.last == shown.last, "seed \(seed), session \(number)")
      #expect(try LogFaults.find(in: back.log, verifying: true).warning(about: back.log) == nil)
    }
  }
}

extension JSONValue {
  fileprivate var holdsOnlySafeNumbers: Bool {
    switch self {
    case .number(let number): JSONNumber(number.double) == number
    case .array(let elements): elements.allSatisfy(\.holdsOnlySafeNumbers)
    case .object(let object): object.members.allSatisfy(\.value.holdsOnlySafeNumbers)
    default: true
    }
  }
}
