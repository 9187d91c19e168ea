import Foundation
import RewindJSON
import RewindReports
import RewindTestSupport
import RewindTimeline
import Testing

@Suite("The text of a page")
struct PageEscapingTests {
  /// A session whose every text tries to be more than text.
  private static let hostile: SessionFile = {
    var session = SessionFile(app: "</title><script>alert(1)</script>")
    session.add(["after": 0, "state": ["</script><img src=x onerror=alert(2)>": "<!--"]])
    session.add(1, "]]></script>", ["\u{2028}": "\u{2029}"], state: ["a": "<script>"])
    return session
  }()

  private func page(of session: SessionFile, limit: Int = 1_000_000) throws -> String {
    Page([try PageSession.read(session.timeline(), name: "</title>", limit: limit)])
      .text
  }

  @Test("has no tag that is not the page's own, whatever the log holds")
  func tags() throws {
    let text = try page(of: Self.hostile)
    let shell = Page([]).text
    for mark in ["<script", "</script", "<img", "<!--", "</title", "\u{2028}"] {
      let count = { (text: String) in text.components(separatedBy: mark).count - 1 }
      // A session adds two script elements.
      #expect(count(text) == count(shell) + (mark.contains("script") ? 2 : 0), "\(mark)")
    }
    #expect(text.contains("<title>&lt;/title&gt; – Rewind</title>"))
  }

  @Test("allows one script and one style, by their hashes, and nothing else")
  func policy() throws {
    let text = Page([]).text
    let found = try #require(text.firstMatch(of: /Security-Policy" content="([^"]*)"/))
    let script = try #require(text.firstMatch(of: /<script>((?s).*?)<\/script>/)).1
    let style = try #require(text.firstMatch(of: /<style>((?s).*?)<\/style>/)).1
    let hash = { (text: Substring) in Data(SHA256.hash(String(text))).base64EncodedString() }
    #expect(
      found.1 == """
        default-src 'none'; script-src 'sha256-\(hash(script))'; \
        style-src 'sha256-\(hash(style))'; base-uri 'none'; form-action 'none'; \
        require-trusted-types-for 'script'; trusted-types 'none'
        """
    )
    // What would need another permission is not there.
    let document = PageAssets.document
    #expect(document.firstMatch(of: /\s(on[a-z]+|style|src|href)=/) == nil)
    #expect(PageAssets.style.firstMatch(of: /url\(|@import/) == nil)
  }

  @Test("has every script of its folder")
  func scripts() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Sources/RewindReports/Page/Script")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(files.sorted() == PageAssets.scripts.map { "\($0).js" }.sorted())
    for file in files {
      let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
      let isThere = PageAssets.script.contains(PageAssets.withoutComments(text))
      #expect(isThere, "\(file)")
    }
  }

  @Test("holds the log's lines, each with a patch, without their checksums")
  func lines() throws {
    var session = SessionFile(start: ["n": 1.50, "big": 12_345_678_901_234_567])
    session.add(1, "Add", ["by": 2], state: ["n": 3.5, "big": 12_345_678_901_234_567])
    session.add(["note": "done", "index": 1])
    let text = try page(of: session)
    let lines = try #require(text.firstMatch(of: /id="lines-0">\n((?s).*?)\n<\/script>/)).1
    #expect(
      lines == """
        k 0 {"after":0,"state":{"n":1.5,"big":12345678901234567}}
        a 1 {"index":1,"time":1,"action":{"type":"Add","payload":{"by":2}}}
        k 1 {"after":1,"patch":[{"op":"replace","path":"/n","value":3.5}],\
        "state":{"n":3.5,"big":12345678901234567}}
        n 1 {"note":"done","index":1}
        """
    )
  }
}

@Suite("A page of a long session")
struct PageLimitTests {
  private static let session: SessionFile = {
    var session = SessionFile()
    session.add([
      "after": 0, "state": ["n": 0, "filler": .string(String(repeating: "x", count: 300))],
    ])
    for index in 1...100 {
      session.add(index, "Count", state: nil)
      session.add([
        "after": JSONValue(index),
        "patch": [["op": "replace", "path": "/n", "value": JSONValue(index)]],
      ])
    }
    return session
  }()

  @Test(
    "has the last steps that fit, after the state before them",
    arguments: TestScale.cases(14, of: Array(0...40))
  )
  func fits(step: Int) throws {
    let limit = 1_500 + step * 317
    let session = try PageSession.read(
      Self.session.timeline(),
      name: "long",
      limit: limit
    )
    #expect(session.size <= limit)
    #expect((0..<100).contains(session.leftOut))
    let text = Page([session]).text
    let lines = try #require(text.firstMatch(of: /id="lines-0">\n((?s).*?)\n<\/script>/)).1
      .split(separator: "\n")
    let facts = try #require(text.firstMatch(of: /id="facts-0">(.*?)<\/script>/)).1
    #expect(facts.utf8.count + lines.map { $0.utf8.count + 1 }.reduce(0, +) == session.size)
    #expect(lines[0].hasPrefix(#"k \#(session.leftOut) {"after":\#(session.leftOut),"state":{"#))
    #expect(lines[1].hasPrefix("a \(session.leftOut + 1) "))
    // Not one step more would fit.
    let stepSize = lines[1].utf8.count + lines[2].utf8.count + 4
    #expect(session.leftOut == 0 || session.size + stepSize > limit - 4)
  }

  @Test("is refused where not even the last state fits")
  func tooLarge() throws {
    let timeline = try Self.session.timeline()
    let error = #expect(throws: PageError.self) {
      try PageSession.read(timeline, name: "long", limit: 500)
    }
    guard case .stateTooLarge("long", bytes: 349, limit: let limit) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(
      error?.description == """
        The last state of long alone has 349 bytes, and \(limit) are left for it on the page. \
        Give it more: --limit BYTES.
        """
    )
  }
}

@Suite("A SHA-256 hash")
struct SHA256Tests {
  @Test(
    "is that of the standard's examples",
    arguments: [
      ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
      ),
      (
        String(repeating: "a", count: 1_000),
        "41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3"
      ),
    ]
  )
  func examples(text: String, hash: String) {
    let digits = SHA256.hash(text).map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
    #expect(digits.joined() == hash)
  }
}
