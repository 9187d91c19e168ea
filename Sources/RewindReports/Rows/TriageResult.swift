import RewindJSON

/// The groups that `rewind triage --json` has found, by the paths of their sessions.
package struct TriageResult: Sendable {
  package struct Group: Sendable {
    let name: String?
    /// The sessions' common trait: `crash`, `not-reproduced`, `closed` and so on.
    let kind: String?
    let signature: String?
    let culprit: String?

    /// The group as the page's script reads it.
    var json: JSONValue {
      [
        "name": name.map { .string($0) } ?? .null,
        "culprit": culprit.map { .string($0) } ?? .null,
        "signature": signature.map { .string($0) } ?? .null,
      ]
    }
  }

  private var groups: [String: Group] = [:]
  /// The number of sessions in a group.
  package var count: Int { groups.count }

  /// Reads one object per line, or a list of them.
  ///
  /// - Throws: `JSONError`; ``Fault`` with the number of the line.
  package init(_ text: String) throws {
    let isList = text.first { !$0.isWhitespace } == "["
    let values =
      try isList
      ? JSONValue(parsing: text).array ?? []
      : text.split(separator: "\n", omittingEmptySubsequences: true)
        .map { try JSONValue(parsing: String($0)) }
    for (place, value) in values.enumerated() {
      guard let files = value["files"]?.array?.map(\.string), value["group"] != nil else {
        throw Fault(place: place + 1)
      }
      let group = Group(
        name: value["group"]?.scalarText,
        kind: value["kind"]?.string,
        signature: value["signature"]?.string,
        culprit: value["culprit"]?.string ?? value["culprit"]?["type"]?.string
      )
      // A session with a crash and a wrong state is in two groups; crashes come first.
      for case let file? in files where groups[Self.key(file)] == nil {
        groups[Self.key(file)] = group
      }
    }
  }

  /// An object that is no group.
  package struct Fault: Error, CustomStringConvertible {
    let place: Int

    package var description: String {
      "object \(place) has no \"group\" and \"files\", as those of `rewind triage --json` have."
    }
  }

  /// Returns the group of a session by its path; nil if it is in none.
  package func group(of path: String) -> Group? { groups[Self.key(path)] }

  /// Returns a path without what does not matter in it.
  private static func key(_ path: String) -> String {
    let parts = path.split(separator: "/", omittingEmptySubsequences: true).filter { $0 != "." }
    return (path.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/")
  }
}

extension JSONValue {
  fileprivate var scalarText: String? {
    switch self {
    case .string(let text): text
    case .number(let number): number.text
    default: nil
    }
  }
}
