import RewindJSON
import RewindLog
import RewindReports
import RewindTestSupport
import RewindTimeline
import Testing

@Suite("A session that goes to Redux DevTools")
struct DevToolsRoundTripTests {
  @Test("has what the extension reads, and comes back with its actions, times and states")
  func roundTrips() throws {
    let seed = SeededGenerator.seed
    var random = SeededGenerator(seed: seed)
    for number in 0..<60 {
      let comment: Comment = "seed \(seed), session \(number)"
      let count = Int.random(in: 1...30, using: &random)
      let session = RandomSession(actions: count, using: &random)
      let original = try Timeline.open(SessionLog.open(bytes: session.file.bytes))
      var export = try #require(try DevToolsExport.read(original))
      var text = ""
      try export.write { text += $0 }
      expectLiftedState(try JSONValue(parsing: text), comment)

      let result = try DevToolsImport(DevToolsFile(Array(text.utf8)), app: "a", id: "b")
      #expect(result.differences == [], comment)
      let back = try Timeline.open(SessionLog.open(bytes: result.text.bytes))
      #expect(
        try LogFaults.find(in: back.log, verifying: true).warning(about: back.log) == nil,
        comment
      )
      #expect(back.actionCount == count, comment)
      for index in 1...count {
        let (new, old) = try (back.action(index), original.action(index))
        #expect(new.action == old.action && new.time == old.time, comment)
        #expect(try back.state(before: index) == session.stateBefore(index), comment)
        #expect(try back.state(after: index) == session.states[index], comment)
      }
    }
  }

  /// Checks the members without which the extension refuses a file, or shows it wrongly.
  private func expectLiftedState(_ file: JSONValue, _ comment: Comment) {
    let ids = file["stagedActionIds"]?.array?.compactMap(\.int) ?? []
    #expect(ids == Array(0..<ids.count) && ids.count > 1, comment)
    #expect(file["nextActionId"]?.int == ids.count, comment)
    #expect(file["skippedActionIds"] == [], comment)
    #expect(file["currentStateIndex"]?.int.map(ids.contains) == true, comment)
    for id in ids {
      let entry = file["actionsById"]?["\(id)"]
      #expect(entry?["type"] == "PERFORM_ACTION", comment)
      #expect(entry?["action"]?["type"]?.string != nil, comment)
      #expect(entry?["timestamp"]?.double != nil, comment)
    }
    let states = file["computedStates"]?.array ?? []
    #expect(states.count == ids.count && states.allSatisfy { $0["state"] != nil }, comment)
  }
}
