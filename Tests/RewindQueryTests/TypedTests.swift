import RewindQuery
import RewindTestSupport
import RewindTimeline
import Testing

@Suite("Typed text")
struct TypedTests {
  @Test(
    "may name an expression, before a colon that no expression has there",
    arguments: [
      ("overdrawn: balance < 0", "overdrawn", "balance < 0"),
      (
        "an empty line: count(items, it.qty == 0) > 0", "an empty line",
        "count(items, it.qty == 0) > 0"
      ),
      ("  spaced :index > 3", "spaced", "index > 3"), ("ünï-1: a:b == 1", nil, nil),
      ("balance < 0", nil, "balance < 0"), ("/a:b == 1", nil, "/a:b == 1"),
      ("/a: /b == 1", nil, "/a: /b == 1"),
      ("name == 'a: b'", nil, "name == 'a: b'"), (#"{"a": 1} == x"#, nil, #"{"a": 1} == x"#),
      (#""a: b" == x"#, nil, #""a: b" == x"#), (": x", nil, nil), ("a:", nil, nil),
      ("a/b: x", nil, nil),
    ] as [(String, String?, String?)]
  )
  func named(text: String, name: String?, expression: String?) throws {
    guard let expression else {
      #expect(throws: ExpressionError.self) { try StepExpression.named(text) }
      return
    }
    let named = try StepExpression.named(text)
    #expect(named.name == name)
    #expect(named.expression.text == expression)
  }

  @Test("is no expression with a name before it, whatever expression that is", arguments: 1...5)
  func unambiguous(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      let text = RandomExpression.condition(3, using: &random).text
      // If it can be read with a name, it cannot be read without one.
      guard (try? StepExpression.named(text))?.name != nil else { continue }
      #expect(throws: ExpressionError.self) { try StepExpression(text) }
    }
    for name in ["a", "two words", "index", "not x", "a.b", "1 + 2", "-"] {
      #expect(throws: ExpressionError.self, "\(name)") { try StepExpression("\(name): true") }
    }
  }

  @Test(
    "is a text if it is words or in quotes, an expression if it reads as one, and otherwise wrong",
    arguments: [
      ("flip", "flip", nil), ("choose category", "choose category", nil), ("42", "42", nil),
      ("\"a == b\"", "a == b", nil), ("cart.total", "cart.total", "cart.total"),
      ("index > 3", nil, "index > 3"), ("not isOpen", nil, "not isOpen"), ("a + b", "a + b", nil),
      ("add item 3", "add item 3", nil),
    ] as [(String, String?, String?)]
  )
  func criteria(typed: String, text: String?, expression: String?) throws {
    let criterion = try StepCriterion(typed: typed)
    #expect(criterion.text?.text == text)
    #expect(criterion.expression?.text == expression)
  }

  @Test(
    "is found where each of its words is, in whatever part of the step; in quotes as it is",
    arguments: [
      ("card 14", [2]), ("14 CARD", [2]), ("card name", [1, 3]), ("'card name'", []),
      ("card gone", []),
      ("'flip me'", [3]), ("flip me", [1, 3]),
    ] as [(String, [Int])]
  )
  func words(typed: String, expected: [Int]) throws {
    var session = SessionFile(start: ["name": "-"])
    session.add(1, "card", ["me": 1], state: ["name": "flip"])
    session.add(2, "card", ["at": 14], state: ["name": "flip"])
    session.add(3, "card", [:], state: ["name": "flip me"])
    let timeline = try session.timeline()
    var found: [Int] = []
    try StepCriterion(typed: typed).truths(of: timeline, in: 1...3) { index, holds in
      if holds { found.append(index) }
      return true
    }
    #expect(found == expected)
  }

  @Test(
    "is refused if it has a sign of an expression and is none",
    arguments: ["index =", "(a", "a == "]
  )
  func refused(typed: String) {
    #expect(throws: ExpressionError.self) { try StepCriterion(typed: typed) }
  }
}
