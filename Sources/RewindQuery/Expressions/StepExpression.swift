package import RewindJSON
package import RewindLog

/// An expression that is evaluated on a step of a session: `type == "Flip" and changed(/game/score)`.
///
/// A step is an action with the state before it and the state after it. The tool, the stepper and the
/// page share this grammar:
///
/// ```
/// expression = operand { operator operand }
/// operator   = or                                          loosest
///            | and
///            | == != < <= > >= contains startsWith endsWith like matches     (one, not a chain)
///            | + -
///            | * / %                                       tightest
/// operand    = not expression-of-comparisons | - operand | primary
/// primary    = pointer | path | call | literal | ( expression )
/// pointer    = /token/token …      a JSON Pointer into the state after the action; it extends to the
///                                  next blank, comma, bracket, quote or comparison sign, so that
///                                  operators after it need a blank: /a + 1, /a / 2
/// path       = root { .name | [ expression ] }
/// root       = state               the state after the action
///            | action | payload    {"type":…,"payload":…}, and its member "payload"
///            | type | index | time the action's type, index, and seconds since the start
///            | a variable          of any, all, count or sum
///            | any other name      that member of the state: game.score is state.game.score
/// name       = .name.name …        whether the action's type is that, or ends with it; so is a path of the
///                                  state that begins with a capital, leads nowhere and is a condition
/// call       = length(e)           code points of a string, elements, or members
///            | exists(e)           whether there is a value, null included
///            | date(e)             a date as a `Date` is recorded: the seconds since 2001 of a text such as
///                                  "2026-11-28 09:12:03Z", in UTC if it names no zone
///            | before(e) after(e)  e with the state before, or after, the action as the state
///            | changed(e)          before(e) != after(e)
///            | any(e, condition)   whether the condition holds for an element of an array, or for a
///            | all(e, condition)   value of an object; for each of them
///            | count(e, condition) for how many
///            | sum(e, number)      the sum of the numbers
///              A condition may follow e in these four, `any(e where c, …)`; names alone in it are
///              members of the element, if it has them. In these four, the element is called `it`; `any(card in cards, card.isFlipped)` gives
///              it another name.
/// literal    = null | true | false | a JSON number | "text" or 'text' with JSON's escapes
///            | [ expression, … ] | { "name": expression, … }
/// ```
///
/// `&&`, `||`, `!`, `== nil`, `e.count`, `e.isEmpty`, `e.first`, `e.last`, `e.contains(x)`, `e.hasPrefix(x)` and
/// `e.hasSuffix(x)` mean what they do in Swift; a member of such a name comes first.
///
/// **Values** are those of JSON, and *nothing*, the value of a path that leads nowhere.
///
/// - `==` is equality as the session log defines it: same type, strings by code points, numbers by
///   exact decimal value, member order free. Nothing equals only nothing. `!=` is its opposite.
/// - `< <= > >=` order two numbers by value or two strings by code points; all else is false.
/// - `and`, `or`, `not`, conditions: only `true` holds. Nothing, null, 0 and 1 do not. `and` and `or`
///   evaluate no more than they need.
/// - `+ - *` are exact, `/` is rounded to 34 significant digits, `%` has the sign of the dividend. If an
///   operand is not a number, the divisor is 0, or the result needs more than 37 digits or an exponent
///   beyond ±127, the result is nothing.
/// - `contains`: a text in a text, an element in an array, a member name in an object. `like`: the
///   whole text matches a pattern in which `*` is any text and `?` one code point. `matches`: see
///   ``TextPattern``; the pattern is a literal. If a side is of another type, they are false.
/// - `any` and `all` over a value that is neither an array nor an object are false, `count` and `sum`
///   nothing.
/// - The initial state is step 0: it has no action, so `type`, `time`, `action` and `payload` are
///   nothing, and no state before it.
/// - If the program crashed in an action, there is no state after it, and an expression that reads that
///   state does not hold there.
package struct StepExpression: Sendable {
  /// The expression as written.
  package let text: String
  let root: ExpressionNode
  /// The parts of a step that the expression reads.
  package let reads: ExpressionReads

  /// Parses an expression.
  ///
  /// - Throws: ``ExpressionError`` with the position of the fault.
  package init(_ text: String) throws(ExpressionError) {
    var parser = ExpressionParser(text)
    root = try parser.parse()
    self.text = text
    reads = ExpressionReads(root)
  }

  /// Returns the value of the expression for a step; nil for nothing.
  ///
  /// - Throws: ``SessionLogError`` if the step's session cannot be read.
  package func value(at step: some Step) throws(SessionLogError) -> JSONValue? {
    try value(at: step, nil)
  }

  private func value(
    at step: some Step,
    _ results: ElementResults?
  ) throws(SessionLogError) -> JSONValue? {
    var evaluation = ExpressionEvaluation(step, knowing: results)
    return try evaluation.value(of: root, .after)
  }

  /// Returns true if the expression is true for a step.
  ///
  /// - Throws: ``SessionLogError`` if the step's session cannot be read.
  package func holds(at step: some Step) throws(SessionLogError) -> Bool {
    try holds(at: step, nil)
  }

  /// Returns the same, with the results for elements at an earlier step, which become those at this one.
  func holds(at step: some Step, _ results: ElementResults?) throws(SessionLogError) -> Bool {
    if reads.after, try step.state(.after) == nil { return false }
    return try value(at: step, results) == .bool(true)
  }
}

extension StepExpression: CustomStringConvertible {
  package var description: String { text }
}
