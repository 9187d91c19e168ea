import Foundation
import RewindJSON
import RewindTestSupport
import Testing

@Suite("An app with two stores", .process)
struct TwoStoresTests {
  private let folder = TemporaryFolder()
  private let app = Program("two-stores").path

  @Test("replays the log of each by that store")
  func replays() throws {
    let logs = [folder.path("log.jsonl"), folder.path("log.settings.jsonl")]
    #expect(try Program("two-stores").run([logs[0]]).exit == .status(0))
    for log in logs {
      let run = try rewind.run(["verify", log, "--app", app])
      #expect(run.output.contains("same") && run.exit == .status(0), "\(run)")
    }
  }

  @Test(
    "does not keep other logs from being verified and checked where it answers for none of its stores"
  )
  func unanswered() throws {
    let log = folder.path("log.jsonl")
    #expect(try Program("two-stores").run([log]).exit == .status(0))
    let file = SessionFile(["store": "chat"], start: [:], isMade: true)
    let foreign = try file.write(to: folder, as: "foreign.jsonl")
    let verify = try rewind.run(["verify", foreign, log, "--app", app], exits: 2)
    #expect(verify.output.contains("\(foreign): error: "), "\(verify)")
    #expect(verify.output.contains("\(log): same"), "\(verify)")
    _ = try rewind.run(["verify", foreign, log, "--git-bisect", "--app", app], exits: 125)
    let check = try rewind.run(["check", foreign, log, "--app", app], exits: 2)
    #expect(check.errors.contains("\(foreign): "), "\(check)")
    #expect(check.output.contains("Replay by \(app): fine"), "\(check)")
  }

  @Test("is not called fixed where it survives an action whose payload was redacted")
  func redacted() throws {
    func file(_ payload: JSONValue) throws -> String {
      var file = SessionFile(app: "two-stores", redacted: [["key": "_0"]], ["store": "cart"])
      file.add(["after": 0, "state": ["items": []]])
      file.add(1, "CartAction.add", ["add": ["_0": "redacted"]], state: ["items": ["redacted"]])
      file.add(2, "CartAction.remove", ["remove": ["_0": payload]], state: nil)
      return try file.write(to: folder, as: "\(payload.text).jsonl")
    }
    let crashed = try file(0)
    let verify = ["verify", crashed, "--app", app]
    let run = try rewind.run(verify + ["--expect", "no-crash"], exits: 1)
    #expect(run.output.contains("unproven") && run.output.contains("redacted"), "\(run)")
    let update = try rewind.run(verify + ["--update"], exits: 1)
    #expect(update.output.contains("not updated: it would lose the crash of action 2"))
    let bisect = try rewind.run(["bisect", crashed, "--app", app])
    #expect(
      (bisect.output + bisect.errors).contains("The payload of action 2 was redacted"),
      "\(bisect)"
    )
  }

  @Test("is told of its second store where that log cannot be decoded by the first")
  func otherStore() throws {
    let log = folder.path("log.jsonl")
    #expect(try Program("two-stores").run([log]).exit == .status(0))
    // A program of the app's name that answers for another store alone.
    let app = folder.path("two-stores")
    try FileManager.default.createSymbolicLink(atPath: app, withDestinationPath: game)
    let verify = ["verify", folder.path("log.settings.jsonl"), "--app", app]
    let run = try rewind.run(verify)
    #expect(run.output.contains("answerReplayRequest(ofStore:"), "\(run)")
  }
}

@Suite("A tool without a standard error", .process)
struct ClosedErrorTests {
  @Test(
    "does its work, and ends with its own status",
    arguments: ["2>&-", "2>/dev/full", "2>&1 >/dev/null | true"]
  )
  func messages(_ redirection: String) throws {
    let run = try rewind.run(
      [],
      by:
        #""$@" log nofile \#(redirection); "$@" nonsense \#(redirection); echo "status $?" >&3; exit 0"#
        .replacing(" >&3", with: "")
    )
    #expect(run.exit == .status(0))
    #expect(!run.output.contains("132") && !run.output.contains("133"), "\(run)")
  }

  @Test("prints its result all the same")
  func result() throws {
    let log = crash
    for redirection in ["2>&-", "2>/dev/full"] {
      // A warning: nothing in the session has the name.
      let run = try rewind.run([], by: #""$@" diff \#(log) end \#(redirection); echo "status $?""#)
      #expect(run.output.contains("status 1") && run.output.contains("/gameState"), "\(run)")
    }
  }
}
