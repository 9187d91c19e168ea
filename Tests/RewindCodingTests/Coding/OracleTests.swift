import Foundation
import RewindJSON
import RewindReplay
import RewindTestSupport
import Testing

@Suite("Encoder and decoder")
struct OracleTests {
  /// Checks that this module and Foundation read what the other wrote, and wrote the same.
  private func check<Value: Codable & Equatable>(
    _ value: Value,
    isOrdered: Bool = true,
    _ comment: Comment? = nil,
    _ location: SourceLocation = #_sourceLocation
  ) throws {
    let mine = Array(encoded(value).utf8)
    let theirs = try JSONEncoder.oracle.encode(value)
    #expect(
      try JSONValue(parsing: mine).decode(Value.self) == value,
      comment,
      sourceLocation: location
    )
    #expect(
      try JSONValue(parsing: Array(theirs)).decode(Value.self) == value,
      comment,
      sourceLocation: location
    )
    #expect(
      try JSONDecoder.oracle.decode(Value.self, from: Data(mine)) == value,
      comment,
      sourceLocation: location
    )
    if isOrdered {
      #expect(
        try JSONValue(parsing: mine) == JSONValue(parsing: theirs),
        comment,
        sourceLocation: location
      )
    }
    _ = try JSONSerialization.jsonObject(with: Data(mine), options: .fragmentsAllowed)
  }

  @Test("agree with Foundation on every kind of type")
  func table() throws {
    try check(true)
    try check("")
    try check([Int?]([1, nil]))
    try check([Int??]([1, nil, .some(nil)]).map { $0 ?? nil })
    try check([[[Int]]]([[], [[1, 2], []]]))
    try check([Int.min, Int.max])
    try check([UInt64.max, 0])
    try check(Sample.Widths.smallest)
    try check(Sample.Widths.largest)
    try check([Float.leastNonzeroMagnitude, .infinity, 0.3, 16_777_216])
    try check([Double.greatestFiniteMagnitude, -.infinity, .leastNonzeroMagnitude, -0.0])
    try check(Sample.Optionals())
    try check(Sample.Optionals(one: 0, two: 2, list: [nil], card: nil))
    try check(["": [1: "x", -5: "y"], "a\"b": [:]])
    try check([Sample.Room.hall: [1.5], .kitchen: []])
    try check([Sample.Suit.hearts: 1, .spades: 2], isOrdered: false)
    try check([1.5: "a", 2: "b"], isOrdered: false)
    try check(Set((0..<50).map { $0 * 7 }), isOrdered: false)
    try check([Set(["a", "b"]): Set([Set(["c"])])], isOrdered: false)
    try check(Sample.Action.group(.group(.reset, .flip(1)), .deal([], into: .spades, nil)))
    try check(Sample.Pair(a: Sample.Pair(a: 1, b: "x"), b: [Sample.Pair(a: 2, b: 0.5)]))
    try check(Sample.Tree(name: "a", children: [Sample.Tree(name: "b", children: [])]))
    try check(Sample.Dog())
    try check(Sample.Cat())
    try check([Sample.Level.low, .high])
    try check(0..<5)
    try check([CGFloat(1.5), 2])
    try check([DateInterval(start: .distantPast, duration: 3.25)])
    try check(IndexSet([1, 2, 9]), isOrdered: false)
  }

  @Test("agree with Foundation on what Foundation brings", arguments: seeds())
  func foundation(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<300 {
      let date = Date(timeIntervalSinceReferenceDate: Double.random(in: -1e9...1e9, using: &random))
      let moment = Sample.Moment(
        at: date,
        until: random.below(2) == 0 ? nil : date.addingTimeInterval(0.001),
        icon: Data((0..<random.below(20)).map { _ in UInt8(truncatingIfNeeded: random.next()) }),
        link: try #require(URL(string: "https://a.b/\(random.int())?q=%20#f")),
        id: UUID(),
        price: Decimal(random.int()) / 1_000
      )
      try check(moment, "seed \(seed)")
    }
  }

  @Test("agree with Foundation on random values", arguments: seeds())
  func randomValues(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<300 {
      try check(random.action(depth: 4), "seed \(seed)")
      try check(random.tree(depth: 4), "seed \(seed)")
      try check([random.string(): [random.string(): random.card()]], "seed \(seed)")
    }
  }

  @Test("read every double back as exactly the same", arguments: seeds())
  func doubles(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<5_000 {
      let value = random.double()
      let back = try JSONValue(parsing: Array(encoded(value).utf8)).decode(Double.self)
      #expect(
        back.bitPattern == value.bitPattern || back.isNaN && value.isNaN,
        "\(value), seed \(seed)"
      )
    }
  }

  @Test("keep every digit of a decimal")
  func decimals() throws {
    for text in ["0.1", "-1", "12345678901234567890123456789012345678", "0.00000000000000000001"] {
      let decimal = try #require(Decimal(string: text))
      #expect(encoded(decimal) == text)
      #expect(try JSONValue(parsing: Array(text.utf8)).decode(Decimal.self) == decimal)
    }
    #expect(try JSONValue(parsing: Array("1.5e3".utf8)).decode(Decimal.self) == 1500)
    #expect(try JSONValue(parsing: Array(#""NaN""#.utf8)).decode(Decimal.self).isNaN)
  }

  @Test("agree on values that write themselves to their encoder")
  func handedOn() throws {
    struct Erased: Codable, Equatable {
      var date = Date(timeIntervalSinceReferenceDate: 1.5)
      var price = Decimal(12.5)
      var data = Data([1, 2])

      init() {}

      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Name.self)
        date = try Date(from: container.superDecoder(forKey: "date"))
        price = try Decimal(from: container.superDecoder(forKey: "price"))
        data = try Data(from: container.superDecoder(forKey: "data"))
      }

      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Name.self)
        try date.encode(to: container.superEncoder(forKey: "date"))
        try price.encode(to: container.superEncoder(forKey: "price"))
        try data.encode(to: container.superEncoder(forKey: "data"))
      }
    }
    try check(Erased())
    // A container takes these forms as well.
    struct Plain: Decodable {
      var date: Date
      var price: Decimal
      var data: Data
    }
    let plain = try JSONValue(parsing: Array(encoded(Erased()).utf8)).decode(Plain.self)
    #expect(
      plain.date == Erased().date && plain.price == Erased().price && plain.data == Erased().data
    )
  }
}

extension JSONDecoder {
  /// A decoder of Foundation's for the one form.
  static var oracle: JSONDecoder {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "Infinity",
      negativeInfinity: "-Infinity",
      nan: "NaN"
    )
    decoder.dateDecodingStrategy = .custom { decoder in
      try JSONValue(String(from: decoder)).decode()
    }
    return decoder
  }
}

extension SeededGenerator {
  mutating func card() -> Sample.Card {
    Sample.Card(
      id: UInt8(below(256)),
      title: string(),
      suit: Sample.Suit.allCases[below(2)],
      level: [nil, .low, .high][below(3)],
      isFlipped: below(2) == 0
    )
  }

  mutating func action(depth: Int) -> Sample.Action {
    switch below(depth > 0 ? 6 : 5) {
    case 0: .reset
    case 1: .flip(int())
    case 2: .move(from: int(), to: below(2) == 0 ? nil : int())
    case 3:
      .deal(
        (0..<below(4)).map { _ in card() },
        into: .hearts,
        below(2) == 0 ? nil : Double.random(in: -1...1, using: &self)
      )
    case 4: .note(text: string())
    default: .group(action(depth: depth - 1), action(depth: depth - 1))
    }
  }

  mutating func tree(depth: Int) -> Sample.Tree {
    Sample.Tree(
      name: string(),
      children: depth == 0 ? [] : (0..<below(4)).map { _ in tree(depth: depth - 1) }
    )
  }
}
