/// The store of an app, as its sources show it, and the lines that attach it.
package struct StoreSearch: Sendable {
  /// A function of a reducer's shape.
  package struct Reducer: Equatable, Sendable {
    /// The name of the shape; nil for those that are passed as they are.
    package let shape: String?
    package let name: String
    package let state: String
    package let action: String
    package let file: String
    package let line: Int
    /// True if other modules see it; they then want to see its declaration too.
    package let isPublic: Bool
    /// The similarity of its names to those of a reducer.
    fileprivate let likeness: Int
  }

  /// A type that is called a store.
  package struct Store: Equatable, Sendable {
    package let name: String
    package let file: String
    package let line: Int
  }

  /// A declaration of a `ReplayableStore` that other modules see.
  package struct Declaration: Equatable, Sendable {
    package let name: String
    /// The type of its actions; nil if the declaration does not say it.
    package let action: String?
    package let file: String
  }

  /// The likeliest first.
  package private(set) var reducers: [Reducer] = []
  package private(set) var stores: [Store] = []
  package private(set) var declarations: [Declaration] = []
  /// The libraries with a section in the page on stores.
  package private(set) var libraries: Set<String> = []

  package init() {}

  /// Adds the declarations of a file.
  package mutating func add(_ source: String, file: String) {
    let outline = SwiftOutline(of: source)
    for function in outline.functions {
      guard let reducer = Reducer(function, in: file), reducer.likeness > 1 else { continue }
      let index = reducers.firstIndex { $0.likeness < reducer.likeness } ?? reducers.count
      reducers.insert(reducer, at: index)
    }
    stores += outline.types.filter { $0.name.hasSuffix("Store") && $0.name != "Store" }
      .map { Store(name: $0.name, file: file, line: $0.line) }
    for match in source.matches(of: Self.declaration) {
      let rest = source[match.range.upperBound...].prefix(Self.declarationLength)
      let action = rest.firstMatch(of: #/actions:\s*([\w.]+)\.self/#).map { String($0.1) }
      declarations.append(Declaration(name: String(match.1), action: action, file: file))
    }
    libraries.formUnion(outline.imports.compactMap { Self.known[$0] })
  }

  /// A line that begins a declaration: `public let shop = ReplayableStore`.
  private static var declaration: Regex<(Substring, Substring)> {
    #/(?m)^\s*(?:@\w+\s+|nonisolated(?:\(unsafe\))?\s+)*(?:public|package)\s+(?:nonisolated(?:\(unsafe\))?\s+)?let\s+(\w+)\b[^=\n]*=\s*ReplayableStore\b/#
  }

  /// The characters in which a declaration says the type of its actions.
  private static let declarationLength = 300

  /// The names of libraries by their modules.
  private static let known = [
    "ComposableArchitecture": "The Composable Architecture", "SwiftRex": "SwiftRex",
    "MobiusCore": "Mobius.swift", "ReactorKit": "ReactorKit", "Workflow": "workflow-swift",
    "Actomaton": "Actomaton", "Fluxor": "Fluxor", "Katana": "Katana", "ReSwift": "ReSwift",
  ]

  /// The Swift that attaches a store whose reducer was found: the declaration, and what the app does with it.
  ///
  /// - Parameters:
  ///   - reducer: The reducer.
  ///   - app: The name for the log's header.
  ///   - store: The app's own type of store; nil if none was found.
  /// - Returns: The lines beside the reducer, and those of the app.
  package static func lines(
    for reducer: Reducer,
    app: String,
    store: Store?
  ) -> (declaration: [String], app: [String]) {
    let name = reducer.storeName
    let function = reducer.shape.map { ".\($0)(\(reducer.name))" } ?? reducer.name
    return (
      [
        "\(reducer.isPublic ? "public " : "")let \(name) = ReplayableStore(",
        "  initial: \(reducer.state)(), actions: \(reducer.action).self, reduce: \(function))",
      ],
      [
        "\(name).answerReplayRequest()                       // first thing in main",
        "let recording = \(name).record(app: \"\(app)\", enabled: isDebugBuild)   // your flag",
        "\(store?.name ?? "…")(state: recording.initialState(), reducer: recording.reducer)   // where it is made",
      ]
    )
  }
}

extension StoreSearch.Reducer {
  /// Reads a function; nil if it has no reducer's shape.
  fileprivate init?(_ function: SwiftOutline.Function, in file: String) {
    guard function.parameters.count == 2 else { return nil }
    let (first, second) = (function.parameters[0], function.parameters[1])
    let parts: (shape: String?, state: String, action: String)?
    if let state = first.changedInPlace {
      parts = (nil, state, second)
    } else if let state = second.changedInPlace {
      parts = ("actionFirstInPlace", state, first)
    } else if function.result == first {
      parts = (nil, first, second)
    } else if function.result == second {
      parts = ("actionFirst", second, first)
    } else if second == function.result.map({ "\($0)?" }) {
      parts = ("reSwift", function.result ?? "", first)
    } else {
      parts = nil
    }
    guard let parts, parts.state != parts.action, parts.state.isTypeName else { return nil }
    (shape, state, action) = (parts.shape, parts.state, parts.action)
    (name, self.file, line) = (function.name, file, function.line)
    isPublic = function.isPublic
    let own = function.name.lowercased()
    let actions = ["Action", "Event", "Message", "Msg", "Mutation", "Intent", "Command"]
    likeness =
      (own.contains("reduce") ? 2 : own.contains("update") ? 1 : 0)
      + (actions.contains { parts.action.hasSuffix($0) } ? 2 : 0)
      + (["State", "Model"].contains { parts.state.hasSuffix($0) } ? 1 : 0)
  }

  /// The name for the declaration: `cart` for `CartState`.
  fileprivate var storeName: String {
    let last = state.split(separator: ".").last.map(String.init) ?? state
    let short = last.hasSuffix("State") && last != "State" ? String(last.dropLast(5)) : last
    return short.prefix(1).lowercased() + short.dropFirst()
  }
}

extension String {
  /// The type of an `inout` parameter; nil if it is none.
  fileprivate var changedInPlace: String? {
    hasPrefix("inout ") ? String(dropFirst(6)) : nil
  }

  fileprivate var isTypeName: Bool {
    allSatisfy { $0.isLetter || $0.isNumber || $0 == "." || $0 == "_" }
      && first?.isUppercase == true
  }
}
