import Foundation
package import RewindDiagnosis
package import RewindJSON
import RewindTimeline

/// The result of replaying a session with its app.
package enum PageDiagnosis {
  /// The session crashes; includes the minimized actions, if they were computed, and the sentences of `bisect`.
  case found(CrashBisection.Culprit, minimal: Minimization?, reasons: [String])
  /// The program of this name replays the whole session and survives.
  case notReproduced(by: String)
  /// The app cannot replay the session, for this reason.
  case impossible(why: String)
}

extension PageDiagnosis {
  /// The facts as the page's script reads them.
  package var json: JSONValue {
    switch self {
    case .found(let culprit, let minimal, let reasons):
      [
        "kind": "found", "fatal": JSONValue(culprit.fatal), "culprit": JSONValue(culprit.culprit),
        "external": culprit.externalChange.map { .string($0.name) } ?? .null,
        "class": .string(culprit.crash.description),
        "isEveryState": .bool(culprit.crashesFromEveryState),
        "isInitialState": .bool(culprit.initialState == .toBlame),
        "said": .string(culprit.headline),
        "reasons": .array(reasons.map { .string($0) }),
        "wrote": .array(ErrorTrace(culprit.errorText).lines.map { .string($0) }),
        "frames": .array(culprit.signature.frames.map { .string($0) }),
        "probes": JSONValue(culprit.allReplays),
        "unprobed": JSONValue(culprit.unprobed.map(\.count).reduce(0, +)),
        "minimal": minimal?.json ?? .null,
      ]
    case .notReproduced(let program):
      ["kind": "not-reproduced", "program": .string(program)]
    case .impossible(let why):
      ["kind": "impossible", "why": .string(why)]
    }
  }
}

extension CrashBisection.Culprit {
  /// The reason of the crash in a few words, without the file of the standard library that reported it.
  fileprivate var headline: String {
    if isStackOverflow { return "The stack overflowed" }
    guard let reason else { return "Crash (\(crash))" }
    let words = reason.checkMessage
    return words.hasSuffix(".") ? String(words.dropLast()) : words
  }
}

extension Minimization {
  fileprivate var json: JSONValue {
    [
      "before": JSONValue(before), "position": JSONValue(position), "isMinimal": .bool(isMinimal),
      "beginsOutside": .bool(beginsExternally), "culprit": culprit.map { JSONValue($0) } ?? .null,
      "losesCulprit": .bool(losesCulprit),
      "steps": .array(
        steps.map { step in
          [
            "index": JSONValue(step.index), "type": .string(step.type),
            "payload": step.payload ?? .null,
          ]
        }
      ),
    ]
  }
}
