import RewindDiagnosis
import RewindJSON
package import RewindSession

/// The groups that `rewind triage --json` has found, by the sessions' files, and by their recordings where
/// those have moved.
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

  /// The groups by absolute paths.
  private var groups: [String: Group] = [:]
  /// The groups by recordings; nil for one whose files are in several groups.
  private var recordings: [String: Group?] = [:]
  /// The folder that relative paths are in.
  private let folder: String

  /// Reads one object per line, or a list of them.
  ///
  /// - Parameters:
  ///   - text: The objects.
  ///   - folder: The absolute path of the folder that relative paths are in.
  /// - Throws: `JSONError`; ``Fault`` with the number of the line.
  package init(_ text: String, in folder: String) throws {
    self.folder = folder
    let isList = text.first { !$0.isWhitespace } == "["
    let values =
      try isList
      ? JSONValue(parsing: text).array ?? []
      : text.split(separator: "\n", omittingEmptySubsequences: true)
        .map { try JSONValue(parsing: String($0)) }
    for (number, value) in values.enumerated() {
      guard let files = value["files"]?.array?.map(\.string), value["group"] != nil else {
        throw Fault(number: number + 1)
      }
      let group = Group(
        name: value["group"]?.scalarText,
        kind: value["kind"]?.string,
        signature: value["signature"]?.string,
        culprit: value["culprit"]?.string ?? value["culprit"]?["type"]?.string
      )
      let names = value["sessions"]?.array?.map { $0.string ?? "" } ?? []
      for (number, file) in files.enumerated() {
        // A session with a crash and a wrong state is in two groups; crashes come first.
        guard let file, groups[key(file)] == nil else { continue }
        groups[key(file)] = group
        guard names.indices.contains(number), !names[number].isEmpty else { continue }
        let isOther = recordings[names[number]].map { $0?.name != group.name } ?? false
        recordings[names[number]] = .some(isOther ? nil : group)
      }
    }
  }

  /// An object that is not a group.
  package struct Fault: Error, CustomStringConvertible {
    let number: Int

    package var description: String {
      "object \(number) has no \"group\" and \"files\", as those of `rewind triage --json` have."
    }
  }

  /// Returns the group of a session by its file, else by its first line; nil if it is in none.
  package func group(of path: String, _ header: SessionHeader?) -> Group? {
    if let group = groups[key(path)] { return group }
    return header.flatMap { recordings[TriageLog.recording($0.session, $0.store)] ?? nil }
  }

  /// Returns the absolute path, normalized.
  private func key(_ path: String) -> String {
    var parts: [Substring] = []
    for part in (path.hasPrefix("/") ? path : "\(folder)/\(path)").split(separator: "/") {
      switch part {
      case ".": break
      case "..": _ = parts.popLast()
      default: parts.append(part)
      }
    }
    return parts.joined(separator: "/")
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
