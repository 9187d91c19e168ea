import Foundation
import RewindJSON
import RewindTestSupport
import Testing

@Suite("The folder of the server for agents", .process)
struct MCPFolderTests {
  private let era = MCPClient.Era.stateless

  /// A folder with a session, beside another one that is nobody's business although its name begins in the same way.
  private func withFolders(_ body: (_ inside: URL, _ outside: URL) throws -> Void) throws {
    try TemporaryFolder.with { folder in
      let (inside, outside) = (
        folder.url.appending(path: "in"), folder.url.appending(path: "in-out")
      )
      let log = crash
      for directory in [inside, outside] {
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        try FileManager.default.copyItem(
          atPath: log,
          toPath: directory.appending(path: "a.jsonl").path
        )
      }
      try body(inside, outside)
    }
  }

  private func contents(_ folder: URL) throws -> [String: Data] {
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    return Dictionary(
      uniqueKeysWithValues: try names.map { name in
        let file = folder.appending(path: name)
        let values = try file.resourceValues(forKeys: [.isDirectoryKey, .isSymbolicLinkKey])
        if values.isSymbolicLink == true {
          return try (
            name, Data(FileManager.default.destinationOfSymbolicLink(atPath: file.path).utf8)
          )
        }
        return (name, values.isDirectory == true ? Data() : try Data(contentsOf: file))
      }
    )
  }

  @Test("is all that is read")
  func reading() throws {
    try withFolders { inside, outside in
      let files = FileManager.default
      try files.createSymbolicLink(
        at: inside.appending(path: "link.jsonl"),
        withDestinationURL: outside.appending(path: "a.jsonl")
      )
      try files.createSymbolicLink(at: inside.appending(path: "there"), withDestinationURL: outside)
      try files.createSymbolicLink(
        at: inside.appending(path: "own.jsonl"),
        withDestinationURL: inside.appending(path: "a.jsonl")
      )
      let refused = [
        "../in-out/a.jsonl", "\(outside.path)/a.jsonl", "link.jsonl", "there/a.jsonl",
        "/etc/passwd",
        "/dev/stdin", "-", "--version", "there", "..", "/", ".", "~/a.jsonl", "",
        "a.jsonl/../../in-out/a.jsonl",
        "@x", "@0", "a\u{0}.jsonl",
      ]
      let allowed = [
        "a.jsonl", "./a.jsonl", "own.jsonl", "\(inside.path)/a.jsonl", "there/../in/a.jsonl",
      ]
      let names = refused + allowed
      for (tool, keys) in [
        ("overview", ["file"]), ("verify", ["files"]), ("compare", ["good", "bad"]),
      ] {
        let answers = try MCPClient.answers(
          to: names.enumerated().map { number, name in
            let values = keys.map { ($0, JSONValue.string(name)) }
            return era.request(
              JSONValue(number),
              "tools/call",
              ["name": .string(tool), "arguments": .object(JSONObject(values))]
            )
          },
          era,
          ["--app", game],
          environment: ["XDG_STATE_HOME": inside.path, "HOME": inside.path],
          in: inside
        )
        for (number, name) in names.enumerated() {
          let answer = answers[JSONValue(number)]
          // A folder of sessions can be verified, without the links that lead out of it.
          let isAllowed = allowed.contains(name) || tool == "verify" && [".", ""].contains(name)
          #expect(answer?.isToolError == !isAllowed, "\(tool) \(name): \(answer?.toolText ?? "")")
        }
      }
    }
  }

  @Test("is not all that is read: recorders write elsewhere, and @last is their newest session")
  func sessions() throws {
    try withFolders { inside, outside in
      let directory = outside.appending(path: "rewind/game")
      try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
      try FileManager.default.copyItem(
        atPath: win,
        toPath: directory.appending(path: "win.jsonl").path
      )
      try FileManager.default.removeItem(at: inside.appending(path: "a.jsonl"))
      let answers = try MCPClient.answers(
        to: [
          era.call(1, "sessions"), era.call(2, "overview", ["file": "@last"]),
          era.call(3, "overview", ["file": .string(directory.appending(path: "win.jsonl").path)]),
          era.call(4, "overview", ["file": .string("\(outside.path)/a.jsonl")]),
        ],
        environment: ["XDG_STATE_HOME": outside.path, "HOME": inside.path],
        in: inside
      )
      #expect(answers[1]?.toolData.count == 1)
      #expect(answers[2]?.toolData.first?.hasPrefix("memory-tunes, 23 actions") == true)
      #expect(answers[3]?.toolData == answers[2]?.toolData)
      #expect(answers[4]?.isToolError == true)
    }
  }

  @Test("has @last and the list, if the server was started for it or for an app")
  func scope() throws {
    try withFolders { inside, outside in
      let directory = outside.appending(path: "rewind/game")
      try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
      for (number, app) in ["game", "mail"].enumerated() {
        var other = SessionFile(
          app: app,
          ["session": .string(app), "started": .string("2030-01-0\(number + 1)T08:00:00.000Z")]
        )
        other.add(["after": 0, "state": ["n": 0]])
        _ = try other.write(to: TemporaryFolder(url: directory), as: "\(app).jsonl")
      }
      func last(_ arguments: String...) throws -> String {
        let answers = try MCPClient.answers(
          to: [era.call(1, "overview", ["file": "@last"]), era.call(2, "sessions")],
          era,
          arguments,
          environment: ["XDG_STATE_HOME": outside.path, "HOME": outside.path],
          in: outside
        )
        let first = answers[1]?.toolData.first?.prefix { $0 != "," } ?? ""
        #expect(answers[2]?.toolData.first?.contains("@last  \(first)") == true)
        return String(first)
      }
      #expect(try last() == "mail")
      #expect(try last("--app", "/builds/game") == "game")
      #expect(try last(inside.path) == "memory-tunes")
    }
  }

  @Test("is where results are written, as new files")
  func writing() throws {
    try withFolders { inside, outside in
      let files = FileManager.default
      try Data("kept".utf8).write(to: inside.appending(path: "kept.jsonl"))
      try files.createDirectory(
        at: inside.appending(path: ".git"),
        withIntermediateDirectories: true
      )
      try files.createSymbolicLink(at: inside.appending(path: "there"), withDestinationURL: outside)
      try files.createSymbolicLink(
        at: inside.appending(path: "nowhere.jsonl"),
        withDestinationURL: outside.appending(path: "new.jsonl")
      )
      let before = (try contents(inside), try contents(outside))
      let refused = [
        "kept.jsonl", "a.jsonl", "nowhere.jsonl", "there/new.jsonl", "../in-out/new.jsonl",
        "\(outside.path)/new.jsonl", ".git/new.jsonl", ".new.jsonl", "new.swift", "new", "-", "",
        "missing/new.jsonl", ".jsonl", "new\u{0}.jsonl",
      ]
      let answers = try MCPClient.answers(
        to: refused.enumerated().map { number, name in
          era.call(JSONValue(number), "minimize", ["file": "a.jsonl", "output": .string(name)])
        },
        era,
        ["--app", game],
        in: inside
      )
      for (number, name) in refused.enumerated() {
        let answer = answers[JSONValue(number)]
        #expect(answer?.isToolError == true, "\(name): \(answer?.toolText ?? "")")
      }
      #expect(try contents(inside) == before.0)
      #expect(try contents(outside) == before.1)
      let written = try MCPClient.answers(
        to: [era.call(1, "minimize", ["file": "a.jsonl", "output": "-new.jsonl"])],
        era,
        ["--app", game],
        in: inside
      )
      #expect(written[1]?.isToolError == false, "\(written[1]?.toolText ?? "")")
      #expect(Set(try contents(inside).keys) == Set(before.0.keys).union(["-new.jsonl"]))
    }
  }
}
