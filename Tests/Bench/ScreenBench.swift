import Foundation
import Rewind
import RewindCoding
import RewindTestSupport

/// What recording adds to a dispatch on common screens whose states are no plain lists, beside their goals.
struct ScreenBench {
  let report: Report
  let folder: URL
  /// The rows of a screen that has many.
  let count: Int

  static let names = [
    "loadable", "loadable-reflected", "text", "bodies", "bodies-reflected", "appointments",
    "appointments-reflected", "links", "grid", "grid-reflected", "undo", "undo-reflected",
    "library", "dates", "small", "small-reflected", "launch", "launch-reflected",
  ]

  /// Measures the screen of a name; false if there is none.
  func run(_ name: String) throws -> Bool {
    switch name {
    case "loadable": try loadable()
    case "loadable-reflected": try reflectedLoadable()
    case "text": try text()
    case "bodies", "bodies-reflected": try bodies(isReflected: name != "bodies")
    case "appointments", "appointments-reflected":
      try appointments(isReflected: name != "appointments")
    case "links": for count in [20, 300, 1_000] { try links(count) }
    case "grid", "grid-reflected": try grid(isReflected: name != "grid")
    case "undo", "undo-reflected": try undo(isReflected: name != "undo")
    case "library": try library(10 * count)
    case "dates": try dates()
    case "small", "small-reflected": try small(isReflected: name != "small")
    case "launch", "launch-reflected": try launch(isReflected: name != "launch")
    default: return false
    }
    return true
  }

  private typealias S = Screens

  private func measure<State>(
    _ name: String,
    _ state: State,
    twin: some Encodable
  ) -> ShapeMeasure<State> {
    ShapeMeasure(report, folder, name, { state }, twin: twin)
  }

  // MARK: - Loading

  private func loadable() throws {
    let rows = (0..<count).map { Shapes.Item($0) }
    let twin = ShapeState(items: S.Loadable.loaded(rows))
    let screen = measure("a loadable list of \(count)", twin, twin: twin)
    try screen.encodable("loading, loaded", goal: ShapeGoal(ratio: 0.3)) { state, number in
      state.items = number % 2 == 0 ? .loading : .loaded(rows)
    }
    try screen.encodable("loaded with one row changed", goal: ShapeGoal(ratio: 0.03)) {
      guard case .loaded(var rows) = $0.items else { return }
      rows[$1 &* 7919 % count].isDone.toggle()
      $0.items = .loaded(rows)
    }
  }

  private func reflectedLoadable() throws {
    let rows = (0..<count).map { Shapes.PlainItem($0) }
    let twin = ShapeState(items: S.Loadable.loaded((0..<count).map { Shapes.Item($0) }))
    let state = ShapeState(items: S.Loadable.loaded(rows))
    let screen = measure("a loadable list of \(count), reflected", state, twin: twin)
    try screen.reflected("loading, loaded", goal: ShapeGoal(ratio: 0.3)) { state, number in
      state.items = number % 2 == 0 ? .loading : .loaded(rows)
    }
    try screen.reflected("loaded with one row changed", goal: ShapeGoal(ratio: 0.03)) {
      guard case .loaded(var rows) = $0.items else { return }
      rows[$1 &* 7919 % count].isDone.toggle()
      $0.items = .loaded(rows)
    }
  }

  // MARK: - Texts

  private func text() throws {
    let line = "A line of a text that somebody writes, with a \"quote\" and an é.\n"
    let text = String(repeating: line, count: 100 * count / line.utf8.count)
    let state = ShapeState(items: text)
    let screen = measure("a text of \(text.utf8.count / 1_000) kB", state, twin: state)
    try screen.encodable("one character typed", goal: ShapeGoal(ratio: 0.3)) { state, number in
      state.items.append(number % 60 == 0 ? "\n" : "a")
    }
    try screen.encodable("elsewhere", goal: ShapeGoal(seconds: 10e-6)) { $0.counter = $1 }
  }

  // MARK: - Vectors and Foundation's values

  private func bodies(isReflected: Bool) throws {
    let (elsewhere, all) = (ShapeGoal(seconds: 10e-6), ShapeGoal(ratio: 0.5))
    let twin = ShapeState(items: (0..<count).map { S.Body($0) })
    guard isReflected else {
      let screen = measure("\(count) bodies with vectors", twin, twin: twin)
      try screen.encodable("elsewhere", goal: elsewhere) { $0.counter = $1 }
      return try screen.encodable("all move", goal: all) { state, _ in
        for index in state.items.indices { state.items[index].move() }
      }
    }
    let state = ShapeState(items: (0..<count).map { S.PlainBody($0) })
    let screen = measure("\(count) bodies with vectors, reflected", state, twin: twin)
    try screen.reflected("elsewhere", goal: elsewhere) { $0.counter = $1 }
    try screen.reflected("all move", goal: all) { state, _ in
      for index in state.items.indices { state.items[index].move() }
    }
  }

  private func appointments(isReflected: Bool) throws {
    let goal = ShapeGoal(seconds: 15e-6)
    let twin = ShapeState(items: (0..<count).map { S.Appointment($0) })
    guard isReflected else {
      let screen = measure("\(count) appointments", twin, twin: twin)
      try screen.encodable("elsewhere", goal: goal) { $0.counter = $1 }
      return try screen.encodable("one item") { $0.items[$1 % count].start.day = $1 % 28 + 1 }
    }
    let state = ShapeState(items: (0..<count).map { S.PlainAppointment($0) })
    let screen = measure("\(count) appointments, reflected", state, twin: twin)
    try screen.reflected("elsewhere", goal: goal) { $0.counter = $1 }
    try screen.reflected("one item") { $0.items[$1 % count].start.day = $1 % 28 + 1 }
  }

  // MARK: - Objects

  private func links(_ count: Int) throws {
    let make = { ShapeState(items: S.Node.graph(count)) }
    let twin = ShapeState(items: make().items.map { S.NodeTwin($0) })
    let name = "\(count) objects with links"
    let screen = ShapeMeasure(report, folder, name, make, twin: twin)
    try screen.reflected("elsewhere", goal: ShapeGoal(ratio: 1)) { $0.counter = $1 }
    try screen.reflected("one object", goal: ShapeGoal(ratio: 1.5)) { state, number in
      state.items[number &* 7919 % count].title = "Title number \(number)"
    }
  }

  // MARK: - Editing

  private func grid(isReflected: Bool) throws {
    let side = 200
    let goal = ShapeGoal(ratio: 0.06, bytes: 12_000)
    let twin = ShapeState(
      items: [[S.Cell]](repeating: .init(repeating: S.Cell(), count: side), count: side)
    )
    guard isReflected else {
      let screen = measure("a grid of \(side) × \(side)", twin, twin: twin)
      return try screen.encodable("one column", goal: goal) { state, number in
        for row in 0..<side { state.items[row][number % side].isBold.toggle() }
      }
    }
    let state = ShapeState(
      items: [[S.PlainCell]](repeating: .init(repeating: S.PlainCell(), count: side), count: side)
    )
    let screen = measure("a grid of \(side) × \(side), reflected", state, twin: twin)
    try screen.reflected("one column", goal: goal) { state, number in
      for row in 0..<side { state.items[row][number % side].isBold.toggle() }
    }
  }

  private func undo(isReflected: Bool) throws {
    let goal = ShapeGoal(bytes: 2_000)
    let rows = (0..<count).map { Shapes.Item($0) }
    let twin = S.Editor(document: rows, past: Array(repeating: rows, count: 10))
    guard isReflected else {
      let screen = measure("an undo stack of \(count) rows", twin, twin: twin)
      return try screen.encodable("push", goal: goal) { state, number in
        state.past.append(state.document)
        state.document[number &* 7919 % count].isDone.toggle()
        if state.past.count > 20 { state.past.removeFirst() }
      }
    }
    let plain = (0..<count).map { Shapes.PlainItem($0) }
    let state = S.Editor(document: plain, past: Array(repeating: plain, count: 10))
    let screen = measure("an undo stack of \(count) rows, reflected", state, twin: twin)
    try screen.reflected("push", goal: goal) { state, number in
      state.past.append(state.document)
      state.document[number &* 7919 % count].isDone.toggle()
      if state.past.count > 20 { state.past.removeFirst() }
    }
  }

  private func library(_ count: Int) throws {
    let items = (0..<count).map { Shapes.Item($0) }
    let plain = (0..<count).map { Shapes.PlainItem($0) }
    let twin = ShapeState(items: items)
    let ordered = ShapeState(items: OrderedDictionary(items.map { ("\($0.id)", $0) }))
    try measure("an ordered dictionary of \(count)", ordered, twin: ordered)
      .encodable("one item", goal: ShapeGoal(ratio: 0.01)) {
        $0.items[position: $1 &* 7919 % count].isDone.toggle()
      }
    let bareOrdered = ShapeState(items: OrderedDictionary(plain.map { ("\($0.id)", $0) }))
    try measure("an ordered dictionary of \(count), reflected", bareOrdered, twin: ordered)
      .reflected("one item", goal: ShapeGoal(ratio: 0.01)) {
        $0.items[position: $1 &* 7919 % count].isDone.toggle()
      }
    let identified = ShapeState(items: IdentifiedArray(items, id: \.id))
    try measure("an identified array of \(count)", identified, twin: twin)
      .encodable("one item", goal: ShapeGoal(ratio: 0.01)) {
        $0.items[$1 &* 7919 % count].isDone.toggle()
      }
    let bareIdentified = ShapeState(items: IdentifiedArray(plain, id: \.id))
    try measure("an identified array of \(count), reflected", bareIdentified, twin: twin)
      .reflected("one item", goal: ShapeGoal(ratio: 0.01)) {
        $0.items[$1 &* 7919 % count].isDone.toggle()
      }
  }

  private func dates() throws {
    let state = ShapeState(items: (0..<count).map { Shapes.Item($0) })
    // No patch is longer than the state.
    var moved = state
    for index in moved.items.indices { moved.items[index].due += 0.1 }
    var text: [UInt8] = []
    ValueWriter().write(moved, to: &text)
    try measure("a date in each of \(count) rows", state, twin: state)
      .encodable("all", goal: ShapeGoal(bytes: text.count + 200)) { state, number in
        for index in state.items.indices {
          state.items[index].due += number % 2 == 0 ? 0.1 : -0.1
        }
      }
  }

  // MARK: - Small states, and the first action

  private func small(isReflected: Bool) throws {
    let goal = ShapeGoal(bytes: 200)
    guard isReflected else {
      return try measure("three fields", S.Small(), twin: S.Small())
        .encodable("one field", goal: goal) { $0.count = $1 }
    }
    try measure("three fields, reflected", S.PlainSmall(), twin: S.Small())
      .reflected("one field", goal: goal) { $0.count = $1 }
  }

  private func launch(isReflected: Bool) throws {
    let goal = ShapeGoal(first: 3e-3)
    let twin = ShapeState(items: (0..<101).map { Shapes.PhaseItem($0) })
    guard isReflected else {
      return try measure("the launch with 101 items", twin, twin: twin)
        .encodable("elsewhere", goal: goal) { $0.counter = $1 }
    }
    let state = ShapeState(items: (0..<101).map { Shapes.PlainPhaseItem($0) })
    try measure("the launch with 101 items, reflected", state, twin: twin)
      .reflected("elsewhere", goal: goal) { $0.counter = $1 }
  }
}
