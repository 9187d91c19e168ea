public import RewindSession

/// A Swift package whose program answers the `rewind` tool for an app that cannot run on a desktop.
///
/// The app's reducers, its state and its actions come from a package of the app's own, which such an app
/// has or can have: they know nothing of screens.
///
/// ```
/// shop-replay/Package.swift                            the app's package and the recorder's
/// shop-replay/Sources/shop-replay/main.swift           ReplayHost(…).runIfRequested()
/// shop-replay/Sources/shop-replay/Decoders.swift       what `rewind decoders` writes
/// ```
public struct ReplayHostPackage {
  /// Where a package comes from: a folder, or the address of a repository.
  public struct Location: Sendable {
    public let text: String

    public init(_ text: String) {
      self.text = text
    }

    /// What a package manifest calls the package: the last part of its place.
    var identity: String {
      let last = text.split(separator: "/").last.map(String.init) ?? text
      return last.hasSuffix(".git") ? String(last.dropLast(4)) : last
    }

    /// The dependency in a manifest.
    var dependency: String {
      text.contains("://") || text.hasPrefix("git@")
        ? #".package(url: "\#(text.swiftLiteral)", branch: "main")"#
        : #".package(path: "\#(text.swiftLiteral)")"#
    }
  }

  private let header: SessionHeader
  private let decoders: String
  /// The app's package, where its reducers are.
  public let app: Location
  /// The modules of that package that have them; each is a product too.
  public let modules: [String]
  private let rewind: Location
  private let store: String

  /// - Parameters:
  ///   - header: Of a session of the app.
  ///   - decoders: The source with the function `recordedActions`.
  ///   - app: The app's package; nil for a folder beside the new package that is called as the app.
  ///   - modules: Of the app's package; none for one that is called as the app.
  ///   - rewind: The recorder's package.
  ///   - store: Swift for the app's `ReplayableStore`; nil for what the log suggests.
  public init(
    _ header: SessionHeader,
    decoders: String,
    app: Location?,
    modules: [String],
    rewind: Location,
    store: String?
  ) {
    self.header = header
    self.decoders = decoders
    self.app = app ?? Location("../\(Self.fileName(header.app))")
    self.modules = modules.isEmpty ? [Self.typeName(header.app)] : modules
    self.rewind = rewind
    self.store = store ?? Self.suggestedStore(header.attach)
  }

  /// The program that the package makes.
  public var program: String { "\(Self.fileName(header.app))-replay" }

  /// The files, by their paths in the package.
  public var files: [(path: String, text: String)] {
    [
      ("Package.swift", manifest), ("Sources/\(program)/main.swift", main),
      ("Sources/\(program)/Decoders.swift", decoders),
    ]
  }

  private static func suggestedStore(_ attachment: String?) -> String {
    attachment == "dispatcher"
      ? #"stores: { AppStores(dispatcher: $0) }, state: \.state, actions: recordedActions()"#
        .inStore
      : "reducer: appReducer, actions: recordedActions()".inStore
  }

  /// `Memory Tunes` as the name of a file: `memory-tunes`.
  private static func fileName(_ app: String?) -> String {
    let words = words(app).map { $0.lowercased() }
    return words.isEmpty ? "app" : words.joined(separator: "-")
  }

  /// `memory-tunes` as the name of a module: `MemoryTunes`.
  private static func typeName(_ app: String?) -> String {
    let name = words(app).map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    return name.first?.isLetter ?? false ? name : "App\(name)"
  }

  private static func words(_ app: String?) -> [Substring] {
    (app ?? "").split { !$0.isASCII || !($0.isLetter || $0.isNumber) }
  }
}

// MARK: - The files

extension ReplayHostPackage {
  private var manifest: String {
    let own = ["Rewind"] + (DecoderSource.ownModule(header).map { [$0] } ?? [])
    let products = (own.map { ($0, rewind) } + modules.map { ($0, app) }).map { module, place in
      #"        .product(name: "\#(module)", package: "\#(place.identity.swiftLiteral)"),"#
    }
    return """
      // swift-tools-version: 6.0
      import PackageDescription

      let package = Package(
        name: "\(program)",
        platforms: [.macOS(.v13)],
        dependencies: [
          \(rewind.dependency),
          \(app.dependency),
        ],
        targets: [
          .executableTarget(
            name: "\(program)",
            dependencies: [
      \(products.joined(separator: "\n"))
            ]
          )
        ]
      )

      """
  }

  private var main: String {
    let imports = Set(modules + ["Rewind"]).sorted().map { "import \($0)" }
    return """
      // Runs the app's reducers over recorded sessions, for the `rewind` tool:
      //
      //   swift build
      //   rewind verify SESSION --app .build/debug/\(program)
      \(imports.joined(separator: "\n"))

      ReplayHost(
        \(store)
      ).runIfRequested()

      print("I answer the rewind tool: rewind verify SESSION --app \(program)")

      """
  }
}

extension String {
  /// The arguments of a `ReplayableStore` as a call.
  fileprivate var inStore: String { "ReplayableStore(\(self))" }
}
