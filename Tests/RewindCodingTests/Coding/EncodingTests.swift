import Foundation
import RewindCoding
import RewindJSON
import RewindTestSupport
import Testing

@Suite("The one form", .process)
struct EncodingTests {
  @Test("writes scalars as JSON has them")
  func scalars() {
    #expect(encoded(true) == "true")
    #expect(encoded(String?.none) == "null")
    #expect(encoded("a\"\\/\n\u{0}\u{1F}é😀") == #""a\"\\/\n\u0000\u001fé😀""#)
    #expect(
      encoded([0, -1, 9, 10, 99, 100, 12_345, Int.min, Int.max]).utf8.elementsEqual(
        "[0,-1,9,10,99,100,12345,-9223372036854775808,9223372036854775807]".utf8
      )
    )
    #expect(encoded(UInt64.max) == "18446744073709551615")
    #expect(encoded([Int8.min, .max]) == "[-128,127]")
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
  @Test("writes integers of 128 bits exactly")
  func wideIntegers() {
    #expect(
      encoded([Int128.min, .max])
        == "[-170141183460469231731687303715884105728,170141183460469231731687303715884105727]"
    )
    #expect(encoded(UInt128.max) == "340282366920938463463374607431768211455")
  }

  @Test("writes doubles with the fewest digits, and without a point where they are whole")
  func doubles() {
    let values = [
      0, -0.0, 1, -12, 0.1, 1.5, 1e15, 9_007_199_254_740_991, 1e16, 1e300, 1e-7, 0.0001,
    ]
    #expect(
      encoded(values)
        == "[0,-0,1,-12,0.1,1.5,1000000000000000,9007199254740991,1e+16,1e+300,1e-07,0.0001]"
    )
    #expect(encoded([Double.nan, .infinity, -.infinity]) == #"["NaN","Infinity","-Infinity"]"#)
    #expect(encoded([Float(0.1), 1, .nan]) == #"[0.1,1,"NaN"]"#)
  }

  @Test("writes doubles as JSONValue does, whatever they are", arguments: seeds())
  func randomDoubles(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<5_000 {
      let value = random.double()
      let text = encoded(value)
      #expect(text == JSONValue(value).text, "\(value), seed \(seed)")
    }
  }

  @Test("writes what Foundation brings")
  func foundation() throws {
    #expect(encoded(Data([0xFB, 0xFF, 0])) == #""+/8A""#)
    #expect(
      encoded(try #require(URL(string: "https://a.b/c?d=é"))) == #""https://a.b/c?d=%C3%A9""#
    )
    #expect(
      encoded(try #require(UUID(uuidString: "01234567-89ab-cdef-0123-456789abcdef")))
        == #""01234567-89AB-CDEF-0123-456789ABCDEF""#
    )
    let digits = "-12345678901234567890123456789.012345678"
    #expect(encoded(try #require(Decimal(string: digits))) == digits)
    #expect(encoded(Decimal.nan) == #""NaN""#)
  }

  @Test("sorts sets by their bytes and dictionaries by their keys' code points")
  func sorting() {
    #expect(encoded(Set([10, 9, 1, 100])) == "[1,10,100,9]")
    #expect(encoded(Set([Set([2, 1]), Set([1]), Set([])])) == "[[1,2],[1],[]]")
    #expect(
      encoded(["b": 1, "é": 2, "a": 3, "": 4, "\"": 5, "\u{1}": 6, "aa": 7, "😀": 8, "\u{FFFD}": 9])
        == #"{"":4,"\u0001":6,"\"":5,"a":3,"aa":7,"b":1,"é":2,"�":9,"😀":8}"#
    )
    #expect(encoded([10: "x", 9: "y", -1: "z"]) == #"{"-1":"z","10":"x","9":"y"}"#)
    #expect(encoded([Sample.Room.kitchen: 1, .hall: 2]) == #"{"hall":2,"kitchen":1}"#)
    #expect(encoded([Sample.Suit.spades: 1, .hearts: 2]) == #"["hearts",2,"spades",1]"#)
    #expect(encoded([1.5: ["b": 1, "a": 2], 0.5: [:]]) == #"[0.5,{},1.5,{"a":2,"b":1}]"#)
  }

  @Test("sorts large dictionaries as it does small ones", arguments: seeds())
  func largeDictionaries(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var dictionary: [String: [Int]] = [:]
    for _ in 0..<2_000 { dictionary[random.string()] = [random.int(), random.int()] }
    let members = dictionary.map { (CodePoints($0.key), $0.value) }
      .sorted { $0.0.string.precedesByCodePoints($1.0.string) }
      .map { "\(JSONValue.string($0.0.string).text):[\($0.1[0]),\($0.1[1])]" }
    #expect(encoded(dictionary) == "{\(members.joined(separator: ","))}", "seed \(seed)")
    #expect(
      encoded(Script { try dictionary.encode(to: $0) }) == encoded(dictionary),
      "seed \(seed)"
    )
  }

  @Test("writes {} for a value that encodes nothing")
  func nothing() {
    #expect(encoded(Script { _ in }) == "{}")
    #expect(encoded([Script { _ = $0.singleValueContainer() }]) == "[{}]")
    #expect(encoded(Script { _ = $0.unkeyedContainer() }) == "[]")
  }

  @Test("puts a mark instead of what throws, and counts it")
  func errors() {
    struct Fault: Error, CustomStringConvertible {
      var description: String { "no \"power\"" }
    }
    let failing = Script { encoder in
      var container = encoder.container(keyedBy: Name.self)
      try container.encode(1, forKey: "a")
      throw Fault()
    }
    let refused = Script { encoder in
      var container = encoder.unkeyedContainer()
      try container.encode(1)
      throw EncodingError.invalidValue(
        1,
        EncodingError.Context(codingPath: [], debugDescription: "Not today.")
      )
    }
    var bytes = Array("x".utf8)
    ValueWriter().write(["a": failing, "b": refused], to: &bytes)
    #expect(
      String(decoding: bytes, as: UTF8.self)
        == #"x{"a":{"$rewind":"error","why":"no \"power\""},"#
        + #""b":{"$rewind":"error","why":"Not today."}}"#
    )
  }

  @Test("marks an encode(to:) that asks for two kinds of container, or two values")
  func twoValues() throws {
    let faults: [(any Encoder) throws -> Void] = [
      { encoder in
        var keyed = encoder.container(keyedBy: Name.self)
        try keyed.encode(1, forKey: "a")
        var unkeyed = encoder.unkeyedContainer()
        try unkeyed.encode(1)
        try keyed.encode(1, forKey: "b")
      },
      { encoder in
        var single = encoder.singleValueContainer()
        try single.encode(1)
        try single.encode(2)
      },
      { encoder in
        var single = encoder.singleValueContainer()
        try single.encode(1)
        var keyed = encoder.container(keyedBy: Name.self)
        try keyed.encode(1, forKey: "a")
      },
    ]
    for fault in faults {
      var bytes: [UInt8] = []
      ValueWriter().write([Script(fault)], to: &bytes)
      let value = try JSONValue(parsing: bytes)
      #expect(value.array?.first?["$rewind"] == "error")
    }
  }

  @Test("gives encode(to:) the path to its value")
  func paths() throws {
    nonisolated(unsafe) var paths: [String] = []
    func note(_ path: [any CodingKey]) {
      paths.append(
        path.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: "/")
      )
    }
    let leaf = Script { encoder in
      note(encoder.codingPath)
      #expect(encoder.userInfo.isEmpty)
      var container = encoder.container(keyedBy: Name.self)
      note(container.codingPath)
      var nested = container.nestedContainer(keyedBy: Name.self, forKey: "n")
      note(nested.codingPath)
      let deeper = nested.nestedUnkeyedContainer(forKey: "m")
      note(deeper.codingPath)
      let parent = container.superEncoder()
      note(parent.codingPath)
      note(nested.codingPath)
    }
    let root = Script { encoder in
      var container = encoder.container(keyedBy: Name.self)
      try container.encode(["x": [leaf]], forKey: "a")
    }
    var bytes: [UInt8] = []
    ValueWriter().write(root, to: &bytes)
    #expect(
      paths == ["a/x/0", "a/x/0", "a/x/0/n", "a/x/0/n/m", "a/x/0/super", "a/x/0/n"]
    )
  }
}
