import Foundation
import RewindDiagnosis
import RewindJSON
import RewindReports
import RewindText
import RewindTimeline

/// A feature of the app, as a session shows it: the part of the state that is its own, and its actions.
struct FeatureInSession {
  let timeline: Timeline
  let own: Feature
  /// The last name of its pointer.
  let name: String
  /// True if the user named its actions and their type.
  var hasNamedActions = false

  /// The pointer of its state.
  var pointer: Pointer { own.path }

  /// Finds the feature that the user names by the pointer of its state.
  ///
  /// `actions` are the prefix of its actions and their own type, `AppAction.checkout=CheckoutAction`; without it they
  /// are those of the case that is called as the feature.
  ///
  /// - Throws: `InputError` if the session has no such state, or no such actions.
  static func find(
    _ text: String,
    actions: String?,
    in timeline: Timeline
  ) throws -> FeatureInSession {
    let pointer = try Pointer(typed: text)
    guard let name = pointer.tokens.last else {
      throw InputError.takes("--feature", "the pointer of a feature's state", not: "\(pointer)")
    }
    try checkState(at: pointer, in: timeline)
    let feature = try timeline.feature(at: pointer, named: name, actions: actions)
    return FeatureInSession(
      timeline: timeline,
      own: feature,
      name: name,
      hasNamedActions: actions != nil
    )
  }

  /// Returns the feature in which an action is reduced, going by its name: `checkout` for `AppAction.checkout.pay`; nil
  /// if the state before it has nothing that is called so.
  static func of(_ index: Int, in timeline: Timeline) throws -> FeatureInSession? {
    let (type, state) = (try timeline.action(index).type, try timeline.state(before: index))
    var path = Pointer.root
    for name in type.split(separator: ".").dropFirst().dropLast() {
      guard state[path.appending(String(name))]?.object != nil else { break }
      path = path.appending(String(name))
    }
    guard let name = path.tokens.last else { return nil }
    let feature = try timeline.feature(at: path, named: name, actions: nil)
    return FeatureInSession(timeline: timeline, own: feature, name: name)
  }

  /// The feature in the words of a test; `externalChanges` as in `TestSource.Feature`.
  func words(externalChanges: Int = 0) -> TestSource.Feature {
    TestSource.Feature(
      path: pointer.description,
      name: name,
      externalChanges: externalChanges,
      hasOwnActions: own.prefix != nil
    )
  }

  /// A reason why the feature alone does not crash as the app does.
  struct Obstacle {
    /// A sentence, to follow a colon.
    let why: String
    /// The feature that has all that the crash needs, as the user names it; nil if only the whole app has.
    var larger: String?
    /// The members for scripts.
    let json: [(String, JSONValue)]
  }

  /// Returns the reason why the feature alone does not crash as the app does; nil if nothing speaks against it.
  func obstacle(
    fatal: Int,
    by program: ReplayProgram
  ) throws -> Obstacle? {
    let type = try timeline.action(fatal).type
    guard own.has(type) else {
      return Obstacle(
        why: "the app dies in action \(fatal), \(type.escapedForTerminal), which is not one of its "
          + "actions (\((own.prefix ?? "").escapedForTerminal)).",
        json: [("fatal", .string(type))]
      )
    }
    let needs = try FeatureNeeds.find(own, timeline, fatal: fatal, by: program)
    guard case .pointers(let pointers) = needs else { return nil }
    let names = pointers.map(\.words).joined(separator: ", ")
    var larger = pointer.parent
    while let container = larger, !pointers.allSatisfy({ container.isPrefix(of: $0) }) {
      larger = container.parent
    }
    let isPart = larger.map { !$0.tokens.isEmpty && !pointers.isEmpty } ?? false
    return Obstacle(
      why:
        "with only \(pointer.words) as it was before action \(fatal), the app survives that action. "
        + (pointers.isEmpty
          ? "What matters as well is no single value." : "What matters as well: \(names)."),
      larger: isPart ? larger.map { $0.tokens.joined(separator: "/") } : nil,
      json: [("places", JSONValue(pointers.map(\.description)))]
    )
  }

  /// Returns a doubt about a crash in these functions, innermost first; nil if there is none.
  ///
  /// The reducer around the feature's may die of the feature's state alone, which no replay of the app tells.
  func doubt(aboutCrashIn functions: [String]) -> String? {
    let base = words().base.lowercased()
    guard functions.count == 1, !functions[0].lowercased().contains(base) else { return nil }
    let (function, name) = (functions[0].escapedForTerminal, name.escapedForTerminal)
    return "the app dies in \(function), which does not seem to be a function of \(name)."
  }

  /// Checks that the session's state has a value at a pointer.
  private static func checkState(at pointer: Pointer, in timeline: Timeline) throws {
    if try FeatureSession.firstState(at: pointer, in: timeline) != nil { return }
    let last = try timeline.state(after: timeline.lastState() ?? timeline.firstIndex)
    var parent = Pointer.root
    for token in pointer.tokens {
      guard last[parent.appending(token)] == nil else {
        parent = parent.appending(token)
        continue
      }
      let names = last[parent]?.object?.members.map(\.key) ?? []
      let rest = Array(pointer.tokens.dropFirst(parent.tokens.count + 1))
      // Perhaps it is called as its actions are: .checkout, AppAction.checkout.
      let meant =
        !rest.isEmpty && last[Pointer(tokens: rest)] != nil
        ? rest : token.closest(among: names).map { parent.tokens + [$0] + rest }
      let hint = meant.map { "Did you mean --feature \($0.joined(separator: "/").shellWord)?" }
      let owner = parent.tokens.isEmpty ? "It" : parent.words
      throw CommandError(
        "The app's state has nothing at \(pointer.words). "
          + (hint
            ?? (names.isEmpty
              ? "\(owner) has no members."
              : "\(owner) has \(names.prefix(namedLimit).joined(separator: ", "))\(names.count > namedLimit ? ", …" : "")."))
      )
    }
  }

  /// The names to list.
  private static let namedLimit = 20
}

extension Timeline {
  /// Returns the feature at a pointer, with the actions that a flag names: `AppAction.checkout=CheckoutAction`.
  fileprivate func feature(
    at pointer: Pointer,
    named name: String,
    actions: String?
  ) throws -> Feature {
    let words = TestSource.Feature(
      path: "",
      name: name,
      externalChanges: 0,
      hasOwnActions: true
    )
    let types = try (firstIndex..<lastIndex).compactMap { try recordedAction($0 + 1)?.type }
    if let actions {
      let parts = actions.split(separator: "=", maxSplits: 1).map(String.init)
      guard let prefix = parts.first else {
        throw InputError.takes("--actions", "PREFIX=TYPE", not: actions)
      }
      let type = parts.count > 1 ? parts[1] : words.actionType
      let feature = Feature(path: pointer, prefix: prefix, actionType: type)
      guard types.contains(where: feature.has) else {
        throw CommandError(Self.unknown(prefix, among: types))
      }
      return feature
    }
    // Of two that are called alike, the one whose cases are called as all of the pointer.
    for cases in [pointer.tokens, [name]] {
      for type in types {
        guard let prefix = Self.prefix(of: type, through: cases) else { continue }
        return Feature(path: pointer, prefix: prefix, actionType: words.actionType)
      }
    }
    return Feature(path: pointer, prefix: nil, actionType: nil)
  }

  /// Returns the beginning of a type's name through some cases, one after another; nil if it has none.
  private static func prefix(of type: String, through cases: [String]) -> String? {
    let tokens = type.split(separator: ".").map(String.init)
    guard
      let end = tokens.indices.dropFirst(cases.count).first(where: { end in
        Array(tokens[(end - cases.count + 1)...end]) == cases
      })
    else { return nil }
    return tokens[...end].joined(separator: ".")
  }

  /// What is wrong where no action begins with a prefix.
  private static func unknown(_ prefix: String, among types: [String]) -> String {
    let prefixes = Set(
      types.flatMap { type -> [String] in
        let tokens = type.split(separator: ".")
        return tokens.indices.map { tokens[...$0].joined(separator: ".") }
      }
    )
    let hint =
      prefix.closest(among: prefixes.sorted()).map { "Did you mean \($0)?" }
      ?? "The first is \(types.first ?? "none")."
    return "No action of the session begins with \(prefix). \(hint)"
  }
}
