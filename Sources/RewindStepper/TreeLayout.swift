package import RewindJSON

/// The rows of a state tree: the children of open values, of which unchanged ones are folded beside changed ones.
package struct TreeLayout {
  /// The settings that determine which children of a value are rows.
  package struct Folding {
    package var marks = TreeMarks()
    /// True if runs of unchanged children are folded beside changed ones.
    package var foldsUnchanged = true

    package init() {}
  }

  /// One row.
  package enum Row: Hashable, Sendable {
    case value(Pointer)
    /// A number of unchanged children of a value, with the name of the first.
    case folded(parent: Pointer, first: String, count: Int)

    /// The value of the row, or the parent of the folded values.
    package var pointer: Pointer {
      switch self {
      case .value(let pointer): pointer
      case .folded(let parent, _, _): parent
      }
    }
  }

  private var rows: [Row] = []
  private var open: Set<Pointer> = []
  private let foldsUnchanged: Bool

  /// The minimum number of folded children: a fold takes a row itself, and two values are read faster
  /// than opened.
  private static let leastFolded = 3

  /// Lays out a state.
  ///
  /// - Parameters:
  ///   - state: The state.
  ///   - changes: The values that changed in it.
  ///   - folding: The open values.
  ///   - shown: A pointer that is never folded or closed, if it exists.
  package init(_ state: JSONValue, _ changes: ChangeTree, _ folding: Folding, shown: Pointer) {
    foldsUnchanged = folding.foldsUnchanged
    let context = Context(changes: changes, marks: folding.marks, shown: shown.tokens[...])
    addChildren(of: state, at: .root, context)
  }

  /// The number of rows; the state itself has none, and its members come first.
  package var count: Int { rows.count }

  /// Returns the row at an index; nil if there is none.
  package func row(_ index: Int) -> Row? { rows.indices.contains(index) ? rows[index] : nil }

  /// Returns the index of a row; nil if it does not exist.
  ///
  /// A fold is identified by its first child.
  package func index(of row: Row) -> Int? {
    guard case .folded(let parent, let first, _) = row else { return rows.firstIndex(of: row) }
    return rows.firstIndex {
      guard case .folded(parent, first, _) = $0 else { return false }
      return true
    }
  }

  /// Returns the index of a value's row, or that of the closest value around it; nil if there is none.
  package func index(around pointer: Pointer) -> Int? {
    var pointer = pointer
    while let parent = pointer.parent {
      if let index = index(of: .value(pointer)) { return index }
      pointer = parent
    }
    return nil
  }

  /// Returns true if a value is open; false if it has no row.
  package func isOpen(_ pointer: Pointer) -> Bool { open.contains(pointer) }

  // MARK: - Laying out

  /// The known facts about a value.
  private struct Context {
    var changes: ChangeTree?
    var marks: TreeMarks?
    /// The rest of the path to the shown value; nil if it leads elsewhere.
    var shown: ArraySlice<String>?

    var isOpen: Bool {
      if let shown, !shown.isEmpty { return true }
      return marks?.isOpen ?? changes?.hasChildren ?? false
    }

    func child(_ name: String, changes: ChangeTree?) -> Context {
      Context(
        changes: changes,
        marks: marks?.children[name],
        shown: shown.flatMap { $0.first == name ? $0.dropFirst() : nil }
      )
    }
  }

  private mutating func addChildren(of value: JSONValue, at pointer: Pointer, _ context: Context) {
    let folds =
      foldsUnchanged && context.changes?.hasChildren ?? false
      && !(context.marks?.isUnfolded ?? false)
    var next = 0
    for (index, child) in Self.special(value, context) {
      addRun(next..<index, of: value, at: pointer, isFolded: folds)
      add(value.child(index), at: pointer.appending(value.name(of: index)), child)
      next = index + 1
    }
    addRun(next..<value.childCount, of: value, at: pointer, isFolded: folds)
  }

  private mutating func add(_ value: JSONValue, at pointer: Pointer, _ context: Context) {
    rows.append(.value(pointer))
    guard context.isOpen, value.childCount > 0 else { return }
    open.insert(pointer)
    addChildren(of: value, at: pointer, context)
  }

  /// Adds children about which nothing is known, so that they are closed.
  private mutating func addRun(
    _ children: Range<Int>,
    of value: JSONValue,
    at pointer: Pointer,
    isFolded: Bool
  ) {
    if isFolded, children.count >= Self.leastFolded {
      let first = value.name(of: children.lowerBound)
      rows.append(.folded(parent: pointer, first: first, count: children.count))
    } else {
      rows += children.map { .value(pointer.appending(value.name(of: $0))) }
    }
  }

  /// Returns the children with known facts, in order.
  private static func special(
    _ value: JSONValue,
    _ context: Context
  ) -> [(index: Int, context: Context)] {
    var children: [Int: ChangeTree?] = [:]
    for (index, tree) in context.changes?.changedChildren(in: value) ?? [] {
      children[index] = tree
    }
    var names = context.marks.map { Array($0.children.keys) } ?? []
    if let shown = context.shown?.first { names.append(shown) }
    for name in names {
      if let index = value.index(of: name), children[index] == nil {
        children[index] = .some(nil)
      }
    }
    return children.sorted { $0.key < $1.key }.map { index, changes in
      (index, context.child(value.name(of: index), changes: changes))
    }
  }
}

extension JSONValue {
  /// The number of members or elements.
  package var childCount: Int {
    switch self {
    case .array(let elements): elements.count
    case .object(let object): object.count
    default: 0
    }
  }

  /// The number of members or elements of a container: `{3}` or `[3]`.
  var childCountInBrackets: String { array == nil ? "{\(childCount)}" : "[\(childCount)]" }

  /// Returns the member or element at an index.
  fileprivate func child(_ index: Int) -> JSONValue {
    switch self {
    case .array(let elements): elements[index]
    case .object(let object): object.members[index].value
    default: .null
    }
  }

  /// Returns the pointer token of the member or element at an index.
  fileprivate func name(of index: Int) -> String {
    if case .object(let object) = self { object.members[index].key } else { String(index) }
  }

  /// Returns the index of a pointer token; nil if it does not exist.
  fileprivate func index(of name: String) -> Int? {
    switch self {
    case .array(let elements):
      Pointer.arrayIndex(name).flatMap { $0 < elements.count ? $0 : nil }
    case .object(let object):
      object.position(of: name)
    default:
      nil
    }
  }
}
