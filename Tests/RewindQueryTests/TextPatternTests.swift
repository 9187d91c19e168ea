import Foundation
import RewindQuery
import RewindTestSupport
import RewindTimeline
import Testing

@Suite("A regular expression")
struct TextPatternTests {
  @Test(
    "is found as it reads",
    arguments: [
      ("", "", true), ("a", "banana", true), ("^a", "banana", false), ("a$", "banana", true),
      ("^(ba|na)+$", "banana", true), ("^(b?an?)+a$", "banana", true), ("a.c", "a\nc", false),
      ("[a-c]{2,3}x", "xabcx", true), ("^[^0-9]+$", "abc", true),
      (#"\d{3}-\d{4}"#, "call 555-1234", true),
      (#"\bcat\b"#, "a cat.", true), (#"\bcat\b"#, "concat", false), (#"\Bcat"#, "concat", true),
      ("(?i)flip", "FLIPCard", true), ("(?i)É", "é", true), ("flip", "FLIP", false),
      (#"^\w+\.\w+$"#, "Game.Flip", true), (#"[\]\-a]"#, "-", true), ("é", "e\u{301}", false),
      ("a{0}b", "b", true), ("^(a|b|cd|e{2})*$", "abcdeecd", true), ("(?:x|y)z", "yz", true),
      ("^(|a)+b", "aab", true), ("[-a]", "-", true), (".", "𝄞", true), ("^.$", "𝄞", true),
    ]
  )
  func found(pattern: String, text: String, expected: Bool) throws {
    #expect(try TextPattern(pattern).isFound(in: text) == expected)
  }

  @Test(
    "is refused with what is wrong, and where",
    arguments: [
      ("(a", TextPatternError.unclosed("(", at: 0)), ("a)", .unexpected(")", at: 1)),
      ("*a", .nothingToRepeat(at: 0)), ("a**", .nothingToRepeat(at: 2)),
      ("^*", .nothingToRepeat(at: 1)), ("[a", .unclosed("[", at: 0)), ("[z-a]", .badRange(at: 1)),
      (#"\1"#, .unsupported("the back reference \\1", at: 0)), (#"\q"#, .badEscape("q", at: 0)),
      ("(?<n>a)", .unsupported("a group with (?<", at: 0)), ("a{3,2}", .badRange(at: 1)),
      ("(a{1000}){1000}", .tooLarge(limit: 2_000)), ("\\", .badEscape("", at: 0)),
      (String(repeating: "(", count: 100_000), .tooDeep(limit: 50)),
      (String(repeating: "a", count: 100_000), .tooLarge(limit: 2_000)),
    ]
  )
  func refusals(pattern: String, error: TextPatternError) {
    #expect(throws: error) { try TextPattern(pattern) }
  }

  @Test("does not freeze where a backtracker does")
  func catastrophe() throws {
    let text = String(repeating: "a", count: 1_000)
    #expect(try !TextPattern("^(a+)+$").isFound(in: text + "b"))
    #expect(try !TextPattern("^(a|a)*b").isFound(in: text))
    #expect(try !TextPattern("(a?){100}a{100}b").isFound(in: String(text.prefix(100))))
  }

  @Test("is found where Foundation finds it", arguments: 1...20)
  func oracle(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<100 {
      let pattern = Self.pattern(3, using: &random)
      let other = try NSRegularExpression(pattern: pattern)
      let mine = try TextPattern(pattern)
      for _ in 0..<10 {
        let letters = (0..<Int.random(in: 0...7, using: &random)).map { _ in
          "ab1 ".randomElement(using: &random) ?? "a"
        }
        let text = String(letters)
        let range = NSRange(text.startIndex..., in: text)
        let expected = other.firstMatch(in: text, range: range) != nil
        #expect(mine.isFound(in: text) == expected, "/\(pattern)/ in \"\(text)\", seed \(seed)")
      }
    }
  }

  private static func pattern(
    _ depth: Int,
    using random: inout some RandomNumberGenerator
  ) -> String {
    let atoms = ["a", "b", "1", ".", "[ab]", "[^a]", #"\d"#, #"\w"#, #"\s"#, "^", "$", #"\b"#, " "]
    guard depth > 0 else { return atoms.randomElement(using: &random) ?? "a" }
    let one = pattern(depth - 1, using: &random)
    let two = pattern(depth - 1, using: &random)
    switch Int.random(in: 0..<9, using: &random) {
    case 0: return "(\(one)|\(two))"
    case 1: return "(?:\(one))*"
    case 2: return "(\(one))+\(two)"
    case 3: return "(\(one))?\(two)"
    case 4: return "(\(one)){1,2}"
    case 5: return "(?:\(one)|\(two)|a)\(one)"
    case 6: return "(\(one)){2}?\(two)"
    default: return one + two
    }
  }
}
