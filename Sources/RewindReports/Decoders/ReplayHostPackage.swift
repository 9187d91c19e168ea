package import RewindSession
import RewindText

/// A Swift package whose program responds to the `rewind` tool for an app that cannot run on this machine.
///
/// The app's reducers, state and actions come from a package of the app's own: they do not depend on screens.
///
/// ```
/// shop-replay/Package.swift                            the app's package and the recorder's
/// shop-replay/Sources/shop-replay/main.swift           store.answerReplayRequest()
/// shop-replay/Sources/shop-replay/Decoders.swift       the output of `rewind decoders`
/// ```
package struct ReplayHostPackage {
  /// The source of a package: a folder, or the address of a repository.
  package struct Location: Sendable {
    /// The address, or the folder's path, absolute or from the new package's.
    package let text: String
    /// The package's name in a manifest: the last part of its location.
    let identity: String

    /// - Parameters:
    ///   - text: The address, or the folder's path.
    ///   - name: The folder's name, if its path does not end in it (`..`).
    package init(_ text: String, named name: String? = nil) {
      self.text = text
      let last = name ?? text.split(separator: "/").last.map(String.init) ?? text
      identity = last.hasSuffix(".git") ? String(last.dropLast(4)) : last
    }

    /// True if this is the address of a repository.
    package var isAddress: Bool { text.contains("://") || text.hasPrefix("git@") }

    /// The lines of a manifest that depend on products of it.
    package func manifest(_ products: String...) -> [String] {
      ["dependencies: [\(dependency.text)],"]
        + products.map {
          ".product(name: \($0.swiftLiteral.text), package: \(identity.swiftLiteral.text)),"
        }
    }

    /// The dependency in a manifest.
    var dependency: SwiftSource {
      isAddress
        ? ".package(url: \(text.swiftLiteral), branch: \"main\")"
        : ".package(path: \(text.swiftLiteral))"
    }
  }

  private let header: SessionHeader
  private let decoders: DecoderSource
  /// The app's package, where its reducers are.
  package let app: Location
  /// The modules of that package that have the reducers; each is a product too.
  package let modules: [String]
  /// The recorder's package.
  package let rewind: Location
  /// Swift for the app's `ReplayableStore`, and a note for the reader, as a comment.
  private let store: (swift: SwiftSource, comment: SwiftSource)

  /// - Parameters:
  ///   - header: The header of a session of the app.
  ///   - decoders: The source with the function `recordedActions`.
  ///   - app: The app's package; nil for a folder beside the new package with the app's name.
  ///   - modules: Modules of the app's package.
  ///   - rewind: The recorder's package.
  ///   - store: Swift for the app's `ReplayableStore`; nil to infer it from the session.
  package init(
    _ header: SessionHeader,
    decoders: DecoderSource,
    app: Location?,
    modules: [String],
    rewind: Location,
    store: String?
  ) {
    self.header = header
    self.decoders = decoders
    self.app = app ?? Location("../\(Self.fileName(header.app))")
    self.modules = modules
    self.rewind = rewind
    self.store =
      store.map { (SwiftSource(trusted: $0), "") } ?? Self.suggestedStore(header, decoders)
  }

  /// Returns the default module of an app's reducers: it has the app's name.
  package static func module(of header: SessionHeader) -> String {
    (header.app ?? "").swiftTypeName(prefix: "App")
  }

  /// The program that the package builds.
  package var program: String { "\(Self.fileName(header.app))-replay" }

  /// The files, by their paths in the package.
  package var files: [(path: String, text: String)] {
    [
      ("Package.swift", manifest.text), ("Sources/\(program)/main.swift", main.text),
      ("Sources/\(program)/Decoders.swift", decoders.text),
    ]
  }

  /// Returns `Memory Tunes` as the name of a file: `memory-tunes`.
  private static func fileName(_ app: String?) -> String {
    let words = (app ?? "").nameWords.map { $0.lowercased() }
    return words.isEmpty ? "app" : words.joined(separator: "-")
  }
}

// MARK: - The files

extension ReplayHostPackage {
  private var manifest: SwiftSource {
    let own = ["RewindReplay"] + (DecoderSource.ownModule(header).map { [$0] } ?? [])
    let products = (own.map { ($0, rewind) } + modules.map { ($0, app) }).map {
      module,
      source -> SwiftSource in
      "        .product(name: \(module.swiftLiteral), package: \(source.identity.swiftLiteral)),"
    }
    return """
      // swift-tools-version: 6.0
      import PackageDescription

      let package = Package(
        name: \(program.swiftLiteral),
        platforms: [.macOS(.v13)],
        dependencies: [
          \(rewind.dependency),
          \(app.dependency),
        ],
        targets: [
          .executableTarget(
            name: \(program.swiftLiteral),
            dependencies: [
      \(products.joined(separator: "\n"))
            ]
          )
        ]
      )

      """
  }

  private var main: SwiftSource {
    let imports: [SwiftSource] = Set(modules + ["RewindReplay"]).sorted().compactMap(\.swiftModule)
      .map { "import \($0)" }
    return """
      // Runs the app's reducers over recorded sessions, for the `rewind` tool:
      //
      //   swift build
      //   rewind verify SESSION --app .build/debug/\(program.swiftComment)
      \(imports.joined(separator: "\n"))

      \(store.comment)let store = \(store.swift)
      store.answerReplayRequest()

      print(\("I answer the rewind tool: rewind verify SESSION --app \(program)".swiftLiteral))

      """
  }
}

// MARK: - The store

extension ReplayHostPackage {
  /// Returns the store that the session suggests, by how actions were recorded and their type.
  private static func suggestedStore(
    _ header: SessionHeader,
    _ decoders: DecoderSource
  ) -> (swift: SwiftSource, comment: SwiftSource) {
    if decoders.isCalls {
      let swift: SwiftSource = """
        ReplayableStore(
          model: { \(decoders.model)() },
          state: \\.state,
          calls: recordedActions()
        )
        """
      return (
        swift, "// The state is the one value that the methods change: see Recording.call.\n"
      )
    }
    switch header.attach {
    case "dispatcher":
      let stores: SwiftSource = "stores: { AppStores(dispatcher: $0) }, state: \\.state"
      return ("ReplayableStore(\(stores), actions: recordedActions())", "")
    case "store" where decoders.actionType == DecoderSource.anyAction:
      return ("ReplayableStore(reducer: appReducer, actions: recordedActions())", "")
    default:
      return anyReducer
    }
  }

  /// The store for an app that has its own: its log has neither the initial state nor the reducer's
  /// signature.
  private static var anyReducer: (swift: SwiftSource, comment: SwiftSource) {
    let comment: SwiftSource = """
      #warning("Write AppState() and appReducer as the app has them, and remove this line.")
      // If the reducer is not a function of a state and an action, give its shape: see ReducerShape.

      """
    let swift: SwiftSource = """
      ReplayableStore(
        initial: AppState(),
        actions: recordedActions(),
        reduce: .of(appReducer)
      )
      """
    return (swift, comment)
  }
}
