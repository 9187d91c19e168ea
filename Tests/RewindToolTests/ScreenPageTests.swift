import Foundation
import RewindJSON
import RewindTestSupport
import Testing

@Suite(
  "A page with screens",
  .browser,
  .serialized,
  .enabled(if: Browser.path != nil, "needs Chromium"),
  .timeLimit(.minutes(hangingMinutes))
)
struct ScreenPageTests {
  /// Opens the page that the tool makes with an app.
  private func withPage(
    _ log: String,
    _ app: [String],
    _ body: (Browser) throws -> Void
  ) throws {
    try TemporaryFolder.with { folder in
      let file = folder.url.appending(path: "page.html")
      try rewind.run(["report", log, "-o", file.path, "--app"] + app, exits: 0)
      try Browser.with { browser in
        try browser.resize(width: 1_400, height: 900)
        try browser.show(file)
        try browser.wait(until: "document.querySelectorAll('.frame').length > 0")
        try body(browser)
        #expect(browser.complaints == [])
        #expect(
          browser.addresses.allSatisfy {
            $0.hasPrefix(file.absoluteString) || $0.hasPrefix("data:")
          }
        )
      }
    }
  }

  @Test("has the frames that matter, and marks what changed in a text")
  func text() throws {
    let log = Recordings.path("memory-tunes/tap-while-loading.jsonl")
    try withPage(log, [Program("memory-tunes").path]) { browser in
      let words = try browser.value(
        "[...document.querySelectorAll('.frame')].map((it) => it.lastChild.textContent.trim()).filter((it) => it !== '')"
      )
      #expect(words == ["last good", "culprit"])
      try browser.value("rewind.page.go(rewind.page.session.facts.diagnosis.culprit)")
      try browser.press("v")
      #expect(try browser.value("document.getElementById('tree').hidden") == true)
      let changed =
        "[...document.querySelectorAll('#screen .%@ .changed')].map((it) => it.textContent)"
      let new = try browser.value(changed.replacing("%@", with: "new"))
      let old = try browser.value(changed.replacing("%@", with: "old"))
      #expect(new == ["ROCK: waiting for the pictures\n"])
      #expect(old.array?.first?.string?.contains("of 8 pairs") == true, "\(old)")
      try browser.press("v")
      #expect(try browser.value("document.getElementById('screen').hidden") == true)
    }
  }

  @Test("shows a picture as an image, with the elements that changed in it outlined")
  func picture() throws {
    let log = Recordings.path("memory-tunes/win.jsonl")
    try withPage(log, [Program("memory-tunes").path, "--", "--svg"]) { browser in
      try browser.value("rewind.page.go(6)")
      try browser.press("v")
      try browser.wait(until: "document.querySelector('#screen img')?.naturalWidth === 420")
      #expect(
        try browser.value(
          "decodeURIComponent(document.querySelector('#screen .new img').src).includes('<g stroke=')"
        ) == true
      )
    }
  }

  @Test("shows nothing that is more than a picture, and says so")
  func hostile() throws {
    try TemporaryFolder.with { folder in
      let evil = [
        #"{"svg":"<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><script>window.hit=1</script></svg>"}"#,
        #"{"svg":"<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><image href='http://a.invalid/x.png'/></svg>"}"#,
        #"{"text":"</script><img src=x onerror=window.hit=1>\u001b[31m"}"#,
        #"{"png":"iVBORw0KGgo="}"#,
      ]
      var file = SessionFile(start: ["count": 0])
      for index in 1...4 { file.add(index, "Add", state: ["count": JSONValue(index)]) }
      file.add(["end": "closed", "index": 4])
      let answers = evil.enumerated().map { #"{"after":\#($0 + 1),"screen":\#($1)}"# }
      let lines =
        [#"{"rewind":1,"replay":1,"actions":[],"screens":true}"#] + answers + [#"{"end":"closed"}"#]
      let answer = try folder.file("answer", lines.joined(separator: "\n") + "\n")
      let app = try folder.program(
        "app",
        """
        if grep -q screens; then cat '\(answer.path)'; else
        printf '%s\\n' '{"rewind":1,"replay":1,"actions":[]}'
        printf '%s\\n' '{"end":"undecodable","undecodable":[{"type":"Add","why":"no"}]}'
        fi
        """
      )
      try withPage(try file.write(to: folder), [app.path]) { browser in
        try browser.press("v")
        var words: [JSONValue] = []
        for index in 1...4 {
          try browser.value("rewind.page.go(\(index))")
          words.append(
            try browser.value(
              "document.querySelector('#screen .new .why, #screen .new pre').textContent"
            )
          )
        }
        #expect(
          words == [
            "The screen is not shown: its SVG has more than shapes and text: <script.",
            "The screen is not shown: its SVG has more than shapes and text: <image.",
            "</script><img src=x onerror=window.hit=1>\\u{1b}[31m\n",
            "The screen is not shown: it is not a PNG.",
          ]
        )
        #expect(try browser.value("window.hit ?? null") == .null)
      }
    }
  }
}
