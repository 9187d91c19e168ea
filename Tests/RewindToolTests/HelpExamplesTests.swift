import Foundation
import Rewind
import RewindJSON
import RewindTestSupport
import Testing

/// Every example of every command's help, typed as it is printed, on the tool of this build.
///
/// A feature that only optimized builds lose is found here: `scripts/test-release` runs this with one.
@Suite("An example of the help", .process)
struct HelpExamplesTests {
  private let folder = TemporaryFolder()

  /// The commands that the table of contents lists.
  private static let commands: [String] = {
    let help = (try? rewind.run(["--help"]).output) ?? ""
    return help.matches(of: #/(?m)^  ([a-z-]+)  +[A-Z]/#).map { String($0.1) }
  }()

  /// The examples of a command, each a line for a shell.
  private static func examples(_ command: String) throws -> [String] {
    let help = try rewind.run([command, "--help"]).output
    guard let start = help.range(of: "\nExamples:\n") ?? help.range(of: "\nExample:\n") else {
      return []
    }
    return help[start.upperBound...].replacing(/\\\n */, with: "")
      .split(separator: "\n")
      .filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") }
      .map { $0.trimmingCharacters(in: .whitespaces) }
  }

  @Test(
    "is there for every command, and for each it runs",
    arguments: TestScale.cases(4, of: commands)
  )
  func runs(command: String) throws {
    let examples = try Self.examples(command)
    #expect(!examples.isEmpty, "\(command) has no example")
    let place = try ExamplePlace(folder)
    for example in examples {
      try place.prepare(for: example)
      let run = try place.run(example)
      #expect([0, 1].contains(run.status), "\(example)\n\(run.status)\n\(run.text)")
      #expect(!run.text.isEmpty || example.contains(" > "), "\(example)")
    }
  }

  @Test("is read from the help of more than twenty commands")
  func count() { #expect(Self.commands.count > 20) }
}

/// A folder as the examples suppose it: with the samples, the built apps, and sessions of a shop.
private struct ExamplePlace {
  private let folder: TemporaryFolder
  private let products: URL

  init(_ folder: TemporaryFolder) throws {
    self.folder = folder
    products = URL(fileURLWithPath: rewind.path).deletingLastPathComponent()
    try link("recordings", to: Recordings.folder)
    try link(".build/debug", to: products)
    try folder.file("Package.swift", "")
    try shop()
  }

  private func link(_ name: String, to target: URL) throws {
    let link = folder.url.appending(path: name)
    try FileManager.default.createDirectory(
      at: link.deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: target)
  }

  /// Sessions of a shop that end well and badly, with the builds that recorded them.
  private func shop() throws {
    for (folder, bug) in [("runs/green", ""), ("runs/red", "emptyItem"), ("crashes", "emptyItem")] {
      try FileManager.default.createDirectory(
        at: self.folder.url.appending(path: folder),
        withIntermediateDirectories: true
      )
      for number in 0..<2 {
        let name = "\(folder)/\(number).jsonl"
        _ = try Self.session(number, bug).write(to: self.folder, as: name)
      }
    }
    for version in ["1.0", "1.1"] {
      try link("builds/\(version)/shop", to: products.appending(path: "shop"))
    }
    _ = try Self.session(0, "").write(to: folder, as: "green.jsonl")
    _ = try Self.session(1, "emptyItem").write(to: folder, as: "red.jsonl")
    try folder.file(
      "event.json",
      #"{"session":"\#(Self.id(0, "emptyItem"))","stack":["checkOut(_:_:)"]}"#
    )
    try folder.makeFolder("Sources/Shop")
    try folder.file(
      "Sources/Shop/Shop.swift",
      """
      struct Shop { var count = 0 }
      enum ShopAction { case add(Int) }
      func shopReducer(state: Shop, action: ShopAction) -> Shop { state }
      """
    )
  }

  private static func id(_ number: Int, _ bug: String) -> String {
    "00000000-0000-0000-0000-0000000000\(bug.isEmpty ? 0 : 1)\(number)"
  }

  private static func session(_ number: Int, _ bug: String) -> SessionFile {
    var file = SessionFile(
      app: "shop",
      ["session": .string(id(number, bug)), "version": .string("1.\(number)")]
    )
    func state(_ count: Int?, _ ticks: Int) -> JSONValue {
      let items: [JSONValue] = count.map { [["name": "tea", "count": JSONValue($0)]] } ?? []
      return [
        "items": .array(items), "coupon": "", "isOffline": false, "level": 1,
        "ticks": JSONValue(ticks), "notes": 0,
      ]
    }
    let count = bug.isEmpty ? 2 : 0
    file.add(["after": 0, "state": state(nil, 0), "made": true])
    file.add(
      1,
      "ShopAction.add",
      ["add": ["name": "tea", "count": JSONValue(count)]],
      state: state(count, 1)
    )
    file.add(2, "ShopAction.tick", ["tick": [:]], state: state(count, 2))
    let checkout: JSONValue = ["checkout": ["bug": "emptyItem"]]
    file.add(3, "ShopAction.checkout", checkout, state: bug.isEmpty ? state(count, 3) : nil)
    if bug.isEmpty { file.add(["end": "closed", "index": 3]) }
    return file
  }

  /// Makes what an example takes for granted.
  func prepare(for example: String) throws {
    if example.contains("state.json"), !example.contains("-o state.json") {
      _ = try run("rewind export recordings/memory-tunes/win.jsonl --redux-devtools -o state.json")
    }
    if example.contains("reducer.js") {
      let files = FileManager.default
      for (name, file) in [("redux-host.mjs", "redux-host.mjs"), ("reducer.js", "cart.js")]
      where !files.fileExists(atPath: folder.path(name)) {
        try link(name, to: URL(fileURLWithPath: Interpreter.app(file)))
      }
    }
    if example.contains("requests.jsonl") {
      let era = MCPClient.Era.stateless
      let call = era.call(1, "overview", ["file": "recordings/memory-tunes/win.jsonl"])
      try folder.file("requests.jsonl", call.text + "\n")
    }
    // A result's file is not written over.
    for name in ["good.jsonl", "other.jsonl", "whole.jsonl", "session.jsonl", "privacy.txt"] {
      try? FileManager.default.removeItem(atPath: folder.path(name))
    }
  }

  /// Runs a line in a shell; `rewind live` until it has shown its address.
  func run(_ line: String) throws -> (status: Int32, text: String) {
    let shell = Process()
    shell.executableURL = URL(fileURLWithPath: "/bin/sh")
    let isServer = line.hasPrefix("rewind live")
    let bounded = isServer ? "timeout -s INT 3 \(line)" : line
    shell.arguments = ["-c", "\(bounded) 2>&1"]
    shell.currentDirectoryURL = folder.url
    let sessions = folder.path("home/.local/state/rewind")
    try FileManager.default.createDirectory(atPath: sessions, withIntermediateDirectories: true)
    shell.environment = [
      "PATH": "\(products.path):/usr/bin:/bin", "HOME": folder.path("home"),
      "BROWSER": "/bin/true", "SWIFT_BACKTRACE": "enable=no",
    ].merging(Sanitizer.environment) { $1 }
    let output = try folder.file("output-of-example", "")
    shell.standardInput = FileHandle.nullDevice
    shell.standardOutput = try FileHandle(forWritingTo: output)
    try shell.start()
    shell.waitUntilExit()
    let text = try String(contentsOf: output, encoding: .utf8)
    // `timeout` has a status of its own.
    let status = isServer && text.contains("http://127.0.0.1:") ? 0 : shell.terminationStatus
    return (status, text)
  }
}
