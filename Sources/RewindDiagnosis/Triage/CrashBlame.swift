/// A crash explained: how the app dies, and the action that is to blame for it.
///
/// Logs with equal explanations are one group.
package struct CrashBlame: Codable, Hashable, Sendable {
  /// The origin of the crashing state.
  package enum Culprit: Codable, Hashable, Sendable {
    /// An action of this type led to it.
    case action(String)
    /// The state was set without an action, by this.
    case external(String)
    /// The fatal action dies on every state of the session, and survives the app's own initial state.
    case initialState
    /// The fatal action dies on every state.
    case itself
  }

  /// The key of the build that dies so.
  let program: String
  package let fatalType: String
  package let signature: CrashSignature
  package let culprit: Culprit
  /// The patterns of the culprit's changes that matter, sorted.
  package let paths: [String]
  /// The failed check, where the program or its debug information names it.
  package let reason: String?
  /// True if its states are reached by running the actions again.
  let reruns: Bool

  /// Returns true if both are of one build and blame alike: a culprit of one type for a crash at one line,
  /// and one changed a part of what the other changed.
  ///
  /// A session may add a record where another replaces one of its members.
  func isLike(_ other: CrashBlame) -> Bool {
    func lie(_ paths: [String], in others: [String]) -> Bool {
      paths.allSatisfy { path in
        others.contains { "\(path)/".hasPrefix("\($0)/") || "\($0)/".hasPrefix("\(path)/") }
      }
    }
    return program == other.program && fatalType == other.fatalType && culprit == other.culprit
      && signature == other.signature && lie(paths, in: other.paths)
      && lie(other.paths, in: paths)
  }

  /// The key of this explanation, in one build.
  var id: String {
    ContentKey(
      "\(program)|\(fatalType)|\(signature.key)|\(culprit.words)|\(paths.joined(separator: ","))"
    ).text
  }

  var stateSource: StateSource { reruns ? .rerunning : .decoding }

  /// Returns true if both blame the same: a culprit of one type that changed the same patterns.
  func agrees(with other: CrashBlame) -> Bool {
    culprit == other.culprit && paths == other.paths
      && signature.crash == other.signature.crash
  }
}

extension CrashBlame {
  /// The message of a failed check without the line of the source, or the kind of error.
  var failedCheck: String? {
    reason?.checkMessage ?? signature.error
  }

  /// The features that make a group's name, the steadiest first: a function may be renamed, and a line moves.
  var features: [String] {
    let cause = ["\(signature.crash)", culprit.words, paths.joined(separator: ",")]
    let check = failedCheck?.withoutData ?? ""
    let own = culprit == .itself ? fatalType : ""
    return [
      (cause + [check, own]).joined(separator: "|"), fatalType,
      signature.frames.joined(separator: " < "), signature.line,
    ]
  }
}

extension String {
  /// The message without the parts that differ from session to session: numbers, quoted words, and all after a colon.
  package var withoutData: String {
    replacing(/:.*/.dotMatchesNewlines(), with: "").replacing(/'[^']*'|"[^"]*"/, with: "#")
      .replacing(/[^ ]*[0-9][^ ]*/, with: "#")
  }
}

extension CrashBlame.Culprit {
  /// The culprit as a word that no other culprit has.
  var words: String {
    switch self {
    case .action(let type): type
    case .external(let name): "(\(name))"
    case .initialState: "(initial state)"
    case .itself: "(itself)"
    }
  }
}

/// The result of replaying a crash.
enum TriageFinding: Codable, Hashable, Sendable {
  /// The blame with this identifier explains it; the culprit is this action, and the state after it is at
  /// this index of the session.
  case blamed(String, culprit: Int, position: Int)
  case notReproduced
  /// A reducer read an input that is not in the recording.
  case unresolved(UnresolvedInput)
  /// The app dies in another action than the recorded one.
  case diesElsewhere(CrashClass, type: String)
  case diesAtStart(CrashClass)
  /// No action is to blame.
  case blameless(UnattributedCrash.Reason)
  /// The app cannot decode these types of actions; none: the state.
  case undecodable([String])
  /// The log cannot be replayed: reading it leads to this end.
  case unread(TriageLog.End)
}
