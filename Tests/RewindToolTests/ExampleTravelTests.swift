import Foundation
import RewindJSON
import RewindTestSupport
import Testing

/// An example that travels: what is typed up to the journey, and the command that changes the present.
private struct Journey: CustomTestStringConvertible {
  let app: String
  var flags: [String] = []
  /// Five actions, one a line.
  let script: String
  /// A sixth action, which is dispatched from the past.
  let other: String

  var testDescription: String { app }
}

private let journeys = [
  Journey(
    app: "memory-tunes",
    script: """
      RoutingAction {"destination":"categories"}
      ChangeCategoryAction {"categoryIndex":1}
      ChangeCategoryAction {"categoryIndex":2}
      ChangeCategoryAction {"categoryIndex":3}
      RoutingAction {"destination":"menu"}
      """,
    other: #"ChangeCategoryAction {"categoryIndex":4}"#
  ),
  Journey(
    app: "bookmarks",
    script: """
      BookmarkAction.onClickRefresh
      wake
      arrive
      arrive
      wake
      """,
    other: "BookmarkAction.onClickRefresh"
  ),
  Journey(
    app: "flux-to-do",
    script: """
      TodoAction.Create {"title":"a","isDone":false}
      TodoAction.Create {"title":"b","isDone":false}
      Calculate.Plus 3
      TodoAction.Create {"title":"c","isDone":false}
      TodoAction.Finish 0
      """,
    other: "Calculate.Minus 9"
  ),
  Journey(
    app: "smart-home",
    flags: ["--travel", "--devices", "10"],
    script: """
      AddDevice {"kind":"lock","room":0}
      AddDevice {"kind":"lock","room":0}
      AddDevice {"kind":"lamp","room":0}
      RemoveDevice {"device":3}
      RemoveDevice {"device":2}
      """,
    other: #"AddDevice {"kind":"lamp","room":0}"#
  ),
]

@Suite("An example", .process)
struct ExampleTravelTests {
  private let folder = TemporaryFolder()

  /// The screens of a run: what stands between one command and the next.
  private func screens(_ run: Program.Run) -> [String: String] {
    var screens: [String: String] = [:]
    for part in run.output.components(separatedBy: "\n> ").dropFirst() {
      let lines = part.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
      screens[String(lines[0])] = lines.count > 1 ? String(lines[1]) : ""
    }
    return screens
  }

  @Test("shows the past in its terminal, and goes on", arguments: journeys)
  private func travels(journey: Journey) throws {
    let run = try Program(journey.app).run(
      journey.flags,
      input: journey.script + "\n:back 3\n:jump 9\n:resume\n# the end\nnote there\n:jump 2\nquit"
    )
    let shown = screens(run)
    let (back, jump) = (shown[":back 3"] ?? "", shown[":jump 2"] ?? "")
    #expect(back.hasSuffix("After action 2 of 5."))
    #expect(back == jump)
    #expect(shown[":jump 9"]?.hasPrefix("There is no position 9") == true)
    #expect(shown[":resume"]?.hasSuffix("After action 5 of 5.") == true)
    #expect(shown[":resume"] != back)
    #expect(run.exit == .status(0))
  }

  @Test("records its journeys so that the session can be replayed", arguments: journeys)
  private func recorded(journey: Journey) throws {
    let log = folder.path("log.jsonl")
    let app = Program(journey.app)
    _ = try app.run(
      journey.flags + ["--record", log],
      input: journey.script + "\n:back 3\n\(journey.other)\n:jump 0\n:resume"
    )
    let verify = try Program("rewind").run("verify", log, "--app", app.path)
    #expect(verify.output == "\(log): same, 6 actions\n")
    let kinds = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n").filter {
      $0.hasPrefix(#"{"travel":"#)
    }.map { $0.split(separator: "\"")[3] }
    #expect(kinds == ["jump", "branch", "jump", "jump"])
  }

  @Test("blames the jump of its time machine, and no action, for what crashes because of it")
  func culprit() throws {
    let (log, small) = (folder.path("log.jsonl"), folder.path("small.jsonl"))
    let app = Program("to-do")
    let crash = try app.run(
      ["--record", log],
      input: """
        TodoAction {"type":"add","params":{"title":"a"}}
        TodoAction {"type":"add","params":{"title":"b"}}
        TodoAction {"type":"add","params":{"title":"c"}}
        :jump 2
        TodoAction {"type":"add","params":{"title":"d"}}
        :jump 1
        TodoAction {"type":"change","params":{"index":0,"status":"done"}}
        TodoAction {"type":"delete","params":{"index":1}}
        """
    )
    #expect(crash.exit != .status(0))
    let rewind = Program("rewind")
    let found = try rewind.run("bisect", log, "--app", app.path)
    let lines = found.output.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(
      lines.prefix(7) == [
        #"fatal   6  TodoAction {"type":"delete","params":{"index":1}}  trap"#,
        "culprit 4  and then the time machine's jump, without an action",
        "",
        "Replaying action 6 crashes from every state after this change.",
        "It survives the state before that.",
        "2 of the 4 changes made without an action are enough together, and needed:",
        "  - /todos/1  {4 members}",
      ]
    )
    let json = try rewind.run("bisect", log, "--app", app.path, "--json").json()
    #expect(json["culprit"] == 4)
    #expect(json["external"] == true)

    let minimized = try rewind.run("minimize", log, "--app", app.path, "-o", small)
    #expect(minimized.output.contains("\n6  TodoAction"))
    #expect(minimized.output.contains("No action can be left out: each was tried."))
    let verified = try rewind.run("verify", small, "--app", app.path)
    #expect(verified.output == "\(small): same, 1 action, the crash (trap) included\n")

    let test = folder.path("T.swift")
    #expect(try rewind.run("test", log, "--app", app.path, "-o", test).exit == .status(0))
    let source = try String(contentsOfFile: test, encoding: .utf8)
    #expect(source.contains("<- to blame: a change after it"))
  }

  @Test("shows on its page that a jump is to blame", .browser)
  func page() throws {
    let (log, page) = (folder.path("log.jsonl"), folder.path("page.html"))
    let app = Program("smart-home")
    let crash = try app.run(
      ["--travel", "--devices", "10", "--record", log],
      input: """
        AddDevice {"kind":"lamp","room":0}
        AddDevice {"kind":"lamp","room":0}
        :jump 0
        RemoveDevice {"device":11}
        AddDevice {"kind":"lamp","room":0}
        """
    )
    #expect(crash.exit != .status(0))
    let found = try Program("rewind").run("bisect", log, "--app", app.path, "--json")
    #expect(try found.json()["external"] == true)
    try Program("rewind").run("report", log, "--app", app.path, "-o", page, exits: 0)
    let html = try String(contentsOfFile: page, encoding: .utf8)
    #expect(html.contains(#""external":"the time machine's jump""#))
    guard Browser.path != nil else { return }
    try Browser.with { browser in
      try browser.show(URL(fileURLWithPath: page))
      let story = try browser.value("document.getElementById('story').textContent").string
      #expect(story?.contains("the time machine's jump after") ?? false, "\(story ?? "")")
      // It opens at the jump, with its change in sight.
      let shown = try browser.value("document.getElementById('details').textContent").string
      #expect(shown?.contains("Changed by moves of the time machine") ?? false)
      #expect(browser.complaints == [])
    }
  }
}
