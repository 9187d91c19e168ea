import RewindJSON
import RewindQuery
import RewindTimeline

/// A criterion for steps as typed: a text, an expression, or something that may be either.
struct StepCriterion {
  /// The text to find; nil for an expression.
  let text: SearchText?
  /// The expression that must hold; nil for a text.
  let expression: StepExpression?

  init(_ expression: StepExpression) {
    (text, self.expression) = (nil, expression)
  }

  /// Parses what was typed: one word, or anything that begins with a quotation mark, is a text; a word with
  /// dots may also be a place in the state that is true.
  init(typed: String) throws(ExpressionError) {
    let isQuoted = typed.hasPrefix("\"") || typed.hasPrefix("'")
    let isWord = typed.allSatisfy { $0.isLetter || $0.isNumber || "_.-".contains($0) }
    if isQuoted, let quote = typed.first {
      let inner = typed.dropFirst()
      text = SearchText(String(inner.last == quote ? inner.dropLast() : inner))
      expression = nil
    } else if isWord, !["true", "false", "null"].contains(typed) {
      text = SearchText(typed)
      let isPlace = typed.contains(".") && typed.first?.isNumber == false
      expression = isPlace ? try? StepExpression(typed) : nil
    } else {
      text = nil
      expression = try StepExpression(typed)
    }
  }

  /// The criterion after "actions", in a title.
  var title: String {
    text.map { "with \"\($0.text)\"" } ?? expression.map { "where \($0.text)" } ?? ""
  }

  /// Calls `report` with each index in a range, in order, and whether the criterion is met; as long as it
  /// returns true.
  func truths(
    of timeline: Timeline,
    in range: ClosedRange<Int>,
    _ report: (_ index: Int, _ holds: Bool) throws -> Bool
  ) throws {
    var search = text.map { TextSearch($0, timeline) }
    guard let expression else {
      var next: Int? = range.lowerBound
      while let index = next, index <= range.upperBound {
        guard try report(index, search?.occurs(at: index) ?? false) else { return }
        next = try timeline.recordedIndex(after: index)
      }
      return
    }
    try timeline.truths(of: expression, in: range) { index, holds in
      try report(index, holds == true || search?.occurs(at: index) ?? false)
    }
  }
}
