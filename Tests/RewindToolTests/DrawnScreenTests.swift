import Foundation
import Rewind
import RewindDiagnosis
import RewindJSON
import RewindLog
import RewindTestSupport
import RewindTimeline
import Testing

/// An app in this process that answers each state with a screen of its index.
private func drawing(
  named name: String = "board",
  state: String = "decodable",
  _ screen: @escaping @Sendable (_ index: Int, _ state: JSONValue) -> String?
) -> ReplayProgram {
  let script = ReplayScript { request, _, respond in
    guard case .header(let header)? = request.first, header.json["screens"] != nil else {
      _ = respond(#"{"rewind":1,"replay":1,"actions":[]}"#)
      _ = respond(#"{"end":"undecodable","undecodable":[{"type":"Add","why":"no"}]}"#)
      return .init(.exited(0))
    }
    _ = respond(
      #"{"rewind":1,"replay":1,"actions":[],"screens":true,"state":"\#(state)"}"#
    )
    for case .state(let line) in request {
      guard let state = line.state, let screen = screen(line.after, state) else {
        return .init(.signalled(4), errorText: "Fatal error: no such row")
      }
      _ = respond(#"{"after":\#(line.after),"screen":\#(screen)}"#)
    }
    _ = respond(#"{"end":"closed"}"#)
    return .init(.exited(0))
  }
  script.register(as: name)
  return ReplayProgram(script, named: name)
}

/// A session whose states count.
private func counting(to last: Int, redacted: Bool = false) -> SessionFile {
  var file = SessionFile(redacted: redacted ? [["key": "token"]] : nil, start: ["count": 0])
  for index in 1...last { file.add(index, "Add", state: ["count": JSONValue(index)]) }
  file.add(["end": "closed", "index": JSONValue(last)])
  return file
}

@Suite("A screen that an app draws from a state", .process)
struct DrawnScreenTests {
  private let folder = TemporaryFolder()

  private func timeline(_ path: String) throws -> Timeline { try .open(SessionLog.open(path)) }

  @Test(
    "is at every index of every sample what its front printed",
    arguments: ["memory-tunes", "home-list", "to-do", "bookmarks", "flux-to-do", "smart-home"]
  )
  func oracle(app: String) throws {
    let oracle = try String(
      contentsOf: Recordings.fixture("Screens/\(app).txt"),
      encoding: .utf8
    )
    let program = ReplayProgram([Program(app).path])
    var drawn = ""
    var screens: [String: SessionScreens] = [:]
    for match in oracle.matches(of: #/(?m)^\[(\S+) (\d+)\]$/#) {
      let (name, index) = (String(match.1), try #require(Int(match.2)))
      if screens[name] == nil {
        let timeline = try timeline(Recordings.path("\(app)/\(name).jsonl"))
        let indexes = timeline.firstIndex...timeline.lastIndex
        screens[name] = try .draw(indexes, of: timeline, by: program)
      }
      drawn += "\(match.0)\n\(try text(screens[name]?[index]))\n"
    }
    #expect(drawn == oracle)
  }

  private func text(_ drawn: SessionScreens.Drawn?) throws -> String {
    guard case .text(let text)? = try drawn?.get().content else { return "none" }
    return text
  }

  @Test("is drawn by one child for a thousand states, each once where they are equal")
  func many() throws {
    let path = try counting(to: 1_000).write(to: folder)
    let app = drawing { _, state in #"{"text":"\#((state["count"]?.int ?? 0) / 10)"}"# }
    let drawn = try SessionScreens.draw(0...1_000, of: timeline(path), by: app)
    #expect(drawn.places.count == 1_001)
    #expect(drawn.screens.count == 101)
    #expect(try text(drawn[999]) == "99")
  }

  @Test("takes a part of a page only, which says how many are left out")
  func page() throws {
    let app = drawing(named: "\(UUID())") { index, _ in
      #"{"text":"\#(String(repeating: "row \(index)\\n", count: 400))"}"#
    }
    let (log, file) = (try counting(to: 3_000).write(to: folder), folder.path("page.html"))
    try rewind.run(["report", log, "-o", file, "--app", app.name], exits: 0)
    let text = try String(contentsOfFile: file, encoding: .utf8)
    #expect(text.utf8.count < 6_000_000)
    let element = try #require(text.firstMatch(of: /id="screens-0">(.*)<\/script>/))
    let screens = try JSONValue(parsing: String(element.1))
    let left = screens["frames"]?.array?.count { $0 == .null } ?? 0
    #expect(left > 1_000)
    #expect(screens["leftOut"] == JSONValue(left))
    #expect(screens["strip"]?.array?.count == 14)
  }

  @Test("is told in its place where the view throws or dies, and the rest are drawn")
  func failures() throws {
    let path = try counting(to: 4).write(to: folder)
    let app = drawing { index, _ in
      index == 1 ? nil : index == 2 ? #"{"error":"no font"}"# : #"{"text":"\#(index)"}"#
    }
    let drawn = try SessionScreens.draw(0...4, of: timeline(path), by: app)
    let words = (0...4).map { index -> String in
      switch drawn[index] {
      case .success(let screen)?: "\(screen.content)"
      case .failure(let failure)?: failure.sentence
      case nil: "none"
      }
    }
    #expect(
      words == [
        #"text("0")"#, "The view died (trap): Fatal error: no such row.",
        "The view threw an error: no font.", #"text("3")"#, #"text("4")"#,
      ]
    )
    let dead = drawing { _, _ in nil }
    let none = try SessionScreens.draw(0...4, of: timeline(path), by: dead)
    #expect(none.screens.count == 1)
  }

  @Test("is not asked for where the app has none, or would show what the log redacts")
  func refusals() throws {
    let path = try counting(to: 2, redacted: true).write(to: folder)
    let opaque = drawing(state: "opaque") { _, _ in #"{"text":"secret"}"# }
    #expect(throws: SessionScreens.Refusal.hidden(program: "board")) {
      try SessionScreens.draw(0...2, of: timeline(path), by: opaque)
    }
    let silent = ReplayProgram([Program("minefield").path])
    #expect(throws: SessionScreens.Refusal.noScreens(program: silent.name)) {
      try SessionScreens.draw(0...2, of: timeline(path), by: silent)
    }
  }

  private static let rules: [(name: String, rules: [Redaction])] = [
    ("pointer", [.pointer("/token"), .pointer("/cards/*/number"), .pointer("/mail")]),
    ("key", [.key("token"), .key("number"), .key("mail")]),
    ("text", [.text("secrets") { $0.contains("s3cr3t") }]),
    ("type", [.type(Vault.Token.self), .type(Vault.Card.self), .type(Vault.Mail.self)]),
    ("only", [.only(["/count", "/cards/*/holder"])]),
    (
      "pseudonyms",
      [
        .pointer("/token", pseudonyms: true), .key("number", pseudonyms: true),
        .type(Vault.Mail.self, pseudonyms: true),
      ]
    ),
    ("only, with pseudonyms", [.only(["/count"], pseudonyms: true)]),
  ]

  private struct Vault: Codable {
    struct Token: Codable { var text: String }
    struct Mail: Codable { var address: String }
    struct Card: Codable { var number, holder: String }

    var token: Token
    var mail: [String: Mail] = [:]
    var cards: [Card] = []
    var count = 0
  }

  @Test(
    "has no secret of a log's rules, whatever a view shows of a state",
    arguments: rules.map(\.name)
  )
  func redacted(kind: String) throws {
    let rules = try #require(Self.rules.first { $0.name == kind }?.rules)
    let path = folder.path("log.jsonl")
    let recorder = Recorder(app: "vault", to: .file(path), options: .init(redactions: rules))
    var vault = Vault(token: .init(text: "s3cr3t-0"))
    let recording = recorder.attach(Vault.self)
    _ = recording.recordInitialState { vault }
    for index in 1...20 {
      let old = vault
      vault.token.text = "s3cr3t-\(index)"
      vault.mail["of \(index % 3)"] = .init(address: "s3cr3t\(index)@example.org")
      vault.cards.append(.init(number: "s3cr3t \(index)", holder: "holder \(index)"))
      if index % 4 == 0 { vault.cards.removeFirst() }
      vault.count = index
      _ = recording.record(Grow(), from: old) { vault }
    }
    recorder.close()
    let app = drawing { _, state in
      "\(["text": .string("\(state)")] as JSONValue)"
    }
    let drawn = try SessionScreens.draw(0...20, of: timeline(path), by: app)
    let texts = try (0...20).map { try text(drawn[$0]) }
    #expect(texts.allSatisfy { $0.contains("count") })
    for text in texts { #expect(!text.contains("s3cr3t"), "\(text)") }
  }

  private struct Grow: Codable {}

  /// The head of a PNG with a size.
  private static func png(_ width: UInt32, _ height: UInt32) -> String {
    var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13]
    bytes += Array("IHDR".utf8)
    for side in [width, height] {
      withUnsafeBytes(of: side.bigEndian) { bytes.append(contentsOf: $0) }
    }
    return Data(bytes).base64EncodedString()
  }

  private static func svg(
    _ content: String,
    _ attributes: String = "width='9' height='9'"
  )
    -> String
  {
    let json: JSONValue = ["svg": .string("<svg \(attributes)>\(content)</svg>")]
    return json.text
  }

  private static let hostile: [(screen: String, words: String)] = [
    (svg("<script>alert(1)</script>"), "its SVG has more than shapes and text: <script."),
    (svg("<foreignObject/>"), "its SVG has more than shapes and text: <foreignObject."),
    (svg("<image href='https://a.b/c.png'/>"), "its SVG has more than shapes and text: <image."),
    (svg("<a/>"), "its SVG has more than shapes and text: <a."),
    (svg("<use href='#a'/>"), "its SVG has more than shapes and text: <use."),
    (svg("<g onload='f()'/>"), "its SVG has more than shapes and text: onload."),
    (svg("<rect fill='url(https://a.b)'/>"), "its SVG has more than shapes and text: fill."),
    (svg("<rect style='fill:u\\\\72l(x)'/>"), "its SVG has more than shapes and text: style."),
    (svg("<!DOCTYPE svg>"), "its SVG has more than shapes and text: <!DOCTYPE."),
    (svg("<g>"), "its SVG is not well-formed."),
    (
      svg(String(repeating: "<g/>", count: 20_000)), "its SVG has more than 20000 elements."
    ),
    (svg("", "width='5000' height='9'"), "it is 5000 by 9 pixels; the limit is 4096."),
    (svg("", ""), "its SVG has no width and height."),
    (#"{"png":"\#(png(100_000, 100_000))"}"#, "it is 100000 by 100000 pixels; the limit is 4096."),
    (#"{"png":"R0lGODlh"}"#, "it is not a PNG."), (#"{"png":"?"}"#, "its PNG is not base64."),
    (#"{"gif":""}"#, "it is none of text, svg and png."),
    (
      #"{"text":"\#(String(repeating: "a", count: 1_048_577))"}"#,
      "it has 1048577 bytes, more than 1048576."
    ),
  ]

  @Test("is refused if it is more than a picture")
  func refused() throws {
    for (screen, words) in Self.hostile {
      let json = try JSONValue(parsing: screen)
      var sentence = ""
      do {
        _ = try StateScreen(json)
      } catch {
        sentence = error.sentence
      }
      #expect(sentence == "The screen is not shown: \(words)")
    }
  }

  @Test("is shown with its control characters as escapes, and written as it is")
  func show() throws {
    let log = try counting(to: 2).write(to: folder)
    let svg = #"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 20"><rect/></svg>"#
    let app = try folder.program(
      "board",
      """
      cat > /dev/null
      printf '%s\\n' '{"rewind":1,"replay":1,"actions":[],"screens":true}'
      case $1 in
      text) printf '%s\\n' '{"after":2,"screen":{"text":"A\\u001b[31m B\\nC\\n"}}' ;;
      svg) printf '%s\\n' '{"after":2,"screen":{"svg":"\(svg.replacing("\"", with: "\\\""))"}}' ;;
      *) printf '%s\\n' '{"after":2,"screen":{"error":"no font"}}' ;;
      esac
      printf '%s\\n' '{"end":"closed"}'
      """
    ).path
    func run(_ kind: String, _ more: [String] = []) throws -> Program.Run {
      try rewind.run(["show", log, "2", "--screen"] + more + ["--app", app, "--", kind])
    }
    let head = "screen after 2, drawn from the state by \(app)"
    #expect(try run("text").output == "\(head)\nA\\u{1b}[31m B\nC\n")
    let file = folder.path("screen.svg")
    #expect(try run("svg", ["-o", file]).output == "\(head): \(file)\n")
    #expect(try String(contentsOfFile: file, encoding: .utf8) == svg)
    let failed = try run("none")
    #expect(failed.output == "\(head)\nThe view threw an error: no font.\n")
    #expect(failed.exit == .status(1))
  }

  @Test("is shown in the stepper's pane of the state")
  func step() throws {
    let arguments = [
      "step", Recordings.path("memory-tunes/win.jsonl"), "6", "--keys", "V<space>", "--size",
      "120x24", "--app", Program("memory-tunes").path,
    ]
    let run = try rewind.run(arguments)
    #expect(run.output.contains("screen after 7, drawn from the state"), "\(run)")
    #expect(run.output.contains("8 pairs"), "\(run)")
    let none = try rewind.run(arguments.dropLast(2).map { $0 == "V<space>" ? "V" : $0 })
    #expect(none.output.contains("start with --app PROGRAM"), "\(none)")
  }
}
