import Foundation
import RewindTestSupport
import Testing

@Suite("The build without a recorder", .surroundings)
struct NoopTests {
  private let folder = TemporaryFolder()

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
    guard Toolchain.isInstalled("swiftc") else { return }
    var source = try text("Sources/Examples/\(name)/Front/\(name)+Declaration.swift")
    source = source.replacing("import RewindJSON\n", with: "")
      .replacing("import RewindReplay", with: "import RewindNoop")
    #expect(source.contains("ReplayableStore("))
    let file = try folder.file("Declaration.swift", source)
    // Drawn on a screen that belongs to the example's program.
    let screen = try folder.file(
      "Screen.swift",
      "import \(name)Example\nstruct Screen { init(_ state: some Any) {} }\n"
    )
    let run = try Toolchain.run(
      "swiftc",
      [
        "-typecheck", "-swift-version", "6", "-package-name", "rewind",
        "-I", Toolchain.products.appending(path: "Modules").path, file.path, screen.path,
      ]
    )
    #expect(run.exit == .status(0), "\(run.errors)")
  }

  /// Declarations of the recorder that this build does not have.
  private static let leftOut = [
    "MemoryLog", "typealias RewindValue", "struct UndecodableAction", "let type: String",
    "let why: String", "struct PastSession",
  ]

  @Test("has every public declaration that attaching takes")
  func interface() throws {
    let mine = try Toolchain.sources("Sources/RewindNoop").reduce(into: Set<String>()) {
      $0.formUnion(PublicDeclarations(try String(contentsOf: $1, encoding: .utf8)).all)
    }
    let attaching =
      try Toolchain.sources("Sources/Rewind").filter { $0.lastPathComponent != "MemoryLog.swift" }
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

  @Test("has no symbol of the recorder, of files and of sockets")
  func symbols() throws {
    guard Toolchain.isInstalled("nm") else { return }
    #expect(try Toolchain.checkArchive(Program("noop-app").path).exit == .status(0))
    try Symbols.expectNone(ofFilesIn: Toolchain.objects(of: "RewindNoop"))
  }
}
