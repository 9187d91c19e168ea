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
    if try FeatureSession.firstState(at: pointer, in: timeline) == nil {
      let last = try timeline.lastState() ?? timeline.firstIndex
      _ = try timeline.state(after: last).value(at: pointer, index: last)
    }
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
        throw InputError.takes("--actions", "what types of the session begin with", not: prefix)
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
}
