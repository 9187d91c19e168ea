import Foundation
import RewindJSON
import RewindLog
import RewindSession
import RewindTestSupport
import RewindTimeline
import Testing

/// What a log can tell of where its program died.
private enum Evidence: String {
  /// The fatal action is open: the program died while it was reduced.
  case inReducer =
    "crashed: the log ends inside action 3: the app died while the reducer ran, or was killed just then."
  case inReducerOrSubscriber =
    "crashed: the log ends inside action 3: the app died while the reducer or a subscriber ran, or was killed just then."
  case inStoreOrListener =
    "crashed: the log ends inside action 3: the app died while a store or one of its listeners ran, or was killed just then."
  case inLoop =
    "crashed: the log ends inside action 3: the app died while the loop reduced it, or was killed just then."
  /// No action is open: no more is known than that it died outside all reducers.
  case outside =
    "stopped: the log has no end line and no open action. The app was killed, crashed outside a reducer, or ended without closing its recorder."
}

/// Where a program died, and how many actions are in its log then.
private struct Death: CustomTestStringConvertible {
  let attachment: String
  let moment: String
  let evidence: Evidence
  let actions: Int

  var testDescription: String { "\(attachment), \(moment)" }

  init(_ attachment: String, _ moment: String, _ evidence: Evidence, actions: Int = 3) {
    self.attachment = attachment
    self.moment = moment
    self.evidence = evidence
    self.actions = actions
  }
}

private let deaths = [
  Death("store", "reducer", .inReducer),
  Death("store", "subscriber", .outside),
  Death("store", "before", .outside, actions: 2),
  Death("store", "after", .outside),
  Death("reducer", "reducer", .inReducer),
  Death("reducer", "subscriber", .outside),
  Death("reducer", "before", .outside, actions: 2),
  Death("reducer", "after", .outside),
  Death("reducer and causes", "reducer", .inReducer),
  Death("reducer and causes", "subscriber", .outside),
  Death("middleware", "reducer", .inReducerOrSubscriber),
  Death("middleware", "subscriber", .inReducerOrSubscriber),
  Death("middleware", "before", .outside, actions: 2),
  Death("middleware", "after", .outside),
  Death("dispatcher", "reducer", .inStoreOrListener),
  Death("dispatcher", "subscriber", .inStoreOrListener),
  Death("object", "reducer", .inReducer),
  Death("object", "subscriber", .outside),
  Death("hooks", "reducer", .inLoop),
  Death("hooks", "subscriber", .outside),
]

@Suite("The log of an app that died", .process)
struct DeathTableTests {
  private let folder = TemporaryFolder()

  @Test("shows where, or that it is unknown", arguments: deaths)
  private func moment(death: Death) throws {
    let log = folder.path("log.jsonl")
    let run = try Program("death-table").run(log, death.attachment, death.moment)
    #expect(run.exit == .trap)
    #expect(try Program("rewind").run(log).lines[1] == death.evidence.rawValue)
    let timeline = try Timeline.open(SessionLog.open(log))
    #expect(timeline.lastIndex == death.actions)
    #expect(timeline.log.damage == nil)
    let sums = try (0...2).map { try timeline.state(after: $0)["count"]?.int }
    #expect(sums == [0, 1, 3])
  }

  @Test("is the same for all that stand around the reducer, up to what attached")
  func alike() throws {
    let logs = try ["store", "reducer", "reducer and causes", "object", "hooks"].map { attachment in
      try TemporaryFolder.with { folder in
        let log = folder.path("log.jsonl")
        _ = try Program("death-table").run(log, attachment, "reducer")
        let timeline = try Timeline.open(SessionLog.open(log))
        return try (0..<timeline.log.lineCount).dropFirst().compactMap { line -> String? in
          var object = try timeline.log.json(of: line).object ?? JSONObject()
          // On a busy machine.
          if object["held"] != nil { return nil }
          for member in ["time", "wall", "crc", "source", "took"] { object[member] = nil }
          return JSONValue.object(object).text
        }
      }
    }
    #expect(logs[0].count == 8)
    for log in logs { #expect(log == logs[0]) }
  }
}
