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
  _ dependencies: Target.Dependency...,
  path: String? = nil,
  resources: [Resource] = []
) -> Target {
  .target(
    name: name,
    dependencies: dependencies,
    path: path ?? "Sources/\(name)",
    resources: resources,
    swiftSettings: settings
  )
}

func program(_ name: String, _ dependencies: Target.Dependency..., path: String) -> Target {
  .executableTarget(
    name: name,
    dependencies: dependencies,
    path: path,
    swiftSettings: settings
  )
}

func tests(_ name: String, _ dependencies: Target.Dependency...) -> Target {
  .testTarget(
    name: name,
    dependencies: dependencies,
    path: "Tests/\(name)",
    swiftSettings: settings
  )
}

let package = Package(
  name: "rewind",
  platforms: [.iOS(.v16), .macOS(.v13), .tvOS(.v16), .watchOS(.v9)],
  products: [
    .library(name: "Rewind", targets: ["Rewind"]),
    .library(name: "RewindReplay", targets: ["RewindReplay"]),
    .library(name: "RewindInputs", targets: ["RewindInputs"]),
    .library(name: "RewindStore", targets: ["RewindStore"]),
    .library(name: "RewindFlux", targets: ["RewindFlux"]),
    .executable(name: "rewind", targets: ["RewindTool"]),
    .executable(name: "memory-tunes", targets: ["memory-tunes"]),
    .executable(name: "home-list", targets: ["home-list"]),
    .executable(name: "to-do", targets: ["to-do"]),
    .executable(name: "bookmarks", targets: ["bookmarks"]),
    .executable(name: "flux-to-do", targets: ["flux-to-do"]),
    .executable(name: "smart-home", targets: ["smart-home"]),
  ],
  targets: [
    // The app's half, below the recorder.
    library("RewindInputs"),
    library("RewindStore"),

    // Values as JSON, and the log that they are written to.
    library("RewindJSON"),
    library("RewindSession", "RewindJSON"),

    // The recorder, where store and log meet.
    library(
      "Rewind",
      "RewindInputs",
      "RewindStore",
      "RewindJSON",
      "RewindSession",
      // What Apple's App Store wants to know of a library that an app links.
      resources: [.copy("Resources/PrivacyInfo.xcprivacy")]
    ),

    // The way back from a log to the app: replays, and the time machine.
    library("RewindTimeline", "RewindJSON", "RewindSession"),
    library(
      "RewindReplay",
      "Rewind",
      "RewindInputs",
      "RewindStore",
      "RewindJSON",
      "RewindSession",
      "RewindTimeline"
    ),
    // A module of its own: like SwiftFlux's, its names are Action and Store.
    library("RewindFlux", "Rewind", "RewindReplay", "RewindJSON"),

    // The tool's half.
    library("RewindDiagnosis", "RewindJSON", "RewindSession", "RewindTimeline"),
    // How values look on a terminal, and the full-screen stepper as values; both draw nothing.
    library("RewindText", "RewindJSON"),
    library("RewindStepper", "RewindJSON", "RewindSession", "RewindTimeline", "RewindText"),
    // Makes the page's script, style and markup a Swift constant.
    .plugin(name: "EmbedText", capability: .buildTool(), path: "Sources/Plugins/EmbedText"),
    .target(
      name: "RewindReports",
      dependencies: ["RewindJSON", "RewindSession", "RewindTimeline", "RewindDiagnosis"],
      swiftSettings: settings,
      plugins: ["EmbedText"]
    ),
    program(
      "RewindTool",
      "RewindJSON",
      "RewindSession",
      "RewindTimeline",
      "RewindDiagnosis",
      "RewindReports",
      "RewindText",
      "RewindStepper",
      path: "Sources/RewindTool"
    ),

    // The examples: the app, its terminal front as a library, and the program of three lines. Names of
    // targets must be unique among all packages of an app, so that no example is called just ToDo.
    library("ExampleFront", "Rewind", "RewindReplay", path: "Sources/Examples/Front"),
    library(
      "MemoryTunesExample",
      "RewindStore",
      "RewindInputs",
      path: "Sources/Examples/MemoryTunes/Game"
    ),
    library(
      "MemoryTunesFront",
      "ExampleFront",
      "MemoryTunesExample",
      "Rewind",
      "RewindReplay",
      "RewindStore",
      path: "Sources/Examples/MemoryTunes/Front"
    ),
    program("memory-tunes", "MemoryTunesFront", path: "Sources/Examples/MemoryTunes/Terminal"),

    library("HomeListExample", "RewindStore", path: "Sources/Examples/HomeList/App"),
    library(
      "HomeListFront",
      "ExampleFront",
      "HomeListExample",
      "Rewind",
      "RewindReplay",
      "RewindStore",
      path: "Sources/Examples/HomeList/Front"
    ),
    program("home-list", "HomeListFront", path: "Sources/Examples/HomeList/Terminal"),

    library("ToDoExample", "RewindInputs", path: "Sources/Examples/ToDo/App"),
    library(
      "ToDoFront",
      "ExampleFront",
      "ToDoExample",
      "Rewind",
      "RewindReplay",
      "RewindJSON",
      path: "Sources/Examples/ToDo/Front"
    ),
    program("to-do", "ToDoFront", path: "Sources/Examples/ToDo/Terminal"),

    .target(
      name: "BookmarksExample",
      dependencies: ["RewindInputs"],
      path: "Sources/Examples/Bookmarks/App",
      swiftSettings: onMainActor
    ),
    .target(
      name: "BookmarksFront",
      dependencies: ["ExampleFront", "BookmarksExample", "Rewind", "RewindReplay"],
      path: "Sources/Examples/Bookmarks/Front",
      swiftSettings: onMainActor
    ),
    program("bookmarks", "BookmarksFront", path: "Sources/Examples/Bookmarks/Terminal"),

    library("FluxToDoExample", "RewindFlux", path: "Sources/Examples/FluxToDo/App"),
    library(
      "FluxToDoFront",
      "ExampleFront",
      "FluxToDoExample",
      "Rewind",
      "RewindReplay",
      "RewindFlux",
      path: "Sources/Examples/FluxToDo/Front"
    ),
    program("flux-to-do", "FluxToDoFront", path: "Sources/Examples/FluxToDo/Terminal"),

    library("SmartHomeExample", "RewindStore", path: "Sources/Examples/SmartHome/App"),
    library(
      "SmartHomeFront",
      "ExampleFront",
      "SmartHomeExample",
      "Rewind",
      "RewindReplay",
      "RewindStore",
      path: "Sources/Examples/SmartHome/Front"
    ),
    program("smart-home", "SmartHomeFront", path: "Sources/Examples/SmartHome/Terminal"),

    // What `scripts/bench` runs.
    program(
      "bench",
      "RewindJSON",
      "RewindSession",
      "RewindTimeline",
      "RewindDiagnosis",
      "RewindStepper",
      "RewindTestSupport",
      "Rewind",
      "RewindReplay",
      "MemoryTunesExample",
      "SmartHomeExample",
      path: "Tests/Bench"
    ),

    // What tests share, and programs that only tests run.
    library(
      "RewindTestSupport",
      "RewindJSON",
      "RewindSession",
      "RewindTimeline",
      path: "Tests/Support"
    ),
    // What a fuzzer feeds with bytes; the program itself has its `main` from the fuzzer (scripts/fuzz).
    library(
      "RewindFuzzTargets",
      "RewindJSON",
      "RewindSession",
      "RewindTimeline",
      path: "Tests/Fuzz/Targets"
    ),
    program(
      "minefield",
      "Rewind",
      "RewindReplay",
      "RewindInputs",
      path: "Tests/Fixtures/Minefield"
    ),
    program("shop", "Rewind", "RewindReplay", path: "Tests/Fixtures/Shop"),
    program("victim", "Rewind", "RewindReplay", "RewindSession", path: "Tests/Fixtures/Victim"),
    // Records what lies in Tests/Fixtures/format-1, and replays it.
    program(
      "format-samples",
      "Rewind",
      "RewindReplay",
      "RewindFlux",
      "RewindInputs",
      "RewindJSON",
      "RewindStore",
      path: "Tests/Fixtures/FormatSamples"
    ),
    program(
      "to-do-next",
      "ToDoFront",
      "ToDoExample",
      "Rewind",
      "RewindReplay",
      path: "Tests/Fixtures/ToDoNext"
    ),
    program(
      "casualty",
      "Rewind",
      "RewindReplay",
      "RewindFlux",
      "RewindStore",
      path: "Tests/Fixtures/Casualty"
    ),
    program(
      "memory-tunes-changed",
      "MemoryTunesFront",
      "MemoryTunesExample",
      path: "Tests/Fixtures/MemoryTunesChanged"
    ),
    program(
      "memory-tunes-mended",
      "MemoryTunesFront",
      "MemoryTunesExample",
      path: "Tests/Fixtures/MemoryTunesMended"
    ),

    .target(
      name: "MainActorApp",
      dependencies: ["Rewind", "RewindReplay", "RewindStore"],
      path: "Tests/Fixtures/MainActorApp",
      swiftSettings: onMainActor
    ),
    // What `rewind init` writes for the game.
    program(
      "memory-tunes-replay",
      "MemoryTunesExample",
      "Rewind",
      "RewindReplay",
      "RewindStore",
      path: "Tests/Fixtures/ReplayHost"
    ),

    tests("RewindInputsTests", "RewindInputs"),
    tests("RewindStoreTests", "RewindStore"),
    // An app as it was written for ReSwift, compiled in the way of its time.
    .testTarget(
      name: "RewindStoreMigrationTests",
      dependencies: ["RewindStore"],
      swiftSettings: [.swiftLanguageMode(.v5)]
    ),
    tests("RewindFluxTests", "RewindTestSupport", "RewindFlux"),
    // An app as it was written for SwiftFlux.
    .testTarget(
      name: "RewindFluxMigrationTests",
      dependencies: ["RewindFlux"],
      swiftSettings: [.swiftLanguageMode(.v5)]
    ),
    tests("RewindJSONTests", "RewindTestSupport", "RewindJSON"),
    tests("RewindSessionTests", "RewindTestSupport", "RewindSession", "RewindJSON"),
    tests(
      "RewindTimelineTests",
      "RewindTestSupport",
      "RewindTimeline",
      "RewindSession",
      "RewindJSON"
    ),
    tests(
      "RewindTests",
      "RewindTestSupport",
      "victim",
      "casualty",
      "MainActorApp",
      "RewindTool",
      "RewindReports",
      "Rewind",
      "RewindReplay",
      "RewindFlux",
      "RewindInputs",
      "RewindStore",
      "RewindTimeline",
      "RewindSession",
      "RewindJSON",
      "MemoryTunesExample",
      "MemoryTunesFront"
    ),
    tests(
      "RewindDiagnosisTests",
      "RewindTestSupport",
      "RewindDiagnosis",
      "RewindTimeline",
      "RewindSession",
      "RewindJSON",
      "Rewind",
      "RewindReplay",
      "RewindStore",
      "ToDoExample",
      "SmartHomeExample",
      "RewindTool",
      "minefield",
      "shop",
      "to-do",
      "smart-home"
    ),
    tests(
      "RewindReportsTests",
      "RewindTestSupport",
      "RewindReports",
      "RewindTimeline",
      "RewindSession",
      "RewindJSON"
    ),
    tests("FuzzTests", "RewindFuzzTargets", "RewindTestSupport"),
    tests(
      "RewindStepperTests",
      "RewindTestSupport",
      "RewindStepper",
      "RewindText",
      "RewindTimeline",
      "RewindSession",
      "RewindJSON"
    ),
    tests(
      "RewindToolTests",
      "RewindTestSupport",
      "RewindTool",
      "memory-tunes",
      "memory-tunes-changed",
      "memory-tunes-mended",
      "memory-tunes-replay",
      "home-list",
      "to-do",
      "bookmarks",
      "flux-to-do",
      "smart-home",
      "minefield",
      "shop",
      "to-do-next",
      "format-samples",
      "RewindSession",
      "RewindJSON"
    ),
    tests("ExampleFrontTests", "ExampleFront", "Rewind", "RewindReplay"),
    tests(
      "MemoryTunesTests",
      "RewindTestSupport",
      "ExampleFront",
      "MemoryTunesExample",
      "MemoryTunesFront",
      "memory-tunes",
      "RewindStore",
      "RewindInputs"
    ),
    tests(
      "HomeListTests",
      "RewindTestSupport",
      "ExampleFront",
      "HomeListExample",
      "HomeListFront",
      "home-list",
      "Rewind",
      "RewindReplay",
      "RewindTool",
      "RewindStore"
    ),
    tests(
      "ToDoTests",
      "RewindTestSupport",
      "ExampleFront",
      "ToDoExample",
      "ToDoFront",
      "to-do",
      "Rewind",
      "RewindReplay",
      "RewindTool",
      "RewindInputs"
    ),
    tests(
      "BookmarksTests",
      "RewindTestSupport",
      "BookmarksExample",
      "BookmarksFront",
      "bookmarks",
      "Rewind",
      "RewindReplay",
      "RewindTool",
      "RewindInputs"
    ),
    tests(
      "FluxToDoTests",
      "RewindTestSupport",
      "ExampleFront",
      "FluxToDoExample",
      "FluxToDoFront",
      "flux-to-do",
      "Rewind",
      "RewindReplay",
      "RewindTool",
      "RewindFlux"
    ),
    tests(
      "SmartHomeTests",
      "RewindTestSupport",
      "ExampleFront",
      "SmartHomeExample",
      "SmartHomeFront",
      "smart-home",
      "Rewind",
      "RewindReplay",
      "RewindTool",
      "RewindStore"
    ),
  ]
)

if Context.environment["REWIND_FUZZ"] != nil {
  let fuzz = program("fuzz", "RewindFuzzTargets", path: "Tests/Fuzz/Program")
  fuzz.swiftSettings = settings + [.unsafeFlags(["-parse-as-library"])]
  package.targets.append(fuzz)
}
