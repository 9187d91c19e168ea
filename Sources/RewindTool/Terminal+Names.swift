import RewindQuery
import RewindText
import RewindTimeline

extension Terminal {
  /// Warns of what in an expression leads nowhere: names and types of actions that do not occur, texts
  /// without quotes, indexes that no array has.
  ///
  /// With `mayBeAbsent`, sessions need not have its names, as with a team's file of conditions.
  ///
  /// - Throws: `CommandError` for a name that nothing has, where another is similar and nothing was found: "not
  ///   found" would be taken for an answer.
  func warnOfNames(
    of expression: StepExpression,
    in timeline: Timeline,
    isFound: Bool,
    mayBeAbsent: Bool = false
  ) throws {
    lazy var state = try? timeline.lastState().map { try timeline.state(after: $0) }
    let bare = isFound ? [] : expression.bareNames.filter { state?[$0] == nil }
    let progress = Progress()
    let unknown = try timeline.unknownNames(of: expression) {
      progress.show("looking for the names: line \($0) of \(timeline.log.lineCount)")
    }
    let quotes = { (name: String) in "A text needs quotes: \"\(name.escapedForTerminal)\"." }
    var reported: Set<String> = []
    let known = unknown.known.filter { !$0.isEmpty }.sorted()
    for name in unknown.names where !name.isEmpty {
      let similar = name.closest(among: known)?.escapedForTerminal
      if similar == nil, bare.contains(name) { continue }
      let text =
        "Nothing in this session is named \(name.escapedForTerminal)."
        + (similar.map { " Did you mean \($0)?" } ?? "")
        + (bare.contains(name) ? " \(quotes(name))" : "")
      if similar != nil, !isFound, !mayBeAbsent { throw CommandError(text) }
      warn("rewind: \(text)")
      reported.insert(name)
    }
    for name in bare where !reported.contains(name) {
      warn("rewind: The last state has no member \(name.escapedForTerminal). \(quotes(name))")
    }
    for type in unknown.types { warn("rewind: \(type.words(among: unknown.knownTypes))") }
  }
}

extension ExpressionReads.TypeText {
  /// Says that no action has the type, and which one may be meant.
  fileprivate func words(among types: Set<String>) -> String {
    let quoted = "\"\(text.escapedForTerminal)\""
    if kind == .pattern { return "No action of this session has a type like \(quoted)." }
    let sorted = types.sorted()
    let ends = sorted.map { $0.split(separator: ".").last.map(String.init) ?? $0 }
    let similar =
      text.closest(among: sorted)
      ?? text.closest(among: ends).flatMap { ends.firstIndex(of: $0) }.map { sorted[$0] }
      ?? sorted.first { $0.contains(text) }
    return "No action of this session has the type \(quoted)."
      + (similar.map { " Did you mean \"\($0.escapedForTerminal)\"?" } ?? "")
  }
}
