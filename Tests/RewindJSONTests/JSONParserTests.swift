import RewindJSON
import Testing

@Suite("The JSON parser")
struct JSONParserTests {
  @Test(
    "reads every kind of value and writes it back",
    arguments: [
      "null", "true", "false", "0", "-0", "12", "-1.5e+10", "18446744073709551615",
      "0.1000000000000000055511151231257827", #""""#, #""a\"\\\n\t\u0001é😀""#, "[]", "[1,[2,[]]]",
      "{}", #"{"a":{"b":[null]},"":1}"#,
    ]
  )
  func roundTrip(text: String) throws {
    #expect(try JSONValue(parsing: text).text == text)
  }

  @Test("joins surrogate pairs and knows every escape")
  func escapes() throws {
    #expect(try JSONValue(parsing: #""\ud83d\ude00\/\b\f\u00e9""#) == "😀/\u{8}\u{C}é")
  }

  @Test(
    "refuses what is not JSON, with the offset",
    arguments: [
      ("", 0), ("  ", 2), ("nul", 3), ("[1,]", 3), ("01", 1), ("1.", 2), ("-", 1), ("1e", 2),
      ("{\"a\":1,\"a\":2}", 7), ("{\"a\" 1}", 5), ("[1 2]", 3), ("1 2", 2), ("\"\n\"", 1),
      ("\"\\x\"", 2), ("\"\\ud800\"", 2), ("\"\\ud800\\u0041\"", 2), ("\"abc", 4), ("+1", 0),
      ("\u{FEFF}1", 0), ("NaN", 0), ("'a'", 0), ("--1", 1), ("1-2", 1),
    ]
  )
  func refusals(text: String, offset: Int) {
    let error = #expect(throws: JSONError.self) { try JSONValue(parsing: text) }
    #expect(error?.offset == offset)
  }

  @Test("stops at 256 levels of nesting, without a crash on 100,000")
  func nesting() throws {
    let limit = JSONValue.nestingLimit
    func nested(_ levels: Int) -> String {
      String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
    }
    #expect(try JSONValue(parsing: nested(limit)).text == nested(limit))
    for levels in [limit + 1, 100_000] {
      let error = #expect(throws: JSONError.self) { try JSONValue(parsing: nested(levels)) }
      #expect(error?.reason == .tooDeep(limit: limit))
    }
  }

  @Test("finds a quote, an escape or a fault wherever it stands in a text")
  func offsets() throws {
    for length in 0..<40 {
      let text = String(repeating: "x", count: length)
      let rest = String(repeating: "y", count: 40 - length)
      #expect(try JSONValue(parsing: "\"\(text)\"") == .string(text))
      for (written, read) in [
        ("\\n", "\n"), ("é", "é"), ("\\ud83d\\ude00", "😀"), ("\u{7F}", "\u{7F}"),
      ] {
        let value = try JSONValue(parsing: "\"\(text)\(written)\(rest)\"")
        #expect(value == .string(text + read + rest))
        #expect(try JSONValue(parsing: value.text) == value)
      }
      for fault: [UInt8] in [[0x00], [0x1F], [0x0A], [0x80], [0xC3, 0x28], [0xFF]] {
        let bytes = Array("\"\(text)".utf8) + fault + Array("\(rest)\"".utf8)
        let error = #expect(throws: JSONError.self) { try JSONValue(parsing: bytes) }
        #expect(error?.offset == length + 1)
      }
      let error = #expect(throws: JSONError.self) { try JSONValue(parsing: "\"\(text)") }
      #expect(error == JSONError(.unexpectedEnd, at: length + 1))
    }
  }

  @Test("finds a key that occurs twice, in objects of any size", arguments: [2, 15, 16, 17, 300])
  func duplicates(count: Int) throws {
    func object(_ keys: [String]) -> String {
      "{" + keys.map { "\"\($0)\":{\"key0\":[]}" }.joined(separator: ",") + "}"
    }
    let keys = (0..<count).map { "key\($0)" }
    #expect(try JSONValue(parsing: object(keys)).object?.count == count)
    for (i, j) in [(0, 1), (0, count - 1), (count / 2, count - 1)] where i < j {
      for written in [keys[i], "\\u006B" + keys[i].dropFirst()] {
        var others = keys
        others[j] = written
        let offset = object(others).utf8.count - object(Array(others[j...])).utf8.count + 1
        let error = #expect(throws: JSONError.self) { try JSONValue(parsing: object(others)) }
        #expect(error == JSONError(.duplicateKey(keys[i]), at: offset))
      }
    }
    // Long keys that differ in their middle only.
    let long = keys.map {
      "the same beginning \($0 + String(repeating: "-", count: 6 - $0.count)) and end"
    }
    #expect(try JSONValue(parsing: object(long)).object?.count == count)
  }

  @Test("reads a part of some bytes, with offsets from their beginning")
  func parts() throws {
    let bytes = Array(#"{"a":[1,2],"b":tru,"c":"x"}"#.utf8)
    func value(_ range: Range<Int>) throws -> JSONValue {
      try bytes.withUnsafeBytes { try JSONValue(parsing: range, of: $0) }
    }
    #expect(try value(5..<10) == [1, 2])
    #expect(try value(23..<26) == "x")
    #expect(throws: JSONError(.unexpectedEnd, at: 18)) { try value(15..<18) }
    #expect(throws: JSONError(.unexpectedEnd, at: 25)) { try value(23..<25) }
    #expect(throws: JSONError(.empty, at: 4)) { try value(4..<4) }
  }

  @Test("accepts of all two-byte and three-byte sequences just those that are UTF-8")
  func utf8() {
    var wrong: [[UInt8]] = []
    for high in UInt8(0x80)...0xFF {
      for low in UInt8(0x00)...0xFF {
        for bytes in [[high, low], [high, low, 0x80]] {
          let document = [0x22] + bytes + [0x22]
          let isText = String(validating: document, as: UTF8.self) != nil
          let isPlain = !bytes.contains { $0 < 0x20 || $0 == 0x22 || $0 == 0x5C }
          let isRead = (try? JSONValue(parsing: document)) != nil
          if isRead != (isText && isPlain) { wrong.append(bytes) }
        }
      }
    }
    #expect(wrong.isEmpty)
  }
}

@Suite("A JSON value")
struct JSONValueTests {
  @Test(
    "equals another by exact decimal value",
    arguments: [
      ("1", "1.0", true), ("10e-1", "1", true), ("-0", "0", true), ("0e99", "0", true),
      ("9007199254740993", "9007199254740992", false), ("0.1", "0.10000000000000000555", false),
      ("1e999999999999999999", "1e999999999999999999", true), ("1e400", "1e401", false),
      ("123.456e3", "123456", true),
    ]
  )
  func numbers(a: String, b: String, areEqual: Bool) throws {
    let (a, b) = (try JSONValue(parsing: a), try JSONValue(parsing: b))
    #expect((a == b) == areEqual)
    if areEqual { #expect(a.hashValue == b.hashValue) }
  }

  @Test("orders numbers exactly")
  func order() throws {
    let ordered = [
      "-1e400", "-12", "-0.5", "0", "1e-400", "0.5", "1", "9007199254740992", "9007199254740993",
    ]
    let numbers = try ordered.map { try #require(JSONValue(parsing: $0).number) }
    for (i, a) in numbers.enumerated() {
      for (j, b) in numbers.enumerated() { #expect((a < b) == (i < j), "\(a.text) < \(b.text)") }
    }
  }

  @Test("distinguishes strings and keys by code points, not by how they look")
  func codePoints() throws {
    #expect(JSONValue.string("\u{E9}") != .string("e\u{301}"))
    let object = try JSONValue(parsing: "{\"\u{E9}\":1,\"e\u{301}\":2}")
    #expect(object["\u{E9}"] == 1)
    #expect(object["e\u{301}"] == 2)
  }

  @Test("compares members whatever their order")
  func memberOrder() throws {
    let a = try JSONValue(parsing: #"{"a":1,"b":[2,{"c":3}]}"#)
    let b = try JSONValue(parsing: #"{"b":[2,{"c":3.0}],"a":1}"#)
    #expect(a == b)
    #expect(a.hashValue == b.hashValue)
    #expect(a != (try JSONValue(parsing: #"{"a":1,"b":[2,{"c":3}],"d":null}"#)))
  }

  @Test("finds members of a large object after any changes", arguments: [1, 2, 3])
  func largeObjects(seed: UInt64) {
    var object = JSONObject()
    var model: [(String, Int)] = []
    var state = seed
    for step in 0..<2_000 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let key = "k\(state >> 33 % 60)"
      let index = model.firstIndex { $0.0 == key }
      if state >> 60 < 7, let index {
        model.remove(at: index)
        object[key] = nil
      } else {
        if let index { model[index].1 = step } else { model.append((key, step)) }
        object[key] = JSONValue(step)
      }
      #expect(object.members.map(\.key) == model.map(\.0))
      for (key, value) in model { #expect(object[key] == JSONValue(value)) }
      #expect(object["absent"] == nil)
    }
  }
}

@Suite("A JSON Pointer")
struct PointerTests {
  @Test("reads the examples of RFC 6901, section 5")
  func examples() throws {
    let document = try JSONValue(
      parsing:
        ##"{"foo":["bar","baz"],"":0,"a/b":1,"c%d":2,"e^f":3,"g|h":4,"i\\j":5,"k\"l":6," ":7,"m~n":8}"##
    )
    let expected: [(String, JSONValue)] = [
      ("", document), ("/foo", ["bar", "baz"]), ("/foo/0", "bar"), ("/", 0), ("/a~1b", 1),
      ("/c%d", 2), ("/e^f", 3), ("/g|h", 4), ("/i\\j", 5), ("/k\"l", 6), ("/ ", 7), ("/m~0n", 8),
    ]
    for (text, value) in expected {
      let pointer = try Pointer(text)
      #expect(document[pointer] == value)
      #expect(pointer.description == text)
    }
  }

  @Test(
    "leads nowhere where there is nothing",
    arguments: ["/foo/2", "/foo/01", "/foo/-", "/foo/+1", "/bar", "/foo/0/x"]
  )
  func absent(text: String) throws {
    let document: JSONValue = ["foo": ["bar", "baz"]]
    #expect(document[try Pointer(text)] == nil)
  }

  @Test("is refused without its slash or with a bad escape")
  func refusals() {
    #expect(throws: PointerError.noSlash("game")) { try Pointer("game") }
    #expect(throws: PointerError.badEscape("/a~2")) { try Pointer("/a~2") }
    #expect(throws: PointerError.badEscape("/a~")) { try Pointer("/a~") }
  }
}
