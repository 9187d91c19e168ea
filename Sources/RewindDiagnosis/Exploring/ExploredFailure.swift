import RewindJSON
package import RewindQuery
import RewindSession
import RewindTimeline

/// A failure that no recording has, with a short session that leads to it.
package struct ExploredFailure: Sendable {
  package enum Kind: Sendable {
    case crash(CrashSignature)
    /// A condition begins to hold.
    case wrong(Invariant)
  }

  package let kind: Kind
  /// The way in which its session differs from the recordings.
  package let origin: ExploredOrigin
  /// The number of actions in the session.
  package let actions: Int
  /// The run that led to it.
  package let run: Int
  /// How many of three replays failed.
  package let reproduced: Int
  /// The action that the recordings have on no such state, which a user can perhaps not do there; nil if there is none
  /// that this says much of.
  package let doubt: UnseenState?
  /// True if no action of the session can be left out.
  package let isMinimal: Bool
  let session: SessionSerializer
  /// The action that it fails in, with the state before it.
  let fatal: (action: PlannedStep, before: JSONValue?)?

  /// The number of replays that must fail.
  package static let replays = 3

  /// The class of the crash, or `wrong-state`.
  package var className: String {
    switch kind {
    case .crash(let signature): signature.crash.description
    case .wrong: "wrong-state"
    }
  }

  /// The signature of the crash; the condition's name or text.
  package var signature: String {
    switch kind {
    case .crash(let signature): signature.description
    case .wrong(let condition): condition.title
    }
  }

  var crash: CrashSignature? {
    if case .crash(let signature) = kind { signature } else { nil }
  }

  /// Writes the session as a log.
  package func write(to path: String) throws { try session.write(to: path) }
}
