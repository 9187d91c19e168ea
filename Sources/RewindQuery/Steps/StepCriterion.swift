package import RewindTimeline

/// A criterion for steps as typed: a text, an expression, or something that may be either.
package struct StepCriterion: Sendable {
  /// The text to find; nil for an expression.
  package let text: SearchText?
  /// Its words, each of which a step must have; one in quotation marks is found as it is.
  private var words: [SearchText] {
    guard let text, !isQuoted else { return text.map { [$0] } ?? [] }
    let words = text.text.split(whereSeparator: \.isWhitespace)
    return words.count > 1 ? words.map { SearchText(String($0)) } : [text]
  }
  /// The expression that must hold; nil for a text.
  package let expression: StepExpression?
  /// True if the text is looked for in the names of actions only.
  package private(set) var isOfNames = false
  /// True if the text was typed in quotation marks.
  private let isQuoted: Bool

  package init(_ expression: StepExpression) {
    (text, self.expression, isQuoted) = (nil, expression, false)
  }

  /// Parses the typed text.
  ///
  /// Words, and anything that begins with a quotation mark, are a text; a word with dots may also be a path in the
  /// state that is true. What has a sign of an expression is one.
  package init(typed: String) throws(ExpressionError) {
    let isWord = typed.allSatisfy { $0.isLetter || $0.isNumber || "_.-".contains($0) }
    isQuoted = typed.first.map { "\"'".contains($0) } ?? false
    if let quote = typed.first, isQuoted {
      let inner = typed.dropFirst()
      text = SearchText(String(inner.last == quote ? inner.dropLast() : inner))
      expression = nil
    } else if isWord, !["true", "false", "null"].contains(typed) {
      text = SearchText(typed)
      let isPath = typed.contains(".") && typed.first?.isNumber == false
      expression = isPath ? try? StepExpression(typed) : nil
    } else {
      do {
        (text, expression) = (nil, try StepExpression(typed))
      } catch {
        guard !typed.contains(where: Self.signs.contains) else { throw error }
        (text, expression) = (SearchText(typed), nil)
      }
    }
  }

  /// The characters of which words have none.
  private static let signs: Set<Character> = [
    "=", "<", ">", "(", ")", "[", "]", "{", "}", "\"", "'", "/",
  ]

  /// The criterion that the name of an action has the text; nil for an expression and for a text in quotes, which are
  /// about everything.
  ///
  /// The name of an action is more likely to be meant than its contents.
  package var ofNames: StepCriterion? {
    guard text != nil, expression == nil, !isQuoted else { return nil }
    var names = self
    names.isOfNames = true
    return names
  }

  /// The criterion that the text is anywhere.
  package var ofEverything: StepCriterion {
    var everything = self
    everything.isOfNames = false
    return everything
  }

  /// The criterion after "actions", in a title.
  package var title: String {
    text.map { "with \"\($0.text)\"" } ?? expression.map { "where \($0.text)" } ?? ""
  }

  /// Calls `report` with each index in a range, in order, and whether the criterion is met; as long as it
  /// returns true.
  package func truths(
    of timeline: Timeline,
    in range: ClosedRange<Int>,
    _ report: (_ index: Int, _ holds: Bool) throws -> Bool
  ) throws {
    var searches = words.map { TextSearch($0, timeline) }
    guard let expression else {
      var next: Int? = range.lowerBound
      while let index = next, index <= range.upperBound {
        guard try report(index, try occurs(at: index, in: timeline, &searches)) else { return }
        next = try timeline.recordedIndex(after: index)
      }
      return
    }
    try timeline.truths(of: expression, in: range) { index, holds in
      try report(
        index,
        holds == true || !searches.isEmpty && Self.occur(&searches, at: index)
      )
    }
  }

  private func occurs(
    at index: Int,
    in timeline: Timeline,
    _ searches: inout [TextSearch]
  ) throws -> Bool {
    guard isOfNames else { return try Self.occur(&searches, at: index) }
    guard let type = try timeline.recordedAction(index)?.type else { return false }
    return words.allSatisfy { $0.occurs(in: type) }
  }

  private static func occur(_ searches: inout [TextSearch], at index: Int) throws -> Bool {
    for number in searches.indices where try !searches[number].occurs(at: index) { return false }
    return true
  }
}
