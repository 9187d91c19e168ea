import Foundation
import RewindJSON
import RewindQuery
import RewindTestSupport
import RewindTimeline
import Testing

private let before: JSONValue = ["a": ["b": [1, 2, "x"]], "score": 3, "cards": [], "gone": 1]

private let after: JSONValue = [
  "a": ["b": [1, 2.5, "x"]], "n": nil, "s": "b", "score": 7, "on": true,
  "big": 9_007_199_254_740_993,
  "cards": [
    ["name": "Ace", "isFlipped": true, "n": 1], ["name": "King", "isFlipped": false, "n": 13],
  ],
  "due": "2026-11-28T09:12:03Z", "byName": ["x": 1, "y": 2], "odd key": 1, "type": "mine",
  "e": "é𝄞",
]

private let step = GivenStep(
  index: 4,
  action: StepAction(
    type: "Game.Flip",
    time: 1.5,
    action: ["type": "Game.Flip", "payload": ["card": 1, "by": "me"]]
  ),
  before: before,
  after: after
)

@Suite("An expression")
struct ExpressionTests {
  @Test(
    "that compares a pointer with JSON holds as it reads",
    arguments: [
      ("/a/b/0 == 1", true), ("/a/b/0 == 1.0", true), ("/a/b/1 > 2", true), ("/a/b/1 >= 2.5", true),
      ("/a/b/1 < 2.5", false), ("/s >= \"b\"", true), ("/s < \"c\"", true), ("/n == null", true),
      ("/missing == null", false), ("/missing == /missing", false), ("/missing != /missing", true),
      ("/missing != 1", true), ("/missing < 1", false),
      ("/a/b == [1, 2.5, \"x\"]", true), ("/n <= null", false), ("/s==\"b\"", true),
      (#"/byName == {"y": 2, "x": 1.0}"#, true), ("/score>=7", true),
      ("/big == 9007199254740993", true),
      ("/big == 9007199254740992", false), ("/score == -7", false), ("/on", true), ("/s", false),
    ]
  )
  func comparisons(text: String, expected: Bool) throws {
    #expect(try StepExpression(text).holds(at: step) == expected)
  }

  @Test(
    "asks of paths, actions, states and elements",
    arguments: [
      "a.b[1] == 2.5", "state.a.b.1 == 2.5", "state[\"odd key\"] == 1", "state['odd key'] == 1",
      "state.type == 'mine'", "type == \"Game.Flip\"", "index == 4 and time == 1.5",
      "payload.card == 1 and action.payload.by == \"me\"", "cards[payload.card].name == 'King'",
      "byName[\"x\"] == 1", "before(score) == 3 and after(score) == 7", "changed(score)",
      "not changed(a.b[0])", "changed(/a) and changed(gone) and changed(on)",
      "exists(n) and not exists(gone) and before(exists(gone))",
      "score - before(score) == 4", "before(score + gone) == 4", "changed(score > 5)",
      "length(cards) == 2 and length(s) == 1 and length(byName) == 2 and length(e) == 2",
      "not exists(length(score))",
      "any(cards, it.isFlipped) and not all(cards, it.isFlipped)", "all(before(cards), it.n == 1)",
      "before(all(cards, false)) and not any(nowhere, true) and not all(nowhere, true)",
      "any(card in cards, any(x in byName, card.n == x))", "any(cards, any(byName, it == 2))",
      "count(cards, it.n > 0) == 2 and sum(cards, it.n) == 14 and sum(byName, it) == 3",
      "not exists(sum(cards, it.name)) and not exists(count(score, true))",
      "type contains \"Flip\" and type startsWith \"Game\" and type endsWith \"Flip\"",
      "a.b contains \"x\" and a.b contains 1.0 and byName contains \"y\"",
      "type like 'Game.*' and type like 'G???.Flip' and not (type like 'Flip')",
      "type matches '^Game\\\\.(Flip|Set)$'", "not (score matches '7')",
      "false or true and true", "not false and true", "not (true and false)", "true or nowhere",
      "2 + 3 * 4 == 14 and (2 + 3) * 4 == 20 and 10 - 2 - 3 == 5 and 24 / 4 / 2 == 3",
      "date('2001-01-01') == 0 and date(\"2001-01-01 00:01:02.5Z\") == 62.5",
      "date('2000-12-31T23:00-01:00') == 0 and date('2024-02-29') == 730857600",
      "date('1970-01-01') == -978307200 and due > date('2026-11-28') and due < date('2026-11-29')",
      "due == date('2026-11-28 10:12:03+01:00') and date('2026-11-28') <= due and due != date(s)",
      "date(score) == 7 and not exists(date(s))",
      "-score == -7 and - -score == 7 and 2 - -2 == 4 and -(score) + 7 == 0",
      "0.1 + 0.2 == 0.3 and 1e60 * 1e-60 == 1 and 2 / 3 * 3 != 2 and 1 / 8 == 0.125",
      "7 % 3 == 1 and -7 % 3 == -1 and 7.5 % 2 == 1.5 and 9007199254740993 + 1 == 9007199254740994",
      "not exists(1 / 0) and not exists(1 % 0) and not exists(s + 1) and not exists(1e999999999 + 1)",
      "9223372036854775807 + 1 == 9223372036854775808", "s == \"\\u0062\"",
      "[score, 'x'] == [7, \"x\"] and {\"a\": score} == {\"a\": 7}", "[] == [ ] and {} == { }",
      "/a/b/0 + 1 == 2 and /score / 2 == 3.5", "(/on)",
      "'it''s' == 1 or true".replacing("''", with: "\\'"),
    ]
  )
  func holds(text: String) throws {
    #expect(try StepExpression(text).holds(at: step))
  }

  @Test("gives its value, or nothing")
  func values() throws {
    #expect(try StepExpression("on").value(at: step) == true)
    #expect(try StepExpression("nowhere.near").value(at: step) == nil)
    #expect(try StepExpression("score").value(at: step) == 7)
    #expect(try !StepExpression("score").holds(at: step))
  }

  @Test("of the initial state sees no action and nothing before")
  func initial() throws {
    let initial = GivenStep(index: 0, action: nil, before: nil, after: after)
    for text in [
      "index == 0", "not exists(type) and not exists(payload) and not exists(time)",
      "changed(score) and not exists(before(score))",
    ] {
      #expect(try StepExpression(text).holds(at: initial), "\(text)")
    }
  }

  @Test("that looks at the state after does not hold where the program died")
  func fatal() throws {
    let fatal = GivenStep(
      index: 4,
      action: StepAction(type: "Boom", time: nil, action: ["type": "Boom"]),
      before: before,
      after: nil
    )
    #expect(try StepExpression("type == \"Boom\" and before(score) == 3").holds(at: fatal))
    for text in ["not on", "score != 1", "changed(score)", "type == 'Boom' or on"] {
      #expect(try !StepExpression(text).holds(at: fatal), "\(text)")
    }
  }

  /// Blocks of an expression and its message, an empty line between two.
  @Test("that is wrong is refused as is stored, with a mark under the character")
  func storedRefusals() throws {
    let file = Recordings.fixture("Expressions/refusals.txt")
    let blocks = try String(contentsOf: file, encoding: .utf8).trimmingCharacters(in: .newlines)
      .components(separatedBy: "\n\n")
    #expect(blocks.count == 10)
    for block in blocks {
      let lines = block.components(separatedBy: "\n")
      refusals(text: lines[0], message: lines.dropFirst().joined(separator: "\n"))
    }
  }

  @Test(
    "that is nothing, hostile or long is refused in the same way",
    arguments: [
      (
        "type matches '(?=x)'",
        """
        Invalid regular expression: a group with (?=, at its character 1, \
        cannot be searched for in bounded time.
          type matches '(?=x)'
                       ^
        """
      ),
      (
        "  ",
        """
        There is no expression.
            
            ^
        """
      ),
      (
        "a == 'é\u{202E}' and\tb == ",
        """
        Expected a value, found the end of the expression.
          a == 'é ' and b ==
                             ^
        """
      ),
      (
        String(repeating: "a == 1 and ", count: 10) + "?" + String(repeating: " or b", count: 10),
        """
        Expected a value, found "?".
          …and a == 1 and a == 1 and a == 1 and a == 1 and ? or b or b or b or b or…
                                                           ^
        """
      ),
    ]
  )
  func refusals(text: String, message: String) {
    let error = #expect(throws: ExpressionError.self) { try StepExpression(text) }
    let text = error.map { "\($0)" } ?? ""
    #expect(text.trimmedLines == message.trimmedLines)
  }

  @Test("is refused, not crashed on, however hostile it is")
  func hostile() throws {
    let many = 30_000
    let texts = [
      "(", "[", "{\"a\":", "not ", "-", "a[", "any(a, ", "before(", "{", "\"", "\\", "1 + (", "'",
    ]
    .map { String(repeating: $0, count: many) }
    for text in texts {
      let error = #expect(throws: ExpressionError.self) { try StepExpression(text) }
      #expect((0...text.utf8.count).contains(error?.offset ?? -1))
    }
    let deep = 30_000
    for text in ["(", "[", "not ", "-", "a[", "before(", "a.b(", "{\"a\": "] {
      let error = #expect(throws: ExpressionError.self) {
        try StepExpression(String(repeating: text, count: deep / text.count))
      }
      #expect(error?.reason == .tooDeep(limit: 64) || text == "a.b(", "\(text)")
    }
    // Long is not deep: a chain of a thousand conditions is one node.
    let chain = String(repeating: "score + 1 - 1 == 7 and ", count: 2_000) + "true"
    #expect(try StepExpression(chain).holds(at: step))
  }
}

extension String {
  /// The text without blanks at the ends of its lines, which editors take away.
  fileprivate var trimmedLines: [String] {
    split(separator: "\n", omittingEmptySubsequences: false).map { line in
      String(line.reversed().drop { $0 == " " }.reversed())
    }
  }
}
