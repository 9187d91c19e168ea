/// The reason why a text is not a ``StepExpression``, and the position of the fault.
package struct ExpressionError: Error, Hashable, CustomStringConvertible {
  package enum Reason: Hashable, Sendable {
    case empty
    case expected(String, found: String?)
    /// An operator between two values is written as a function.
    case operatorFirst(String)
    case unclosed(String)
    case unknownFunction(String, closest: String?)
    case chainedComparison
    case notACondition(kind: String)
    case singleEquals
    case loneNil
    case noMembers(String)
    case badDate(String)
    case badPointer
    case badString(String)
    case badPattern(String)
    case tooDeep(limit: Int)
    case tooLong(limit: Int)
  }

  package let reason: Reason
  /// The whole expression.
  package let text: String
  /// The number of bytes of UTF-8 before the fault.
  package let offset: Int

  init(_ reason: Reason, in text: String, at offset: Int) {
    self.reason = reason
    self.text = text
    self.offset = offset
  }

  /// The fault, without its position.
  package var what: String {
    switch reason {
    case .empty:
      "There is no expression"
    case .expected(let expected, nil):
      "Expected \(expected), found the end of the expression"
    case .expected(let expected, let found?):
      "Expected \(expected), found \(found)"
    case .operatorFirst(let name):
      "\(name) needs a value on each side: type \(name) \"Flip\""
    case .unclosed(let opening):
      "\(opening) is never closed"
    case .unknownFunction(let name, let closest):
      "Unknown function \(name)"
        + (closest.map { "; did you mean \($0)" }
          ?? ": the functions are length, exists, date, before, after, changed, any, all, count and sum")
    case .chainedComparison:
      "Comparisons do not chain: write a < b and b < c"
    case .notACondition(let kind):
      "This is \(kind), and a condition must be true or false: compare it with something"
    case .loneNil:
      "nil stands after == or != alone: user.name == nil"
    case .singleEquals:
      "Use == to compare"
    case .noMembers(let name):
      "The action's \(name) has no members; a member of that name in the state is state.\(name)"
    case .badDate(let text):
      "\"\(text)\" is no date: write date(\"2026-11-28\"), date(\"2026-11-28 09:12:03\") or with a zone, as …Z or …+01:00"
    case .badPointer:
      "In a pointer, after ~ comes 0 (for ~) or 1 (for /)"
    case .badString(let why):
      "This string cannot be read: \(why)"
    case .badPattern(let why):
      "Invalid regular expression: \(why)"
    case .tooDeep(let limit):
      "Expressions are nested \(limit) levels deep at most"
    case .tooLong(let limit):
      "An expression has \(limit) bytes at most"
    }
  }

  /// The fault, and below it the expression with a mark under the character.
  package var description: String { "\(what).\n\(excerpt)" }

  /// The number of characters of a long expression shown before and after the mark.
  private static let shown = (before: 48, after: 24)

  private var excerpt: String {
    let fault = text.utf8.index(text.startIndex, offsetBy: min(offset, text.utf8.count))
    let before = text[..<fault].map(Self.visible)
    let after = text[fault...].map(Self.visible)
    let isCutBefore = before.count > Self.shown.before
    let head = (isCutBefore ? "…" : "") + String(before.suffix(Self.shown.before))
    let tail =
      String(after.prefix(Self.shown.after)) + (after.count > Self.shown.after ? "…" : "")
    return "  \(head)\(tail)\n  \(String(repeating: " ", count: head.count))^"
  }

  private static func visible(_ character: Character) -> Character {
    let isPlain = character.unicodeScalars.allSatisfy {
      switch $0.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: false
      default: true
      }
    }
    return isPlain ? character : " "
  }
}
