import RewindJSON
import RewindStepper
import RewindTestSupport
import Testing

@Suite("The changes of a patch")
struct ChangeTreeTests {
  /// Random patches with values that are in no document yet: what is new in the end is recognized by
  /// looking at it.
  @Test("are where the values are in the end", arguments: 1...200)
  func oracle(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var fresh = 1_000
    let before: JSONValue = [
      "a": [1, 2, ["x": 3, "y": [4, 5]], 6], "b": ["c": 7, "d": ["e": 8]], "f": 9,
    ]
    var document = before
    var operations: [Patch.Operation] = []
    for _ in 0..<Int.random(in: 1...8, using: &random) {
      fresh += 10
      let operation = Self.operation(on: document, fresh, using: &random)
      try Patch([operation]).apply(to: &document)
      operations.append(operation)
    }
    let tree = try ChangeTree(Patch(operations), of: before)
    for (pointer, leaf) in Self.all(document) {
      guard let isNew = leaf.int.map({ $0 >= 1_000 }) else { continue }
      let marks = (0...pointer.tokens.count).compactMap { tree[pointer.tokens.prefix($0)]?.mark }
      let isMarked = marks.contains {
        if case .lost = $0 { false } else { true }
      }
      #expect(isMarked == isNew, "\(pointer) in \(document), seed \(seed): \(operations)")
    }
  }

  private static func operation(
    on document: JSONValue,
    _ fresh: Int,
    using random: inout SeededGenerator
  ) -> Patch.Operation {
    let values = all(document).filter { !$0.0.tokens.isEmpty }
    let (pointer, value) = values.randomElement(using: &random) ?? (.root, .null)
    let new: JSONValue = Bool.random(using: &random) ? JSONValue(fresh) : [JSONValue(fresh + 1)]
    switch (Int.random(in: 0..<4, using: &random), value) {
    case (0, _): return .remove(pointer)
    case (1, .array(let elements)):
      return .add(pointer.appending(Int.random(in: 0...elements.count, using: &random)), new)
    case (1, .object): return .add(pointer.appending("new\(fresh)"), new)
    case (2, .array): return .add(pointer.appending("-"), new)
    default: return .replace(pointer, new)
    }
  }

  private static func all(_ value: JSONValue, _ pointer: Pointer = .root) -> [(Pointer, JSONValue)]
  {
    let children: [(Pointer, JSONValue)] =
      switch value {
      case .array(let elements):
        elements.enumerated().flatMap { all($1, pointer.appending($0)) }
      case .object(let object):
        object.members.flatMap { all($0.value, pointer.appending($0.key)) }
      default: []
      }
    return [(pointer, value)] + children
  }
}

@Suite("The rows of a state tree")
struct TreeLayoutTests {
  @Test("are those that going through the whole state gives", arguments: 1...100)
  func oracle(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let state = Self.value(depth: 4, using: &random)
    var folding = TreeLayout.Folding()
    folding.foldsUnchanged = Bool.random(using: &random)
    var next = state
    let pointers = Self.pointers(state)
    for _ in 0..<6 {
      guard let pointer = pointers.randomElement(using: &random), !pointer.tokens.isEmpty else {
        continue
      }
      switch Int.random(in: 0..<4, using: &random) {
      case 0: folding.marks.setOpen(Bool.random(using: &random), at: pointer)
      case 1: folding.marks.unfold(at: pointer)
      default: try? Patch([.replace(pointer, "changed")]).apply(to: &next)
      }
    }
    let changes = try ChangeTree(Patch(from: state, to: next), of: state)
    let shown = pointers.randomElement(using: &random) ?? .root
    let layout = TreeLayout(next, changes, folding, shown: shown)
    var plain = PlainRows(changes: changes, folding: folding, shown: shown)
    plain.add(childrenOf: next, [])
    #expect((0..<layout.count).map { layout.row($0) } == plain.rows, "seed \(seed)")
    #expect(layout.row(-1) == nil && layout.row(layout.count) == nil)
    for (index, row) in plain.rows.enumerated() {
      #expect(layout.index(of: row) == index, "\(row), seed \(seed)")
      if case .value(let pointer) = row {
        #expect(layout.isOpen(pointer) == plain.open.contains(pointer), "\(pointer), seed \(seed)")
      }
    }
  }

  @Test("of many elements begin and end where they should")
  func large() {
    let state: JSONValue = ["items": .array(Array(repeating: ["n": 1], count: 10_000))]
    var folding = TreeLayout.Folding()
    folding.marks.setOpen(true, at: Pointer(tokens: ["items"]))
    folding.marks.setOpen(true, at: Pointer(tokens: ["items", "5000"]))
    let layout = TreeLayout(state, ChangeTree(), folding, shown: .root)
    #expect(layout.count == 10_002)
    #expect(layout.row(10_001) == .value(Pointer(tokens: ["items", "9999"])))
    #expect(layout.row(5_002) == .value(Pointer(tokens: ["items", "5000", "n"])))
  }

  private static func value(depth: Int, using random: inout SeededGenerator) -> JSONValue {
    guard depth > 0, Int.random(in: 0..<4, using: &random) > 0 else {
      return JSONValue(Int.random(in: 0..<9, using: &random))
    }
    let count = Int.random(in: 0..<7, using: &random)
    let children = (0..<count).map { _ in value(depth: depth - 1, using: &random) }
    guard Bool.random(using: &random) else { return .array(children) }
    return .object(JSONObject(children.enumerated().map { ("m\($0)", $1) }))
  }

  private static func pointers(_ value: JSONValue, _ pointer: Pointer = .root) -> [Pointer] {
    [pointer] + value.namedChildren.flatMap { pointers($0.1, pointer.appending($0.0)) }
  }
}

/// The rows of a tree, made by visiting every value.
private struct PlainRows {
  let changes: ChangeTree
  let folding: TreeLayout.Folding
  let shown: Pointer
  private(set) var rows: [TreeLayout.Row] = []
  private(set) var open: Set<Pointer> = []

  init(changes: ChangeTree, folding: TreeLayout.Folding, shown: Pointer) {
    (self.changes, self.folding, self.shown) = (changes, folding, shown)
  }

  mutating func add(childrenOf value: JSONValue, _ tokens: [String]) {
    let hasChanges = changes[tokens[...]]?.hasChildren ?? false
    let isUnfolded = folding.marks[tokens[...]]?.isUnfolded ?? false
    let folds = folding.foldsUnchanged && hasChanges && !isUnfolded
    var run: [(String, JSONValue)] = []
    for child in value.namedChildren {
      guard isKnown(tokens + [child.0]) else {
        run.append(child)
        continue
      }
      end(&run, tokens, folds)
      add(child.1, tokens + [child.0])
    }
    end(&run, tokens, folds)
  }

  /// Whether something is known about a value: such ones are never folded.
  private func isKnown(_ tokens: [String]) -> Bool {
    changes[tokens[...]] != nil || folding.marks[tokens[...]] != nil
      || Pointer(tokens: tokens).isPrefix(of: shown)
  }

  private mutating func end(_ run: inout [(String, JSONValue)], _ tokens: [String], _ folds: Bool) {
    if folds, run.count >= 3 {
      let parent = Pointer(tokens: tokens)
      rows.append(.folded(parent: parent, first: run[0].0, count: run.count))
    } else {
      for child in run { add(child.1, tokens + [child.0]) }
    }
    run = []
  }

  private mutating func add(_ value: JSONValue, _ tokens: [String]) {
    let pointer = Pointer(tokens: tokens)
    rows.append(.value(pointer))
    let isOnTheWay = pointer.isPrefix(of: shown) && pointer != shown
    let isOpen =
      isOnTheWay
      || folding.marks[tokens[...]]?.isOpen ?? (changes[tokens[...]]?.hasChildren ?? false)
    guard isOpen, value.childCount > 0 else { return }
    open.insert(pointer)
    add(childrenOf: value, tokens)
  }
}

extension JSONValue {
  fileprivate var namedChildren: [(String, JSONValue)] {
    switch self {
    case .array(let elements): elements.enumerated().map { (String($0), $1) }
    case .object(let object): object.members.map { ($0.key, $0.value) }
    default: []
    }
  }
}
