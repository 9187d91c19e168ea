import RewindJSON

/// The parts of payloads that have one of a few texts, or that only some have: `open` with `"cart"` is another action
/// than with `"home"`, and `set` with a name another than with an age.
struct PayloadCases: Sendable {
  private let paths: [String: [[String]]]
  /// The parts that some actions of a type have, and some have not.
  private let optional: [String: [[String]]]
  /// The names of all cases.
  private let all: Set<String>

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
        let distinct = Set(recorded)
        return !StateRows.isID(path.last ?? "")
          && distinct.count > 1 && distinct.count <= Self.caseLimit
          && distinct.count * Self.actionsNeeded <= recorded.count
          && distinct.allSatisfy { $0.string.map { $0.count <= Self.lengthLimit } ?? false }
      }.keys.sorted { $0.joined() < $1.joined() }
    }
    all = Set(
      paths.flatMap { type, paths in
        paths.flatMap { path in
          Set(values[type]?[path] ?? []).map { Self.name(type, path, $0) }
        }
      }
    ).union(optional.flatMap { type, paths in paths.map { Self.name(type, $0) } })
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

  private static func name(_ type: String, _ path: [String]) -> String {
    "\(type) with \(path.joined(separator: "."))"
  }

  private static func name(_ type: String, _ path: [String], _ value: JSONValue) -> String {
    "\(type) with \(path.joined(separator: ".")) \(value.text)"
  }
}
