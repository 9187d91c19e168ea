import Foundation
import RewindJSON
package import RewindQuery
import RewindTimeline

/// A condition that must never hold, with the states in which a session reaches it, for its page.
package struct PageInvariant {
  let condition: Invariant
  let runs: TruthRuns
  /// The sentences of `bisect` about it.
  let sentences: [String]

  package init(_ condition: Invariant, _ runs: TruthRuns, sentences: [String]) {
    (self.condition, self.runs, self.sentences) = (condition, runs, sentences)
  }

  /// The action to blame; nil if the condition never holds.
  var culprit: Int? { runs.last?.first.index }

  /// The facts as the page's script reads them.
  var json: JSONValue {
    [
      "title": .string(condition.title), "text": .string(condition.expression.text),
      "since": since.map { .string($0) } ?? .null,
      "sentences": .array(sentences.map { .string($0) }), "ranges": indexes.json,
      "culprit": culprit.map { JSONValue($0) } ?? .null,
      "isExternal": .bool(runs.last.map { $0.first.external > 0 } ?? false),
      "isFromStart": .bool(runs.last.map { $0.survivor == nil } ?? false),
    ]
  }

  /// The indexes after which it holds.
  private var indexes: IndexSet {
    runs.runs.reduce(into: IndexSet()) { $0.insert(integersIn: $1.first.index...$1.last.index) }
  }

  /// The extent of the first run and of the last, to follow the title: `since 43, and from 2645 to the end`; nil if it
  /// never holds.
  private var since: String? {
    guard let first = runs.first, let last = runs.last else { return nil }
    if runs.runs.count > 1 {
      let end = runs.lastsToEnd ? "the end" : "\(last.last.index)"
      return "since \(first.first.index), and from \(last.first.index) to \(end)"
    }
    if runs.lastsToEnd {
      return last.survivor == nil ? "from the start" : "since \(last.first.index)"
    }
    return last.first.index == last.last.index
      ? "at \(last.first.index)" : "from \(last.first.index) to \(last.last.index)"
  }
}
