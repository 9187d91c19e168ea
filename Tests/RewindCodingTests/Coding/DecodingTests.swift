import Foundation
import RewindJSON
import RewindReplay
import RewindTestSupport
import Testing

@Suite("A decoder")
struct DecodingTests {
  private func decode<Value: Decodable>(
    _ type: Value.Type,
    _ text: String
  ) throws -> Value {
    try JSONValue(parsing: Array(text.utf8)).decode(type)
  }

  @Test("reads members in any order, with space between, and skips those it is not asked for")
  func order() throws {
    let text = """
       { "isFlipped" : true , "more" : [ { "a" : [ ] } , "]}" ] , "title" : "x\\"\\ud83d\\ude00\\u00e9" ,
      "suit":"spades", "level":null, "id":7 }
      """
    let card = Sample.Card(id: 7, title: "x\"😀é", suit: .spades, level: nil, isFlipped: true)
    #expect(try decode(Sample.Card.self, text) == card)
    #expect(try JSONValue(parsing: text).decode() == card)
  }

  @Test("takes any number that is integral and fits for an integer")
  func integers() throws {
    #expect(
      try decode([Int].self, "[1.0,1e2,-0,-0.0,0e5,12.50e1,1E+3,100e-2,-9223372036854775808]")
        == [1, 100, 0, 0, 0, 125, 1000, 1, .min]
    )
    #expect(
      try decode([UInt64].self, "[18446744073709551615,1.8446744073709551615e19]")
        == [.max, .max]
    )
    #expect(try decode([Int8].self, "[-128,127,1.27e2]") == [-128, 127, 127])
    for (text, type) in [
      ("128", Int8.self as any Decodable.Type), ("-1", UInt.self), ("1.5", Int.self),
      ("9223372036854775808", Int64.self), ("1e19", Int64.self), ("1e-1", Int.self),
      ("1e999999999999999999999", Int.self), ("18446744073709551616", UInt64.self),
      ("1e400", Double.self), ("-1e400", Double.self), ("1e39", Float.self),
    ] {
      let error = #expect(throws: JSONDecodingError.self) { try decode(type, text) }
      #expect(
        error?.description
          == "At the top: the number \(text) does not fit into \(type)."
      )
    }
    #expect(try decode([Int].self, "[0e999999999999999999999,0.0]") == [0, 0])
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
  @Test("reads integers of 128 bits exactly")
  func wideIntegers() throws {
    let values = [Int128.min, .max, 0, -1]
    #expect(try decode([Int128].self, encoded(values)) == values)
    #expect(try decode(UInt128.self, "340282366920938463463374607431768211455") == .max)
    #expect(throws: JSONDecodingError.self) {
      try decode(UInt128.self, "340282366920938463463374607431768211456")
    }
    struct Account: Codable, Equatable {
      var total = Int128.max
      var limit: UInt128? = .max
      var none: Int128?
      var row = [UInt128.max, 1]
    }
    #expect(try decode(Account.self, encoded(Account())) == Account())
    #expect(throws: JSONDecodingError.self) { try decode(Account.self, #"{"total":"1"}"#) }
  }

  @Test("reads doubles as the standard library does", arguments: seeds())
  func doubles(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<3_000 {
      let text = random.numberText()
      let expected = try #require(Double(text))
      let mine = try? decode(Double.self, text)
      #expect(
        mine?.bitPattern == (expected.isFinite ? expected.bitPattern : nil),
        "\(text), seed \(seed)"
      )
      let narrow = try #require(Float(text))
      #expect(
        (try? decode(Float.self, text))?.bitPattern == (narrow.isFinite ? narrow.bitPattern : nil),
        "\(text), seed \(seed)"
      )
    }
  }

  @Test("finds members of large objects without looking through all of them", .oracle)
  func largeObjects() throws {
    let names = (0..<100_000).map { "k\($0)" }
    let dictionary = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, [$0]) })
    let bytes = Array(encoded(dictionary).utf8)
    #expect(try JSONValue(parsing: bytes).decode([String: [Int]].self) == dictionary)
    struct Backwards: Decodable {
      var sum = 0

      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Name.self)
        #expect(container.allKeys.count == 100_000)
        for index in (0..<100_000).reversed() {
          sum += try container.decode([Int].self, forKey: Name(stringValue: "k\(index)"))[0]
        }
        #expect(!container.contains("k100000"))
      }
    }
    #expect(try JSONValue(parsing: bytes).decode(Backwards.self).sum == 99_999 * 50_000)
  }

  @Test("finds keys that are written with escapes, and distinguishes keys by code points")
  func keys() throws {
    let text = #"{"\u0061":1,"\u00e9":2,"e\u0301":3,"":4,"a\/b":5,"longer than eight":6}"#
    struct Keys: Decodable, Equatable {
      var a: Int
      var composed: Int
      var decomposed: Int
      var empty: Int
      var slash: Int
      var long: Int

      enum CodingKeys: String, CodingKey {
        case long = "longer than eight"
        case slash = "a/b"
        case empty = ""
        case decomposed = "e\u{301}"
        case composed = "\u{E9}"
        case a
      }
    }
    let keys = Keys(a: 1, composed: 2, decomposed: 3, empty: 4, slash: 5, long: 6)
    #expect(try decode(Keys.self, text) == keys)
    struct Named: Decodable {
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Name.self)
        #expect(try container.decode(Int.self, forKey: "a/b") == 5)
        #expect(try container.decode(Int.self, forKey: "e\u{301}") == 3)
        #expect(try container.decode(Int.self, forKey: "") == 4)
        #expect(try container.decodeIfPresent(Int.self, forKey: "b") == nil)
        #expect(
          container.allKeys.map(\.stringValue) == [
            "a", "é", "e\u{301}", "", "a/b", "longer than eight",
          ]
        )
      }
    }
    _ = try decode(Named.self, text)
  }

  @Test("reports the pointer, what is there and what should be")
  func errors() {
    let card = #""suit":"spades","isFlipped":true"#
    expect(
      [Sample.Card].self,
      #"[{"id":1,"title":"a",\#(card)},{"id":"2"}]"#,
      #"At "/1/id": expected a UInt8, found the string "2"."#
    )
    expect(
      [Sample.Card].self,
      #"[{"id":1000}]"#,
      #"At "/0/id": the number 1000 does not fit into UInt8."#
    )
    expect(
      [String: [Sample.Pair<Int, Int>]].self,
      #"{"a/b~c":[{"a":1,"b":2},{"a":1,"c":2}]}"#,
      #"At "/a~1b~0c/1" there is no member "b", only "a", "c"."#
    )
    expect(
      Sample.Pair<Int, Int>.self,
      "{}",
      #"At the top there is no member "a": the object is empty."#
    )
    expect(Int.self, "null", "At the top: expected an Int, found null.")
    expect([Int].self, "{}", "At the top: expected an Array<Int>, found an object.")
    expect(
      Sample.Card.self,
      #"{"id":1,"title":"a","suit":"clubs"}"#,
      #"At "/suit" the type refuses the value: "#
        + "Cannot initialize Suit from invalid String value clubs."
    )
    expect(
      Sample.Moment.self,
      #"{"at":"2001-01-01T00:00:00Z","icon":"%"}"#,
      #"At "/icon": expected base64, found the string "%"."#
    )
    expect(UUID.self, #""x""#, #"At the top: expected a UUID, found the string "x"."#)
    expect(
      [[Pairwise]].self,
      "[[[1,2]],[[3]]]",
      #"At "/1/0" the array has only 1 element."#
    )
    expect(
      [Own].self,
      "[1,2]",
      #"At "/0" the type refuses the value: out of luck."#
    )
    expect(
      [[Nested]].self,
      #"[[],[{"a":[{"b":{"c":true}}]}]]"#,
      #"At "/1/0/a/0/b/c": expected a String, found true."#
    )
  }

  private struct Pairwise: Decodable {
    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      _ = try (container.decode(Int.self), container.decode(Int.self))
    }
  }

  private struct Own: Decodable {
    struct Luck: Error, CustomStringConvertible {
      var description: String { "out of luck" }
    }

    init(from decoder: any Decoder) throws { throw Luck() }
  }

  private struct Nested: Decodable {
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Name.self)
      var list = try container.nestedUnkeyedContainer(forKey: "a")
      let inner = try list.nestedContainer(keyedBy: Name.self)
      let parent = try inner.superDecoder(forKey: "b").container(keyedBy: Name.self)
      #expect(parent.codingPath.map(\.stringValue).suffix(4) == ["Index 0", "a", "Index 0", "b"])
      _ = try parent.decode(String.self, forKey: "c")
    }
  }

  private func expect<Value: Decodable>(
    _ type: Value.Type,
    _ text: String,
    _ message: String,
    _ location: SourceLocation = #_sourceLocation
  ) {
    let error = #expect(throws: JSONDecodingError.self, sourceLocation: location) {
      try decode(type, text)
    }
    #expect(error?.description == message, sourceLocation: location)
  }

  @Test("lets a type try one form after the other")
  func attempts() throws {
    enum Either: Decodable, Equatable {
      case number(Int)
      case text(String)

      init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        do {
          self = .number(try container.decode(Int.self))
        } catch DecodingError.typeMismatch {
          self = .text(try container.decode(String.self))
        }
      }
    }
    #expect(try decode([Either].self, #"[1,"a"]"#) == [.number(1), .text("a")])
    let many = Array(repeating: "a", count: 50_000)
    #expect(
      try decode([Either].self, encoded(many)) == many.map { .text($0) }
    )
    let error = #expect(throws: JSONDecodingError.self) {
      try decode([Either].self, #"["a",null]"#)
    }
    #expect(error?.pointer.description == "/1")
  }

  @Test(
    "refuses what is nested too deep, without a crash",
    .disabled(if: Sanitizer.isOn, "\(Sanitizer.largeFrames)")
  )
  func nesting() throws {
    for levels in [JSONValue.nestingLimit, JSONValue.nestingLimit + 1, 100_000] {
      let text = String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
      let isTooDeep = try onSmallStack {
        do {
          _ = try JSONValue(parsing: Array(text.utf8)).decode(Lists.self)
          return false
        } catch {
          return true
        }
      }
      #expect(isTooDeep)
    }
    let tree = (0..<63).reduce(Sample.Tree(name: "", children: [])) { tree, _ in
      Sample.Tree(name: "n", children: [tree])
    }
    let text = encoded(tree)
    #expect(
      try onSmallStack { try JSONValue(parsing: Array(text.utf8)).decode(Sample.Tree.self) } == tree
    )
  }

  private struct Lists: Codable {
    var lists: [Lists]

    init(from decoder: any Decoder) throws {
      lists = try decoder.singleValueContainer().decode([Lists].self)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(lists)
    }
  }

  @Test("keeps its document for as long as anything that reads it is kept")
  func keptDecoders() throws {
    struct Keep: Decodable {
      let decoder: any Decoder
      let keyed: KeyedDecodingContainer<Name>
      let unkeyed: any UnkeyedDecodingContainer

      init(from decoder: any Decoder) throws {
        self.decoder = decoder
        keyed = try decoder.container(keyedBy: Name.self)
        unkeyed = try keyed.nestedUnkeyedContainer(forKey: "b")
      }
    }
    var kept: Keep? = try decode(Keep.self, #"{"a":1,"b":[2]}"#)
    for _ in 0..<10 { _ = try decode([String: [Int]].self, #"{"a":[10,11,12,13]}"#) }
    #expect(try kept?.keyed.decode(Int.self, forKey: "a") == 1)
    var unkeyed = try #require(kept).unkeyed
    #expect(try unkeyed.decode(Int.self) == 2)
    #expect(try kept.map { try [String: Anything](from: $0.decoder).count } == 2)
    let keyed = try #require(kept).keyed
    kept = nil
    #expect(try keyed.decode(Int.self, forKey: "a") == 1)
    #expect(keyed.contains("a"))
    #expect(keyed.allKeys.map(\.stringValue) == ["a", "b"])
    #expect(unkeyed.isAtEnd)
    #expect(throws: DecodingError.self) { try unkeyed.decode(Int.self) }
  }
}

/// Takes any document apart, and keeps nothing.
struct Anything: Decodable {
  init(from decoder: any Decoder) throws {
    if let container = try? decoder.container(keyedBy: Name.self) {
      for key in container.allKeys { _ = try container.decode(Anything.self, forKey: key) }
    } else if var container = try? decoder.unkeyedContainer() {
      while !container.isAtEnd { _ = try container.decode(Anything.self) }
    }
  }
}

extension SeededGenerator {
  /// Numbers as JSON writes them, of all lengths, and near those where rounding is hard.
  fileprivate mutating func numberText() -> String {
    func digits(_ count: Int) -> String {
      (0..<count).map { _ in String(below(10)) }.joined()
    }
    switch below(4) {
    case 0:
      return JSONValue(double()).number?.text ?? "0"
    case 1:
      // Halfway between two doubles, and a little beside it.
      let value = Double(1 + below(1_000_000)) * pow(2, Double(below(30)))
      let half = (Decimal(value) + Decimal(value.nextUp)) / 2
      return half.description + (half.description.contains(".") ? "\(below(2))" : "")
    default:
      let whole = below(3) == 0 ? "0" : "\(1 + below(9))" + digits(below(20))
      let fraction = below(3) == 0 ? "" : "." + digits(1 + below(20))
      let exponent = below(2) == 0 ? "" : "e\(below(60) - 30)"
      return (below(2) == 0 ? "-" : "") + whole + fraction + exponent
    }
  }
}
