import Foundation
import RewindJSON
import RewindTestSupport
import Testing

@Suite("rewind init", .process)
struct InitCommandTests {
  private let folder = TemporaryFolder()
  private let log = win

  /// A source of the program that is compiled with these tests.
  private func compiled(_ name: String) throws -> String {
    let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent()
    return try String(
      contentsOf: tests.appending(path: "Fixtures/ReplayHost/\(name)"),
      encoding: .utf8
    )
  }

  @Test("writes a program that answers the tool for the app")
  func program() throws {
    try TemporaryFolder.with { folder in
      let package = folder.path("replay")
      // What is typed is a path from here; what a manifest says is one from there.
      for name in ["game", "rewind"] {
        try folder.makeFolder(name)
        try folder.file("\(name)/Package.swift", "")
      }
      let run = try rewind.run(
        [
          "init", log, "-o", "replay", "--package", "game", "--rewind", "./rewind/", "--import",
          "MemoryTunesExample",
        ],
        in: folder.url
      )
      #expect(run.exit == .status(0))
      #expect(run.errors == "")
      let sources = "\(package)/Sources/memory-tunes-replay"
      for name in ["main.swift", "Decoders.swift"] {
        let text = try String(contentsOfFile: "\(sources)/\(name)", encoding: .utf8)
        #expect(text == (try compiled(name)))
      }
      #expect(
        try String(contentsOfFile: "\(package)/Package.swift", encoding: .utf8) == """
          // swift-tools-version: 6.0
          import PackageDescription

          let package = Package(
            name: "memory-tunes-replay",
            platforms: [.macOS(.v13)],
            dependencies: [
              .package(path: "../rewind"),
              .package(path: "../game"),
            ],
            targets: [
              .executableTarget(
                name: "memory-tunes-replay",
                dependencies: [
                  .product(name: "RewindReplay", package: "rewind"),
                  .product(name: "RewindStore", package: "rewind"),
                  .product(name: "MemoryTunesExample", package: "game"),
                ]
              )
            ]
          )

          """
      )
    }
    let host = Program("memory-tunes-replay").path
    for name in ["win", "tap-while-loading", "category-out-of-range"] {
      let session = Recordings.path("memory-tunes/\(name).jsonl")
      let verify = try rewind.run("verify", session, "--app", host, "--json")
      #expect(verify.output.contains(#""result":"same""#), "\(verify.output)")
    }
    #expect(
      try Program("memory-tunes-replay").run().output
        == "I answer the rewind tool: rewind verify SESSION --app memory-tunes-replay\n"
    )
  }

  @Test("takes repositories, stores of another shape, and invalid names")
  func variants() throws {
    var session = SessionFile(app: "Söme \"App\" 2\n", start: 0)
    session.add(1, "Tap", [:], state: 0)
    let run = try rewind.run(
      [
        "init", session.write(to: folder), "-o", folder.path("out/"),
        "--rewind", "ssh://git@host/tools/rewind.git",
        "--store", "makeShop(recordedActions())", "--action", "ShopAction",
      ]
    )
    #expect(run.exit == .status(0))
    let manifest = try folder.text("out/Package.swift")
    #expect(manifest.contains(#"name: "s-me-app-2-replay""#))
    #expect(manifest.contains(#".package(url: "ssh://git@host/tools/rewind.git", branch: "main")"#))
    #expect(manifest.contains(#".package(path: "../s-me-app-2")"#))
    #expect(manifest.contains(#".product(name: "RewindReplay", package: "rewind")"#))
    #expect(manifest.contains(#".product(name: "SMeApp2", package: "s-me-app-2")"#))
    let sources = folder.path("out/Sources/s-me-app-2-replay")
    #expect(
      try String(contentsOfFile: "\(sources)/main.swift", encoding: .utf8)
        .contains("let store = makeShop(recordedActions())\nstore.answerReplayRequest()")
    )
    #expect(
      try String(contentsOfFile: "\(sources)/Decoders.swift", encoding: .utf8)
        .contains("func recordedActions() -> ActionDecoders<ShopAction> {")
    )
  }

  @Test("counts on the package that this tool was built in, and says where none is")
  func sources() throws {
    let run = try rewind.run(
      ["init", log, "-o", "sub/replay", "--package", "Game"],
      in: folder.url
    )
    #expect(run.exit == .status(0))
    let here = folder.url.resolvingSymlinksInPath()
    #expect(
      run.errors == """
        rewind: \(here.path)/Game has no package. Give its location with --package, or change \
        sub/replay/Package.swift.

        """
    )
    let manifest = try folder.text("sub/replay/Package.swift")
    #expect(manifest.contains(#".package(path: "../../Game")"#))
    let own = Recordings.package.resolvingSymlinksInPath()
    let found = try #require(manifest.firstMatch(of: #/\.package\(path: "(\S+)"\)/#)).1
    #expect(here.appending(path: "sub/replay/\(found)").standardizedFileURL.path == own.path)
    #expect(
      manifest.contains(#".product(name: "RewindReplay", package: "\#(own.lastPathComponent)")"#)
    )
  }

  @Test("asks for the initial state and the reducer where the app has a store of its own")
  func ownStore() throws {
    let text = try main(of: "reducer", "CounterAction.add", ["_0": 1])
    #expect(
      text == """
        // Runs the app's reducers over recorded sessions, for the `rewind` tool:
        //
        //   swift build
        //   rewind verify SESSION --app .build/debug/counter-replay
        import Counter
        import RewindReplay

        #warning("Write AppState() and appReducer as the app has them, and remove this line.")
        // If the reducer is not a function of a state and an action, give its shape: see ReducerShape.
        let store = ReplayableStore(
          initial: AppState(),
          actions: recordedActions(),
          reduce: .of(appReducer)
        )
        store.answerReplayRequest()

        print("I answer the rewind tool: rewind verify SESSION --app counter-replay")

        """
    )
    // This package's store knows one type of action, also where the app has a single enum.
    #expect(
      try main(of: "store", "CounterAction.add", ["_0": 1])
        .contains("let store = ReplayableStore(reducer: appReducer, actions: recordedActions())\n")
    )
    #expect(
      try main(of: "dispatcher", "Add", [:]).contains(
        "let store = ReplayableStore(stores: { AppStores("
      )
    )
  }

  /// The main.swift for a session that was recorded in a certain way.
  private func main(of attachment: String, _ type: String, _ payload: JSONValue) throws -> String {
    try TemporaryFolder.with { folder in
      var session = SessionFile(app: "counter", attach: attachment, start: 0)
      session.add(1, type, payload, state: 1)
      let run = try rewind.run(["init", session.write(to: folder), "-o", folder.path("out")])
      #expect(run.exit == .status(0))
      let sources = folder.path("out/Sources/counter-replay")
      let decoders = try String(contentsOfFile: "\(sources)/Decoders.swift", encoding: .utf8)
      #expect(decoders.contains("ActionDecoders<CounterAction>") == (attachment == "reducer"))
      #expect(decoders.contains("\nimport Counter\n"))
      return try String(contentsOfFile: "\(sources)/main.swift", encoding: .utf8)
    }
  }

  @Test("overwrites nothing, and says what it needs")
  func trouble() throws {
    let run = try rewind.run("init", log, "-o", folder.url.path, exits: 2)
    #expect(run.errors.hasPrefix("rewind: \(folder.url.path) already exists."))
    #expect(try rewind.run("init", log).errors == "rewind: Missing -o DIR.\n")
    let nowhere = try folder.file("file", "").path + "/below"
    let refused = try rewind.run("init", log, "-o", nowhere, exits: 2)
    #expect(refused.errors.hasPrefix("rewind: \(nowhere) cannot be written"))
  }
}
