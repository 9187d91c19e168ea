import RewindSession

/// A condition that must never hold in a session.
package struct Invariant: Sendable, CustomStringConvertible {
  /// The name that a team gave it; nil if it has none.
  package let name: String?
  package let expression: StepExpression

  package init(_ expression: StepExpression, name: String? = nil) {
    (self.expression, self.name) = (expression, name)
  }

  /// The name, or the expression if there is none.
  package var title: String { name ?? expression.text }

  /// The name and the expression.
  package var description: String {
    name.map { "\($0): \(expression.text)" } ?? expression.text
  }
}
