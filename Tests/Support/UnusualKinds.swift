// A list of closures.
// swift-format-ignore-file: NeverForceUnwrap, OnlyOneTrailingClosureArgument

import Foundation

/// What is rare in states, and there all the same.
private enum Rare {
  struct Item: Equatable, Hashable {
    var id: Int
    var title = "an item of more than 15 bytes"
  }
  struct Flags: OptionSet, Hashable { let rawValue: Int }
  protocol Shape {}
  struct Circle: Shape { var r = 1 }
  struct Trouble: Error { var code = 1 }

  enum Single { case only(Int, label: String) }
  indirect enum Chain {
    case end
    case link(Int, Chain)
  }
  enum Many {
    case tuple((Int, String))
    case shape(any Shape)
    case action((Int) -> Int, count: Int)
    case nested(Single, Chain)
    case optional(Int?)
    case never(Never)
  }
  enum Key: Hashable {
    case plain
    case item(Item)
  }
  final class Node<Value> {
    var value: Value
    var children: [Node] = []
    init(_ value: Value) { self.value = value }
  }
  final class Owner {
    var count = 0
    lazy var late = [1]
    var observed = 1 { didSet { count += 1 } }
  }
  struct Pointing {
    weak var weak: Owner?
    var count = 0
  }
  struct Recursive<Value> {
    var value: Value
    var parts: [Recursive] = []
  }
  struct Deep<Value> { var inner: Value }
  struct Listing: CustomReflectable {
    var items = [Item(id: 1)]
    var customMirror: Mirror {
      Mirror(self, unlabeledChildren: items.map { ($0.id, $0) }, displayStyle: .dictionary)
    }
  }
  struct Handler {
    var onTap: () -> Void = {}
    var convert: @Sendable (Int) -> String = { "\($0)" }
    var count = 1
  }
  struct Wide {
    var a = 1, b = 2.5 as Float, c = true, d = "d", e = UInt8(1), f = [1], g: Int?,
      h = Date.distantPast
    var i = (1, (2, "x", [3]), nil as Int?)
  }
  /// An `encode(to:)` that asks a getter.
  struct Asking: Encodable {
    final class Source { var value = 1 }
    var source = Source()
    var get: () -> Int = { 0 }
    init() { get = { [source] in source.value } }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(get())
    }
  }
  /// A list that hands over elements of several types.
  struct Mixed: Encodable {
    var values: [Int] = [1, 2, 3]
    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      for value in values {
        if value % 2 == 0 { try container.encode("\(value)") } else { try container.encode(value) }
      }
      var nested = container.nestedUnkeyedContainer()
      try nested.encode(values.count)
    }
  }
  /// Two containers for one object, and a superclass.
  class Base: Encodable { var id = 1 }
  final class Derived: Base {
    var names = ["a"]
    enum CodingKeys: CodingKey { case names, more }
    override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(names, forKey: .names)
      var again = encoder.container(keyedBy: CodingKeys.self)
      var more = again.nestedUnkeyedContainer(forKey: .more)
      try more.encode(names.count)
      try super.encode(to: container.superEncoder())
    }
  }
}

extension StateKinds {
  static var unusual: [StateKind] {
    [
      StateKind("a vector", { SIMD4<Float>(1, 2, 3, 4) }, { $0.x += 1 }),
      StateKind("a duration", { Duration.seconds(1) }, { $0 += .milliseconds(1) }),
      StateKind("a set of flags", { Rare.Flags(rawValue: 1) }) {
        $0.formSymmetricDifference([.init(rawValue: 2)])
      },
      StateKind("an optional of an optional", { .some(nil) as Int?? }) {
        $0 = $0 == .some(nil) ? .some(1) : .some(nil)
      },
      StateKind("a case of one", { Rare.Single.only(1, label: "a") }) { state in
        guard case .only(let number, let label) = state else { return }
        state = .only(number + 1, label: label + "!")
      },
      StateKind("a chain", { Rare.Chain.link(1, .end) }, { $0 = .link(2, $0) }),
      StateKind("a tuple in a payload", { Rare.Many.tuple((1, "a")) }) { state in
        guard case .tuple(let pair) = state else { return }
        state = .tuple((pair.0, pair.1 + "b"))
      },
      StateKind("a protocol in a payload", { Rare.Many.shape(Rare.Circle()) }) { state in
        guard case .shape(let shape) = state, var circle = shape as? Rare.Circle else { return }
        circle.r += 1
        state = .shape(circle)
      },
      StateKind("a closure in a payload", { Rare.Many.action({ $0 }, count: 1) }) { state in
        guard case .action(let action, let count) = state else { return }
        state = .action(action, count: count + 1)
      },
      StateKind("an enum in an enum", { [Rare.Many.nested(.only(1, label: "a"), .end)] }) { state in
        guard case .nested(let single, let chain) = state[0] else { return }
        state[0] = .nested(single, .link(1, chain))
      },
      StateKind("an optional in a payload", { Rare.Many.optional(nil) }) { state in
        guard case .optional(let number) = state else { return }
        state = .optional((number ?? 0) + 1)
      },
      StateKind("a generic instance", { Rare.Node([1: "a"]) }) {
        $0.children.append(Rare.Node([2: "b"]))
      },
      StateKind("a lazy property of an instance", { Rare.Owner() }, { $0.late.append(1) }),
      StateKind("an observed property", { [Rare.Owner()] }, { $0[0].observed += 1 }),
      StateKind("a structure with a weak reference", { pointing(at: kept()) }) { $0.count += 1 },
      StateKind("an instance behind a weak reference", { pointing(at: kept()) }) {
        $0.weak?.observed += 1
      },
      StateKind(
        "a structure of its own kind",
        { Rare.Recursive(value: 1, parts: [.init(value: 2)]) }
      ) { $0.parts[0].parts.append(.init(value: 3)) },
      StateKind(
        "what lies deep",
        { Rare.Deep(inner: Rare.Deep(inner: Rare.Deep(inner: [Rare.Deep(inner: ["a": [1]])]))) }
      ) { $0.inner.inner.inner[0].inner["a"]!.append(2) },
      StateKind("a mirror of pairs", { Rare.Listing() }, { $0.items[0].title += "!" }),
      StateKind("a property beside closures", { [Rare.Handler()] }, { $0[0].count += 1 }),
      StateKind("many properties", { Rare.Wide() }, { $0.i.1.2.append(4) }),
      StateKind("an optional that comes in many properties", { Rare.Wide() }) {
        $0.g = ($0.g ?? 0) + 1
      },
      StateKind("any list", { [1, "a", Rare.Item(id: 1)] as [Any] }) {
        $0.append(Rare.Item(id: $0.count))
      },
      StateKind("an instance in any", { [Rare.Owner()] as [Any] }) {
        ($0[0] as! Rare.Owner).observed += 1
      },
      StateKind("protocols by name", { ["a": Rare.Circle()] as [String: any Rare.Shape] }) {
        $0["a"] = Rare.Circle(r: ($0["a"] as! Rare.Circle).r + 1)
      },
      StateKind("any hashable value", { AnyHashable(Rare.Item(id: 1)) }) {
        $0 = AnyHashable(Rare.Item(id: ($0.base as! Rare.Item).id + 1))
      },
      StateKind(
        "a result of any error",
        { .success([Rare.Item(id: 1)]) as Result<[Rare.Item], any Error> }
      ) { state in
        if case .success = state {
          state = .failure(Rare.Trouble())
        } else {
          state = .success([Rare.Item(id: 2)])
        }
      },
      StateKind("keys that carry something", { [Rare.Key.item(Rare.Item(id: 1)): 1] }) {
        $0[.item(Rare.Item(id: 1))]! += 1
      },
      StateKind("a key of cases that comes", { [Rare.Key.plain: 1] }) {
        $0[.item(Rare.Item(id: $0.count))] = 2
      },
      StateKind("lists as keys", { [[1, 2]: "a"] }, { $0[[1, $0.count + 2]] = "b" }),
      StateKind("sets as keys", { [Set([1, 2]): [1]] }, { $0[Set([1, 2])]!.append(2) }),
      StateKind("numbers as keys", { [1.5: "a"] }, { $0[1.5]! += "b" }),
      StateKind("optional keys", { [nil: 1, 2: 2] as [Int?: Int] }, { $0[Int?.none]! += 1 }),
      StateKind("dates as keys", { [Date(timeIntervalSince1970: 1): Rare.Item(id: 1)] }) {
        $0[Date(timeIntervalSince1970: 1)]!.id += 1
      },
      StateKind("characters as keys", { ["a" as Character: 1] }, { $0["a"]! += 1 }),
      StateKind("a set of sets", { Set([Set([1])]) }, { $0.insert(Set([$0.count + 5])) }),
      StateKind("pairs in order", { ["a": 1, "b": 2] as KeyValuePairs }) {
        $0 = $0.count == 2 ? ["a": 1] : ["a": 2, "b": 2]
      },
      StateKind("a list in reverse", { [1, 2, 3].reversed() as ReversedCollection<[Int]> }) {
        $0 = ($0.map { $0 + 1 } as [Int]).reversed()
      },
      StateKind("a repeated value", { repeatElement(Rare.Item(id: 1), count: 2) }) {
        $0 = repeatElement(Rare.Item(id: $0[0].id + 1), count: 2)
      },
      StateKind("an open range", { 1... }, { $0 = ($0.lowerBound + 1)... }),
      StateKind("an attributed text", { AttributedString("a") }, { $0 += AttributedString("b") }),
      StateKind(
        "the parts of an address",
        { URLComponents(string: "https://a.example/b?c=d")! },
        { $0.path += "/e" }
      ),
      StateKind("a time zone", { TimeZone(secondsFromGMT: 0)! }) {
        $0 = TimeZone(secondsFromGMT: $0.secondsFromGMT() + 3600)!
      },
      StateKind("a person's name", { PersonNameComponents() }) {
        $0.givenName = ($0.givenName ?? "") + "a"
      },
      StateKind(encoding: "a getter", { Rare.Asking() }, { $0.source.value += 1 }),
      StateKind(encoding: "a getter in a list", { [Rare.Asking()] }, { $0[0].source.value += 1 }),
      StateKind(encoding: "elements of several types", { Rare.Mixed() }) {
        $0.values.append($0.values.count + 1)
      },
      StateKind(encoding: "an element among several types", { Rare.Mixed() }) { $0.values[1] += 2 },
      StateKind(encoding: "two containers of one object", { Rare.Derived() }) {
        $0.names.append("b")
      },
      StateKind(encoding: "what a superclass encodes", { [Rare.Derived()] }, { $0[0].id += 1 }),
    ]
  }

  private static func pointing(at owner: Rare.Owner) -> Rare.Pointing {
    Rare.Pointing(weak: owner)
  }

  /// An instance that is never let go of.
  private static func kept() -> Rare.Owner {
    Unmanaged.passRetained(Rare.Owner()).takeUnretainedValue()
  }
}
