import RewindJSON

/// The parts of payloads that have one of a few texts: `open` with `"cart"` is another action than with `"home"`.
struct PayloadCases: Sendable {
  private let paths: [String: [[String]]]
  /// The names of all cases.
  private let all: Set<String>

  private static let (caseLimit, lengthLimit) = (12, 24)
  /// The actions that a case has on average at least.
  private static let actionsNeeded = 3

  /// Learns from the recorded values of each part of a payload, by type.
  init(_ values: [String: [[String]: [JSONValue]]]) {
    paths = values.mapValues { parts in
      parts.filter { _, recorded in
        let distinct = Set(recorded)
        return distinct.count > 1 && distinct.count <= Self.caseLimit
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
    )
  }

  /// True for the name of a case, and not of a type.
  func isCase(_ name: String) -> Bool { all.contains(name) }

  /// Returns the names of the cases that an action has.
  func names(of step: SessionStep) -> [String] {
    (paths[step.kindName] ?? []).compactMap { path in
      step.payload?.value(at: path).map { Self.name(step.kindName, path, $0) }
    }.filter(all.contains)
  }

  private static func name(_ type: String, _ path: [String], _ value: JSONValue) -> String {
    "\(type) with \(path.joined(separator: ".")) \(value.text)"
  }
}
