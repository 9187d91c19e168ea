import Foundation
import RewindJSON
import RewindTestSupport
import Testing

private let home = Program("smart-home").path
private let sample = Recordings.path("smart-home/few-states.jsonl")

@Suite("A session with few of its states", .process)
struct FewStatesTests {
  private let folder = TemporaryFolder()

  /// The index of the first action whose state the sample lacks.
  private func firstMissing() throws -> Int {
    let lines = try rewind.run("export", sample, "--states").lines
    let states = try lines.map { try JSONValue(parsing: $0)["state"] }
    return try #require(states.firstIndex(of: .null))
  }

  @Test("is distinguished from one that crashed")
  func overview() throws {
    let run = try rewind.run(sample, exits: 0)
    #expect(run.output.contains("closed: the app ended the session."))
    #expect(!run.output.contains("died"))
    let log = try rewind.run("log", sample)
    #expect(log.output.contains("its change was not recorded"))
    #expect(!log.output.contains("died"))
    let show = try rewind.run("show", sample, "\(firstMissing())")
    #expect(show.output.contains("change  was not recorded"))
    let step = try rewind.run("step", sample, "\(firstMissing())", "--keys", "")
    #expect(step.output.contains("not recorded"), "\(step)")
    #expect(try rewind.run("stats", sample).exit == .status(0))
    #expect(try rewind.run("check", sample).exit == .status(0))
  }

  @Test("names the nearest recorded states instead of one that it lacks")
  func state() throws {
    let missing = try firstMissing()
    for words in [["state", sample, "\(missing)"], ["diff", sample, "0", "\(missing)"]] {
      let run = try rewind.run(words, exits: 2)
      #expect(run.output.isEmpty)
      #expect(
        run.errors.hasPrefix(
          "rewind: \(sample) does not have the state after action \(missing): not every state was "
            + "recorded; the nearest recorded one"
        ),
        "\(run.errors)"
      )
      #expect(run.errors.contains("`rewind edit \(sample) --app APP -o OUT`"))
    }
  }

  @Test("answers no question that takes states it lacks")
  func questions() throws {
    for words in [
      ["blame", sample, "/devices/3/isOn"], ["blame", sample, "/devices/3/isOn", "--history"],
      ["why", sample, "/devices/3/isOn"],
      ["bisect", sample, "--never", "/devices/3/isOn == true"],
      ["bisect", sample, "run", "--", "true"], ["report", sample, "-o", "page.html"],
    ] {
      let run = try rewind.run(words, exits: 2)
      #expect(run.output.isEmpty, "\(words)")
      #expect(run.errors.contains("`rewind edit \(sample) --app APP -o OUT`"), "\(run.errors)")
    }
    let found = try rewind.run("log", sample, "--where", "/devices/3/isOn == true")
    #expect(found.errors.contains("so they were not checked."), "\(found.errors)")
    let typed = try rewind.run("log", sample, "--where", "type == \"SwitchDevice\"", exits: 0)
    #expect(typed.errors.isEmpty)
  }

  @Test("is verified where it has states, and says how many it lacks")
  func verify() throws {
    let run = try rewind.run("verify", sample, "--app", home, "--json", exits: 0)
    let answer = try run.json()
    let lines = try String(contentsOfFile: sample, encoding: .utf8).split(separator: "\n")
    let missing = lines.filter { $0.hasPrefix(#"{"reduced""#) }.count
    #expect(missing > 10)
    #expect(answer["unrecorded"] == JSONValue(missing))
    let words = try rewind.run("verify", sample, "--app", home)
    #expect(words.lines[0].hasSuffix("; the states after \(missing) of them were not recorded"))
  }

  @Test("is found to diverge by the next state that it has")
  func divergence() throws {
    // Another value in the last whole state, sealed again.
    var lines = try String(contentsOfFile: sample, encoding: .utf8).split(separator: "\n")
      .map(String.init)
    let line = try #require(lines.lastIndex { $0.hasPrefix(#"{"after""#) })
    lines[line] = lines[line].replacing(
      #""level":70,"#,
      with: #""level":7000,"#,
      maxReplacements: 1
    )
    try #require(lines[line].contains("7000"))
    let altered = try folder.file("altered.jsonl", lines.joined(separator: "\n") + "\n").path
    let log = folder.path("log.jsonl")
    #expect(try rewind.run("check", altered, "--repair", log, "--accept-edits").exit == .status(0))
    let run = try rewind.run("verify", log, "--app", home, "--json")
    let answer = try run.json()
    #expect(answer["result"] == "diverged")
    let index = try #require(lines[line].firstMatch(of: #/"after":(\d+)/#)?.1)
    #expect(answer["index"]?.text == String(index))
    let edit = try rewind.run("edit", log, "--app", home, "-o", folder.path("out.jsonl"), exits: 2)
    #expect(edit.errors.contains("does not reproduce the recorded state after action \(index)"))
  }

  @Test("is completed from its initial state where the app makes another one today")
  func anotherStart() throws {
    let text = try String(contentsOfFile: sample, encoding: .utf8)
      .replacing(#"{"name":"Kitchen 1"}"#, with: #"{"name":"Cellar 1"}"#)
      .replacing(#","wall":"#, with: #","made":true,"wall":"#, maxReplacements: 1)
    try #require(text.contains("Cellar") && text.contains("made"))
    let log = folder.path("log.jsonl")
    let altered = try folder.file("altered.jsonl", text).path
    #expect(try rewind.run("check", altered, "--repair", log, "--accept-edits").exit == .status(0))
    #expect(try rewind.run("verify", log, "--app", home).exit == .status(1))
    let whole = folder.path("whole.jsonl")
    try rewind.run("edit", log, "--app", home, "-o", whole, exits: 0)
    let state = try rewind.run("state", whole, "\(firstMissing())", "/rooms/0/name")
    #expect(state.output == "\"Cellar 1\"\n", "\(state.errors)")
    // It begins with the recorded state, and is the same from there.
    #expect(try rewind.run("verify", whole, "--app", home).exit == .status(0))
  }

  @Test("gets all of its states from the app, and keeps everything else")
  func completion() throws {
    let whole = folder.path("whole.jsonl")
    let run = try rewind.run("edit", sample, "--app", home, "-o", whole, exits: 0)
    #expect(run.output.hasPrefix("\(whole): the same session with all of its states; "))
    #expect(try rewind.run("check", whole).exit == .status(0))
    #expect(try rewind.run("verify", whole, "--app", home).exit == .status(0))
    let text = try String(contentsOfFile: whole, encoding: .utf8)
    #expect(text.contains(#""note":"it became warm""#))
    #expect(!text.contains("stateLines") && !text.contains("reduced"))
    for words in [["blame", "--history"], ["blame"], ["why"]] {
      try rewind.run(words + [whole, "/devices/3/isOn"], exits: 0)
    }
    let (recorded, all) = (
      try rewind.run("export", sample, "--states").lines,
      try rewind.run("export", whole, "--states").lines
    )
    #expect(recorded.count == all.count)
    for (recorded, all) in zip(recorded, all) where !recorded.hasSuffix(#""state":null}"#) {
      #expect(recorded == all)
    }
  }

  @Test(
    "leads to the culprit of a crash, and to the fewest actions, by states that the app computes",
    .oracle,
    arguments: [false, true]
  )
  func crash(isDriven: Bool) throws {
    let (few, many) = (folder.path("few.jsonl"), folder.path("many.jsonl"))
    for (path, flags) in [(few, ["--few-states"]), (many, [])] {
      let run = try Program("smart-home").run(
        ["--devices", "20", "--seed", "2", "--travel", "--record", path] + flags,
        // A jump is bridged by its recorded state.
        input: isDriven
          ? Self.script.replacing("SetLevel", with: ":jump 4\n\(Self.turn(4))\nSetLevel")
          : Self.script
      )
      #expect(run.exit == .trap)
    }
    let text = try String(contentsOfFile: few, encoding: .utf8)
    #expect(text.contains(#"{"reduced""#))
    #expect(text.contains(#"{"travel":"jump""#) == isDriven)
    let (found, expected) = (
      try rewind.run("bisect", few, "--app", home), try rewind.run("bisect", many, "--app", home)
    )
    #expect(found.exit == .status(0), "\(found.errors)")
    #expect(found.output == expected.output)
    #expect(found.errors.contains("computed by the app"))
    let small = folder.path("small.jsonl")
    try rewind.run("minimize", few, "--app", home, "-o", small, exits: 0)
    #expect(try rewind.run("verify", small, "--app", home).exit == .status(0))
    try rewind.run("report", few, "--app", home, "-o", folder.path("p.html"), exits: 0)
  }

  /// What crashes the house with the seed 2: its first group loses a device.
  private static let script = """
    \(turn(3))
    SwitchGroup {"group":0,"isOn":true}
    run\nrun\nrun\nrun\nrun\nrun
    SetLevel {"device":2,"level":30}
    RemoveDevice {"device":5}
    ReportTemperature {"device":4,"temperature":20}
    \(turn(6))
    run\nrun\nrun
    SwitchGroup {"group":0,"isOn":false}
    """

  private static func turn(_ device: Int) -> String {
    #"SwitchDevice {"device":\#(device),"isOn":true}"#
  }

  @Test("is left out of a page of several sessions, and the page says so")
  func page() throws {
    let path = folder.path("page.html")
    let sessions = Recordings.path("smart-home")
    let run = try rewind.run("report", sessions, "-o", path, exits: 0)
    #expect(run.output.hasPrefix("\(path): 2 sessions, "))
    #expect(
      run.errors.contains("rewind: \(sessions)/few-states.jsonl is left out. Not every state")
    )
    // What its programs printed beside is no log.
    #expect(run.errors.contains("rewind: \(sessions)/states/evening.jsonl is skipped: "))
    #expect(try rewind.run("report", sample, "-o", path + "x").exit == .status(2))
  }
}
