import RewindJSON
import RewindText

/// Two states side by side, as rows: differing values, and runs of equal ones.
struct StateComparison {
  /// One row.
  struct Row {
    let depth: Int
    /// The pointer on the side that has it, preferably the right one.
    let pointer: Pointer
    let kind: Kind

    enum Kind {
      /// A container that both sides have, with its differences in the rows below.
      case open(JSONValue, JSONValue)
      case changed(JSONValue, JSONValue)
      case removed(JSONValue)
      case added(JSONValue)
      /// A number of equal members or elements.
      case unchanged(Int)
    }

    var name: String { pointer.tokens.last ?? "the state" }
  }

  private(set) var rows: [Row] = []

  /// More rows than anyone reads.
  private static let limit = 5_000

  init(_ left: JSONValue, _ right: JSONValue) {
    if Self.areContainers(left, right) {
      compare(left, right, .root, depth: 0)
    } else {
      add(left, right, .root, depth: 0)
    }
  }

  /// Returns true if both are objects, or both are arrays.
  private static func areContainers(_ left: JSONValue, _ right: JSONValue) -> Bool {
    left.kind == right.kind && !left.isScalar
  }

  /// The first row with a difference.
  var firstDifference: Int {
    let row = rows.firstIndex { row in
      switch row.kind {
      case .changed, .added, .removed: true
      case .open, .unchanged: false
      }
    }
    return row ?? 0
  }

  private mutating func add(_ kind: Row.Kind, _ pointer: Pointer, _ depth: Int) {
    guard rows.count < Self.limit else { return }
    rows.append(Row(depth: depth, pointer: pointer, kind: kind))
  }

  private mutating func add(
    _ left: JSONValue?,
    _ right: JSONValue?,
    _ pointer: Pointer,
    depth: Int
  ) {
    switch (left, right) {
    case (let left?, let right?) where Self.areContainers(left, right):
      add(.open(left, right), pointer, depth)
      compare(left, right, pointer, depth: depth + 1)
    case (let left?, let right?):
      add(.changed(left, right), pointer, depth)
    case (let left?, nil):
      add(.removed(left), pointer, depth)
    case (nil, let right?):
      add(.added(right), pointer, depth)
    case (nil, nil):
      break
    }
  }

  /// Adds the members or elements of two containers of one kind.
  private mutating func compare(
    _ left: JSONValue,
    _ right: JSONValue,
    _ pointer: Pointer,
    depth: Int
  ) {
    var equal = 0
    for (left, right, name) in Self.pairs(left, right) {
      if left == right {
        equal += 1
        continue
      }
      addUnchanged(&equal, pointer, depth)
      add(left, right, pointer.appending(name), depth: depth)
    }
    addUnchanged(&equal, pointer, depth)
  }

  private mutating func addUnchanged(_ count: inout Int, _ pointer: Pointer, _ depth: Int) {
    if count > 0 { add(.unchanged(count), pointer, depth) }
    count = 0
  }

  /// Returns the children that belong together, with their names.
  private static func pairs(
    _ left: JSONValue,
    _ right: JSONValue
  ) -> [(JSONValue?, JSONValue?, name: String)] {
    switch (left, right) {
    case (.object(let left), .object(let right)):
      left.members.map { ($0.value, right[$0.key], $0.key) }
        + right.members.filter { left[$0.key] == nil }.map { (nil, $0.value, $0.key) }
    case (.array(let left), .array(let right)):
      pairs(left, right)
    default:
      []
    }
  }

  /// Returns the elements of two arrays, paired as ``Patch`` pairs them.
  private static func pairs(
    _ left: [JSONValue],
    _ right: [JSONValue]
  ) -> [(JSONValue?, JSONValue?, name: String)] {
    var effort = SequenceAlignment.usualEffort
    return ArrayAlignment(left, right, effort: &effort).pairs.map { old, new in
      (old.map { left[$0] }, new.map { right[$0] }, "\(new ?? old ?? 0)")
    }
  }
}
