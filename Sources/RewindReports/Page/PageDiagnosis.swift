import Foundation
package import RewindDiagnosis
package import RewindJSON
import RewindTimeline

/// The result of replaying a session with its app.
package enum PageDiagnosis {
  /// The session crashes; includes the minimized actions, if they were computed.
  case found(CrashBisection.Culprit, minimal: Minimization?)
  /// The app replays the whole session and survives.
  case notReproduced
  /// The app cannot replay the session, for this reason.
  case impossible(why: String)
}

extension PageDiagnosis {
  /// The facts as the page's script reads them.
  package var json: JSONValue {
    switch self {
    case .found(let culprit, let minimal):
      [
        "kind": "found", "fatal": JSONValue(culprit.fatal), "culprit": JSONValue(culprit.culprit),
        "external": culprit.externalChange.map { .string($0.name) } ?? .null,
        "class": .string(culprit.crash.description),
        "isEveryState": .bool(culprit.crashesFromEveryState),
        "isInitialState": .bool(culprit.initialState == .toBlame),
        "isStackOverflow": .bool(culprit.isStackOverflow),
        "isStateIncomplete": .bool(culprit.recordedStateIsIncomplete),
        "said": .string(culprit.headline),
        "reason": culprit.reason.map { .string($0) } ?? .null,
        "wrote": .array(ErrorTrace(culprit.errorText).lines.map { .string($0) }),
        "frames": .array(culprit.signature.frames.map { .string($0) }),
        "probes": JSONValue(culprit.allReplays),
        "needs": .array(culprit.needWords.map { .string($0) }),
        "isReadToBlame": .bool(culprit.needs?.read != nil),
        "survives": culprit.survivor.map { .bool($0.otherCrash == nil) } ?? .null,
        "isNeighbor": .bool(culprit.survivor?.isNeighbor ?? true),
        "unprobed": JSONValue(culprit.unprobed.map(\.count).reduce(0, +)),
        "minimal": minimal?.json ?? .null,
      ]
    case .notReproduced:
      ["kind": "not-reproduced"]
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
