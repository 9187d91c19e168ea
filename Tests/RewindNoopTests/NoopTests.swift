#if os(macOS) || os(Linux)
import Foundation
import RewindTestSupport
import Testing

@Suite("The build without a recorder")
struct NoopTests {
  private static let fixture = "Tests/Fixtures/NoopApp/main.swift"

  private func text(_ path: String) throws -> String {
    try String(contentsOf: DocumentationPage.root.appending(path: path), encoding: .utf8)
  }

  /// The characters of code without comments and layout.
  private func code(_ text: String) -> String {
    text.split(separator: "\n").map {
      $0.prefix(upTo: $0.range(of: "//")?.lowerBound ?? $0.endIndex)
    }
    .joined().filter { !$0.isWhitespace }.replacing(",]", with: "]").replacing(",)", with: ")")
  }

  @Test("compiles the attaching code of the documentation, word for word")
  func documentation() throws {
    let app = code(try text(Self.fixture))
    let pages = ["README.md": 2, "Sources/Rewind/Rewind.docc/Devices.md": 1]
    for (page, count) in pages {
      let snippets = try text(page).matches(of: #/```swift\n((?s).*?)```/#).map { String($0.1) }
      #expect(snippets.count >= count)
      for snippet in snippets.prefix(count) {
        #expect(app.contains(code(snippet)), "\(page): \(snippet)")
      }
    }
  }

  @Test(
    "compiles the declarations of the examples, but for the imports",
    arguments: ["Bookmarks", "ToDo"]
  )
  func examples(name: String) throws {
    guard Self.isInstalled("swiftc") else { return }
    var source = try text("Sources/Examples/\(name)/Front/\(name)+Declaration.swift")
    source = source.replacing("import RewindJSON\n", with: "")
      .replacing("import RewindReplay", with: "import RewindNoop")
    #expect(source.contains("ReplayableStore("))
    try TemporaryFolder.with { folder in
      let file = try folder.file("Declaration.swift", source)
      // Drawn on a screen that belongs to the example's program.
      let screen = try folder.file(
        "Screen.swift",
        "import \(name)Example\nstruct Screen { init(_ state: some Any) {} }\n"
      )
      let run = try Self.run(
        "swiftc",
        "-typecheck",
        "-swift-version",
        "6",
        "-package-name",
        "rewind",
        "-I",
        Self.products.appending(path: "Modules").path,
        file.path,
        screen.path
      )
      #expect(run.exit == .status(0), "\(run.errors)")
    }
  }

  /// Declarations of the recorder that this build does not have.
  private static let leftOut = [
    "MemoryLog", "typealias RewindValue", "struct UndecodableAction", "let type: String",
    "let why: String", "struct PastSession",
  ]

  @Test("has every public declaration that attaching takes")
  func interface() throws {
    let mine = try Self.files("Sources/RewindNoop").reduce(into: Set<String>()) {
      $0.formUnion(PublicDeclarations(try String(contentsOf: $1, encoding: .utf8)).all)
    }
    let attaching =
      try Self.files("Sources/Rewind").filter { $0.lastPathComponent != "MemoryLog.swift" }
      + [
        "ReplayableStore", "ReplayableStore+Recording", "ActionDecoders", "ModelCall",
        "RecordedValue",
      ]
      .map { DocumentationPage.root.appending(path: "Sources/RewindReplay/Replaying/\($0).swift") }
    var count = 0
    for file in attaching {
      for declaration in PublicDeclarations(try String(contentsOf: file, encoding: .utf8)).all
      where !Self.leftOut.contains(where: declaration.contains) {
        count += 1
        let other = declaration.replacing("let session", with: "var session")
        #expect(
          mine.contains(declaration) || mine.contains(other)
            || mine.contains(declaration.replacing("struct ModelCall", with: "enum ModelCall"))
            || mine.contains(declaration.replacing("public let", with: "public var"))
            || mine.contains(
              declaration.replacing("public var reducer", with: "public let reducer")
            ),
          "\(file.lastPathComponent): \(declaration)"
        )
      }
    }
    #expect(count > 120)
  }

  @Test("runs the app, writes no file, and answers no replay")
  func runs() throws {
    try TemporaryFolder.with { folder in
      let app = Program("noop-app")
      for arguments in [[], ["--rewind-replay"]] {
        let run = try app.run(
          arguments,
          environment: ["HOME": folder.url.path, "XDG_STATE_HOME": folder.url.path],
          in: folder.url
        )
        #expect(run.exit == .status(0) && run.output == "[1, 2, 3]\n" && run.errors == "", "\(run)")
      }
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == [])
    }
  }

  /// What opens files and sockets: C functions, and parts of the mangled names of Foundation's.
  private static let forbidden: Set<String> = [
    "open", "openat", "creat", "fopen", "write", "pwrite", "writev", "mmap", "mkdir", "unlink",
    "rename", "ftruncate", "socket", "bind", "connect", "listen", "accept", "send", "sendto",
    "posix_spawn", "fork", "dlopen",
  ]
  private static let forbiddenParts = [
    "11FileManager", "10FileHandle", "10URLSession", "7Process", "13NSFileManager", "OutputStream",
  ]

  @Test("has no symbol of the recorder, of files and of sockets")
  func symbols() throws {
    guard Self.isInstalled("nm") else { return }
    let program = try Self.run("nm", Program("noop-app").path)
    #expect(program.exit == .status(0) && program.output.contains("10RewindNoop"))
    for module in [
      "6Rewind", "13RewindSession", "12RewindReplay", "12RewindCoding", "10RewindJSON",
      "10RewindLive", "12RewindServer",
    ] {
      #expect(!program.output.contains("$s\(module)"), "\(module)")
    }
    let objects = try FileManager.default
      .contentsOfDirectory(
        at: Self.products.appending(path: "RewindNoop.build"),
        includingPropertiesForKeys: nil
      )
      .filter { $0.pathExtension == "o" }
    #expect(!objects.isEmpty)
    for object in objects {
      let undefined = try Self.run("nm", "-u", object.path).lines
        .compactMap { $0.split(separator: " ").last.map(String.init) }
      for symbol in undefined {
        let name = symbol.hasPrefix("_") ? String(symbol.dropFirst()) : symbol
        #expect(!Self.forbidden.contains(name), "\(object.lastPathComponent): \(symbol)")
        #expect(!Self.forbiddenParts.contains(where: symbol.contains), "\(symbol)")
      }
    }
  }

  // MARK: - Where things are

  private static let products = URL(fileURLWithPath: Program("noop-app").path)
    .deletingLastPathComponent()

  private static let searched = ProcessInfo.processInfo.environment["PATH"] ?? ""

  private static func isInstalled(_ tool: String) -> Bool {
    searched.split(separator: ":")
      .contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(tool)") }
  }

  /// Runs a tool of the toolchain.
  private static func run(_ tool: String, _ arguments: String...) throws -> Program.Run {
    try Program("noop-app")
      .run(
        arguments,
        environment: ["PATH": searched],
        by: #"shift; exec \#(tool) "$@""#
      )
  }

  private static func files(_ folder: String) throws -> [URL] {
    let root = DocumentationPage.root.appending(path: folder)
    let names =
      FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String } ?? []
    return names.filter { $0.hasSuffix(".swift") }.sorted().map { root.appending(path: $0) }
  }
}
#endif
