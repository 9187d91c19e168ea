// swift-tools-version: 6.0
// The targets stand bottom-up: each may import only what stands above it.

import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]

// Everything in a module is on the main actor unless it says otherwise. The setting of this name needs
// tools version 6.2. One of the examples and a fixture of the tests are built so; no product that an
// app imports is.
#if compiler(>=6.2)
let onMainActor = settings + [.unsafeFlags(["-default-isolation", "MainActor"])]
#else
let onMainActor = settings
#endif

func library(
  _ name: String,
  _ dependencies: [Target.Dependency] = [],
  path: String? = nil,
  resources: [Resource] = [],
  settings: [SwiftSetting] = settings,
  plugins: [Target.PluginUsage] = []
) -> Target {
  .target(
    name: name,
    dependencies: dependencies,
    path: path ?? "Sources/\(name)",
    resources: resources,
    swiftSettings: settings,
    plugins: plugins
  )
}

func program(
  _ name: String,
  _ dependencies: [Target.Dependency],
  path: String,
  linkerSettings: [LinkerSetting]? = nil,
  plugins: [Target.PluginUsage] = []
) -> Target {
  .executableTarget(
    name: name,
    dependencies: dependencies,
    path: path,
    swiftSettings: settings,
    linkerSettings: linkerSettings,
    plugins: plugins
  )
}

func tests(
  _ name: String,
  _ dependencies: [Target.Dependency],
  settings: [SwiftSetting] = settings
) -> Target {
  .testTarget(
    name: name,
    dependencies: dependencies,
    path: "Tests/\(name)",
    swiftSettings: settings
  )
}

// Tests of what only the tool has: in optimized builds too they are compiled as in debug ones, some files at a time.
// What ships, and what stands in for an app, is optimized; these need a quarter of the time so.
let ofTheTool =
  settings + [
    .unsafeFlags(
      ["-Onone", "-no-whole-module-optimization", "-enable-batch-mode"],
      .when(configuration: .release)
    )
  ]

// MARK: - What an app links

// With REWIND_NOOP=1 in the environment, what an app begins with and both stores are made on RewindNoop: a build
// that must not carry the recorder (AppReview.md). The rest of this package needs the recorder, and does not build so.
let isNoop = Context.environment["REWIND_NOOP"] == "1"
let attachedSettings = settings + (isNoop ? [.define("REWIND_NOOP")] : [])

let recording: [Target] = [
  library("RewindInputs"),
  // Values as JSON, and what changes in them.
  library("RewindJSON"),
  library("RewindCoding", ["RewindJSON"]),
  // The log's lines, and how they are written.
  library("RewindSession", ["RewindJSON", "RewindCoding"]),
  library(
    "Rewind",
    ["RewindInputs", "RewindJSON", "RewindCoding", "RewindSession"],
    // What Apple's App Store wants to know of a library that an app links.
    resources: [.copy("Resources/PrivacyInfo.xcprivacy")]
  ),
]

// The recorder's interface with nothing behind it, for builds that must not carry the recorder.
let noop: [Target] = [library("RewindNoop", ["RewindInputs"])]

let log: [Target.Dependency] = ["RewindJSON", "RewindCoding", "RewindSession"]
let recorder: [Target.Dependency] = ["Rewind", "RewindInputs"]
let attaching: [Target.Dependency] =
  isNoop ? ["RewindNoop", "RewindInputs"] : recorder + ["RewindReplay"]

let replaying: [Target] = [
  library("RewindReplay", recorder + log),
  // The three that an app begins with, by one name.
  library("RewindKit", attaching, settings: attachedSettings),
  // What an app links to be driven from a browser: it alone has a socket.
  library("RewindLive", ["RewindReplay"] + recorder + log),
  // Two stores for apps that have none, each with its adapter. Modules of their own: like ReSwift's and
  // SwiftFlux's, their names are Action and Store.
  library("RewindStore", attaching, settings: attachedSettings),
  library("RewindFlux", attaching + (isNoop ? [] : log), settings: attachedSettings),
]

// MARK: - What reads logs

let reading: [Target.Dependency] =
  log + ["RewindText", "RewindLog", "RewindTimeline", "RewindQuery"]

let bundle = Context.environment["REWIND_BUNDLE"]

let tool: [Target] = [
  // How values look on a terminal, and how text is quoted in every language that is written.
  library("RewindText", ["RewindJSON"]),
  library("RewindLog", log + ["RewindText"]),
  library("RewindTimeline", log + ["RewindText", "RewindLog"]),
  library("RewindQuery", log + ["RewindLog", "RewindTimeline"]),
  // What an app's tests link, and the app does not.
  library("RewindTesting", ["RewindReplay", "RewindStore"] + recorder + reading),

  library("RewindDiagnosis", reading),
  // HTTP for the browsers of one user, over sockets; no product that an app links has it.
  library("RewindServer", ["RewindSession"]),
  // The full-screen stepper as a value; it draws nothing.
  library("RewindStepper", reading),
  // Makes the page's script, style and markup a Swift constant, and the reference that `rewind help` prints.
  .plugin(name: "EmbedText", capability: .buildTool(), path: "Sources/Plugins/EmbedText"),
  library("RewindReports", reading + ["RewindDiagnosis"], plugins: ["EmbedText"]),
  library(
    "RewindTool",
    reading + ["RewindDiagnosis", "RewindReports", "RewindServer", "RewindStepper"],
    plugins: ["EmbedText"]
  ),
  // `swift package rewind`, with the tool of the bundle that REWIND_BUNDLE names (scripts/bundle), or one that it has
  // built: as a dependency the tool would be compiled twice by all who build this package.
  .plugin(
    name: "RewindCommand",
    capability: .command(
      intent: .custom(verb: "rewind", description: "Looks into recorded sessions.")
    ),
    dependencies: bundle == nil ? [] : ["rewind-bundle"],
    path: "Sources/Plugins/RewindCommand"
  ),
  // The command `rewind`: all of it is in the module above, so that tests run commands without a process.
  program("RewindProgram", ["RewindTool"], path: "Sources/RewindProgram"),
]

// MARK: - The examples

/// The app, its terminal front as a library, the program of three lines, and their tests.
///
/// Names of targets must be unique among all packages of an app, so that no example is called just ToDo.
func example(
  _ name: String,
  program: String,
  _ dependencies: [Target.Dependency],
  folder: String = "App",
  settings: [SwiftSetting] = settings
) -> [Target] {
  let path = "Sources/Examples/\(name)"
  let (app, front) = ("\(name)Example", "\(name)Front")
  let needs: [Target.Dependency] =
    ["Rewind", "RewindReplay", "RewindLive", "ExampleFront", .target(name: app)]
  return [
    library(app, dependencies, path: "\(path)/\(folder)", settings: settings),
    library(front, needs + log + dependencies, path: "\(path)/Front", settings: settings),
    .executableTarget(
      name: program,
      dependencies: [.target(name: front)],
      path: "\(path)/Terminal",
      swiftSettings: settings
    ),
    tests(
      "\(name)Tests",
      needs + dependencies + reading
        + ["RewindTestSupport", "RewindTesting", "RewindProgram", .target(name: front)]
        + [.target(name: program)],
      settings: ofTheTool
    ),
  ]
}

let examples: [Target] =
  [
    library(
      "ExampleFront",
      ["Rewind", "RewindReplay", "RewindLive"] + log,
      path: "Sources/Examples/Front"
    )
  ]
  + example(
    "MemoryTunes",
    program: "memory-tunes",
    ["RewindStore", "RewindInputs"],
    folder: "Game"
  )
  + example("HomeList", program: "home-list", ["RewindStore", "RewindInputs"])
  + example("ToDo", program: "to-do", ["RewindInputs"])
  + example("Bookmarks", program: "bookmarks", ["RewindInputs"], settings: onMainActor)
  + example("FluxToDo", program: "flux-to-do", ["RewindFlux", "RewindInputs"])
  + example("SmartHome", program: "smart-home", ["RewindStore"])

// MARK: - What only tests link and run

let replayed: [Target.Dependency] = ["RewindReplay", "RewindStore"] + recorder

/// An app that dies in hundreds of tests.
///
/// It has no debug information, from which the backtracer would look up a line for each frame: that takes four
/// fifths of its time. The examples have it.
func victim(_ name: String, _ dependencies: [Target.Dependency], path: String) -> Target {
  program(
    name,
    dependencies,
    path: path,
    linkerSettings: [
      .unsafeFlags(["-Xlinker", "-S"], .when(platforms: [.linux], configuration: .debug))
    ]
  )
}

let fixtures: [Target] = [
  // What `scripts/bench` runs.
  program(
    "bench",
    reading + replayed
      + ["RewindDiagnosis", "RewindLive", "RewindReports", "RewindStepper"]
      + ["RewindTestSupport", "MemoryTunesExample", "SmartHomeExample"],
    path: "Tests/Bench"
  ),
  library("RewindTestSupport", reading + ["RewindDiagnosis", "RewindTool"], path: "Tests/Support"),
  // What a fuzzer feeds with bytes; the program itself has its `main` from the fuzzer (scripts/fuzz).
  library("RewindFuzzTargets", reading, path: "Tests/Fuzz/Targets"),
  victim("minefield", replayed + log, path: "Tests/Fixtures/Minefield"),
  victim("shop", replayed + log, path: "Tests/Fixtures/Shop"),
  victim("two-stores", replayed + log, path: "Tests/Fixtures/TwoStores"),
  // Three stores whose actions have causes in each other.
  victim("bazaar", replayed + ["RewindLive"] + log, path: "Tests/Fixtures/Bazaar"),
  victim("warehouse", replayed + log, path: "Tests/Fixtures/Warehouse"),
  // An app of three modules, to test one feature of it.
  library("StorefrontBasket", path: "Tests/Fixtures/Storefront/Basket"),
  library("StorefrontCheckout", path: "Tests/Fixtures/Storefront/Checkout"),
  library(
    "StorefrontApp",
    ["StorefrontBasket", "StorefrontCheckout"],
    path: "Tests/Fixtures/Storefront/App"
  ),
  victim(
    "storefront",
    replayed + log + ["StorefrontBasket", "StorefrontCheckout", "StorefrontApp"],
    path: "Tests/Fixtures/Storefront/Program"
  ),
  program(
    "storefront-mended",
    replayed + log + ["StorefrontApp", "StorefrontCheckout"],
    path: "Tests/Fixtures/Storefront/Mended"
  ),
  // The attaching code of the documentation, without the recorder.
  program("noop-app", ["RewindNoop"], path: "Tests/Fixtures/NoopApp"),
  victim("cinema", replayed + log, path: "Tests/Fixtures/Cinema"),
  // An app of secrets on which its crashes depend.
  victim("clinic", replayed + log, path: "Tests/Fixtures/Clinic"),
  // Random sessions with effects on eight threads, and an oracle of their causes.
  program("cause-sessions", recorder + log, path: "Tests/Fixtures/CauseSessions"),
  // Actions that take as long as they are told to.
  program("treadmill", replayed, path: "Tests/Fixtures/Treadmill"),
  program("kill-target", replayed + log, path: "Tests/Fixtures/KillTarget"),
  // Records what lies in Tests/Fixtures/format-1, and replays it.
  program("format-samples", replayed + log + ["RewindFlux"], path: "Tests/Fixtures/FormatSamples"),
  program(
    "to-do-next",
    replayed + log + ["ToDoFront", "ToDoExample"],
    path: "Tests/Fixtures/ToDoNext"
  ),
  victim("foreign-stores", replayed + log, path: "Tests/Fixtures/ForeignStores"),
  victim("death-table", replayed + log + ["RewindFlux"], path: "Tests/Fixtures/DeathTable"),
  program(
    "memory-tunes-changed",
    ["MemoryTunesFront", "MemoryTunesExample"],
    path: "Tests/Fixtures/MemoryTunesChanged"
  ),
  program(
    "memory-tunes-mended",
    ["MemoryTunesFront", "MemoryTunesExample"],
    path: "Tests/Fixtures/MemoryTunesMended"
  ),
  // What `rewind init` writes for the game.
  program(
    "memory-tunes-replay",
    replayed + log + ["MemoryTunesExample"],
    path: "Tests/Fixtures/ReplayHost"
  ),
  library(
    "MainActorApp",
    replayed + log,
    path: "Tests/Fixtures/MainActorApp",
    settings: onMainActor
  ),
]

let suites: [Target] = [
  tests("RewindInputsTests", ["RewindTestSupport", "RewindInputs"]),
  tests(
    "RewindNoopTests",
    ["RewindTestSupport", "RewindNoop", "noop-app", "kill-target"]
      + ["BookmarksExample", "ToDoExample"]
  ),
  tests("RewindStoreTests", ["RewindTestSupport", "RewindStore"]),
  // Apps as they were written for ReSwift and for SwiftFlux, compiled in the way of their time.
  tests("RewindStoreMigrationTests", ["RewindStore"], settings: [.swiftLanguageMode(.v5)]),
  tests("RewindFluxMigrationTests", ["RewindFlux"], settings: [.swiftLanguageMode(.v5)]),
  tests("RewindFluxTests", ["RewindTestSupport", "RewindFlux"]),
  tests("RewindJSONTests", ["RewindTestSupport", "RewindJSON"]),
  tests("RewindCodingTests", ["RewindTestSupport", "RewindJSON", "RewindCoding", "RewindReplay"]),
  tests("RewindSessionTests", ["RewindTestSupport"] + reading),
  tests("RewindLogTests", ["RewindTestSupport"] + reading, settings: ofTheTool),
  tests("RewindTimelineTests", ["RewindTestSupport"] + reading, settings: ofTheTool),
  tests("RewindQueryTests", ["RewindTestSupport"] + reading, settings: ofTheTool),
  tests(
    "RewindTests",
    replayed + reading
      + ["RewindTestSupport", "RewindTesting", "RewindFlux", "RewindProgram", "RewindReports"]
      + [
        "kill-target", "cause-sessions", "death-table", "MainActorApp", "MemoryTunesExample",
        "MemoryTunesFront", "RewindKit",
      ]
  ),
  tests(
    "RewindDiagnosisTests",
    replayed + reading
      + [
        "RewindTestSupport", "RewindDiagnosis", "RewindProgram", "ToDoExample", "SmartHomeExample",
      ]
      + ["minefield", "shop", "cinema", "clinic", "to-do", "smart-home"],
    settings: ofTheTool
  ),
  tests(
    "RewindReportsTests",
    reading + ["RewindTestSupport", "RewindReports"],
    settings: ofTheTool
  ),
  tests("RewindServerTests", ["RewindServer", "RewindTestSupport"], settings: ofTheTool),
  tests("RewindLiveTests", replayed + log + ["RewindLive", "RewindServer", "RewindTestSupport"]),
  tests("FuzzTests", ["RewindFuzzTargets", "RewindTestSupport"], settings: ofTheTool),
  tests(
    "RewindStepperTests",
    reading + ["RewindTestSupport", "RewindStepper"],
    settings: ofTheTool
  ),
  tests(
    "RewindToolTests",
    reading
      + ["RewindInputs", "RewindReplay", "RewindTestSupport", "RewindProgram", "memory-tunes"]
      + ["memory-tunes-changed"]
      + ["memory-tunes-mended", "memory-tunes-replay", "home-list", "to-do", "bookmarks"]
      + ["flux-to-do", "smart-home", "minefield", "shop", "to-do-next", "format-samples"]
      + ["foreign-stores", "warehouse", "cinema", "storefront"]
      + ["bazaar"],
    settings: ofTheTool
  ),
  tests("ExampleFrontTests", ["ExampleFront", "Rewind", "RewindReplay"]),
]

let package = Package(
  name: "rewind",
  platforms: [.iOS(.v16), .macOS(.v13), .tvOS(.v16), .watchOS(.v9)],
  products: [
    .library(name: "RewindKit", targets: ["RewindKit"]),
    .library(name: "RewindNoop", targets: ["RewindNoop"]),
    .library(name: "Rewind", targets: ["Rewind"]),
    .library(name: "RewindReplay", targets: ["RewindReplay"]),
    .library(name: "RewindLive", targets: ["RewindLive"]),
    .library(name: "RewindTesting", targets: ["RewindTesting"]),
    .library(name: "RewindInputs", targets: ["RewindInputs"]),
    .library(name: "RewindStore", targets: ["RewindStore"]),
    .library(name: "RewindFlux", targets: ["RewindFlux"]),
    .executable(name: "rewind", targets: ["RewindProgram"]),
    .plugin(name: "RewindCommand", targets: ["RewindCommand"]),
  ],
  targets: recording + noop + replaying + tool + examples + fixtures + suites
)

if let bundle {
  package.targets.append(.binaryTarget(name: "rewind-bundle", path: bundle))
}

if Context.environment["REWIND_FUZZ"] != nil {
  let fuzz = program("fuzz", ["RewindFuzzTargets"], path: "Tests/Fuzz/Program")
  fuzz.swiftSettings = settings + [.unsafeFlags(["-parse-as-library"])]
  package.targets.append(fuzz)
}
