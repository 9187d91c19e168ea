import RewindJSON
import Testing

@Suite("The JSON scanner")
struct JSONScannerTests {
  private func members(
    _ text: some Sequence<UInt8>,
    _ strictness: JSONScanner.Strictness = .grammar
  ) throws -> [JSONScanner.Member] {
    try Array(text).withUnsafeBytes { try JSONScanner.members(of: $0, strictness) }
  }

  @Test("finds the members of a line", arguments: [JSONScanner.Strictness.boundaries, .grammar])
  func line(strictness: JSONScanner.Strictness) throws {
    let text =
      #" { "after" : 12 , "patch":[{"op":"add","path":"/}\"]"}],"a\u0062":true,"crc":"00" } "#
    let bytes = Array(text.utf8)
    let found = try members(bytes, strictness).map { member in
      [member.key, String(decoding: bytes[member.value], as: UTF8.self)]
    }
    #expect(
      found == [
        ["after", "12"], ["patch", #"[{"op":"add","path":"/}\"]"}]"#], ["ab", "true"],
        ["crc", "\"00\""],
      ]
    )
    #expect(try members(bytes, strictness).map(\.start) == [3, 18, 56, 71])
    #expect(try members("{ }".utf8, strictness).isEmpty)
  }

  @Test(
    "refuses lines whose members cannot be told apart",
    arguments: [
      ("", 0), ("[]", 0), ("{", 1), ("{\"a\"}", 4), ("{\"a\":}", 5), ("{\"a\":1", 6),
      ("{\"a\":1}x", 7),
      ("{\"a\":1,}", 7), ("{\"a\":[1,2}", 9), ("{\"a\":\"b}", 8), ("{\"a\":1 2}", 7),
      ("{\"a\":1,\"a\":2}", 7), ("{\"a\":\"\\", 7),
    ]
  )
  func refusals(text: String, offset: Int) {
    for strictness in [JSONScanner.Strictness.boundaries, .grammar] {
      let error = #expect(throws: JSONError.self) { try members(text.utf8, strictness) }
      if strictness == .grammar { #expect(error?.offset == offset) }
    }
  }

  @Test("agrees with the parser on every line that is damaged in one place")
  func damage() throws {
    let text = Array(
      #"{"after":0,"state":{"on":true,"n":-1.5e3,"none":null,"t":"a\n\u00e9é😀","l":[[],{}]},"crc":"0a"}"#
        .utf8
    )
    var random = RandomJSON(seed: 7)
    for place in text.indices {
      for byte in [
        UInt8(ascii: "\""), 0x00, 0x20, 0x80, UInt8(ascii: "}"), UInt8(random.below(256)),
      ] {
        var damaged = text
        damaged[place] = byte
        compare(damaged)
      }
      compare(Array(text[..<place]))
      compare(Array(text[..<place] + text[(place + 1)...]))
      compare(Array(text[...place] + text[place...]))
    }
  }

  /// Both read the line, or both find the same fault.
  private func compare(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    let parsed = Result { try JSONValue(parsing: bytes) }
    let scanned = Result { try members(bytes) }
    switch (parsed, scanned) {
    case (.success(let value), .success(let members)):
      #expect(value.object?.members.map(\.key) == members.map(\.key), "\(text)")
      for member in members {
        #expect((try? JSONValue(parsing: bytes[member.value])) == value[member.key], "\(text)")
      }
    case (.failure(let parsed as JSONError), .failure(let scanned as JSONError)):
      // What is no object is refused by the scanner at its first byte; a key that occurs twice
      // within a value is for the parser alone to find.
      if case .unexpected(_, "an object") = scanned.reason { return }
      #expect(parsed == scanned, "\(text)")
    default:
      if case .failure(let error as JSONError) = parsed, case .duplicateKey = error.reason {
        return
      }
      if case .success(let value) = parsed, value.object == nil { return }
      Issue.record("\(text): \(parsed), \(scanned)")
    }
  }

  @Test("stops at the same depth as the parser")
  func nesting() throws {
    for levels in [JSONValue.nestingLimit - 1, JSONValue.nestingLimit] {
      let nested = String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
      compare(Array("{\"a\":\(nested)}".utf8))
    }
  }
}
