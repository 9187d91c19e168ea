/// The names that the user gives for a test: of the store that it tests, and of the modules that it imports.
struct TestNames {
  /// A Swift expression; nil for the usual name.
  let store: String?
  let modules: [String]

  init(_ arguments: Arguments) throws {
    store = arguments[Command.storeOfTests]
    modules = try arguments.modules()
  }
}
