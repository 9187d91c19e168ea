package import RewindJSON

/// Many sessions in groups, each of which has one cause.
package struct Triage: Sendable {
  /// The groups: crashes first, the most frequent first.
  package let groups: [TriageGroup]
  /// The number of logs; one with a crash and a wrong state is in two groups.
  package let logs: Int
  /// True if no earlier run has left anything to compare with.
  package let isFirst: Bool

  /// The groups as one array, for a page or a script.
  package var json: JSONValue { .array(groups.map(\.json)) }
}

/// Sessions with one cause.
package struct TriageGroup: Sendable {
  package enum Kind: String, Sendable, CaseIterable {
    case crash
    case wrongState = "wrong-state"
    /// The app survives its recorded crash.
    case notReproduced = "not-reproduced"
    /// The app dies in another action than the recorded one.
    case otherCrash = "other-crash"
    case undecodable
    /// A reducer read an input that is not in the recording.
    case unresolved
    /// The program did not replay them at all.
    case unanswered
    /// No program was given for the version.
    case noProgram = "no-program"
    case damaged
    case unreadable
    case stopped
    case cut
    case continued
    case closed

    /// True if the logs show that something went wrong in the app.
    package var isFailure: Bool {
      switch self {
      case .crash, .wrongState, .notReproduced, .otherCrash, .undecodable, .unresolved,
        .unanswered, .noProgram:
        true
      case .damaged, .unreadable, .stopped, .cut, .continued, .closed: false
      }
    }

    /// True if the logs could not be judged.
    package var isError: Bool {
      switch self {
      case .undecodable, .unresolved, .unanswered, .noProgram, .damaged, .unreadable: true
      default: false
      }
    }
  }

  /// The name; it is the same in every run.
  package internal(set) var id: String
  package let kind: Kind
  /// The logs, the shortest first.
  package let logs: [TriageLog]
  /// The types of the fatal actions: more than one where one bad state kills several.
  package var fatal: [String] = []
  /// The culprit's type, or the external change in parentheses; nil where none is known.
  package var culprit: String?
  /// The patterns of the culprit's changes that matter.
  package var changed: [String] = []
  /// The signature of the representative's crash.
  package var signature: String?
  /// The failed check, or the reason why the logs are a group.
  package var reason: String?
  /// The number of logs that no earlier run had shown.
  package internal(set) var added = 0
  /// True if no earlier run had shown this group, under this name.
  package internal(set) var isNew = true

  init(_ kind: Kind, _ logs: [TriageLog], key: String) {
    id = "g" + ContentKey("\(kind.rawValue)|\(key)").text.prefix(8)
    self.kind = kind
    self.logs = logs.sorted { ($0.actions, $0.path) < ($1.actions, $1.path) }
  }

  package var count: Int { logs.count }
  /// The log with the fewest actions.
  package var representative: TriageLog { logs[0] }
  /// The versions of the app, or the commits where it does not state one.
  package var versions: [String] { Set(logs.compactMap { $0.version ?? $0.commit }).sorted() }
  /// The start of the first session, ISO 8601.
  package var first: String? { logs.compactMap(\.started).min() }
  package var last: String? { logs.compactMap(\.started).max() }

  package var json: JSONValue {
    func text(_ value: String?) -> JSONValue { value.map { .string($0) } ?? .null }
    func texts(_ values: [String]) -> JSONValue { .array(values.map { .string($0) }) }
    let files = logs.sorted { $0.path < $1.path }
    return [
      "group": .string(id), "kind": .string(kind.rawValue), "count": JSONValue(count),
      "new": .bool(isNew), "added": JSONValue(added), "fatal": texts(fatal),
      "culprit": text(culprit), "changed": texts(changed), "signature": text(signature),
      "reason": text(reason), "versions": texts(versions), "first": text(first),
      "last": text(last), "representative": .string(representative.path),
      "actions": JSONValue(representative.actions), "files": texts(files.map(\.path)),
      "sessions": texts(files.map { TriageLog.recording($0.session, $0.store) }),
    ]
  }
}
