import RewindJSON

/// The outcome of rebuilding the app and replaying the session with it.
struct LiveRebuild: Sendable {
  enum Outcome: Sendable {
    case building
    /// The command failed; its last lines.
    case failed(String)
    /// The new build was held against the session, with the finding in words and the first action whose state
    /// differs.
    case compared(words: [String], isSame: Bool, firstDifference: Int?)
  }

  let outcome: Outcome
  /// The session that was replayed; nil if there was none.
  let session: String?

  var json: JSONValue {
    let session: JSONValue = session.map { .string($0) } ?? .null
    return switch outcome {
    case .building: ["kind": "building"]
    case .failed(let output): ["kind": "failed", "output": .string(output)]
    case .compared(let words, let isSame, let first):
      [
        "kind": "compared", "session": session, "words": .array(words.map { .string($0) }),
        "isSame": .bool(isSame), "firstDifference": first.map { JSONValue($0) } ?? .null,
      ]
    }
  }
}
