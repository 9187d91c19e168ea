import Foundation
import RewindJSON
import RewindTestSupport
import RewindTool
import Testing

@Suite("rewind bisect of an event", .process)
struct FromReportTests {
  static let id = "00000000-0000-0000-0000-000000000001"

  private let folder = TemporaryFolder()

  /// Writes the log of a crash, another log, and builds of two versions, one of which is the app.
  static func writeCrash(
    _ members: KeyValuePairs<String, JSONValue> = ["version": "1.2", "executable": "storefront"],
    to folder: TemporaryFolder
  ) throws {
    for name in ["logs/sub", "builds/1.1", "builds/1.2"] { try folder.makeFolder(name) }
    _ = try SessionFile.storefront(user: "ada", total: 5, installments: 0, members)
      .write(to: folder, as: "logs/sub/crash.jsonl")
    let other = SessionFile(app: "storefront", ["session": "other"], start: [:])
    _ = try other.write(to: folder, as: "logs/other.jsonl")
    _ = try folder.program("builds/1.2/storefront", copyOf: Program("storefront").path)
    try folder.file(
      "event.json",
      #"{"session":"\#(Self.id)","stack":["Checkout.checkoutReducer(state:action:)"],"user":7}"#
    )
  }

  private func run(_ folder: TemporaryFolder, _ flags: String...) throws -> Program.Run {
    try rewind.run(["bisect", "event.json", "--sessions", "logs"] + flags, in: folder.url)
  }

  @Test("finds the log by the id of its session, the build by the log's version, and the culprit")
  func found() throws {
    try Self.writeCrash(to: folder)
    let run = try run(folder, "--builds", "builds")
    #expect(run.exit == .status(0), "\(run)")
    let lines = run.lines
    #expect(
      Array(lines.prefix(3)) == [
        "The session of storefront, 4 actions: logs/sub/crash.jsonl",
        "The build 1.2: builds/1.2/storefront", "",
      ]
    )
    #expect(lines.contains { $0.hasPrefix("culprit 3  .checkout.chooseInstallments") })
    #expect(
      Array(lines.suffix(4)) == [
        "From here to a test:",
        "  rewind minimize logs/sub/crash.jsonl --app builds/1.2/storefront -o crash-small.jsonl",
        "  rewind test crash-small.jsonl --app builds/1.2/storefront --store STORE --import MODULE -o CrashTests.swift",
        "STORE stands for the app's ReplayableStore, MODULE for the module that has the store.",
      ]
    )
    let json = try self.run(folder, "--builds", "builds", "--json").json()
    #expect(json["file"] == "logs/sub/crash.jsonl" && json["build"] == "1.2")
    #expect(json["crash"]?["culprit"] == 3 && json["next"]?.array?.count == 2)
    // The commands do what they say, once their words in capitals are replaced, and print the one after them.
    var next: String?
    for line in lines.suffix(3) where line.hasPrefix("  ") {
      let named = line.replacing("STORE", with: "shop").replacing("MODULE", with: "ShopCore")
      let run = try follow(named, in: folder)
      #expect(run.exit == .status(0), "\(run)")
      if line.contains("MODULE") { next = run.lines.last }
    }
    #expect(
      next
        == "rewind verify crash-small.jsonl --app builds/1.2/storefront --expect no-crash --summary summary.md"
    )
    #expect(try follow(next ?? "", in: folder).exit == .status(1))
    let page = try folder.text("summary.md")
    #expect(page.contains("1 session: 1 still crashing."))
  }

  @Test("finds the log by an id in capitals, as Apple's systems write it")
  func capitals() throws {
    let id = "0d9f5c52-7f0e-4b6a-9a4c-3c1b2a7e8f60"
    try Self.writeCrash(["session": .string(id), "version": "1.2"], to: folder)
    try folder.file("event.json", #"{"session":"\#(id.uppercased())"}"#)
    let first = try run(folder, "--builds", "builds").lines.first
    #expect(first == "The session of storefront, 4 actions: logs/sub/crash.jsonl")
  }

  /// Runs a command as it was printed.
  private func follow(_ line: String, in folder: TemporaryFolder) throws -> Program.Run {
    try rewind.run(line.split(separator: " ").dropFirst().map(String.init), in: folder.url)
  }

  @Test("names the app's store and modules where it runs in the app's package")
  func package() throws {
    try Self.writeCrash(to: folder)
    try folder.file(
      "Package.swift",
      """
      let package = Package(
        name: "storefront",
        targets: [.target(name: "StorefrontCheckout"), .target(name: "StorefrontApp")])
      """
    )
    for (module, source) in [
      (
        "StorefrontCheckout",
        "public func checkoutReducer(state: inout CheckoutState, action: CheckoutAction) {}"
      ),
      (
        "StorefrontApp",
        """
        @MainActor public let storefront = ReplayableStore(
          initial: StorefrontState(), actions: StorefrontAction.self, reduce: storefrontReducer)
        """
      ),
    ] {
      try folder.makeFolder("Sources/\(module)")
      try folder.file("Sources/\(module)/\(module).swift", source)
    }
    // A test beside Package.swift would not be compiled.
    try folder.makeFolder("Tests/StorefrontAppTests")
    let run = try run(folder, "--builds", "builds")
    #expect(
      run.lines.last
        == "  rewind test crash-small.jsonl --app builds/1.2/storefront --store storefront --import StorefrontApp -o Tests/StorefrontAppTests/CrashTests.swift",
      "\(run)"
    )
  }

  @Test(
    "finds the function in a line of a stack, as each system writes it",
    arguments: [
      ("checkoutReducer", "checkoutReducer"),
      ("Checkout.checkoutReducer(state:action:)", "checkoutReducer"),
      ("0  storefront  0x0000000104a3c1f8 checkoutReducer(state:action:) + 20", "checkoutReducer"),
      (
        "#0 0x00005593 in StorefrontCheckout.checkoutReducer(state:action:) at /shop/Checkout.swift:24",
        "checkoutReducer"
      ),
      (
        "2 storefront 0x1f8 $s18StorefrontCheckout15checkoutReducer5state6actionyAA0D0Vz_tF + 4",
        "checkoutReducer"
      ),
      ("0  storefront  0x104a3c1f8 main + 20", "main"),
      ("0  storefront  0x0000000104a3c1f8 0x104a38000 + 20", nil),
    ] as [(String, String?)]
  )
  func lines(line: String, name: String?) {
    let frame = StackFrame(line)
    #expect(frame?.isCalled("checkoutReducer") == name.map { $0 == "checkoutReducer" })
  }

  @Test("compares the report's stack with the replay's, in words", .needsBacktraces)
  func stacks() throws {
    #if os(Linux)
    try Self.writeCrash(to: folder)
    for (stack, words) in [
      (#"["Checkout.checkoutReducer(state:action:)"]"#, "The report's stack agrees with"),
      (
        #"["0  storefront  0x0000000104a3c1f8 0x104a38000 + 20"]"#,
        "The report's stack has no functions"
      ),
      (
        #"["storefrontReducer(state:action:)", "main"]"#,
        "The report's stack does not have the function in which the replay dies (checkoutReducer(state:action:) < storefrontReducer(state:action:)): it has storefrontReducer(state:action:), so it may be the same crash of an optimized build, or another one."
      ),
      ("[]", "The report has no stack to compare with."),
    ] {
      try folder.file("event.json", #"{"session":"\#(Self.id)","stack":\#(stack)}"#)
      let run = try run(folder, "--builds", "builds")
      #expect(run.output.contains("\n\(words)"), "\(run)")
    }
    #endif
  }

  @Test("chooses the build for bisect as well, by a flag or by the environment")
  func bisect() throws {
    try Self.writeCrash(to: folder)
    let log = "logs/sub/crash.jsonl"
    func bisect(_ flags: String..., environment: [String: String] = [:]) throws -> Program.Run {
      try rewind.run(["bisect", log] + flags, environment: environment, in: folder.url)
    }
    let found = try bisect("--builds", "builds")
    #expect(found.exit == .status(0) && found.output.contains("culprit 3  "), "\(found)")
    #expect(try bisect("--builds", "none").errors.contains("none is not a folder."))
    #expect(
      try bisect().errors.contains("needs --app PROGRAM or --builds DIR, to search for the cause")
    )
    let builds = ["REWIND_BUILDS": "builds"]
    #expect(try bisect(environment: builds).output == found.output)
    // Without the build, it says which one is missing.
    try FileManager.default.removeItem(atPath: folder.path("builds/1.2"))
    let missing = try bisect(environment: builds)
    #expect(missing.exit == .status(2))
    #expect(missing.errors.contains("No build of 1.2 in "), "\(missing)")
    // Where the environment also names an app, that is taken.
    let app = Program("storefront").path
    let other = try bisect(environment: ["REWIND_BUILDS": "builds", "REWIND_APP": app])
    #expect(other.exit == .status(0) && other.output == found.output, "\(other)")
    #expect(other.errors.hasSuffix("builds: it has 1.1. \(app) replays it instead.\n"), "\(other)")
  }

  @Test("says which log or build is missing, and takes no program that a log names")
  func missing() throws {
    try Self.writeCrash(["version": "../1.2", "commit": "abcdef0123456789"], to: folder)
    let missing = try run(folder, "--builds", "builds")
    #expect(missing.exit == .status(2))
    #expect(
      missing.errors.contains("No build of ../1.2 or abcdef0123456789 in builds: it has 1.1, 1.2.")
    )
    try FileManager.default.moveItem(
      atPath: folder.path("builds/1.2"),
      toPath: folder.path("builds/abcdef0")
    )
    #expect(try run(folder, "--builds", "builds").exit == .status(0))
    try FileManager.default.removeItem(atPath: folder.path("builds/abcdef0/storefront"))
    #expect(try run(folder, "--builds", "builds").errors.contains("builds/abcdef0 has no program"))
    try folder.file("event.json", #"{"session":"unknown"}"#)
    #expect(
      try run(folder, "--builds", "builds").errors
        .contains("No log of the session unknown in logs, which has 2 logs.")
    )
    try folder.file("logs/broken.jsonl", #"{"rewind":1"#)
    #expect(
      try run(folder, "--builds", "builds").errors
        .contains("in logs, which has 3 logs, of which 1 cannot be read.")
    )
  }
}
