extension StepExpression {
  /// Parses an expression that may begin with a name and a colon: `overdrawn: balance < 0`.
  ///
  /// It cannot be confused with an expression alone: there, a colon is in a pointer, a text or an object, and a
  /// name has no character that begins one of those.
  ///
  /// - Throws: ``ExpressionError`` with the position of the fault, in the text after the name.
  package static func named(
    _ text: String
  ) throws(ExpressionError) -> (name: String?, expression: StepExpression) {
    guard let colon = text.firstIndex(of: ":") else { return (nil, try StepExpression(text)) }
    let name = text[..<colon].trimmingCharacters(in: .whitespaces)
    let hasSign = name.contains { "/\"'{}[]()=<>!,".contains($0) }
    guard !name.isEmpty, !hasSign else { return (nil, try StepExpression(text)) }
    return (name, try StepExpression(String(text[text.index(after: colon)...])))
  }
}
