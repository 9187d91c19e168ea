import Foundation
import RewindServer
import RewindTestSupport
import Testing

@Suite("A request")
struct RequestTests {
  private static let usual =
    "POST /abc/app?session=2&at=%2Fa%2Fb&text=a+b HTTP/1.1\r\nHost: 127.0.0.1:8080\r\n"
    + "Origin: http://127.0.0.1:8080\r\nContent-Length: 12\r\n\r\n"

  private func head(_ text: String) throws -> (HTTPRequest, length: Int)? {
    try HTTPRequest.head(of: Array(text.utf8), HTTPRequest.Limits())
  }

  @Test("is read with its path, its query, its headers and its length")
  func parts() throws {
    let (request, length) = try #require(try head(Self.usual + "{\"a\":\"body\"}"))
    #expect(request.method == "POST")
    #expect(request.path == "/abc/app")
    #expect(request.query == ["session": "2", "at": "/a/b", "text": "a b"])
    #expect(request.headers["origin"] == "http://127.0.0.1:8080")
    #expect(request.bodyLength == 12)
    #expect(length == Self.usual.utf8.count)
    #expect(request.keepsConnection)
  }

  @Test("is waited for where a part of its head is missing, wherever it was cut")
  func truncations() throws {
    let bytes = Array(Self.usual.utf8)
    for count in bytes.indices {
      #expect(try HTTPRequest.head(of: bytes[..<count], HTTPRequest.Limits()) == nil)
    }
  }

  @Test(
    "is refused where it is not what it should be",
    arguments: [
      ("GET / HTTP/1.0\r\n\r\n", 400), ("GET  / HTTP/1.1\r\n\r\n", 400),
      ("get / HTTP/1.1\r\n\r\n", 400), ("GET http://evil/ HTTP/1.1\r\n\r\n", 400),
      ("GET / HTTP/1.1 \r\n\r\n", 400), ("\r\n\r\n", 400), ("GET /\r\n\r\n", 400),
      ("GET / HTTP/1.1\r\nHost : a\r\n\r\n", 400), ("GET / HTTP/1.1\r\n: a\r\n\r\n", 400),
      ("GET / HTTP/1.1\r\nA: b\r\n c\r\n\r\n", 400), ("GET / HTTP/1.1\r\nA: \u{1}\r\n\r\n", 400),
      ("GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400),
      ("GET / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n", 400),
      ("POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n", 400),
      ("POST / HTTP/1.1\r\nContent-Length: 0x10\r\n\r\n", 400),
      ("POST / HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n\r\n", 400),
      ("POST / HTTP/1.1\r\nContent-Length: 2000000\r\n\r\n", 413),
      ("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n", 501),
      ("GET /" + String(repeating: "a", count: 20_000) + " HTTP/1.1\r\n\r\n", 431),
      (String(repeating: "a", count: 20_000), 431),
    ]
  )
  func refused(text: String, status: Int) throws {
    let refusal = #expect(throws: HTTPRefusal.self) { try head(text) }
    #expect(refusal?.status == status)
  }

  @Test(
    "of random bytes is refused or waited for, and never more",
    arguments: 0..<50 as Range<UInt64>
  )
  func noise(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      var bytes = Array(Self.usual.utf8)
      for _ in 0..<Int.random(in: 1...8, using: &random) {
        bytes[.random(in: bytes.indices, using: &random)] = .random(in: 0...255, using: &random)
      }
      let request = try? HTTPRequest.head(of: bytes, HTTPRequest.Limits())
      #expect((request?.0.bodyLength ?? 0) <= HTTPRequest.Limits().body, "seed \(seed)")
    }
  }
}

@Suite("The rule of access")
struct AccessRuleTests {
  private static let token = AccessRule.makeToken()
  private let rule = AccessRule(token: token, port: 8080)

  private func path(_ target: String, _ headers: [String]) throws -> String {
    let text = (["GET \(target) HTTP/1.1"] + headers).joined(separator: "\r\n") + "\r\n\r\n"
    let head = try HTTPRequest.head(of: Array(text.utf8), HTTPRequest.Limits())
    return try rule.path(of: try #require(head).0)
  }

  @Test(
    "lets in who has the token and asks under a name of this machine",
    arguments: ["127.0.0.1:8080", "localhost:8080", "LOCALHOST:8080", "[::1]:8080"]
  )
  func guests(host: String) throws {
    #expect(try path("/\(Self.token)/find", ["Host: \(host)"]) == "find")
    #expect(try path("/\(Self.token)/", ["Host: \(host)", "Origin: http://\(host)"]) == "")
  }

  @Test(
    "keeps out other names, which may lead to this machine as well",
    arguments: [
      "evil.example", "evil.example:8080", "127.0.0.1", "127.0.0.1:80",
      "127.0.0.1:8080.evil.example",
      "localhost.evil.example:8080", "", "[::1]", "127.0.0.2:8080", "0.0.0.0:8080",
    ]
  )
  func hosts(host: String) {
    let refusal = #expect(throws: HTTPRefusal.self) {
      try path("/\(Self.token)/", ["Host: \(host)"])
    }
    #expect(refusal?.status == 421)
  }

  @Test("keeps out who names no host at all")
  func noHost() {
    #expect(throws: HTTPRefusal.self) { try path("/\(Self.token)/", []) }
  }

  @Test(
    "keeps out the pages of other origins, also those of this machine",
    arguments: [
      "null", "http://evil.example", "https://127.0.0.1:8080", "http://127.0.0.1:3000",
      "http://127.0.0.1", "file://", "http://localhost:8080.evil.example",
    ]
  )
  func origins(origin: String) {
    let refusal = #expect(throws: HTTPRefusal.self) {
      try path("/\(Self.token)/", ["Host: 127.0.0.1:8080", "Origin: \(origin)"])
    }
    #expect(refusal?.status == 403)
  }

  @Test("keeps out who does not know the token, and says nothing else")
  func tokens() {
    let wrong = [
      "/", "", "/x/", "/\(Self.token.dropLast())/", "/\(Self.token)0/", "/../\(Self.token)/",
      "/%\(Self.token)/", "/?\(Self.token)", "/\(String(repeating: "0", count: 32))/",
    ]
    for target in wrong {
      let refusal = #expect(throws: HTTPRefusal.self, "\(target)") {
        try path(target.isEmpty ? "/" : target, ["Host: 127.0.0.1:8080"])
      }
      #expect(refusal?.status == 404, "\(target)")
    }
  }

  @Test("has another token each time, of 128 bits")
  func secret() {
    let tokens = (0..<100).map { _ in AccessRule.makeToken() }
    #expect(Set(tokens).count == 100)
    #expect(tokens.allSatisfy { $0.count == 32 && $0.allSatisfy(\.isHexDigit) })
  }
}
