import Foundation
import RewindJSON
import RewindTestSupport
import Testing

/// Text that tries to be more than text, in every field of a log and in the names of files.
@Suite("Text from a log", .process)
struct HostileTextTests {
  private let folder = TemporaryFolder()

  /// Each ends what it is written into in one language, and begins something else there.
  private static let texts = [
    "x\r@Test func pwned(){}\r//", "x\r\nfunc pwned(){}//", "x\nfunc pwned(){}//",
    "\"; pwned(); \"", "\"\"\"#\u{301}\npwned()", "\\(pwned())", "\\#(pwned())", "*/ pwned() /*",
    "add({pwned()}())", "`pwned`", "$(touch pwned)", "`touch pwned`", "; touch pwned #",
    "' touch pwned '",
    "a b", "-v", "--force", "@last", "~", "*", "%s\\n", "\u{1B}[2J\u{1B}]0;pwned\u{7}", "\u{9B}2J",
    "\u{7F}",
    "\u{202E}pwned", "\u{2028}pwned", "\u{FEFF}31m", "a\t\u{8}b",
    "</script><script>pwned()</script>",
    "<\u{338}/script>", "=pwned()", "+pwned", "@pwned", "\u{0}pwned", "::error::pwned",
    "%0A::error::pwned",
  ]

  /// A session with a text in every field that holds one.
  private static func session(_ text: String) -> SessionFile {
    var session = SessionFile(
      app: text,
      attach: "reducer",
      ["store": .string(text), "executable": .string(text), "segment": 2]
    )
    let value: JSONValue = .object(JSONObject([(text, .string(text)), ("n", 1)]))
    session.add(["index": 0, "input": ["name": .string(text), "value": .string(text)]])
    session.add(["after": 0, "state": value])
    session.add(
      1,
      text,
      value,
      state: .object(JSONObject([(text, .string(text + "1")), ("n", 2)]))
    )
    session.add([
      "index": 2, "time": 2, "source": .string(text), "form": "reflected",
      "action": [
        "type": .string("Cart.\(text)"),
        "payload": .object(JSONObject([(text, .object(JSONObject([(text, JSONValue(1))])))])),
      ],
    ])
    session.add(["index": 2, "input": ["name": .string(text), "value": .string(text)]])
    session.add(["after": 2, "state": value])
    session.add(["note": .string(text), "index": 2])
    session.add([
      "index": 3, "time": 3, "form": "reflected",
      "action": [
        "type": "Cart.set",
        "payload": ["set": ["keyPath": .string("\\Cart.\(text)"), "value": .string(text)]],
      ],
    ])
    session.add(["after": 3, "state": value])
    session.add(4, "Last", value, state: nil)
    return session
  }

  /// The text as a file's name, which has neither a slash nor NUL in it.
  private static func fileName(_ text: String) -> String {
    text.replacingOccurrences(of: "/", with: "|").replacingOccurrences(of: "\0", with: "|")
      + ".jsonl"
  }

  private static func isRaw(_ scalar: Unicode.Scalar) -> Bool {
    scalar != "\n"
      && (scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value)
        || scalar.properties.isNoncharacterCodePoint
        || ["\u{202E}", "\u{2028}"].contains(scalar))
  }

  /// Every command that reads a log without an app, in each of its forms.
  private static let commands: [[String]] = [
    ["FILE"], ["FILE", "--json"], ["log", "FILE"], ["log", "FILE", "--json"],
    ["show", "FILE", "1"],
    ["show", "FILE", "2", "--json"], ["state", "FILE", "end"], ["state", "FILE", "1", "--json"],
    ["diff", "FILE", "0", "1"], ["log", "FILE", "--where", "n == 2"],
    ["blame", "FILE", "/n", "--history"],
    ["blame", "FILE", "/n"], ["blame", "FILE", "--all"], ["why", "FILE", "/n"], ["stats", "FILE"],
    ["check", "FILE"], ["check", "FILE", "--json"], ["decoders", "FILE"],
    ["completions", "words", "--", "rewind", "log", "FILE", "--type", ""],
    ["completions", "words", "--", "rewind", "blame", "FILE", "/"],
    ["bisect", "FILE", "--never", "n == 2"], ["bisect", "FILE", "--app", "/nowhere"],
    ["verify", "FILE", "--app", "/nowhere"],
    ["check", "FILE", "--repair", "good"],
    ["check", "FILE", "--repair", "edited", "--accept-edits"],
    ["edit", "FILE", "--app", "/nowhere", "-o", "out"],
    ["import", "FILE", "-o", "imported"], ["export", "FILE", "--rows", "-o", "rows"],
    ["log", "NAME"], ["state", "FILE", "NAME"], ["show", "FILE", "NAME"],
    ["log", "FILE", "--type", "NAME"],
    ["log", "FILE", "--where", "NAME"], ["blame", "FILE", "NAME"], ["NAME"], ["help", "NAME"],
  ]

  /// The texts that are not plain, four in each: every scalar is escaped for itself, and each text asks every command.
  private static let mixtures: [String] = {
    let unusual = texts.filter { $0.unicodeScalars.contains { !(0x20..<0x7F).contains($0.value) } }
    return stride(from: 0, to: unusual.count, by: 4).map {
      unusual[$0..<min($0 + 4, unusual.count)].joined(separator: " ")
    }
  }()

  @Test("reaches no terminal as anything but text", .oracle, arguments: mixtures)
  func terminal(text: String) throws {
    let name = "./" + Self.fileName(text)
    _ = try Self.session(text).write(to: folder, as: Self.fileName(text))
    for command in Self.commands {
      let words = command.map {
        $0 == "FILE" ? name : $0 == "NAME" ? name.replacing(".jsonl", with: "") : $0
      }
      let run = try rewind.run(words, in: folder.url)
      let found = (run.output + run.errors).unicodeScalars.filter(Self.isRaw)
      #expect(found.isEmpty, "\(command): \(found.map(\.value))")
      // A line of a text would begin with what is behind its line feed.
      for line in (run.output + run.errors).split(separator: "\n")
      where !command.contains("decoders") {
        #expect(
          !line.hasPrefix("func pwned") && !line.hasPrefix("pwned()")
            && !line.drop { $0 == " " }.hasPrefix("::"),
          "\(command): \(line)"
        )
      }
    }
    let colored = try rewind.run(["log", name, "--color", "always"], in: folder.url).output
    let codes = colored.split(separator: "\u{1B}").dropFirst()
    #expect(codes.allSatisfy { $0.firstMatch(of: /^\[(0|1|2|3[1236])m/) != nil })
  }

  @Test("is escaped only where it is not plain, line for line")
  func plain() throws {
    _ = try Self.session("plain").write(to: folder, as: "plain.jsonl")
    for command in Self.commands {
      let words = command.map { $0 == "FILE" ? "plain.jsonl" : $0 == "NAME" ? "plain" : $0 }
      let run = try rewind.run(words, in: folder.url)
      #expect(!(run.output + run.errors).contains(#"\u{"#), "\(command): \(run.output)")
    }
    let shown = try rewind.run(["show", "plain.jsonl", "1"], in: folder.url)
    #expect(shown.lines.contains("payload {") && shown.lines.contains(#"          "n": 1"#))
  }

  @Test("is one word of the commands to type", arguments: texts)
  func shell(text: String) throws {
    let name = Self.fileName(text)
    _ = try Self.session(text).write(to: folder, as: name)
    let run = try rewind.run(["--", name], in: folder.url)
    let overview = run.exit == .status(0) ? run : try rewind.run(["./" + name], in: folder.url)
    let command = try #require(overview.lines.last)
    let script = "rewind() { for word; do printf '%s\\0' \"$word\"; done; }\n\(command)\n"
    try folder.file("script", script)
    let shell = try rewind.run([], in: folder.url, by: ". ./script")
    let words = shell.output.split(separator: "\0", omittingEmptySubsequences: false).dropLast()
    let app = text.unicodeScalars.filter { $0.value != 0 }
    #expect(words.map(String.init).first == "bisect")
    #expect(words.dropFirst().first.map { "\($0)".hasSuffix(name) } == true, "\(command)")
    if app.count == text.unicodeScalars.count {
      #expect(words.last.map(String.init) == "PATH/TO/\(text)", "\(command)")
    }
    #expect(!FileManager.default.fileExists(atPath: folder.path("pwned")))
  }

  /// Returns the parsed form of Swift, a node per line.
  private func parsed(_ source: String, in folder: TemporaryFolder) throws -> [String] {
    try folder.file("parsed.swift", source)
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let run = try rewind.run(
      [],
      environment: ["PATH": path],
      in: folder.url,
      by: "swiftc -frontend -dump-parse parsed.swift"
    )
    #expect(run.exit == .status(0), "\(run.errors)\n\(source)")
    return run.output.split(separator: "\n").map(String.init)
  }

  private static let hasCompiler =
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    .contains { FileManager.default.isExecutableFile(atPath: "\($0)/swiftc") }

  @Test("becomes no Swift of a test or of decoders", .surroundings, .enabled(if: hasCompiler))
  func swift() throws {
    func declarations(_ nodes: [String]) -> [String] {
      nodes.compactMap { $0.firstMatch(of: /\((\w+_decl)/).map { String($0.1) } }
    }
    func test(_ text: String) throws -> [String] {
      let log = try String(contentsOfFile: crash, encoding: .utf8)
      let app = JSONValue.string(text).text
      let edited = log.replacingOccurrences(of: "\"app\":\"memory-tunes\"", with: "\"app\":\(app)")
      #expect(edited != log || text == "memory-tunes")
      try folder.file("edited.jsonl", edited)
      let name = "sealed " + Self.fileName(text)
      let repair = try rewind.run(
        ["check", "edited.jsonl", "--repair", "./" + name, "--accept-edits"],
        in: folder.url
      )
      #expect(repair.exit == .status(0), "\(repair.errors)")
      let run = try rewind.run(
        ["test", "./" + name, "--app", game, "-o", "out.swift", "--force"],
        in: folder.url
      )
      #expect(run.exit == .status(0), "\(run.errors)")
      return try parsed(folder.text("out.swift"), in: folder)
    }
    func decoders(_ text: String) throws -> [String] {
      let name = Self.fileName(text)
      _ = try Self.session(text).write(to: folder, as: name)
      let run = try rewind.run(["decoders", "./" + name], in: folder.url, exits: 0)
      return try parsed(run.output, in: folder)
    }
    let harmless = declarations(try test("memory-tunes"))
    for text in Self.texts {
      let decoded = try decoders(text)
      let isCode = { (node: String) in
        node.contains("pwned") && !node.contains("_literal_expr")
          && !node.contains("parsed.swift\"")
      }
      #expect(decoded.filter(isCode).isEmpty, "\(text.debugDescription)")
      #expect(declarations(decoded).filter { $0 == "func_decl" }.count == 1)
    }
    // Each takes a replay, so that these are the ones that end a comment or a string.
    for text in Self.texts.prefix(9) {
      #expect(declarations(try test(text)) == harmless, "\(text.debugDescription)")
    }
  }
}
