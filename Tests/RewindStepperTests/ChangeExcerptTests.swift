import RewindJSON
import RewindTestSupport
import RewindText
import Testing

@Suite("A change of a long text")
struct ChangeExcerptTests {
  private static let words = "the quick brown fox jumps over the lazy dog and "
  private static let text = String(repeating: words, count: 40)

  private func line(_ old: String, _ new: String, width: Int = 40) -> String {
    ChangeExcerpt(from: old, to: new, width: width).line
  }

  @Test("shows the typed text, with a little around it")
  func typing() {
    let old = "\\documentclass[a4pap]{article} \(Self.text)"
    let new = "\\documentclass[a4paper]{article} \(Self.text)"
    #expect(
      line(old, new)
        == "\"…lass[a4pap]{article}…\" → \"…lass[a4paper]{article}…\" (1951 → 1953 characters)"
    )
    #expect(line(Self.text, Self.text + "so").hasSuffix("so\" (1920 → 1922 characters)"))
    #expect(line(Self.text, "A" + Self.text).contains("→ \"Athe quick …\""))
  }

  @Test("shows several differences, and says how many more there are")
  func differences() {
    var parts = Array(repeating: Self.words, count: 40)
    parts[3] = parts[3].replacing("fox", with: "cat")
    parts[20] = parts[20].replacing("lazy", with: "busy")
    let two = ChangeExcerpt(from: Self.text, to: parts.joined(), width: 40)
    #expect(two.more == 0)
    #expect(two.old.contains("fox") && two.old.contains("lazy"))
    #expect(two.new.contains("cat") && two.new.contains("busy"))
    for index in stride(from: 0, to: 40, by: 4) {
      parts[index] = parts[index].replacing("jumps", with: "leaps")
    }
    let many = ChangeExcerpt(from: Self.text, to: parts.joined(), width: 40)
    #expect(many.more > 5)
    #expect(many.line.contains(" and \(many.more) more changes (1920 characters)"))
  }

  @Test("is of a whole that was replaced its beginning and its end")
  func replaced() {
    let line = line(String(repeating: "a", count: 500), String(repeating: "b", count: 600))
    #expect(line == "\"aaaaaaaaaa…aaaaaaaaaa\" → \"bbbbbbbbbb…bbbbbbbbbb\" (500 → 600 characters)")
  }

  @Test(
    "cuts no character",
    arguments: [
      ("e\u{301}", "e\u{300}"), ("👩‍👩‍👧‍👦", "👩‍👩‍👧"), ("🇩🇪", "🇩🇰"), ("é", "e\u{301}"), ("👍", "👍🏽"),
      ("", "\u{301}"),
      ("\r\n", "\n"), ("한", "하"),
    ]
  )
  func characters(old: String, new: String) {
    for text in ["", "🇫🇷🇮🇹", "e\u{301}", "\r\n"] {
      let (before, after) = (
        Self.words + text + old + Self.words, Self.words + text + new + Self.words
      )
      let change = ChangeExcerpt(from: before, to: after, width: 40)
      for (piece, whole) in [(change.old, before), (change.new, after)] {
        expectPieces(piece, of: whole)
      }
      let isShown = !change.old.unicodeScalars.elementsEqual(change.new.unicodeScalars)
      #expect(isShown, "\(old) \(new)")
    }
  }

  /// Expects of each piece that it stands in the text, from a whole character to another.
  private func expectPieces(_ quoted: String, of whole: String) {
    let characters = Array(whole)
    for piece in quoted.dropFirst().dropLast().split(separator: "…") {
      let text = try? JSONValue(parsing: "\"\(piece)\"").string
      guard let text, !text.contains("\\u{") else { continue }
      let part = Array(text)
      let isThere = characters.indices.contains { start in
        characters[start...].prefix(part.count).elementsEqual(part) {
          $0.unicodeScalars.elementsEqual($1.unicodeScalars)
        }
      }
      #expect(isThere, "\(piece)")
    }
  }

  @Test("shows every word that differs, or counts it", arguments: 1...8)
  func random(seed: UInt64) {
    var random = SeededGenerator(seed: seed &* 31)
    for _ in 0..<40 {
      let old = String(repeating: Self.words, count: 6)
      var words = old.split(separator: " ").map(String.init)
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let index = Int.random(in: words.indices, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: words[index] = "🇫🇷é\(index)"
        case 1: words.remove(at: index)
        default: words.insert("new", at: index)
        }
      }
      let new = words.joined(separator: " ") + " "
      let change = ChangeExcerpt(from: old, to: new, width: 60)
      expectPieces(change.old, of: old)
      expectPieces(change.new, of: new)
      #expect(change.old != change.new || change.more > 0 || new == old, "seed \(seed)")
    }
  }
}

@Suite("Invisible text")
struct HiddenTextTests {
  @Test("is written out, so that no two names look alike")
  func names() {
    let names = [
      "name", "na\u{200B}me", "na\u{200C}me", "na\u{200D}me", "na\u{2060}me", "na\u{AD}me",
      "na\u{FE0F}me",
      "na\u{34F}me", "na\u{E0041}me", "na\u{3164}me", "na\u{7F}me",
    ]
    #expect(Set(names.map(\.escapedForTerminal)).count == names.count)
    #expect(names.allSatisfy { $0.escapedForTerminal.unicodeScalars.allSatisfy(\.isASCII) })
  }

  @Test("stays where it makes one picture of several")
  func emoji() {
    for text in [
      "👩‍👩‍👧‍👦", "❤️", "1️⃣", "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}", "葛\u{E0100}",
    ] {
      #expect(text.escapedForTerminal == text)
    }
  }

  @Test("is escaped in JSON without loss")
  func json() throws {
    let value: JSONValue = ["a\u{200B}b": "\u{9B}\u{202E}\u{E0041}é👩‍👩‍👧\u{7F}\u{2028}"]
    #expect(
      value.text.escapedJSON
        == #"{"a\u200bb":"\u009b\u202e\udb40\udc41é👩\u200d👩\u200d👧\u007f\u2028"}"#
    )
    #expect(try JSONValue(parsing: value.text.escapedJSON) == value)
  }
}
