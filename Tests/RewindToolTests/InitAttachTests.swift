import Foundation
import RewindReports
import RewindTestSupport
import Testing

@Suite("rewind init in an app's package", .process)
struct InitAttachTests {
  private let folder = TemporaryFolder()

  private let manifest = """
    // swift-tools-version: 6.0
    import PackageDescription
    let package = Package(name: "shop", targets: [.executableTarget(name: "shop-app", path: "Sources")])

    """
  private let cart = #"""
    import Foundation
    // func oldReducer(state: CartState, action: CartAction) -> CartState {
    /* func olderReducer(state: CartState, action: CartAction) -> CartState { */
    let text = "func textReducer(state: CartState, action: CartAction) -> CartState {"
    struct CartState { var items: [String] = [] }
    enum CartAction { case add(String) }

    func cartReducer(
      state: inout CartState,
      action: CartAction
    ) {
      func inner(state: CartState, action: CartAction) -> CartState { state }
    }
    func add(_ one: Int, _ other: String) -> Int { one }
    final class CartStore {
      func reduce(state: CartState, action: CartAction) -> CartState { state }
    }

    """#

  private func package(_ folder: TemporaryFolder) throws -> URL {
    let root = folder.url.appending(path: "shop")
    try FileManager.default.createDirectory(
      at: root.appending(path: "Sources"),
      withIntermediateDirectories: true
    )
    try manifest.write(to: root.appending(path: "Package.swift"), atomically: true, encoding: .utf8)
    try cart.write(
      to: root.appending(path: "Sources/Cart.swift"),
      atomically: true,
      encoding: .utf8
    )
    return root.resolvingSymlinksInPath()
  }

  @Test("finds reducer and store, shows the lines to add, and the line that saves --app")
  func asked() throws {
    let root = try package(folder)
    let clone = Recordings.package
    let shown = """
      The reducer is cartReducer, Sources/Cart.swift:8.
      The store is CartStore, Sources/Cart.swift:15.

      In Package.swift, for the package and for the target:

        dependencies: [.package(path: "…")],
        .product(name: "RewindKit", package: "\(clone.lastPathComponent)"),

      With `import RewindKit`, beside the reducer:

        let cart = ReplayableStore(
          initial: CartState(), actions: CartAction.self, reduce: cartReducer)

      If CartAction is not Decodable: `actions: ActionDecoders<CartAction>()`, and once
      there is a session, what `rewind decoders` writes.

      In the app:

        cart.answerReplayRequest()                       // first thing in main
        let recording = cart.record(app: "shop-app", enabled: isDebugBuild)   // your flag
        CartStore(state: recording.initialState(), reducer: recording.reducer)   // where it is made

      For commands that replay, without --app in each:

        export REWIND_APP=\(root.path)/.build/debug/shop-app

      """
    let run = try rewind.run(["init"], in: root, exits: 0)
    // The clone is named by its path from the package.
    let path = try #require(run.output.firstMatch(of: /path: "([^"]*)"/)).1
    #expect(run.output.replacing(path, with: "…") == shown)
    let named = root.appending(path: String(path)).resolvingSymlinksInPath()
    #expect(named.path == clone.resolvingSymlinksInPath().path)
    let source = try String(contentsOf: root.appending(path: "Sources/Cart.swift"), encoding: .utf8)
    #expect(source == cart)
  }

  @Test("finds the function of a type around a reducer, of its values or of its own")
  func wrapped() throws {
    for (word, name) in [("", "SearchReducer().reduce"), ("static ", "SearchReducer.reduce")] {
      var outline = StoreSearch()
      outline.add(
        """
        public struct SearchReducer {
          public \(word)func reduce(oldState: SearchState, with event: SearchEvent) -> SearchState {
        """,
        file: "Search.swift"
      )
      #expect(outline.reducers.map(\.name) == [name])
    }
  }

  @Test("says so where there is no reducer, and names the store and the library")
  func noReducer() throws {
    let root = try package(folder)
    try "import ReactorKit\nactor ShopStore {}\n".write(
      to: root.appending(path: "Sources/Cart.swift"),
      atomically: true,
      encoding: .utf8
    )
    let run = try rewind.run(["init"], in: root, exits: 2)
    #expect(run.output == "It imports ReactorKit: the page on stores has a section for it.\n")
    #expect(run.errors.contains("stores: ShopStore (Sources/Cart.swift:2)"), "\(run.errors)")
  }

  @Test("names the file for a library that has one, where no function is a reducer")
  func adapter() throws {
    let root = try package(folder)
    try "import ComposableArchitecture\n@Reducer struct Feature {}\n".write(
      to: root.appending(path: "Sources/Cart.swift"),
      atomically: true,
      encoding: .utf8
    )
    let run = try rewind.run(["init"], in: root, exits: 0)
    #expect(
      run.lines.first
        == "It imports The Composable Architecture: `rewind init --store tca` prints the file that attaches it, and the page on stores has a section for it."
    )
    #expect(run.lines.last?.hasPrefix("  export REWIND_APP=") ?? false)
  }

  @Test(
    "knows every shape of a reducer",
    arguments: [
      ("func reduce(s: AppState, a: AppAction) -> AppState {", "AppReducer.reduce"),
      ("func reduce(s: inout AppState, a: AppAction) -> Effect<AppAction> {", "AppReducer.reduce"),
      ("func reduce(a: AppAction, s: AppState) -> AppState {", ".actionFirst(AppReducer.reduce)"),
      (
        "func reduce(_ a: AppAction, _ s: inout AppState) {",
        ".actionFirstInPlace(AppReducer.reduce)"
      ),
      ("func reduce(a: AppAction, s: AppState?) -> AppState {", ".reSwift(AppReducer.reduce)"),
    ]
  )
  func shapes(function: String, expression: String) throws {
    var search = StoreSearch()
    search.add(
      "enum AppReducer {\n  static \(function)\n  }\n  \(function)\n  }\n}\n",
      file: "a.swift"
    )
    let reducer = try #require(search.reducers.first)
    #expect(search.reducers.count == 1 && reducer.line == 2)
    #expect(
      StoreSearch.lines(for: reducer, app: "a", store: nil).declaration[1]
        == "  initial: AppState(), actions: AppAction.self, reduce: \(expression))"
    )
  }
}
