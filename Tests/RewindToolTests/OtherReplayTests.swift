import Foundation
import RewindJSON
import RewindTestSupport
import Testing

@Suite("A replay that does not reach the recorded crash", .process)
struct OtherReplayTests {
  private let folder = TemporaryFolder()

  /// The crash's session, recorded by a game that survived the tap and died in a later action; the state
  /// after an early action has another value where `difference` says so.
  private func session(
    _ folder: TemporaryFolder,
    difference: Bool,
    later: Bool = true
  ) throws -> String {
    var text = try String(contentsOfFile: crash, encoding: .utf8)
    if difference {
      text = text.replacing(
        "\"path\":\"/categoriesState/currentCategorySelected\",\"value\":\"rock\"",
        with: "\"path\":\"/categoriesState/currentCategorySelected\",\"value\":\"rap\""
      )
      .replacing(
        "\"currentCategorySelected\":\"rock\"",
        with: "\"currentCategorySelected\":\"rap\""
      )
    }
    let more = """
      {"after":24,"patch":[]}
      {"index":25,"time":0.2,"action":{"type":"RoutingAction","payload":{"destination":"menu"}}}

      """
    let (made, sealed) = (folder.path("made.jsonl"), folder.path("sealed.jsonl"))
    try (text + (later ? more : "")).write(toFile: made, atomically: true, encoding: .utf8)
    #expect(try rewind.run("check", made, "--repair", sealed, "--accept-edits").exit == .status(0))
    return sealed
  }

  @Test("is reported, and blames nothing")
  func otherAction() throws {
    let log = try session(folder, difference: false)
    let run = try rewind.run("bisect", log, "--app", game)
    #expect(run.exit == .status(1))
    #expect(
      run.output == """
        The recording crashed in action 25, the replay in action 24 (trap): this is not the recorded crash.
        The states up to there are the recorded ones: the app has changed since.

        """
    )
    let json = try rewind.run("bisect", log, "--app", game, "--json").json()
    #expect(json["result"] == "not-reproduced")
    #expect(json["recorded"] == 25 && json["replayed"] == 24 && json["culprit"] == nil)
  }

  @Test("is reported with the first difference, and its usual reason")
  func difference() throws {
    let log = try session(folder, difference: true)
    for words in [["bisect"], ["minimize", "-o", folder.path("small.jsonl")]] {
      let run = try rewind.run([words[0], log, "--app", game] + words.dropFirst())
      #expect(run.exit == .status(words[0] == "bisect" ? 1 : 2))
      let said = run.output + run.errors
      #expect(said.contains("this is not the recorded crash."), "\(words)")
      #expect(said.contains("/categoriesState/currentCategorySelected is \"rock\""), "\(words)")
      #expect(said.contains("recorded as \"rap\""), "\(words)")
      #expect(said.contains("Recorded.uuid()"), "\(words)")
    }
    #expect(!FileManager.default.fileExists(atPath: folder.path("small.jsonl")))
  }

  @Test("is a fix where no crash is expected, though states differ as after a fix they may")
  func fixed() throws {
    let log = try session(folder, difference: true, later: false)
    func verify(_ program: String, _ arguments: String...) throws -> Program.Run {
      try rewind.run(["verify", log, "--app", Program(program).path] + arguments)
    }
    let fixed = try verify("memory-tunes-mended", "--expect", "no-crash")
    #expect(fixed.exit == .status(0))
    #expect(
      fixed.output == """
        \(log): fixed: the recording crashed in action 24, the replay survived it
          States differ from it, as a fix may have it: after action 2, ChangeCategoryAction: \
        /categoriesState/currentCategorySelected is "rock", recorded as "rap".

        """
    )
    // Where the app still crashes, or where no such thing is expected, the difference is the verdict.
    #expect(try verify("memory-tunes", "--expect", "no-crash").exit == .status(1))
    #expect(try verify("memory-tunes-mended").output.contains("diverged"))
  }
}
