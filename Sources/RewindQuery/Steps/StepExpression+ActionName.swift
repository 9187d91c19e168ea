import RewindJSON
package import RewindTimeline

extension StepExpression {
  /// Parses what was typed for a session: an expression, or the name of an action, or the end of one.
  ///
  /// `AppAction.inbox.loaded` and `inbox.loaded` could be paths of the state as well; where an action of the session has
  /// that name, they stand for `type == "AppAction.inbox.loaded"`. Reads the types of the actions if what was
  /// typed is a word with periods.
  ///
  /// - Throws: ``ExpressionError`` with the position of the fault; ``SessionLogError``.
  package init(typed text: String, in timeline: Timeline) throws {
    let names = try timeline.actionNames(of: text)
    guard !names.isEmpty else {
      try self.init(text)
      return
    }
    let list = names.sorted().map { JSONValue.string($0).text }.joined(separator: ", ")
    try self.init(names.count == 1 ? "type == \(list)" : "[\(list)] contains type")
  }
}

extension Timeline {
  /// Returns the names of actions that a word with periods is, or ends; none for any other text.
  package func actionNames(of word: String) throws -> Set<String> {
    let isName =
      word.contains(".") && !word.hasSuffix(".")
      && word.allSatisfy { $0.isLetter || $0.isNumber || "_.[…]<>".contains($0) }
    guard isName, word.first?.isNumber == false else { return [] }
    var found: Set<String> = []
    var next = firstIndex + 1
    while let action = try nextAction(from: next) {
      if word.isOrEnds(actionName: action.type) { found.insert(action.type) }
      next = action.index + 1
    }
    return found
  }
}
