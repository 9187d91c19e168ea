package import RewindJSON

/// The rows of a state tree.
///
/// Only open values have rows of their own here; the others are counted in runs, so that the cost of a
/// layout depends on the open and changed values, and not on the size of the state.
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

  private let root: Block

  /// The minimum number of folded children: a fold takes a row itself, and two values are read faster
  /// than opened.
  private static let leastFolded = 3

  /// Lays out a state.
  ///
  /// - Parameters:
  ///   - state: The state.
  ///   - changes: The places where it changed.
  ///   - folding: The open values.
  ///   - shown: A place that is never folded or closed, if it exists.
  package init(_ state: JSONValue, _ changes: ChangeTree, _ folding: Folding, shown: Pointer) {
    let context = Context(changes: changes, marks: folding.marks, shown: shown.tokens[...])
    root = Block(state, context, foldsUnchanged: folding.foldsUnchanged, isRoot: true)
  }

  /// The number of rows; the state itself has none, and its members come first.
  package var count: Int { root.rows - 1 }

  /// Returns the row at an index; nil if there is none.
  package func row(_ place: Int) -> Row? {
    guard (0..<count).contains(place) else { return nil }
    return root.row(place + 1, [])
  }

  /// Returns the index of a row; nil if it does not exist.
  ///
  /// A fold is identified by its first child.
  package func place(of row: Row) -> Int? {
    switch row {
    case .value(let pointer):
      guard !pointer.tokens.isEmpty else { return nil }
      return root.place(of: pointer.tokens[...], isFolded: false).map { $0 - 1 }
    case .folded(let parent, let first, _):
      let tokens = parent.tokens + [first]
      return root.place(of: tokens[...], isFolded: true).map { $0 - 1 }
    }
  }

  /// Returns the index of a value's row, or that of the closest value around it; nil if there is none.
  package func place(around pointer: Pointer) -> Int? {
    var pointer = pointer
    while let parent = pointer.parent {
      if let place = place(of: .value(pointer)) { return place }
      pointer = parent
    }
    return nil
  }

  /// Returns true if a value is open; false if it has no row.
  package func isOpen(_ pointer: Pointer) -> Bool { root.isOpen(pointer.tokens[...]) }

  // MARK: - Laying out

  /// The known facts about a value.
  private struct Context {
    var changes: ChangeTree?
    var marks: TreeMarks?
    /// The rest of the path to the shown place; nil if it leads elsewhere.
    var shown: ArraySlice<String>?

    func opens(isRoot: Bool) -> Bool {
      if let shown, !shown.isEmpty { return true }
      return marks?.isOpen ?? (isRoot || changes?.hasChildren ?? false)
    }

    func child(_ name: String, changes: ChangeTree?) -> Context {
      Context(
        changes: changes,
        marks: marks?.children[name],
        shown: shown.flatMap { $0.first == name ? $0.dropFirst() : nil }
      )
    }
  }

  /// An open value, or a closed one with known facts.
  private struct Block {
    let value: JSONValue
    let isOpen: Bool
    /// The number of rows, including its own and its children's.
    let rows: Int
    let parts: [Part]

    enum Part {
      /// Closed children.
      case plain(Range<Int>)
      /// Hidden children.
      case folded(Range<Int>)
      case block(Int, Block)

      var rows: Int {
        switch self {
        case .plain(let range): range.count
        case .folded: 1
        case .block(_, let block): block.rows
        }
      }
    }

    init(_ value: JSONValue, _ context: Context, foldsUnchanged: Bool, isRoot: Bool) {
      self.value = value
      let count = value.childCount
      isOpen = count > 0 && context.opens(isRoot: isRoot)
      guard isOpen else {
        (rows, parts) = (1, [])
        return
      }
      let folds =
        foldsUnchanged && context.changes?.hasChildren ?? false
        && !(context.marks?.isUnfolded ?? false)
      var parts: [Part] = []
      var next = 0
      func addRun(to end: Int) {
        guard next < end else { return }
        let isFolded = folds && end - next >= TreeLayout.leastFolded
        parts.append(isFolded ? .folded(next..<end) : .plain(next..<end))
      }
      for (place, child) in Self.special(value, context) {
        addRun(to: place)
        let block = Block(
          value.child(place),
          child,
          foldsUnchanged: foldsUnchanged,
          isRoot: false
        )
        parts.append(.block(place, block))
        next = place + 1
      }
      addRun(to: count)
      self.parts = parts
      rows = parts.reduce(1) { $0 + $1.rows }
    }

    /// Returns the children with known facts, in order.
    private static func special(
      _ value: JSONValue,
      _ context: Context
    ) -> [(place: Int, context: Context)] {
      var places: [Int: ChangeTree?] = [:]
      for (place, tree) in context.changes?.changedPlaces(in: value) ?? [] { places[place] = tree }
      var names = context.marks.map { Array($0.children.keys) } ?? []
      if let shown = context.shown?.first { names.append(shown) }
      for name in names {
        if let place = value.place(of: name), places[place] == nil {
          places[place] = .some(nil)
        }
      }
      return places.sorted { $0.key < $1.key }.map { place, changes in
        (place, context.child(value.name(of: place), changes: changes))
      }
    }

    // MARK: - Finding rows

    func row(_ place: Int, _ tokens: [String]) -> Row? {
      guard place > 0 else { return .value(Pointer(tokens: tokens)) }
      var rest = place - 1
      for part in parts {
        guard rest >= part.rows else {
          switch part {
          case .plain(let range):
            let name = value.name(of: range.lowerBound + rest)
            return .value(Pointer(tokens: tokens + [name]))
          case .folded(let range):
            let first = value.name(of: range.lowerBound)
            return .folded(parent: Pointer(tokens: tokens), first: first, count: range.count)
          case .block(let child, let block):
            return block.row(rest, tokens + [value.name(of: child)])
          }
        }
        rest -= part.rows
      }
      return nil
    }

    func place(of tokens: ArraySlice<String>, isFolded: Bool) -> Int? {
      guard let token = tokens.first else { return 0 }
      guard isOpen, let child = value.place(of: token) else { return nil }
      var rows = 1
      for part in parts {
        switch part {
        case .plain(let range) where range.contains(child):
          return tokens.count == 1 && !isFolded ? rows + child - range.lowerBound : nil
        case .folded(let range) where range.contains(child):
          return tokens.count == 1 && isFolded ? rows : nil
        case .block(child, let block):
          return block.place(of: tokens.dropFirst(), isFolded: isFolded).map { rows + $0 }
        default:
          rows += part.rows
        }
      }
      return nil
    }

    func isOpen(_ tokens: ArraySlice<String>) -> Bool {
      guard let token = tokens.first else { return isOpen }
      guard let child = value.place(of: token) else { return false }
      for case .block(child, let block) in parts { return block.isOpen(tokens.dropFirst()) }
      return false
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
  fileprivate func child(_ place: Int) -> JSONValue {
    switch self {
    case .array(let elements): elements[place]
    case .object(let object): object.members[place].value
    default: .null
    }
  }

  /// Returns the pointer token of the member or element at an index.
  fileprivate func name(of place: Int) -> String {
    if case .object(let object) = self { object.members[place].key } else { String(place) }
  }

  /// Returns the index of a pointer token; nil if it does not exist.
  fileprivate func place(of name: String) -> Int? {
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
