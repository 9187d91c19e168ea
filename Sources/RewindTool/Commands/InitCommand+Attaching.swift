import Foundation
import RewindReports
import RewindText

extension Command {
  /// Shows how to attach the store of the package that the user works in, and writes the project's file if asked to.
  static func attach(_ app: AppPackage, _ terminal: Terminal) throws -> ExitStatus {
    let search = app.search
    let adapters = StoreAdapter.all.filter { search.libraries.contains($0.library) }
    for library in search.libraries.sorted() {
      let file = adapters.first { $0.library == library }.map {
        "`rewind init --store \($0.name)` prints the file that attaches it, and "
      }
      terminal.print(
        "It imports \(library): \(file ?? "")the page on stores has a section for it."
      )
    }
    guard let reducer = search.reducers.first else {
      if !adapters.isEmpty { return try offerProjectFile(app, terminal) }
      let stores = search.stores.map { "\($0.name) (\($0.file):\($0.line))" }
      throw CommandError(
        """
        No function from a state and an action to the next state in \(app.folder)/Sources\
        \(stores.isEmpty ? "" : "; stores: \(stores.joined(separator: ", "))"). \
        The page on stores says how to attach other kinds of stores.
        """
      )
    }
    terminal.print("The reducer is \(reducer.name), \(reducer.file):\(reducer.line).")
    for other in search.reducers.dropFirst().prefix(5) {
      terminal.print("  Not taken: \(other.name), \(other.file):\(other.line).")
    }
    for store in search.stores.prefix(5) {
      terminal.print("The store is \(store.name), \(store.file):\(store.line).")
    }
    let name = app.programs.first ?? URL(fileURLWithPath: app.folder).lastPathComponent
    let lines = StoreSearch.lines(for: reducer, app: name, store: search.stores.first)
    terminal.print("")
    terminal.print("With `import RewindKit`, the product of that name, beside the reducer:")
    terminal.print("")
    for line in lines.declaration { terminal.print("  \(line)") }
    terminal.print("")
    terminal.print(
      "If \(reducer.action) is not Decodable: `actions: ActionDecoders<\(reducer.action)>()`, and once"
    )
    terminal.print("there is a session, what `rewind decoders` writes.")
    terminal.print("")
    terminal.print("In the app:")
    terminal.print("")
    for line in lines.app { terminal.print("  \(line)") }
    terminal.print("")
    return try offerProjectFile(app, terminal)
  }

  /// Asks if the file that names the app may be written, and writes it.
  private static func offerProjectFile(_ app: AppPackage, _ terminal: Terminal) throws -> ExitStatus
  {
    guard let program = app.programs.first else { return .success }
    let path = "\(app.folder)/\(ProjectFile.name)"
    guard !FileManager.default.fileExists(atPath: path) else {
      terminal.print("\(path) is there already.")
      return .success
    }
    let text =
      "# The app that replays; a relative path begins at this file.\napp = .build/debug/\(program)\n"
    terminal.print("Shall \(path) be written, with `app = .build/debug/\(program)`? [y/N]")
    terminal.flush()
    guard let answer = readLine(), ["y", "yes"].contains(answer.lowercased()) else {
      terminal.print("Nothing was written.")
      return .success
    }
    do {
      // Not over one that has come meanwhile.
      try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .withoutOverwriting)
    } catch {
      throw CommandError("\(path) cannot be written: \((error as NSError).localizedDescription)")
    }
    terminal.print("Written. `rewind allow` lets it run without --app.")
    return .success
  }
}
