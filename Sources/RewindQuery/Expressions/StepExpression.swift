public import RewindJSON
public import RewindSession

/// A question about a step of a session: `type == "Flip" and changed(/game/score)`.
///
/// A step is an action, the state before it and the state after it. The grammar, once for the tool,
/// the stepper and the page:
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
/// pointer    = /token/token …      a JSON Pointer into the state after the action; it goes on to the
///                                  next blank, comma, bracket, quote or comparison sign, so that
///                                  operators after it need a blank: /a + 1, /a / 2
/// path       = root { .name | [ expression ] }
/// root       = state               the state after the action
///            | action | payload    {"type":…,"payload":…}, and what is under "payload" in it
///            | type | index | time the action's type, index, and seconds since the start
///            | a variable          of any, all, count or sum
///            | any other name      that member of the state: game.score is state.game.score
/// call       = length(e)           code points of a string, elements, or members
///            | exists(e)           whether there is a value, null included
///            | before(e) after(e)  e with the state before, or after, the action as the state
///            | changed(e)          before(e) != after(e)
///            | any(e, condition)   whether the condition holds for an element of an array, or for a
///            | all(e, condition)   value of an object; for each of them
///            | count(e, condition) for how many
///            | sum(e, number)      what the numbers add up to
///              In these four, the element is called `it`; `any(card in cards, card.isFlipped)` gives
///              it another name.
/// literal    = null | true | false | a JSON number | "text" or 'text' with JSON's escapes
///            | [ expression, … ] | { "name": expression, … }
/// ```
///
/// **Values** are those of JSON, and *nothing*, which is what a path has that leads nowhere.
///
/// - `==` is equality as the session log defines it: same type, strings by code points, numbers by
///   exact decimal value, member order free. Nothing equals only nothing. `!=` is its opposite.
/// - `< <= > >=` order two numbers by value or two strings by code points; all else is false.
/// - `and`, `or`, `not`, conditions: only `true` holds. Nothing, null and 0 do not, nor does 1.
///   `and` and `or` look no further than they must.
/// - `+ - *` are exact, `/` has 34 significant digits (half to even), `%` has the sign of what is
///   divided. Where an operand is no number, the divisor 0, or the result longer than 1,000 digits,
///   the result is nothing.
/// - `contains`: a text in a text, an element in an array, a member name in an object. `like`: the
///   whole text by a pattern in which `*` is any text and `?` one code point. `matches`: see
///   ``TextPattern``; the pattern is a literal. Where a side is of another type, they are false.
/// - `any` and `all` over what is neither array nor object are false, `count` and `sum` nothing.
/// - The initial state is the step 0: without action, so that `type`, `time`, `action` and `payload`
///   are nothing, and without a state before it.
/// - Where the program died in an action, there is no state after it, and an expression that looks at
///   one does not hold there.
public struct StepExpression: Sendable {
  /// The expression as it was written.
  public let text: String
  let root: ExpressionNode
  /// What of a step the expression looks at.
  package let reads: ExpressionReads

  /// Reads an expression.
  ///
  /// - Throws: ``ExpressionError``, which points at the character.
  public init(_ text: String) throws(ExpressionError) {
    var parser = ExpressionParser(text)
    root = try parser.parse()
    self.text = text
    reads = ExpressionReads(root)
  }

  /// What the expression gives for a step; nil for nothing.
  ///
  /// - Throws: ``SessionLogError`` where the step's session cannot be read.
  public func value(at step: some Step) throws(SessionLogError) -> JSONValue? {
    var evaluation = ExpressionEvaluation(step)
    return try evaluation.value(of: root, .after)
  }

  /// Whether the expression is true of a step.
  ///
  /// - Throws: ``SessionLogError`` where the step's session cannot be read.
  public func holds(at step: some Step) throws(SessionLogError) -> Bool {
    if reads.after, try step.state(.after) == nil { return false }
    return try value(at: step) == .bool(true)
  }
}

extension StepExpression: CustomStringConvertible {
  public var description: String { text }
}
