// A list of closures.
// swift-format-ignore-file: NeverForceUnwrap, OnlyOneTrailingClosureArgument

/// Every kind of state that is tried, with one kind of change each.
package enum StateKinds {
  package static let all: [StateKind] =
    lists + dictionaries + sets + enums + classes + existentials + wrappers + texts + foundation
    + libraries + codable + unusual + screens

  static func items(_ count: Int = 3) -> [Own.Item] { (0..<count).map { Own.Item(id: $0) } }

  private static var lists: [StateKind] {
    [
      StateKind("an element of a list", { items() }, { $0[1].isDone.toggle() }),
      StateKind("a list that grows", { items() }, { $0.append(Own.Item(id: $0.count)) }),
      StateKind("a list that shrinks", { items(5) }, { $0.removeFirst() }),
      StateKind("a list that is reversed", { items(4) }, { $0.reverse() }),
      StateKind("a long list that is reversed", { items(400) }, { $0.reverse() }),
      StateKind("a long list with an element put in front", { items(400) }) {
        $0.insert(Own.Item(id: $0.count), at: 0)
      },
      StateKind("a long list with a move", { items(400) }, { $0.append($0.remove(at: 3)) }),
      StateKind("a long list that is filtered", { items(4_000) }) { list in
        list = list.enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
      },
      StateKind("a long list with changes all over", { items(400) }) { list in
        for index in stride(from: 0, to: 400, by: 7) { list[index].isDone.toggle() }
      },
      StateKind("a contiguous array", { ContiguousArray(items()) }, { $0[0].isDone.toggle() }),
      StateKind("a slice of an array", { items(5)[1...3] }, { $0[2].isDone.toggle() }),
      StateKind("a list of lists", { [items(), items()] }, { $0[1][2].isDone.toggle() }),
      StateKind("a list of optionals", { [items()[0], nil] as [Own.Item?] }) {
        $0[1] = $0[1] == nil ? Own.Item(id: 9) : nil
      },
      StateKind("a list of tuples", { [(1, "a"), (2, "b")] }, { $0[1].0 += 1 }),
      StateKind("a rebuilt list", { items(40) }) { list in
        list = list.map { Own.Item(id: $0.id, isDone: $0.id == 7 ? !$0.isDone : $0.isDone) }
      },
      StateKind("an optional list", { Own.Optionals() }, { $0.items?[0].isDone.toggle() }),
      StateKind("an optional that comes and goes", { Own.Optionals() }) {
        $0.item = $0.item == nil ? Own.Item(id: 2) : nil
      },
      StateKind("a ring", { Ring([1, 2, 3]) }, { $0.rotate() }),
      StateKind("a tuple's value", { Own.Tuples() }, { $0.named.y.isDone.toggle() }),
      StateKind("a tuple without labels", { Own.Tuples() }, { $0.pair.1 += "b" }),
    ]
  }

  private static var dictionaries: [StateKind] {
    [
      StateKind("a value by an integer", { [1: Own.Item(id: 1)] }, { $0[1]!.isDone.toggle() }),
      StateKind("a value by a text", { ["a": Own.Item(id: 1)] }, { $0["a"]!.isDone.toggle() }),
      StateKind("a value by a key of the app's", { [Own.Key(raw: "k"): Own.Item(id: 1)] }) {
        $0[Own.Key(raw: "k")]!.isDone.toggle()
      },
      StateKind("a value by an enum", { [Own.Color.red: Own.Item(id: 1)] }) {
        $0[.red]!.isDone.toggle()
      },
      StateKind("a key that comes", { ["a": Own.Item(id: 1)] }) {
        $0["\($0.count)"] = Own.Item(id: 2)
      },
      StateKind(
        "a key that goes",
        { Dictionary(uniqueKeysWithValues: items(9).map { ($0.id, $0) }) }
      ) { $0[$0.count - 1] = nil },
      StateKind(
        "keys of the app's that come and go",
        { Dictionary(uniqueKeysWithValues: items(200).map { (Own.Key(raw: "\($0.id)"), $0) }) }
      ) { values in
        let first = values.keys.map(\.raw).min() ?? ""
        values[Own.Key(raw: first)] = nil
        values[Own.Key(raw: "new \(values.count)" + first)] = Own.Item(id: 1)
        values[values.keys.first!]!.isDone.toggle()
      },
      StateKind(
        "a large dictionary",
        { Dictionary(uniqueKeysWithValues: items(500).map { ("key \($0.id)", $0) }) }
      ) { $0["key 77"]!.isDone.toggle() },
      StateKind(
        "a rebuilt dictionary",
        { Dictionary(uniqueKeysWithValues: items(50).map { ("key \($0.id)", $0) }) }
      ) { values in
        var other = Dictionary(uniqueKeysWithValues: values.map { ($0, $1) })
        other["key 7"]!.isDone.toggle()
        values = other
      },
      StateKind("a nested dictionary", { Own.Nested() }) {
        $0.inner.values["a"]![0].isDone.toggle()
      },
      StateKind("an optional dictionary", { Own.Holder(value: [1: items()] as [Int: [Own.Item]]?) })
      {
        $0.value![1]![2].isDone.toggle()
      },
      StateKind("a dictionary in a list", { [[1: Own.Item(id: 1)]] }) { $0[0][1]!.isDone.toggle() },
      StateKind("values of any type", { ["a": 1, "b": "x"] as [String: Any] }) {
        $0["a"] = ($0["a"] as? Int ?? 0) + 1
      },
      StateKind("a key that is written in another way", { ["é": Own.Item(id: 1)] }) { values in
        let key = values.keys.first!
        values = [key.utf8.count == 2 ? "e\u{301}" : "\u{e9}": Own.Item(id: 1)]
      },
    ]
  }

  private static var sets: [StateKind] {
    [
      StateKind("a set of values of the app's", { Set([Own.Key(raw: "a")]) }) {
        $0.insert(Own.Key(raw: "\($0.count)"))
      },
      StateKind("a set that loses elements", { Set((0..<300).map { Own.Key(raw: "\($0)") }) }) {
        $0.remove(Own.Key(raw: "\($0.count - 1)"))
      },
      StateKind("a set of integers", { Own.Ranges() }, { $0.items.insert($0.items.count + 1) }),
      StateKind("a range", { Own.Ranges() }, { $0.range = 1..<($0.range.upperBound + 1) }),
    ]
  }
}
