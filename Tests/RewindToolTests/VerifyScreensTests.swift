#if os(macOS) || os(Linux)
import Foundation
import RewindJSON
import RewindTestSupport
import Testing

@Suite("rewind verify --screens", .process)
struct VerifyScreensTests {
  private let rewind = Program("rewind")

  /// Mistakes in the views of the examples, as what they do to a line of an answer.
  private static let bugs: [(app: String, log: String, sed: String)] = [
    ("memory-tunes", "win", "s/1 of 8 pairs/0 of 8 pairs/"),
    ("memory-tunes", "win", "s/: waiting for the pictures//"),
    ("memory-tunes", "win", "s/ \\*\\( *[0-9]\\)/  \\1/"),
    ("memory-tunes", "win", "s/MEMORY TUNES/MEMORY/"),
    ("memory-tunes", "win", "s/12 ?/12 skull/"),
    ("memory-tunes", "category-out-of-range", "s/  0  pop/  1  pop/"),
    ("memory-tunes", "tap-while-loading", "s/pairs\",/pairs \",/;s/pairs\\\\n/pairs \\\\n/"),
    ("home-list", "pages-and-settings", "s/\\(  12  A kettle that remembers\\\\n\\)/\\1\\1/"),
    ("home-list", "pages-and-settings", "s/  loading//"),
    ("home-list", "pages-and-settings", "s/### HOME ###/=== HOME ===/"),
    ("home-list", "pages-and-settings", "s/  11  Bread without a mixer\\\\n//"),
    ("to-do", "statuses-and-snapshots", "s/doing /open  /"),
    ("to-do", "statuses-and-snapshots", "s/  Nothing to do.//"),
    ("to-do", "statuses-and-snapshots", "s/removed  Buy/open     Buy/"),
    ("bookmarks", "two-lists", "s/ (refreshing)//"),
    ("bookmarks", "two-lists", "s/Newest: Paper lamps/Newest: Tide tables/"),
    ("bookmarks", "empty-list", "s/  None yet. Type BookmarkAction.onClickRefresh.//"),
    ("flux-to-do", "delete-from-shorter", "s/CALCULATOR 12/CALCULATOR 3/"),
    ("flux-to-do", "failures-and-sums", "s/  There was nothing to add: an item has a title.//"),
    ("smart-home", "removed-device", "s/devices      19/devices      20/"),
  ]

  /// A build whose view has a mistake.
  private func build(_ app: String, _ sed: String, in folder: TemporaryFolder) throws -> String {
    try folder.program(
      "new",
      """
      "\(Program(app).path)" "$@" | sed -e '\(sed)'
      """
    ).path
  }

  @Test("finds a mistake in a view, of which the reducers know nothing", arguments: bugs)
  func planted(app: String, log: String, sed: String) throws {
    try TemporaryFolder.with { folder in
      let new = try build(app, sed, in: folder)
      let path = Recordings.path("\(app)/\(log).jsonl")
      let run = try rewind.run(
        ["verify", path, "--app", new, "--screens", "--against", Program(app).path]
      )
      #expect(run.exit == .status(1), "\(run)")
      #expect(run.output.contains("screens differ in"), "\(run)")
    }
  }

  @Test(
    "finds nothing between equal builds",
    arguments: ["memory-tunes", "home-list", "to-do", "bookmarks", "flux-to-do", "smart-home"]
  )
  func equal(app: String) throws {
    let program = Program(app).path
    let run = try rewind.run(
      ["verify", Recordings.path(app), "--app", program, "--screens", "--against", program]
    )
    #expect(run.exit == .status(0), "\(run)")
  }

  @Test("says what differs, to people, scripts, servers and on a page")
  func words() throws {
    try TemporaryFolder.with { folder in
      let new = try build("flux-to-do", "s/CALCULATOR 12/CALCULATOR 3/", in: folder)
      let path = Recordings.path("flux-to-do/delete-from-shorter.jsonl")
      let (junit, page) = (folder.path("junit.xml"), folder.path("page.md"))
      let arguments = [
        "verify", path, "--app", new, "--screens", "--against", Program("flux-to-do").path,
      ]
      let run = try rewind.run(arguments + ["--junit", junit, "--summary", page])
      #expect(
        run.output == """
          \(path): screens differ in 3 of 5 states, first after action 2 Calculate.Plus
            - CALCULATOR 12
            + CALCULATOR 3

          """
      )
      #expect(try String(contentsOfFile: junit, encoding: .utf8).contains(#"type="differs""#))
      #expect(
        try String(contentsOfFile: page, encoding: .utf8) == """
          ### rewind verify --screens: screens differ in 1 of 1 session

          Drawn from the states of the logs.

          - `\(path)`, `after action 2 Calculate.Plus`:
            - `- CALCULATOR 12`
            - `+ CALCULATOR 3`

          """
      )
      let json = try JSONValue(parsing: rewind.run(arguments + ["--json"]).output)
      #expect(json["result"] == "differs")
      #expect(json["index"] == 2)
      #expect(json["before"]?["text"]?.string?.contains("CALCULATOR 12") == true)
    }
  }

  @Test("finds a view that dies on a state which the reducers survive")
  func death() throws {
    try TemporaryFolder.with { folder in
      // The answer ends before the screen of action 4, and the exit status tells of a crash.
      let script = """
        "\(Program("to-do").path)" "$@" > answer
        sed -n '/"after":4/q;p' answer
        ! grep -q '"after":4' answer
        """
      let new = try folder.program("new", script.replacing("answer", with: folder.path("answer")))
      let path = Recordings.path("to-do/statuses-and-snapshots.jsonl")
      let run = try rewind.run(
        ["verify", path, "--app", new.path, "--screens", "--against", Program("to-do").path]
      )
      #expect(run.exit == .status(1), "\(run)")
      #expect(run.output.hasPrefix("\(path): the view fails after action 4 "), "\(run)")
      #expect(run.output.contains("The view died (exit(1))"), "\(run)")
    }
  }

  @Test("keeps texts beside a recording with --update, and compares with them")
  func kept() throws {
    try TemporaryFolder.with { folder in
      let path = folder.path("lists.jsonl")
      try FileManager.default.copyItem(
        atPath: Recordings.path("bookmarks/empty-list.jsonl"),
        toPath: path
      )
      func verify(_ app: String, _ flags: String...) throws -> Program.Run {
        try rewind.run(["verify", path, "--app", app, "--screens"] + flags)
      }
      let app = Program("bookmarks").path
      let none = try verify(app)
      #expect(none.exit == .status(2))
      #expect(none.output.contains("Keep them with --update"), "\(none)")
      #expect(try verify(app, "--update").exit == .status(0))
      let file = try String(contentsOfFile: folder.path("lists.screens"), encoding: .utf8)
      #expect(file.hasPrefix("after 0\n  BOOKMARKS\n\n    None yet."), "\(file)")
      // The view dies of the last state, today as then.
      #expect(file.hasSuffix(" fails\n"), "\(file)")
      #expect(try verify(app).exit == .status(0))
      let new = try build("bookmarks", "s/Newest/Latest/;s/BOOKMARKS/LINKS/", in: folder)
      #expect(try verify(new).exit == .status(1))
    }
  }
}
#endif
