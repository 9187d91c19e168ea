import Foundation
import RewindJSON
import RewindTestSupport
import Testing

@Suite("rewind privacy", .process)
struct PrivacyCommandTests {
  private let folder = TemporaryFolder()

  private static func session(
    _ rules: [JSONValue] = [["key": "id", "pseudonyms": true], ["text": "mail"]],
    extra: Bool = false
  ) -> SessionFile {
    var session = SessionFile(app: "shop", redacted: .array(rules))
    session.add([
      "after": 0,
      "state": [
        "items": [], "byID": ["C3C58D4A-59A1-8F0B-9C5E-2B5A1C7E0D11": ["title": "a"]], "user": nil,
      ],
    ])
    session.add([
      "index": 1, "input": ["name": "uuid", "value": "C3C58D4A-59A1-8F0B-9C5E-2B5A1C7E0D11"],
    ])
    session.add([
      "index": 1, "time": 0.1,
      "action": ["type": "Cart.add", "payload": ["add": ["id": 7, "note": "redacted"]]],
    ])
    session.add([
      "after": 1, "patch": [["op": "add", "path": "/items/0", "value": ["id": 7, "title": "x"]]],
    ])
    session.add(["note": "seen by ann", "index": 1, "time": 0.2])
    session.add([
      "index": 2, "time": 0.3,
      "action": ["type": "Cart.add", "payload": ["add": ["note": "plain"]]],
    ])
    if extra {
      session.add(["after": 2, "patch": [["op": "replace", "path": "/user", "value": "Ann"]]])
    } else {
      session.add(["after": 2, "patch": []])
    }
    session.add([
      "index": 3, "time": 0.4, "action": ["type": "Cart.tick", "payload": ["tick": [:]]],
    ])
    session.add(["after": 3, "patch": []])
    session.add(["end": "closed", "index": 3])
    return session
  }

  private static let lines = [
    "action Cart.add /add/id: pseudonyms by key id",
    "action Cart.add /add/note: as it is, redacted by text mail",
    "action Cart.tick /tick: empty",
    "input uuid: pseudonyms by an equal value",
    "note: as it is",
    "state /byID/*/title: as it is",
    "state /items/*/id: pseudonyms by key id",
    "state /items/*/title: as it is",
    "state /user: empty",
  ]

  @Test("lists what was copied or moved to a field that nothing else wrote")
  func copies() throws {
    var session = SessionFile(app: "editor")
    let document: JSONValue = ["title": "a", "rows": [["text": "b"]]]
    session.add(["after": 0, "state": ["document": document, "past": [], "bin": nil]])
    session.add(["index": 1, "time": 0.1, "action": ["type": "Push", "payload": [:]]])
    session.add([
      "after": 1,
      "patch": [
        ["op": "copy", "from": "/document", "path": "/past/0"],
        ["op": "move", "from": "/document", "path": "/bin"],
      ],
    ])
    session.add(["end": "closed", "index": 1])
    let run = try rewind.run("privacy", session.write(to: folder))
    #expect(
      run.lines.filter { $0.hasPrefix("state") } == [
        "state /bin/rows/*/text: as it is", "state /bin/title: as it is",
        "state /document/rows/*/text: as it is", "state /document/title: as it is",
        "state /past/*/rows/*/text: as it is", "state /past/*/title: as it is",
      ]
    )
  }

  @Test("lists every field once, in a stable order, with the rule that covers it")
  func fields() throws {
    let log = try Self.session().write(to: folder)
    let run = try rewind.run("privacy", log)
    #expect(run.exit == .status(0))
    #expect(run.lines == Self.lines)
    // Twice the same is the same.
    let again = try Self.session().write(to: folder, as: "again.jsonl")
    #expect(try rewind.run("privacy", again, log).lines == Self.lines)
    let json = try rewind.run("privacy", log, "--json").rows()
    #expect(json.count == Self.lines.count)
    #expect(
      json[1] == [
        "kind": "action", "type": "Cart.add", "path": "/add/note", "values": ["text"],
        "rules": ["as it is", "redacted by text mail"],
      ]
    )
  }

  @Test("fails where a field is new, or another rule covers it")
  func baseline() throws {
    let log = try Self.session().write(to: folder)
    let known = try folder.file("privacy.txt", rewind.run("privacy", log).output).path
    let same = try rewind.run("privacy", log, "--fail-on-new", known)
    #expect(same.exit == .status(0) && same.output == "Nothing is new.\n")
    // Without a rule, the same fields are written as they are.
    let bare = try Self.session([]).write(to: folder, as: "bare.jsonl")
    let changed = try rewind.run("privacy", bare, "--fail-on-new", known)
    #expect(changed.exit == .status(1))
    #expect(changed.lines.contains("state /items/*/id: as it is"))
    #expect(changed.lines.last == "4 fields new, or covered by another rule.")
    let missing = try rewind.run("privacy", log, "--fail-on-new", folder.path("none.txt"))
    #expect(missing.exit == .status(2) && missing.errors.contains("none.txt cannot be read"))
    // A checkout on Windows ends lines otherwise.
    let windows = try String(contentsOfFile: known, encoding: .utf8).replacing("\n", with: "\r\n")
    try folder.file("windows.txt", windows)
    let other = try rewind.run("privacy", log, "--fail-on-new", folder.path("windows.txt"))
    #expect(other.output == "Nothing is new.\n")
    let refused = try rewind.run("privacy", log, "--fail-on-new", log)
    #expect(refused.exit == .status(2) && refused.errors.contains("is not an output"))
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
    let run = try rewind.run("privacy", other, "--fail-on-new", folder.path("known.txt"))
    #expect(run.exit == .status(0) && run.output == "Nothing is new.\n", "\(run)")
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

  @Test("knows what an allow-list admits, and where dictionaries have names for keys")
  func lists() throws {
    var session = SessionFile(
      app: "shop",
      redacted: [["only": ["/count", "title"]], ["pointer": "/a/*/b", "pseudonyms": true]]
    )
    let names = (0..<100).map { ("name\($0)", ["title": "x", "age": 3] as JSONValue) }
    session.add([
      "after": 0,
      "state": ["count": 1, "a": [["b": 1]], "people": .object(JSONObject(names)), "ann@x.org": 1],
    ])
    session.add(["end": "closed", "index": 0])
    let run = try rewind.run("privacy", session.write(to: folder))
    #expect(
      run.lines == [
        "state /*: redacted by only", "state /a/*/b: pseudonyms by pointer /a/*/b",
        "state /count: as it is",
        "state /people/*/age: redacted by only", "state /people/*/title: as it is",
      ]
    )
  }

  @Test("lists what a build has in its states and can decode, too")
  func build() throws {
    let log = win
    let recorded = try rewind.run("privacy", log).lines
    let run = try rewind.run(["privacy", log, "--app", game])
    #expect(run.exit == .status(0))
    #expect(Set(run.lines).isSuperset(of: recorded.filter { $0.hasPrefix("state") }))
    #expect(recorded.contains("state /gameState/memoryCards/*/imageUrl: as it is"))
    // The tool names no file and prints no value of the session.
    #expect(!run.output.contains("https://"))
  }

  @Test("says of what has had no value that it is empty, and of no session that there is nothing")
  func empty() throws {
    var session = SessionFile(app: "shop", redacted: [["key": "id", "pseudonyms": true]])
    session.add(["after": 0, "state": ["user": nil, "chosen": nil, "payment": nil, "list": []]])
    session.add(1, "A.pay", state: nil)
    session.add([
      "after": 1,
      "patch": [
        ["op": "replace", "path": "/payment", "value": ["card": ["holder": nil]]],
        ["op": "replace", "path": "/chosen", "value": "C3C58D4A-59A1-8F0B-9C5E-2B5A1C7E0D11"],
      ],
    ])
    #expect(
      try rewind.run("privacy", session.write(to: folder)).lines == [
        "action A.pay: empty", "state /chosen: pseudonyms by an equal value",
        "state /list: empty", "state /payment/card/holder: empty", "state /user: empty",
      ]
    )
    let bare = try rewind.run("privacy", SessionFile().write(to: folder, as: "bare.jsonl"))
    #expect(bare.exit == .status(0) && bare.output == "")
    #expect(bare.errors.contains("nothing was recorded in these sessions"))
  }

  @Test("keeps a name in one line, whatever is in it")
  func names() throws {
    var session = SessionFile(app: "shop")
    session.add(["after": 0, "state": 0])
    session.add([
      "index": 1, "time": 0.1, "action": ["type": "A\nstate /x", "payload": "\u{1B}[31m"],
    ])
    session.add(["after": 1, "patch": []])
    session.add(["end": "closed", "index": 1])
    let run = try rewind.run("privacy", session.write(to: folder))
    #expect(run.lines.count == 2)
    #expect(!run.output.contains("\u{1B}"))
  }

  @Test("names the session that the app cannot replay, where it is one of several")
  func foreign() throws {
    let session = Self.session()
    let paths = try ["a.jsonl", "b.jsonl"].map { try session.write(to: folder, as: $0) }
    let run = try rewind.run(["privacy"] + paths + ["--app", Program("shop").path])
    #expect(run.exit == .status(2))
    #expect(
      run.errors.hasPrefix("rewind: \(paths[0]), of shop, cannot be replayed.\nrewind: The app"),
      "\(run)"
    )
  }
}
