import RewindJSON

/// The outcome of rebuilding the app and replaying the session with it.
enum LiveRebuild: Sendable {
  case building
  /// The command failed; its last lines.
  case failed(String)
  /// The new build was held against a session: what the change has changed, in a sentence, and the first action whose
  /// state differs.
  case compared(session: String, words: String, isGood: Bool, firstDifference: Int?)

  /// The outcome for a person at the terminal; nil while it goes on.
  var words: String? {
    switch self {
    case .building: nil
    case .failed(let output): "The build failed. \(output.split(separator: "\n").last ?? "")"
    case .compared(_, let words, _, _): "The new build: \(words)"
    }
  }

  var json: JSONValue {
    switch self {
    case .building: ["kind": "building"]
    case .failed(let output): ["kind": "failed", "output": .string(output)]
    case .compared(let session, let words, let isGood, let first):
      [
        "kind": "compared", "session": .string(session),
        "words": .string(words), "isGood": .bool(isGood),
        "firstDifference": first.map { JSONValue($0) } ?? .null,
      ]
    }
  }
}
