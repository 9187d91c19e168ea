import Foundation
import RewindReports
import RewindText

extension Command {
  /// Shows how to attach the store of the package that the user works in, and how to name its program.
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
      if !adapters.isEmpty { return showProgram(app, terminal) }
      let stores = search.stores.map { "\($0.name) (\($0.file):\($0.line))" }
      throw CommandError(
        """
        No function `(State, Action) -> State`, or with the state `inout`, in \(app.folder)/Sources\
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
    let package = ReplayHostPackage.Location.ofThisTool(for: app.folder)
    let parts = [
      ("In Package.swift, for the package and for the target:", package.manifest("RewindKit")),
      ("With `import RewindKit`, beside the reducer:", lines.declaration),
      (
        """
        If \(reducer.action) is not Decodable: `actions: ActionDecoders<\(reducer.action)>()`, and once
        there is a session, what `rewind decoders` writes.

        In the app:
        """, lines.app
      ),
    ]
    for (title, lines) in parts {
      let code = lines.map { "  \($0)" }.joined(separator: "\n")
      terminal.print(text: "\n\(title)\n\n\(code)")
    }
    terminal.print()
    return showProgram(app, terminal)
  }

  /// Shows the line that saves `--app`.
  private static func showProgram(_ app: AppPackage, _ terminal: Terminal) -> ExitStatus {
    guard let program = app.programs.first else { return .success }
    terminal.print(text: "For commands that replay, without --app in each:\n")
    terminal.print("  export REWIND_APP=\("\(app.folder)/.build/debug/\(program)".shellPath)")
    return .success
  }
}
