import RewindJSON
package import RewindQuery
import RewindTimeline

/// A condition that must never hold, with the states in which a session reaches it, for its page.
package struct PageInvariant {
  let condition: Invariant
  let runs: TruthRuns

  package init(_ condition: Invariant, _ runs: TruthRuns) {
    (self.condition, self.runs) = (condition, runs)
  }

  /// The action to blame; nil if the condition never holds.
  var culprit: Int? { runs.last?.first.index }

  /// The facts as the page's script reads them.
  var json: JSONValue {
    [
      "title": .string(condition.description),
      "culprit": culprit.map { JSONValue($0) } ?? .null,
      "isExternal": .bool(runs.last.map { $0.first.external > 0 } ?? false),
      "isFromStart": .bool(runs.last.map { $0.survivor == nil } ?? false),
      "isCertain": .bool(runs.unjudged.isEmpty),
      "last": runs.last.map { JSONValue($0.last.index) } ?? .null,
      "isToEnd": .bool(runs.lastsToEnd), "isOnly": .bool(runs.runs.count == 1),
    ]
  }
}
