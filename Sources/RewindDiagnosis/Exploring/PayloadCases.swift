import RewindJSON

/// The parts of payloads that have one of a few contents, or that only some have: `open` with `"cart"` is another action
/// than with `"home"`, `load` of page 0 another than of a later one, and `set` with a name another than with an age.
struct PayloadCases: Sendable {
  private let paths: [String: [[String]]]
  /// The parts that some actions of a type have, and some have not.
  private let optional: [String: [[String]]]
  /// The names of all cases.
  private let all: Set<String>
  /// The content of a state's value that equals the text or truth value of a case, by the case's name.
  let shown: [String: String]

  private static let (caseLimit, lengthLimit) = (12, 24)
  /// The actions that a case has on average at least.
  private static let actionsNeeded = 3

  /// Learns from the recorded values of each part of a payload, and how many actions have it, by type.
  init(
    _ values: [String: [[String]: [JSONValue]]],
    _ counts: [String: [[String]: Int]],
    of actions: [String: Int]
  ) {
    optional = counts.reduce(into: [:]) { optional, type in
      optional[type.key] = type.value.filter { $0.value < actions[type.key] ?? 0 }.keys
        .sorted { $0.joined() < $1.joined() }
    }
    paths = values.mapValues { parts in
      parts.filter { path, recorded in
        let distinct = Set(recorded.map(Self.content))
        return !StateRows.isID(path.last ?? "")
          && distinct.count > 1 && distinct.count <= Self.caseLimit
          && distinct.count * Self.actionsNeeded <= recorded.count
          && recorded.allSatisfy(Self.isCase)
      }.keys.sorted { $0.joined() < $1.joined() }
    }
    let named = paths.flatMap { type, paths in
      paths.flatMap { path in
        (values[type]?[path] ?? []).map { (name: Self.name(type, path, $0), value: $0) }
      }
    }
    all = Set(named.map(\.name))
      .union(optional.flatMap { type, paths in paths.map { Self.name(type, $0) } })
    shown = named.reduce(into: [:]) { shown, found in
      if case .number = found.value { return }
      shown[found.name] = ShownContents.content(found.value)
    }
  }

  /// True for the name of a case, and not of a type.
  func isCase(_ name: String) -> Bool { all.contains(name) }

  /// Returns the names of the cases that an action has.
  func names(of step: SessionStep) -> [String] {
    let values = (paths[step.kindName] ?? []).compactMap { path in
      step.payload?.value(at: path).map { Self.name(step.kindName, path, $0) }
    }
    let parts = (optional[step.kindName] ?? []).filter { step.payload?.value(at: $0) != nil }
    return values.filter(all.contains) + parts.map { Self.name(step.kindName, $0) }
  }

  /// True for what may be one of a few: a text with a digit is rather an identifier that the app has made.
  private static func isCase(_ value: JSONValue) -> Bool {
    switch value {
    case .string(let text): text.count <= lengthLimit && !text.contains(where: \.isNumber)
    case .bool, .number: true
    default: false
    }
  }

  /// Returns what tells the case of a value: of a number, if it is 0.
  private static func content(_ value: JSONValue) -> String {
    if case .number = value, value != 0 { "not 0" } else { value.text }
  }

  private static func name(_ type: String, _ path: [String]) -> String {
    "\(type) with \(path.joined(separator: "."))"
  }

  private static func name(_ type: String, _ path: [String], _ value: JSONValue) -> String {
    "\(type) with \(path.joined(separator: ".")) \(content(value))"
  }
}
