import RewindSession

/// A condition that must never hold in a session.
public struct NeverCondition: Sendable, CustomStringConvertible {
  /// The name that a team gave it; nil if it has none.
  public let name: String?
  public let expression: StepExpression

  public init(_ expression: StepExpression, name: String? = nil) {
    (self.expression, self.name) = (expression, name)
  }

  /// The name, or the expression if there is none.
  public var title: String { name ?? expression.text }

  /// The name and the expression.
  public var description: String {
    name.map { "\($0): \(expression.text)" } ?? expression.text
  }
}
