#if os(macOS) || os(Linux)
import Foundation
import RewindJSON
import RewindTestSupport
import Testing

/// A server in a folder with the session of a crash and one that was closed.
private func withSessions<Result>(_ body: (URL) throws -> Result) throws -> Result {
  try TemporaryFolder.with { folder in
    for (name, path) in [
      ("tap.jsonl", "memory-tunes/tap-while-loading.jsonl"),
      ("win.jsonl", "memory-tunes/win.jsonl"),
    ] {
      try folder.copy(Recordings.path(path), as: name)
    }
    return try body(folder.url)
  }
}

private let app = ["--app", game]

@Suite("The server for agents", .process)
struct MCPTests {
  private let folder = TemporaryFolder()

  typealias Era = MCPClient.Era

  @Test(
    "answers a client of each era, from the first question to the test",
    arguments: TestScale.cases(1, of: Era.allCases)
  )
  func loop(era: Era) throws {
    try withSessions { folder in
      let answers = try MCPClient.answers(
        to: [
          era.call(1, "overview", ["file": "tap.jsonl"]),
          era.call("two", "bisect", ["file": "tap.jsonl"]),
          era.call(3, "minimize", ["file": "tap.jsonl", "output": "small.jsonl"]),
          era.call(4, "test", ["file": "small.jsonl", "output": "SmallTests.swift"]),
          era.call(5, "verify", ["files": ["small.jsonl"], "expect": "no-crash"]),
        ],
        era,
        app,
        in: folder
      )
      #expect(answers[1]?.toolText.hasSuffix("\nnext: bisect file=tap.jsonl") == true)
      #expect(answers["two"]?.toolData.prefix(2).last == "culprit 23  FetchTunesAction")
      #expect(answers[3]?.toolData.first?.hasPrefix("24 actions → 3, trap") == true)
      #expect(
        answers[3]?.toolText.hasSuffix(
          "\nnext: test file=small.jsonl output=small-tests.swift"
        ) == true
      )
      #expect(answers[4]?.toolData.first?.hasPrefix("Written to SmallTests.swift") == true)
      let next = "\nnext: verify files=[\"small.jsonl\"] expect=no-crash"
      #expect(answers[4]?.toolText.hasSuffix(next) == true)
      #expect(answers[5]?.toolData.first == "small.jsonl: same, 3 actions: it still crashes (trap)")
      for answer in answers.values {
        #expect(answer["result"]?["resultType"]?.string == (era == .stateless ? "complete" : nil))
        #expect((answer["result"]?["_meta"] != nil) == (era == .stateless))
        #expect(!answer.isToolError)
      }
      #expect(
        FileManager.default.fileExists(atPath: folder.appending(path: "SmallTests.swift").path)
      )
    }
  }

  @Test("agrees with a handshake on the version that was asked for, if it is known")
  func handshake() throws {
    for (asked, agreed) in [
      ("2025-06-18", "2025-06-18"), ("2025-11-25", "2025-11-25"), ("2024-11-05", "2025-11-25"),
      ("2026-07-28", "2025-11-25"), ("x", "2025-11-25"),
    ] {
      let request: JSONValue = [
        "jsonrpc": "2.0", "id": 1, "method": "initialize",
        "params": ["protocolVersion": .string(asked)],
      ]
      let reply = try MCPClient.replies(to: [request.text], in: folder.url)
      #expect(reply.first?["result"]?["protocolVersion"]?.string == agreed)
      #expect(reply.first?["result"]?["serverInfo"]?["name"] == "rewind")
    }
  }

  @Test("tells a client without a handshake what it can, and how long that is true")
  func discovery() throws {
    let era = Era.stateless
    let methods = [
      "server/discover", "tools/list", "resources/list", "resources/templates/list",
      "prompts/list",
    ]
    let answers = try MCPClient.answers(
      to: methods.map { era.request(.string($0), $0) }
        + ["guide", "expressions"].map {
          era.request(.string($0), "resources/read", ["uri": .string("rewind://\($0)")])
        },
      in: folder.url
    )
    for (_, answer) in answers {
      #expect(answer["result"]?["ttlMs"]?.int ?? 0 > 0)
      #expect(answer["result"]?["cacheScope"] == "public")
      #expect(answer["result"]?["_meta"]?["io.modelcontextprotocol/serverInfo"] != nil)
    }
    #expect(
      answers["server/discover"]?["result"]?["supportedVersions"]
        == ["2026-07-28", "2025-11-25", "2025-06-18"]
    )
    func page(_ name: String) -> String {
      answers[.string(name)]?["result"]?["contents"]?.array?.first?["text"]?.string ?? ""
    }
    #expect(page("guide").hasPrefix("# From a crash to a fix"))
    let expressions = try rewind.run("help", "expressions").output
    #expect(
      page("expressions").trimmingCharacters(in: .newlines)
        == expressions.trimmingCharacters(in: .newlines)
    )
  }

  @Test("lists its tools in 14,000 characters; those that write say so")
  func tools() throws {
    let reply = try MCPClient.answers(to: [Era.stateless.request(1, "tools/list")], in: folder.url)
    #expect(reply[1]?.text.count ?? .max <= 14_000)
    let tools = reply[1]?["result"]?["tools"]?.array ?? []
    #expect(tools.compactMap { $0["name"]?.string } == MCPPythonTests.tools)
    let writing = tools.filter { $0["annotations"]?["readOnlyHint"] != true }
    #expect(
      writing.compactMap { $0["name"]?.string } == [
        "explore", "minimize", "edit", "test", "decoders",
      ]
    )
    // No argument is for scripts, names a program, or a file that is not checked.
    let names = Set(
      tools.flatMap { $0["inputSchema"]?["properties"]?.object?.keys.map(\.self) ?? [] }
    )
    #expect(
      names.isDisjoint(with: [
        "app", "builds", "json", "force", "junit", "summary", "update", "never-file", "insert",
        "memory", "repair", "quiet",
      ])
    )
    #expect(tools.allSatisfy { $0["inputSchema"]?["type"] == "object" })
  }

  @Test("has a prompt about a session")
  func prompt() throws {
    let answers = try MCPClient.answers(
      to: [
        Era.stateless.request(
          1,
          "prompts/get",
          ["name": "fix_crash", "arguments": ["file": "tap.jsonl"]]
        )
      ],
      in: folder.url
    )
    let message = answers[1]?["result"]?["messages"]?.array?.first
    #expect(message?["content"]?["text"]?.string?.contains("overview file=tap.jsonl") == true)
  }

  @Test("refuses a message that is no request, and lives on")
  func faults() throws {
    let era = Era.stateless
    func version(_ name: JSONValue) -> String {
      let meta: JSONValue = [
        "io.modelcontextprotocol/protocolVersion": name,
        "io.modelcontextprotocol/clientCapabilities": [:],
      ]
      return
        (["jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": ["_meta": meta]]
        as JSONValue)
        .text
    }
    let cases: [(line: String, code: Int)] = [
      ("{", -32_700), ("nonsense", -32_700), ("[]", -32_600), ("[{}]", -32_600), ("3", -32_600),
      ("{}", -32_600), (#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#, -32_600),
      (#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, -32_600),
      (#"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#, -32_600),
      (#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#, -32_602),
      (#"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":[]}"#, -32_602),
      (version("2099-01-01"), -32_022), (version("2025-11-25"), -32_022), (version(3), -32_602),
      (era.request(1, "nope").text, -32_601), (era.request(1, "logging/setLevel").text, -32_601),
      (era.call(1, "nope").text, -32_602), (era.request(1, "tools/call").text, -32_602),
      (era.request(1, "resources/read", ["uri": "rewind://x"]).text, -32_602),
      (era.request(1, "prompts/get", ["name": "x"]).text, -32_602),
    ]
    let lines = cases.map(\.line) + [#"{"jsonrpc":"2.0","id":"last","method":"ping"}"#]
    let replies = try MCPClient.replies(to: lines, in: folder.url)
    #expect(replies.dropLast().compactMap { $0["error"]?["code"]?.int } == cases.map(\.code))
    #expect(replies.last?["id"] == "last")
    #expect(replies.last?["result"] == [:])
    let unsupported = replies[cases.firstIndex { $0.code == -32_022 } ?? 0]["error"]
    #expect(unsupported?["data"]?["requested"] == "2099-01-01")
    #expect(unsupported?["data"]?["supported"]?.array?.first == "2026-07-28")
  }

  @Test("does not answer notifications and answers")
  func silence() throws {
    let lines = [
      #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
      #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}"#,
      #"{"jsonrpc":"2.0","method":"nope"}"#, #"{"jsonrpc":"2.0","id":1,"result":{}}"#, "", "  ",
    ]
    let replies = try MCPClient.replies(to: lines, in: folder.url)
    #expect(replies.isEmpty)
  }

  @Test("says how bad arguments are mended")
  func arguments() throws {
    try withSessions { folder in
      let era = Era.stateless
      let cases: [(JSONValue, String)] = [
        (
          era.call(0, "state", ["fil": "tap.jsonl"]),
          #"state has no argument "fil". Did you mean file?"#
        ),
        (
          era.call(1, "show", ["file": "tap.jsonl"]),
          "show needs index: The action: 12, end, end-1."
        ),
        (era.call(2, "state", ["file": 3, "index": 1]), "file takes a string, not \"3\"."),
        (
          era.call(3, "state", ["file": "tap.jsonl", "index": "soon"]),
          "\"soon\" is not a position. Write positions as 12, end, end-1, 50%, 12.5s or note:NAME."
        ),
        (
          era.call(4, "overview", ["file": "tab.jsonl"]),
          #"There is no file "tab.jsonl". The tool sessions lists those that there are."#
        ),
        (
          era.call(5, "bisect", ["file": "tap.jsonl"]),
          "There is no app to replay with. A person has to start the server as `rewind mcp --app PROGRAM`, "
            + "or with the app in the variable REWIND_APP."
        ),
      ]
      let answers = try MCPClient.answers(to: cases.map(\.0), in: folder)
      for (number, (_, text)) in cases.enumerated() {
        #expect(answers[JSONValue(number)]?.toolText == text)
        #expect(answers[JSONValue(number)]?.isToolError == true)
      }
    }
  }

  @Test("stops a search that is cancelled, answers what comes after it, and writes nothing")
  func cancellation() throws {
    try withSessions { folder in
      let files = TemporaryFolder(url: folder)
      let script = try files.program(
        "hangs",
        "[ -e mended ] && exec '\(game)' \"$@\"\nexec tail -f /dev/null"
      )
      let server = try MCPConnection(["--app", script.path, "--time-limit", "100000"], in: folder)
      let era = Era.stateless
      server.send(
        era.call(
          1,
          "minimize",
          ["file": "tap.jsonl", "output": "small.jsonl"],
          meta: ["progressToken": "p"]
        )
      )
      // It is at work: progress is told after a second.
      let progress = try server.receive()
      #expect(progress["method"] == "notifications/progress")
      #expect(progress["params"]?["progressToken"] == "p")
      server.send([
        "jsonrpc": "2.0", "method": "notifications/cancelled", "params": ["requestId": 1],
      ])
      server.send(era.call(2, "overview", ["file": "tap.jsonl"]))
      var answer = try server.receive()
      while answer["method"] == "notifications/progress" { answer = try server.receive() }
      #expect(answer["id"] == 2)
      #expect(!answer.isToolError)
      // A later replay begins anew.
      try files.file("mended", "")
      server.send(era.call(3, "verify", ["files": ["tap.jsonl"]]))
      let later = try server.receive()
      #expect(later["id"] == 3 && !later.isToolError, "\(later.toolText)")
      #expect(server.close() == 0)
      #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "small.jsonl").path))
    }
  }

  @Test("answers a ping while it searches")
  func pingDuringSearch() throws {
    try withSessions { folder in
      let script = try TemporaryFolder(url: folder).program("hangs", "exec tail -f /dev/null")
      let server = try MCPConnection(["--app", script.path, "--time-limit", "100000"], in: folder)
      server.send(Era.stateless.call(1, "verify", ["files": ["tap.jsonl"]]))
      server.send(Era.stateless.request(2, "ping"))
      let pong = try server.receive()
      #expect(pong["id"] == 2)
      server.send([
        "jsonrpc": "2.0", "method": "notifications/cancelled", "params": ["requestId": 1],
      ])
      #expect(server.close() == 0)
    }
  }

  @Test(
    "of an app that is not Swift leads to a check that is red with the bug and green without it"
  )
  func foreign() throws {
    let stall = try String(contentsOfFile: Interpreter.app("stall.sh"), encoding: .utf8)
    let script = try folder.program("stall", stall)
    var session = SessionFile(app: "stall")
    session.add(["after": 0, "state": ["left": 2], "made": true])
    for index in 1...4 { session.add(index, "Sell", state: ["left": JSONValue(2 - index)]) }
    _ = try session.write(to: folder, as: "s.jsonl")
    let never: JSONValue = ["left < 0"]
    func ask(_ tool: String, _ arguments: KeyValuePairs<String, JSONValue>) throws -> JSONValue {
      let era = Era.november2025
      let call = era.call(1, tool, arguments)
      return try #require(
        MCPClient.answers(to: [call], era, ["--app", script.path], in: folder.url)[1]
      )
    }
    let small = try ask("minimize", ["file": "s.jsonl", "never": never, "output": "small.jsonl"])
    let next = #"verify files=["small.jsonl"] never=["left < 0"] expect=no-crash"#
    #expect(small.toolText.hasSuffix("\nnext: \(next)"), "\(small.toolText)")
    func check() throws -> JSONValue {
      try ask("verify", ["files": ["small.jsonl"], "expect": "no-crash", "never": never])
    }
    let red = try check()
    #expect(red.toolText.hasSuffix(#"next: bisect file=small.jsonl never=["left < 0"]"#))
    try folder.file("mended", "")
    let green = try check()
    #expect(green.toolData.first?.contains("fixed") == true, "\(green.toolText)")
    #expect(green.toolText.hasSuffix("\nnext: sessions"))
  }

  @Test("writes a skill for agents, once")
  func skill() throws {
    let words = ["mcp", "--skill", "skills/rewind"]
    #expect(try rewind.run(words, in: folder.url).exit == .status(0))
    let text = try folder.text("skills/rewind/SKILL.md")
    #expect(text.hasPrefix("---\nname: rewind\ndescription: Finds the cause of a crash"))
    #expect(try rewind.run(words, in: folder.url).exit == .status(2))
  }

  @Test("prints the lines for clients, and writes nothing")
  func installation() throws {
    try withSessions { folder in
      let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      let run = try rewind.run(["mcp", "--install", "--app", "./game", "--", "-v"], in: folder)
      #expect(run.exit == .status(0))
      let path = folder.resolvingSymlinksInPath().path
      let words = JSONValue.array(
        ["mcp", path, "--app", "\(path)/game", "--", "-v"].map { .string($0) }
      )
      #expect(run.output.contains("args = \(words.text)"))
      let blocks = run.output.components(separatedBy: "\n\n").compactMap { block in
        let lines = block.components(separatedBy: "\n").drop { $0.hasPrefix("#") }
        return try? JSONValue(parsing: lines.joined(separator: "\n"))
      }
      #expect(
        blocks.compactMap {
          $0["mcpServers"]?["rewind"]?["args"] ?? $0["servers"]?["rewind"]?["args"]
        }
          == [words, words]
      )
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == files)
    }
  }
}

private let sdk = Interpreter.python(importing: "mcp")

@Suite("The official client for Python", .surroundings)
struct MCPPythonTests {
  fileprivate static let tools = [
    "overview", "sessions", "log", "show", "state", "diff", "blame", "why", "stats", "verify",
    "compare", "bisect", "triage", "explore", "minimize", "edit", "test", "decoders", "privacy",
    "check",
  ]

  /// Each way to connect: with a look at what the server knows first, with a handshake, and without.
  @Test(
    "calls every tool in every mode",
    .enabled(if: sdk != nil, "Python has no module mcp: pip install mcp"),
    arguments: ["auto", "legacy", "2026-07-28"]
  )
  func client(mode: String) throws {
    try withSessions { folder in
      let script = """
        import asyncio, sys
        from mcp.client.client import Client
        from mcp.client.stdio import StdioServerParameters, stdio_client

        async def main():
            parameters = StdioServerParameters(command=sys.argv[2], args=sys.argv[3:])
            async with Client(stdio_client(parameters), mode=sys.argv[1]) as client:
                print(client.protocol_version)
                tap, win = {"file": "tap.jsonl"}, {"files": ["win.jsonl"]}
                calls = {
                    "sessions": {}, "overview": tap, "log": {**tap, "where": "gameState.showLoading"},
                    "show": {**tap, "index": 23}, "state": {**tap, "index": "end"}, "diff": {**tap, "range": 23},
                    "blame": {**tap, "pointer": "gameState", "all": True}, "why": {**tap, "pointer": "23"},
                    "stats": tap, "verify": win, "compare": {"good": "win.jsonl", "bad": "tap.jsonl"},
                    "bisect": tap, "triage": win, "explore": {**win, "for": 1, "output": "found"},
                    "minimize": {**tap, "output": "small.jsonl"}, "decoders": win, "privacy": win, "check": win,
                    "edit": {**tap, "drop": [23], "output": "edited.jsonl"},
                    "test": {"file": "small.jsonl", "output": "small.swift"},
                }
                for tool in (await client.list_tools()).tools:
                    answer = await client.call_tool(tool.name, calls[tool.name])
                    print(tool.name, "failed" if answer.is_error else "end of the data" in answer.content[-1].text)
                answer = await client.call_tool("state", {**tap, "index": "never"})
                print(answer.is_error, answer.content[0].text.splitlines()[-1])
                print((await client.read_resource("rewind://guide")).contents[0].text.splitlines()[0])
                print((await client.get_prompt("fix_crash", {"file": "@last"})).messages[0].role)
                try:
                    await client.call_tool("nope", {})
                except Exception as error:
                    print(error)

        asyncio.run(main())
        """
      let process = Process()
      let output = Pipe()
      process.executableURL = URL(fileURLWithPath: try #require(sdk))
      process.arguments = ["-c", script, mode, rewind.path, "mcp"] + [folder.path] + app
      process.standardOutput = output
      try process.start()
      let printed = output.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      #expect(
        String(decoding: printed, as: UTF8.self) == """
          \(mode == "legacy" ? "2025-11-25" : "2026-07-28")
          \(MCPPythonTests.tools.map { "\($0) True" }.joined(separator: "\n"))
          True "never" is not a position. Write positions as 12, end, end-1, 50%, 12.5s or note:NAME.
          # From a crash to a fix
          user
          There is no such tool. There are: \(MCPPythonTests.tools.joined(separator: ", ")).

          """
      )
    }
  }
}

/// A server that is asked while it runs.
private final class MCPConnection {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private var pending: [UInt8] = []

  init(_ arguments: [String], in folder: URL) throws {
    process.executableURL = URL(fileURLWithPath: rewind.path)
    process.arguments = ["mcp"] + arguments
    process.currentDirectoryURL = folder
    process.standardInput = input
    process.standardOutput = output
    try process.start()
  }

  func send(_ message: JSONValue) {
    input.fileHandleForWriting.write(Data("\(message.text)\n".utf8))
  }

  /// Waits for a line.
  func receive() throws -> JSONValue {
    while true {
      if let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
        defer { pending.removeFirst(end + 1) }
        return try JSONValue(parsing: pending[..<end])
      }
      let data = output.fileHandleForReading.availableData
      guard !data.isEmpty else { throw MCPClient.Failure(description: "The server ended.") }
      pending += data
    }
  }

  /// Ends the input and gives the exit status.
  func close() -> Int32 {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
    return process.terminationStatus
  }
}
#endif
