import RewindReports
import RewindText

/// The names that the user gives for a test: of the store that it tests, and of the modules that it imports.
struct TestNames {
  /// A Swift expression; nil for the usual name.
  let store: String?
  let modules: [String]

  /// Reads the flags of a command that writes a test to a file.
  ///
  /// Of a module that is called almost as one of the package around the file, a warning says so.
  ///
  /// - Throws: `InputError` if a word of a printed command was not replaced.
  static func read(
    _ arguments: Arguments,
    beside path: String,
    _ terminal: Terminal
  ) throws -> TestNames {
    let store = arguments[Command.storeOfTests]
    if store == "STORE" {
      throw InputError.takes(
        "--store",
        "a ReplayableStore, such as \(TestSource.defaultStore)",
        not: "STORE"
      )
    }
    let modules = try arguments.modules()
    if modules.contains("MODULE") {
      throw InputError.takes("--import", "the module that has the store", not: "MODULE")
    }
    if let known = PackageManifest.nearest(to: path)?.modules {
      for module in modules {
        guard !known.contains(module), let meant = module.closest(among: known) else { continue }
        terminal.warn(
          "rewind: The package has no module \(module). Did you mean --import \(meant)?"
        )
      }
    }
    return TestNames(store: store, modules: modules)
  }
}
