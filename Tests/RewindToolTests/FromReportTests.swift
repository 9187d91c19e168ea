#if os(macOS) || os(Linux)
import Foundation
import RewindJSON
import RewindTestSupport
import Testing

private let rewind = Program("rewind")

@Suite("rewind from-report")
struct FromReportTests {
  private static let id = "00000000-0000-0000-0000-000000000001"

  /// A folder with the log of a crash, another log, and builds of two versions, one of which is the app.
  private func withCrash(
    _ members: KeyValuePairs<String, JSONValue> = ["version": "1.2", "executable": "storefront"],
    _ body: (TemporaryFolder) throws -> Void
  ) throws {
    try TemporaryFolder.with { folder in
      let files = FileManager.default
      for name in ["logs/sub", "builds/1.1", "builds/1.2"] {
        try files.createDirectory(atPath: folder.path(name), withIntermediateDirectories: true)
      }
      _ = try SessionFile.storefront(user: "ada", total: 5, installments: 0, members)
        .write(to: folder, as: "logs/sub/crash.jsonl")
      var other = SessionFile(app: "storefront", ["session": "other"])
      other.add(["after": 0, "state": [:]])
      _ = try other.write(to: folder, as: "logs/other.jsonl")
      try files.copyItem(
        atPath: Program("storefront").path,
        toPath: folder.path("builds/1.2/storefront")
      )
      try folder.file(
        "event.json",
        #"{"session":"\#(Self.id)","stack":["Checkout.checkoutReducer(state:action:)"],"user":7}"#
      )
      try body(folder)
    }
  }

  private func run(_ folder: TemporaryFolder, _ flags: String...) throws -> Program.Run {
    try rewind.run(["from-report", "event.json", "--sessions", "logs"] + flags, in: folder.url)
  }

  @Test("finds the log by the id of its session, the build by the log's version, and the culprit")
  func found() throws {
    try withCrash { folder in
      let run = try run(folder, "--builds", "builds")
      #expect(run.exit == .status(0), "\(run)")
      let lines = run.lines
      #expect(
        Array(lines.prefix(3)) == [
          "The session of storefront, 4 actions: logs/sub/crash.jsonl",
          "The build 1.2: builds/1.2/storefront", "",
        ]
      )
      #expect(
        lines.contains { $0.hasPrefix("culprit 3  .checkout.chooseInstallments") }
      )
      #expect(
        Array(lines.suffix(4)) == [
          "From here to a test:",
          "  rewind minimize logs/sub/crash.jsonl --app builds/1.2/storefront -o crash-small.jsonl",
          "  rewind test crash-small.jsonl --app builds/1.2/storefront -o CrashTests.swift",
          "For a test of the store of checkout alone, add to the last one: --feature checkout --import MODULE",
        ]
      )
      let json = try JSONValue(
        parsing: Array(self.run(folder, "--builds", "builds", "--json").output.utf8)
      )
      #expect(json["file"] == "logs/sub/crash.jsonl" && json["build"] == "1.2")
      #expect(json["crash"]?["culprit"] == 3 && json["next"]?.array?.count == 2)
      #expect(json["feature"] == "checkout")
      // Both commands do what they say.
      for line in lines.suffix(3).prefix(2) {
        let words = line.split(separator: " ").dropFirst().map(String.init)
        #expect(try rewind.run(words, in: folder.url).exit == .status(0), "\(line)")
      }
    }
  }

  @Test(
    "compares the report's stack with the replay's, in words",
    .disabled(if: Sanitizer.isOn, "\(Sanitizer.noBacktraces)")
  )
  func stacks() throws {
    #if os(Linux)
    try withCrash { folder in
      for (stack, words) in [
        (#"["Checkout.checkoutReducer(state:action:)"]"#, "The report's stack agrees with"),
        (#"["main"]"#, "The report's stack does not have the function"),
        ("[]", "The report has no stack to compare with."),
      ] {
        try folder.file("event.json", #"{"session":"\#(Self.id)","stack":\#(stack)}"#)
        let run = try run(folder, "--builds", "builds")
        #expect(run.output.contains("\n\(words)"), "\(run)")
      }
    }
    #endif
  }

  @Test("chooses the build for bisect as well, by a flag or by the project's file")
  func bisect() throws {
    try withCrash { folder in
      let log = "logs/sub/crash.jsonl"
      func bisect(_ flags: String...) throws -> Program.Run {
        try rewind.run(
          ["bisect", log] + flags,
          environment: ["HOME": folder.url.path, "XDG_STATE_HOME": folder.path("state")],
          in: folder.url
        )
      }
      let found = try bisect("--builds", "builds")
      #expect(found.exit == .status(0) && found.output.contains("culprit 3  "), "\(found)")
      #expect(try bisect("--builds", "none").errors.contains("none: no such folder of builds."))
      try folder.file("Package.swift", "")
      try folder.file(".rewind", "builds = builds\n")
      #expect(try bisect().errors.contains("which you have not allowed yet"))
      let allow = try rewind.run(
        ["allow"],
        environment: ["HOME": folder.url.path, "XDG_STATE_HOME": folder.path("state")],
        in: folder.url
      )
      #expect(
        allow.output.hasSuffix("/builds is allowed for \(folder.path(".rewind")).\n"),
        "\(allow)"
      )
      #expect(try bisect().output == found.output)
      // Without the build, it says which one is missing.
      try FileManager.default.removeItem(atPath: folder.path("builds/1.2"))
      let missing = try bisect()
      #expect(missing.exit == .status(2))
      #expect(missing.errors.contains("No build of 1.2 in "), "\(missing)")
    }
  }

  @Test("says which log or build is missing, and takes no program that a log names")
  func missing() throws {
    try withCrash(["version": "../1.2", "commit": "abcdef0123456789"]) { folder in
      let missing = try run(folder, "--builds", "builds")
      #expect(missing.exit == .status(2))
      #expect(
        missing.errors.contains(
          "No build of ../1.2 or abcdef0123456789 in builds: it has 1.1, 1.2."
        )
      )
      try FileManager.default.moveItem(
        atPath: folder.path("builds/1.2"),
        toPath: folder.path("builds/abcdef0")
      )
      #expect(try run(folder, "--builds", "builds").exit == .status(0))
      try FileManager.default.removeItem(atPath: folder.path("builds/abcdef0/storefront"))
      #expect(
        try run(folder, "--builds", "builds").errors.contains("builds/abcdef0 has no program.")
      )
      try folder.file("event.json", #"{"session":"unknown"}"#)
      #expect(
        try run(folder, "--builds", "builds").errors
          .contains("No log of the session unknown in logs, which has 2 logs.")
      )
      for text in ["{}", "[", "7"] {
        try folder.file("event.json", text)
        #expect(try run(folder, "--builds", "builds").exit == .status(2), "\(text)")
      }
      // A frame as an object, a version as a number: nothing of a report is left out silently.
      let list = #""stack" has to be a list of functions, innermost first"#
      for (member, words) in [
        (#""stack":[{"function":"main"}]"#, list), (#""stack":"main""#, list),
        (#""version":1.2"#, #""version" has to be a text such as "1.2""#),
      ] {
        try folder.file("event.json", #"{"session":"\#(Self.id)",\#(member)}"#)
        let refused = try run(folder, "--builds", "builds")
        #expect(refused.errors == "rewind: event.json: \(words).\n", "\(refused)")
      }
    }
  }
}
#endif
