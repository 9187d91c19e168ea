import Foundation
import RewindTestSupport
import Testing

@Suite("The stores of the package in a build without a recorder", .surroundings)
struct NoopStoresTests {
  private let folder = TemporaryFolder()

  private static let flags = [
    "-D", "REWIND_NOOP", "-swift-version", "6", "-package-name", "noop",
    "-enable-upcoming-feature", "ExistentialAny",
  ]

  /// Compiles a module of the package as `REWIND_NOOP=1` does; returns its object file.
  private func compile(_ module: String, in folder: TemporaryFolder) throws -> URL {
    let object = folder.url.appending(path: "\(module).o")
    let run = try Toolchain.run(
      "swiftc",
      Self.flags + [
        "-enable-upcoming-feature", "InternalImportsByDefault", "-parse-as-library",
        "-wmo", "-emit-module", "-emit-object", "-module-name", module,
        "-I", folder.url.path, "-emit-module-path", folder.path("\(module).swiftmodule"), "-o",
        object.path,
      ] + Toolchain.sources("Sources/\(module)").map(\.path)
    )
    #expect(run.exit == .status(0), "\(run.errors)")
    return object
  }

  @Test("compile the documented attaching code, and have no symbol of the recorder")
  func stores() throws {
    guard Toolchain.isInstalled("swiftc") else { return }
    let modules = ["RewindInputs", "RewindNoop", "RewindKit", "RewindStore", "RewindFlux"]
    let objects = try modules.map { try compile($0, in: folder) }
    let app = folder.path("app")
    let built = try Toolchain.run(
      "swiftc",
      Self.flags + ["-I", folder.url.path, "-o", app]
        + [DocumentationPage.root.appending(path: "Tests/Fixtures/NoopStores/main.swift").path]
        + objects.map(\.path)
    )
    #expect(built.exit == .status(0), "\(built.errors)")
    let home = folder.url.appending(path: "home")
    try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
    let run = try Toolchain.run(
      app,
      ["--rewind-replay"],
      environment: ["HOME": home.path, "XDG_STATE_HOME": home.path],
      in: home
    )
    #expect(run.exit == .status(0) && run.output == "[1, 2] 3\n" && run.errors == "", "\(run)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: home.path) == [])
    guard Toolchain.isInstalled("nm") else { return }
    #expect(try Toolchain.checkArchive(app).exit == .status(0))
    try Symbols.expectNone(ofFilesIn: objects)
  }

  @Test("are made on the module without a recorder where the environment says so")
  func manifest() throws {
    guard Toolchain.isInstalled("swift") else { return }
    for (environment, needs) in [("1", ["RewindInputs", "RewindNoop"]), ("", nil)] {
      let run = try Toolchain.run(
        "swift",
        [
          "package", "--package-path", DocumentationPage.root.path, "--scratch-path",
          folder.path("build"), "describe", "--type", "json",
        ],
        environment: ["REWIND_NOOP": environment, "HOME": folder.url.path]
      )
      #expect(run.exit == .status(0), "\(run.errors)")
      let package = try JSONDecoder().decode(Description.self, from: Data(run.output.utf8))
      for name in ["RewindKit", "RewindStore", "RewindFlux"] {
        let found = package.targets.first { $0.name == name }?.target_dependencies?.sorted()
        if let needs {
          #expect(found == needs, "\(name)")
        } else {
          #expect(found?.contains("Rewind") == true && found?.contains("RewindNoop") == false)
        }
      }
    }
  }

  /// What SwiftPM says of a package.
  private struct Description: Decodable {
    struct Target: Decodable {
      let name: String
      // As SwiftPM calls it.
      // swift-format-ignore: AlwaysUseLowerCamelCase
      let target_dependencies: [String]?
    }

    let targets: [Target]
  }
}
