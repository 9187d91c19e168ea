import Foundation
import RewindJSON
import RewindTestSupport
import Testing

@Suite("rewind privacy", .process)
struct PrivacyCommandTests {
  private let folder = TemporaryFolder()

  private let shop = Recordings.fixture("Answers/shop.jsonl").path
  private let bare = Recordings.fixture("Answers/shop-bare.jsonl").path

  @Test("fails where a field is new, or another rule covers it")
  func baseline() throws {
    let log = shop
    let known = try folder.file("privacy.txt", rewind.run("privacy", log).output).path
    let same = try rewind.run("privacy", log, "--fail-on-new", known, exits: 0)
    #expect(same.output == "Nothing is new.\n")
    // Without a rule, the same fields are written as they are.
    let changed = try rewind.run("privacy", bare, "--fail-on-new", known, exits: 1)
    #expect(changed.lines.contains("state /items/*/id: as it is"))
    #expect(changed.lines.last == "4 fields new, or covered by another rule.")
    let missing = try rewind.run("privacy", log, "--fail-on-new", folder.path("none.txt"), exits: 2)
    #expect(missing.errors.contains("none.txt cannot be read"))
    // A checkout on Windows ends lines otherwise.
    let windows = try String(contentsOfFile: known, encoding: .utf8).replacing("\n", with: "\r\n")
    try folder.file("windows.txt", windows)
    let other = try rewind.run("privacy", log, "--fail-on-new", folder.path("windows.txt"))
    #expect(other.output == "Nothing is new.\n")
    let refused = try rewind.run("privacy", log, "--fail-on-new", log, exits: 2)
    #expect(refused.errors.contains("is not an output"))
  }

  @Test("takes no new user for a new field, and prints no user's name")
  func users() throws {
    func session(_ name: String, in folder: TemporaryFolder) throws -> String {
      var session = SessionFile(app: "shop")
      let user: (Int) -> JSONValue = { ["age": JSONValue($0), "tag": "t"] }
      session.add(["after": 0, "state": ["users": ["ann": user(1), "\(name)": user(2)]]])
      session.add(["end": "closed", "index": 0])
      return try session.write(to: folder, as: "\(name).jsonl")
    }
    let known = try rewind.run("privacy", session("bob", in: folder))
    #expect(known.lines == ["state /users/*/age: as it is", "state /users/*/tag: as it is"])
    try folder.file("known.txt", known.output)
    let other = try session("cat", in: folder)
    let run = try rewind.run("privacy", other, "--fail-on-new", folder.path("known.txt"), exits: 0)
    #expect(run.output == "Nothing is new.\n", "\(run)")
  }

  @Test(
    "lists what the types can write, recorded or not; a new member or case is new, and no datum is"
  )
  func types() throws {
    func session(
      _ user: JSONValue,
      _ page: JSONValue,
      more: [JSONValue] = [],
      in folder: TemporaryFolder
    ) throws -> String {
      var session = SessionFile(app: "shop", redacted: [["key": "mail"]])
      let members: [JSONValue] = [["age", "Int"], ["mail", "String?"], ["boss", "User?"]]
      session.add([
        "types": [
          "App": ["struct": [["users", "[String: User]"], ["page", "Page"]]],
          "User": ["struct": .array(members + more)],
          "Page": [
            "enum": [["list", ["_0", "[Int]"]], ["search", ["text", "String"]], ["none"]]
          ],
        ], "state": "App",
      ])
      session.add(["after": 0, "state": ["users": user, "page": page]])
      session.add(["end": "closed", "index": 0])
      return try session.write(to: folder, as: "\(UUID()).jsonl")
    }
    let first = try session(["ann": ["age": 1]], ["none": [:]], in: folder)
    let known = try rewind.run("privacy", first)
    #expect(
      known.lines == [
        "state /page/list/_0/*: as it is", "state /page/none: empty",
        "state /page/search/text: as it is", "state /users/*/age: as it is",
        "state /users/*/mail: redacted by key mail",
      ]
    )
    try folder.file("known.txt", known.output)
    func new(_ session: String) throws -> String {
      try rewind.run("privacy", session, "--fail-on-new", folder.path("known.txt")).output
    }
    let boss: JSONValue = ["age": 1, "mail": "redacted", "boss": ["age": 2]]
    let filled = try session(["bob": boss], ["search": ["text": "x"]], in: folder)
    #expect(try new(filled) == "Nothing is new.\n")
    let same = try session(
      ["cyd": ["age": 2, "mail": "redacted"]],
      ["list": ["_0": [1]]],
      in: folder
    )
    #expect(try new(same) == "Nothing is new.\n")
    let more = try session([:], ["none": [:]], more: [["city", "String"]], in: folder)
    #expect(try new(more).hasPrefix("state /users/*/city: as it is\n"))
  }

  @Test("lists what a build has in its states and can decode, too")
  func build() throws {
    let log = win
    let recorded = try rewind.run("privacy", log).lines
    let run = try rewind.run(["privacy", log, "--app", game], exits: 0)
    #expect(Set(run.lines).isSuperset(of: recorded.filter { $0.hasPrefix("state") }))
    #expect(recorded.contains("state /gameState/memoryCards/*/imageUrl: as it is"))
    // The tool names no file and prints no value of the session.
    #expect(!run.output.contains("https://"))
  }

  @Test("names the session that the app cannot replay, where it is one of several")
  func foreign() throws {
    let paths = try ["a.jsonl", "b.jsonl"].map { try folder.copy(shop, as: $0) }
    let run = try rewind.run(["privacy"] + paths + ["--app", Program("shop").path], exits: 2)
    #expect(
      run.errors.hasPrefix("rewind: \(paths[0]), of shop, cannot be replayed.\nrewind: The app"),
      "\(run)"
    )
  }
}
