package import Foundation
package import RewindJSON
package import RewindQuery
package import RewindTimeline

/// A condition that a page marks where it holds.
package struct PageCondition {
  /// The name on the page: that of `--where NAME: EXPR`, or the expression.
  package let name: String
  package let expression: StepExpression

  package init(_ text: String) throws(ExpressionError) {
    let named = try StepExpression.named(text)
    (name, expression) = (named.name ?? named.expression.text, named.expression)
  }

  /// Returns the indexes after which it holds in a session.
  package func indexes(in timeline: Timeline) throws -> IndexSet {
    var indexes = IndexSet()
    try timeline.find(expression, in: timeline.firstIndex...timeline.lastIndex) {
      indexes.insert($0)
      return true
    }
    return indexes
  }

  /// The facts as the page's script reads them.
  func json(_ indexes: IndexSet) -> JSONValue {
    [
      "name": .string(name), "text": .string(expression.text), "count": JSONValue(indexes.count),
      "ranges": indexes.json,
    ]
  }
}

extension IndexSet {
  /// The runs of indexes as the page's script reads them, single ones as numbers: `[3,[7,12]]`.
  package var json: JSONValue {
    .array(
      rangeView.map { run in
        let first = JSONValue(run.lowerBound)
        return run.count == 1 ? first : [first, JSONValue(run.upperBound - 1)]
      }
    )
  }
}
