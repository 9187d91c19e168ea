import Foundation
import RewindJSON
import RewindTestSupport
import Testing

@Suite("Containers used in any order")
struct InterleavingTests {
  /// Both encoders' documents for one script.
  private func compare(_ script: Script, _ comment: Comment) throws {
    let mine = encoded(script)
    let theirs = try JSONEncoder.oracle.encode(script)
    #expect(try JSONValue(parsing: mine) == JSONValue(parsing: theirs), comment)
  }

  @Test("fill columns side by side")
  func columns() {
    let points = (0..<10_000).map { ($0, -$0) }
    let value = Script { encoder in
      var root = encoder.container(keyedBy: Name.self)
      var xs = root.nestedUnkeyedContainer(forKey: "xs")
      var ys = root.nestedUnkeyedContainer(forKey: "ys")
      for (x, y) in points {
        try xs.encode(x)
        try ys.encode(y)
      }
    }
    let xs = points.map { "\($0.0)" }.joined(separator: ",")
    let ys = points.map { "\($0.1)" }.joined(separator: ",")
    #expect(encoded(value) == #"{"xs":[\#(xs)],"ys":[\#(ys)]}"#)
  }

  @Test("keep a super encoder's slot until it is used")
  func superEncoders() {
    let value = Script { encoder in
      var root = encoder.container(keyedBy: Name.self)
      let parent = root.superEncoder()
      let unused = root.superEncoder(forKey: "unused")
      let scalar = root.superEncoder(forKey: "scalar")
      let early = root.superEncoder(forKey: "early")
      var single = early.singleValueContainer()
      try single.encode("now")
      try root.encode(1, forKey: "own")
      var list = parent.unkeyedContainer()
      let element = list.superEncoder()
      try root.encode(2, forKey: "more")
      try list.encode(3)
      try Sample.Suit.hearts.encode(to: element)
      var late = scalar.singleValueContainer()
      try late.encode("later")
      #expect(throws: EncodingError.self) { try late.encode("twice") }
      #expect(unused.codingPath.map(\.stringValue) == ["unused"])
    }
    #expect(
      encoded(value)
        == #"{"super":["hearts",3],"unused":{},"scalar":"later","early":"now","own":1,"more":2}"#
    )
  }

  @Test("may be written to while a value beside them is being encoded")
  func outerContainers() throws {
    let value = Script { encoder in
      var root = encoder.container(keyedBy: Name.self)
      var a = root.nestedContainer(keyedBy: Name.self, forKey: "a")
      var list = a.nestedUnkeyedContainer(forKey: "list")
      let inner = Script { _ in
        try a.encode(1, forKey: "x")
        var b = a.nestedContainer(keyedBy: Name.self, forKey: "b")
        try list.encode(2)
        try b.encode(3, forKey: "y")
      }
      try root.encode(inner, forKey: "c")
      try a.encode(4, forKey: "z")
    }
    #expect(encoded(value) == #"{"a":{"list":[2],"x":1,"b":{"y":3},"z":4},"c":{}}"#)
    try compare(value, "")
  }

  /// Writes to an inner and an outer container in turn, and values like itself to both.
  private struct Turns: Encodable {
    let depth: Int

    func encode(to encoder: any Encoder) throws {
      var outer = encoder.container(keyedBy: Name.self)
      guard depth > 0 else { return try outer.encode(1, forKey: "leaf") }
      let value = Turns(depth: depth - 1)
      try outer.encode(value, forKey: "a")
      var inner = outer.nestedContainer(keyedBy: Name.self, forKey: "inner")
      try inner.encode(value, forKey: "a")
      try outer.encode(value, forKey: "a")
      try inner.encode(value, forKey: "b")
    }
  }

  @Test("nest, and what was filled in once is not filled in again", arguments: 0...5)
  func nestedTurns(depth: Int) throws {
    let theirs = try JSONEncoder.oracle.encode(Turns(depth: depth))
    #expect(try JSONValue(parsing: encoded(Turns(depth: depth))) == JSONValue(parsing: theirs))
  }

  @Test("are refused while a value inside them is being encoded")
  func containersAround() throws {
    let value = Script { encoder in
      var root = encoder.container(keyedBy: Name.self)
      var copy = root
      try root.encode(Script { _ in try copy.encode(1, forKey: "x") }, forKey: "a")
      try root.encode(2, forKey: "b")
    }
    let document = try JSONValue(parsing: encoded(value))
    #expect(document["a"]?["$rewind"] == "error")
    #expect(document["b"] == 2)
  }

  @Test("give the same document as Foundation, whatever the order", arguments: seeds())
  func randomOrder(seed: UInt64) throws {
    for round in 0..<TestScale.count(200, of: 600) {
      let seed = seed &+ UInt64(round)
      let script = Script { encoder in
        var run = RandomRun(random: SeededGenerator(seed: seed))
        run.open(encoder)
        for _ in 0..<60 { try run.step() }
      }
      try compare(script, "seed \(seed)")
    }
  }
}

/// Uses containers at random: any that is open, in any order.
private struct RandomRun {
  var random: SeededGenerator
  private var keyed: [KeyedEncodingContainer<Name>] = []
  private var indexed: [KeyedEncodingContainer<Letter>] = []
  private var unkeyed: [any UnkeyedEncodingContainer] = []
  private var encoders: [any Encoder] = []
  private var nextKey = 0

  private enum Letter: CodingKey, CaseIterable {
    case a
    case b
    case c
    case d
  }

  init(random: SeededGenerator) {
    self.random = random
  }

  private mutating func newKey() -> Name {
    nextKey += 1
    return Name(stringValue: "k\(nextKey)")
  }

  /// Takes one of the three kinds of container from an encoder.
  mutating func open(_ encoder: any Encoder) {
    switch random.below(3) {
    case 0: keyed.append(encoder.container(keyedBy: Name.self))
    case 1: indexed.append(encoder.container(keyedBy: Letter.self))
    default: unkeyed.append(encoder.unkeyedContainer())
    }
  }

  mutating func step() throws {
    switch random.below(4) {
    case 0 where !keyed.isEmpty: try useKeyed(random.below(keyed.count))
    case 1 where !indexed.isEmpty:
      // The same key again replaces what was there.
      let key = Letter.allCases[random.below(4)]
      try indexed[random.below(indexed.count)].encode(random.int(), forKey: key)
    case 2 where !unkeyed.isEmpty: try useUnkeyed(random.below(unkeyed.count))
    case 3 where !encoders.isEmpty: try useEncoder()
    default: break
    }
  }

  private mutating func useKeyed(_ index: Int) throws {
    switch random.below(6) {
    case 0: keyed.append(keyed[index].nestedContainer(keyedBy: Name.self, forKey: newKey()))
    case 1: indexed.append(keyed[index].nestedContainer(keyedBy: Letter.self, forKey: newKey()))
    case 2: unkeyed.append(keyed[index].nestedUnkeyedContainer(forKey: newKey()))
    case 3: encoders.append(keyed[index].superEncoder(forKey: newKey()))
    case 4: try keyed[index].encode(["x": [random.string()]], forKey: newKey())
    default: try keyed[index].encodeNil(forKey: newKey())
    }
  }

  private mutating func useUnkeyed(_ index: Int) throws {
    switch random.below(6) {
    case 0: keyed.append(unkeyed[index].nestedContainer(keyedBy: Name.self))
    case 1: indexed.append(unkeyed[index].nestedContainer(keyedBy: Letter.self))
    case 2: unkeyed.append(unkeyed[index].nestedUnkeyedContainer())
    case 3:
      // Used at once: Foundation puts an element in when its encoder goes, so that others move.
      try Sample.Suit.spades.encode(to: unkeyed[index].superEncoder())
    case 4: try unkeyed[index].encode([random.double()].filter(\.isFinite))
    default: try unkeyed[index].encode(random.int())
    }
  }

  /// Uses a super encoder once: for a value, a scalar, or a container.
  private mutating func useEncoder() throws {
    let encoder = encoders.remove(at: random.below(encoders.count))
    switch random.below(3) {
    case 0: try Sample.Action.move(from: random.int(), to: nil).encode(to: encoder)
    case 1:
      var single = encoder.singleValueContainer()
      try single.encode(random.string())
    default: open(encoder)
    }
  }
}
