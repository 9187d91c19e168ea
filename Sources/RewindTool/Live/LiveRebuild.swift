import RewindJSON

/// The outcome of rebuilding the app and replaying the session with it.
enum LiveRebuild: Sendable {
  case building
  /// The command failed; its last lines.
  case failed(String)
  /// The new build was held against a session, with the finding in words and the first action whose state
  /// differs.
  case compared(session: String, words: [String], isSame: Bool, firstDifference: Int?)

  var json: JSONValue {
    switch self {
    case .building: ["kind": "building"]
    case .failed(let output): ["kind": "failed", "output": .string(output)]
    case .compared(let session, let words, let isSame, let first):
      [
        "kind": "compared", "session": .string(session),
        "words": .array(words.map { .string($0) }), "isSame": .bool(isSame),
        "firstDifference": first.map { JSONValue($0) } ?? .null,
      ]
    }
  }
}
