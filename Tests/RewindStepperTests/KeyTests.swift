import RewindStepper
import Testing

@Suite("Keys")
struct KeyTests {
  @Test(
    "are decoded from the bytes that terminals send",
    arguments: [
      ("k", [.character("k")]),
      ("\u{1B}[A\u{1B}[B\u{1B}[C\u{1B}[D", [.up, .down, .right, .left]),
      ("\u{1B}OA\u{1B}OH\u{1B}[F", [.up, .home, .end]),
      (
        "\u{1B}[1~\u{1B}[4~\u{1B}[5~\u{1B}[6~\u{1B}[3~", [.home, .end, .pageUp, .pageDown, .delete]
      ),
      ("\u{1B}[1;5A", [.up]),
      ("\r\n\t\u{7F}\u{8}", [.enter, .enter, .tab, .backspace, .backspace]),
      ("\u{1B}[Z", [.backTab]),
      ("\u{3}\u{1A}\u{C}", [.control("c"), .control("z"), .control("l")]),
      ("é東😀", [.character("é"), .character("東"), .character("😀")]),
      ("\u{1B}\u{1B}[A", [.escape, .up]),
      ("\u{1B}[?1;2c", []),
    ] as [(String, [Key])]
  )
  func decode(text: String, keys: [Key]) {
    var whole = KeyDecoder()
    #expect(whole.keys(text.utf8) == keys)
    #expect(!whole.isWaiting)
    // The same bytes, as slowly as they can come.
    var slow = KeyDecoder()
    #expect(text.utf8.flatMap { slow.keys([$0]) } == keys)
  }

  @Test("wait for the rest of a sequence, and are Escape where none comes")
  func escape() {
    var decoder = KeyDecoder()
    #expect(decoder.keys([0x1B]).isEmpty)
    #expect(decoder.isWaiting)
    #expect(decoder.flush() == [.escape])
    #expect(!decoder.isWaiting)
  }

  @Test("are never decoded from bytes that are not text")
  func garbage() {
    var decoder = KeyDecoder()
    #expect(decoder.keys([0xFF, 0xC3, 0x28, 0x80, 0x71]) == [.character("("), .character("q")])
    #expect(decoder.keys([0x1B, 0x5B] + Array(repeating: 0x30, count: 100)).isEmpty)
    #expect(decoder.keys("q".utf8) == [.character("q")])
  }

  @Test("have names")
  func names() {
    #expect(
      Key.keys("a<enter><ctrl-f><<<esc>") == [
        .character("a"), .enter, .control("f"), .character("<"), .escape,
      ]
    )
    #expect(Key.keys("<nokey>") == nil)
    #expect(Key.keys("<") == nil)
  }
}

@Suite("A line that is typed")
struct LineEditorTests {
  private func typed(_ keys: String, into text: String = "") -> String {
    var line = LineEditor(text)
    for key in Key.keys(keys) ?? [] { _ = line.handle(key) }
    return "\(line.textBeforeCursor)|\(line.text.dropFirst(line.textBeforeCursor.count))"
  }

  @Test("is edited as in a shell")
  func editing() {
    #expect(typed("abc") == "abc|")
    #expect(typed("<left><left>X", into: "abc") == "aX|bc")
    #expect(typed("<home>X<end>Y", into: "abc") == "XabcY|")
    #expect(typed("<backspace><left><delete>", into: "abc") == "a|")
    #expect(typed("<ctrl-w>", into: "two words ") == "two |")
    #expect(typed("<left><ctrl-u>", into: "abc") == "|c")
    #expect(typed("<home><right><ctrl-k>", into: "abc") == "a|")
    #expect(typed("<left>東<backspace>é", into: "😀😀") == "😀é|😀")
    #expect(typed("<backspace><left><ctrl-w>") == "|")
  }

  @Test("joins a mark with the letter before it")
  func marks() {
    var line = LineEditor("e")
    _ = line.handle(.character("\u{301}"))
    _ = line.handle(.backspace)
    #expect(line.text == "")
  }
}
