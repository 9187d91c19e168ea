// swift-tools-version: 6.1
// A package of its own that depends on this one as an app does: what the tests inside cannot show.
// `scripts/outside-test` builds and runs it.

import PackageDescription

let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let rewind: (String) -> Target.Dependency = { .product(name: $0, package: "rewind") }

let package = Package(
  name: "outside",
  platforms: [.macOS(.v13), .iOS(.v16)],
  dependencies: [.package(name: "rewind", path: "../..")],
  targets: [
    // The public interface of that library, as far as the app uses it.
    .target(name: "ComposableArchitecture", swiftSettings: strict),
    .target(
      name: "Todos",
      dependencies: ["ComposableArchitecture"],
      swiftSettings: strict
    ),
    // What the app adds to be recorded and replayed.
    .target(
      name: "TodosStore",
      dependencies: ["ComposableArchitecture", "Todos", rewind("Rewind"), rewind("RewindReplay")],
      swiftSettings: strict
    ),
    .executableTarget(
      name: "TodosApp",
      dependencies: [
        "ComposableArchitecture", "Todos", "TodosStore", rewind("Rewind"), rewind("RewindReplay"),
      ],
      swiftSettings: strict
    ),
    .testTarget(
      name: "TodosTests",
      dependencies: ["ComposableArchitecture", "Todos", "TodosStore", rewind("RewindTesting")],
      swiftSettings: strict
    ),
  ]
)
