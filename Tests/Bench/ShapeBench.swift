// A table of closures.
// swift-format-ignore-file: NeverForceUnwrap, OnlyOneTrailingClosureArgument

import Foundation
import Rewind
import RewindTestSupport

/// What recording adds to a dispatch, by the shape of the state; each shape in a process of its own, since
/// what a process has recorded before makes a difference.
struct ShapeBench {
  let report: Report
  let folder: URL
  /// The items of a state; those of a large one are a hundred times as many.
  let items: Int

  /// Measures all shapes, each in a child of this process.
  func runAll(_ arguments: [String]) throws {
    report.heading("Recording by shape of state: what it adds to a dispatch in this build")
    for name in ScreenBench.names + Self.names {
      let child = Process()
      child.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
      child.arguments = arguments + ["--shape", name]
      try child.run()
      child.waitUntilExit()
    }
  }

  private static let names = [
    "list", "list-phase", "list-reflected", "list-phase-reflected", "text-keys", "uuid-keys",
    "own-keys", "text-keys-phase", "text-keys-reflected", "uuid-keys-reflected", "ordered",
    "ordered-reflected", "identified", "identified-reflected", "set", "objects",
  ]

  func run(_ name: String) throws {
    if try ScreenBench(report: report, folder: folder, count: items).run(name) { return }
    for count in items < 1_000 ? [items] : [items, 100 * items] { try run(name, count) }
  }

  private func run(_ name: String, _ count: Int) throws {
    typealias S = Shapes
    switch name {
    case "list":
      try list(name, count, { S.Item($0) }) { $0.isDone.toggle() }
    case "list-phase":
      try list(name, count, { S.PhaseItem($0) }) { $0.phase = .loading(progress: Double($1)) }
    case "list-reflected":
      try reflectedList(name, count, { S.PlainItem($0) }, { S.Item($0) }) { item, _ in
        item.isDone.toggle()
      }
    case "list-phase-reflected":
      try reflectedList(name, count, { S.PlainPhaseItem($0) }, { S.PhaseItem($0) }) {
        $0.phase = .loading(progress: Double($1))
      }
    case "text-keys":
      try keyed(name, count, { "key \($0)" }, { S.Item($0) }) { item, _ in item.isDone.toggle() }
    case "uuid-keys":
      try keyed(name, count, { S.uuid($0) }, { S.Item($0) }) { item, _ in item.isDone.toggle() }
    case "own-keys":
      try keyed(name, count, { S.Key(raw: "key \($0)") }, { S.Item($0) }) { item, _ in
        item.isDone.toggle()
      }
    case "text-keys-phase":
      try keyed(name, count, { "key \($0)" }, { S.PhaseItem($0) }) {
        $0.phase = .loading(progress: Double($1))
      }
    case "text-keys-reflected":
      try reflectedKeys(name, count, { "key \($0)" }, { S.PlainPhaseItem($0) }, { S.PhaseItem($0) })
      {
        $0.phase = .loading(progress: Double($1))
      }
    case "uuid-keys-reflected":
      try reflectedKeys(name, count, { S.uuid($0) }, { S.PlainPhaseItem($0) }, { S.PhaseItem($0) })
      {
        $0.phase = .loading(progress: Double($1))
      }
    case "ordered":
      let make = { (items: [S.Item]) in OrderedDictionary(items.map { ("\($0.id)", $0) }) }
      try listed(name, count, make) {
        $0.items[position: $1].isDone.toggle()
      }
    case "ordered-reflected":
      let make = { (items: [S.PlainItem]) in OrderedDictionary(items.map { ("\($0.id)", $0) }) }
      try reflectedListed(name, count, make) {
        $0.items[position: $1].isDone.toggle()
      }
    case "identified":
      try listed(name, count, { IdentifiedArray($0, id: \.id) }) {
        $0.items[$1].isDone.toggle()
      }
    case "identified-reflected":
      try reflectedListed(name, count, { IdentifiedArray($0, id: \.id) }) {
        $0.items[$1].isDone.toggle()
      }
    case "set":
      let make = { ShapeState(items: Set((0..<count).map { S.uuid($0) })) }
      let measured = measure(name, count, make(), twin: make())
      try measured.encodable("one more or less") { state, number in
        let element = S.uuid(count + number % 7)
        if state.items.remove(element) == nil { state.items.insert(element) }
      }
    case "objects":
      let make = {
        ShapeState(items: (0..<count).map { S.ModelItem(model: S.Model($0), any: $0) })
      }
      let twin = ShapeState(items: (0..<count).map { S.Item($0) })
      let measured = ShapeMeasure(report, folder, "\(name) of \(count)", make, twin: twin)
      try measured.reflected("one item") { state, number in
        state.items[number &* 7919 % count].model.isDone.toggle()
      }
    default:
      break
    }
  }

  // MARK: - Lists

  private func list<Item: Encodable>(
    _ name: String,
    _ count: Int,
    _ make: (Int) -> Item,
    _ change: @escaping (inout Item, Int) -> Void
  ) throws {
    let state = ShapeState(items: (0..<count).map(make))
    let measured = measure(name, count, state, twin: state)
    try measured.encodable("elsewhere") { state, number in state.counter = number }
    try measured.encodable("one item") { state, number in
      change(&state.items[number &* 7919 % count], number)
    }
    guard count < 10_000 else { return }
    let fresh = (0..<8).map { _ in (0..<count).map(make) }
    try measured.encodable("the same, rebuilt") { state, number in
      state.items = fresh[number % fresh.count]
    }
    try measured.encodable("reversed") { state, _ in state.items.reverse() }
  }

  private func list<Item: Encodable>(
    _ name: String,
    _ count: Int,
    _ make: (Int) -> Item,
    _ change: @escaping (inout Item) -> Void
  ) throws {
    try list(name, count, make) { item, _ in change(&item) }
  }

  private func reflectedList<Item, Twin: Encodable>(
    _ name: String,
    _ count: Int,
    _ make: (Int) -> Item,
    _ twin: (Int) -> Twin,
    _ change: @escaping (inout Item, Int) -> Void
  ) throws {
    let state = ShapeState(items: (0..<count).map(make))
    let yardstick = ShapeState(items: (0..<count).map(twin))
    let measured = measure(name, count, state, twin: yardstick)
    try measured.reflected("elsewhere") { state, number in state.counter = number }
    try measured.reflected("one item") { state, number in
      change(&state.items[number &* 7919 % count], number)
    }
    guard count < 10_000 else { return }
    let fresh = (0..<8).map { _ in (0..<count).map(make) }
    try measured.reflected("the same, rebuilt") { state, number in
      state.items = fresh[number % fresh.count]
    }
    try measured.reflected("reversed") { state, _ in state.items.reverse() }
  }

  // MARK: - Dictionaries

  private func keyed<Key: Hashable & Encodable, Item: Encodable>(
    _ name: String,
    _ count: Int,
    _ key: @escaping (Int) -> Key,
    _ make: @escaping (Int) -> Item,
    _ change: @escaping (inout Item, Int) -> Void
  ) throws {
    let state = Self.dictionary(count, key, make)
    let measured = measure(name, count, state, twin: state)
    try measured.encodable("elsewhere") { state, number in state.counter = number }
    try measured.encodable("one item") { state, number in
      change(&state.items[key(number &* 7919 % count)]!, number)
    }
    try measured.encodable("one more or less") { state, number in
      Self.toggle(&state.items, key(count + number % 7), make(1))
    }
    guard count < 10_000 else { return }
    let fresh = (0..<8).map { _ in Self.dictionary(count, key, make).items }
    try measured.encodable("the same, rebuilt") { state, number in
      state.items = fresh[number % fresh.count]
    }
  }

  private func reflectedKeys<Key: Hashable & Encodable, Item, Twin: Encodable>(
    _ name: String,
    _ count: Int,
    _ key: @escaping (Int) -> Key,
    _ make: @escaping (Int) -> Item,
    _ twin: @escaping (Int) -> Twin,
    _ change: @escaping (inout Item, Int) -> Void
  ) throws {
    let state = Self.dictionary(count, key, make)
    let yardstick = Self.dictionary(count, key, twin)
    let measured = measure(name, count, state, twin: yardstick)
    try measured.reflected("elsewhere") { state, number in state.counter = number }
    try measured.reflected("one item") { state, number in
      change(&state.items[key(number &* 7919 % count)]!, number)
    }
    try measured.reflected("one more or less") { state, number in
      Self.toggle(&state.items, key(count + number % 7), make(1))
    }
    guard count < 10_000 else { return }
    let fresh = (0..<8).map { _ in Self.dictionary(count, key, make).items }
    try measured.reflected("the same, rebuilt") { state, number in
      state.items = fresh[number % fresh.count]
    }
  }

  // MARK: - Containers of libraries

  private func listed<Items: Encodable>(
    _ name: String,
    _ count: Int,
    _ make: ([Shapes.Item]) -> Items,
    _ change: @escaping (inout ShapeState<Items>, Int) -> Void
  ) throws {
    let state = ShapeState(items: make((0..<count).map { Shapes.Item($0) }))
    let measured = measure(name, count, state, twin: state)
    try measured.encodable("elsewhere") { state, number in state.counter = number }
    try measured.encodable("one item") { change(&$0, $1 &* 7919 % count) }
  }

  private func reflectedListed<Items>(
    _ name: String,
    _ count: Int,
    _ make: ([Shapes.PlainItem]) -> Items,
    _ change: @escaping (inout ShapeState<Items>, Int) -> Void
  ) throws {
    let state = ShapeState(items: make((0..<count).map { Shapes.PlainItem($0) }))
    let twin = ShapeState(items: (0..<count).map { Shapes.Item($0) })
    let measured = measure(name, count, state, twin: twin)
    try measured.reflected("elsewhere") { state, number in state.counter = number }
    try measured.reflected("one item") { change(&$0, $1 &* 7919 % count) }
  }

  private static func dictionary<Key: Hashable, Item>(
    _ count: Int,
    _ key: (Int) -> Key,
    _ make: (Int) -> Item
  ) -> ShapeState<[Key: Item]> {
    ShapeState(items: Dictionary(uniqueKeysWithValues: (0..<count).map { (key($0), make($0)) }))
  }

  private static func toggle<Key: Hashable, Item>(
    _ items: inout [Key: Item],
    _ key: Key,
    _ item: Item
  ) {
    items[key] = items[key] == nil ? item : nil
  }

  private func measure<State>(
    _ name: String,
    _ count: Int,
    _ state: State,
    twin: some Encodable
  ) -> ShapeMeasure<State> {
    ShapeMeasure(report, folder, "\(name) of \(count)", { state }, twin: twin)
  }
}
