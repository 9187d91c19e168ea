package import RewindJSON
import RewindLog
import RewindTimeline

/// The values that a patch changed in a state, as a tree with the shape of the state after it.
///
/// The operations of a patch refer to the document at their turn; in the tree, they refer to the final
/// document.
package struct ChangeTree: Sendable {
  /// The change of a value.
  package enum Mark: Sendable {
    case added
    /// It had another value before.
    case changed(old: JSONValue?)
    /// Something in it was removed, without any other trace.
    case lost
  }

  package private(set) var mark: Mark?
  private var members: [String: ChangeTree] = [:]
  /// The changed elements, sorted by index.
  private var elements: [(index: Int, tree: ChangeTree)] = []

  package init() {}

  /// Makes the changes of a patch that fits a document.
  package init(_ patch: Patch, of document: JSONValue) throws(PatchError) {
    var document = document
    for operation in patch.operations {
      add(operation, document)
      try Patch([operation]).apply(to: &document)
    }
  }

  /// True if something in the value changed.
  package var hasChildren: Bool { !members.isEmpty || !elements.isEmpty }

  /// The changes at a path in the value; nil if there are none.
  package subscript(tokens: ArraySlice<String>) -> ChangeTree? {
    guard let token = tokens.first else { return self }
    if let index = Pointer.arrayIndex(token), !elements.isEmpty {
      let found = position(of: index)
      guard found < elements.count, elements[found].index == index else { return nil }
      return elements[found].tree[tokens.dropFirst()]
    }
    return members[token]?[tokens.dropFirst()]
  }

  /// Returns the indexes of the changed children in a value that has the tree's shape, in order.
  package func changedChildren(in value: JSONValue) -> [(index: Int, tree: ChangeTree)] {
    switch value {
    case .array(let array):
      elements.filter { $0.index < array.count }
    case .object(let object):
      members.compactMap { key, tree in object.position(of: key).map { ($0, tree) } }
        .sorted { $0.0 < $1.0 }
    default:
      []
    }
  }

  // MARK: - Applying a patch

  private mutating func add(_ operation: Patch.Operation, _ document: JSONValue) {
    switch operation {
    case .test:
      break
    case .add(let pointer, _), .copy(_, let pointer):
      add(at: pointer, document)
    case .remove(let pointer):
      remove(at: pointer, document)
    case .replace(let pointer, let value):
      for change in Change(pointer, old: document[pointer], new: value).details {
        replace(at: change, document)
      }
    case .move(let from, let to):
      remove(at: from, document)
      // The target of a move refers to the document without the moved value.
      var rest = document
      try? Patch([.remove(from)]).apply(to: &rest)
      add(at: to, rest)
    }
  }

  private mutating func add(at pointer: Pointer, _ document: JSONValue) {
    guard let parent = pointer.parent, let last = pointer.tokens.last else {
      self = ChangeTree()
      mark = .changed(old: document)
      return
    }
    change(at: parent.tokens[...], document) { tree, holder in
      if let count = holder.array?.count {
        tree.insert(at: last == "-" ? count : Pointer.arrayIndex(last) ?? count)
      } else {
        var leaf = ChangeTree()
        leaf.mark = holder[last].map { .changed(old: $0) } ?? .added
        tree.members[last] = leaf
      }
    }
  }

  private mutating func remove(at pointer: Pointer, _ document: JSONValue) {
    guard let parent = pointer.parent, let last = pointer.tokens.last else { return }
    change(at: parent.tokens[...], document) { tree, holder in
      if holder.array != nil {
        tree.remove(at: Pointer.arrayIndex(last) ?? 0)
      } else {
        tree.members[last] = nil
      }
      if tree.mark == nil { tree.mark = .lost }
    }
  }

  private mutating func replace(at change: Change, _ document: JSONValue) {
    self.change(at: change.pointer.tokens[...], document) { tree, _ in
      if case .added = tree.mark { return }
      // If it changed twice, the value before the first change counts.
      if case .changed(let old) = tree.mark {
        tree = ChangeTree()
        tree.mark = .changed(old: old)
        return
      }
      tree = ChangeTree()
      tree.mark = change.old.map { .changed(old: $0) } ?? .added
    }
  }

  /// Calls `body` with the tree at a path of the document.
  private mutating func change(
    at tokens: ArraySlice<String>,
    _ value: JSONValue,
    _ body: (inout ChangeTree, _ value: JSONValue) -> Void
  ) {
    guard let token = tokens.first else { return body(&self, value) }
    switch value {
    case .array(let array):
      guard let index = Pointer.arrayIndex(token), index < array.count else { return }
      let found = position(of: index)
      if found == elements.count || elements[found].index != index {
        elements.insert((index, ChangeTree()), at: found)
      }
      elements[found].tree.change(at: tokens.dropFirst(), array[index], body)
    case .object(let object):
      let child = object[token] ?? .null
      members[token, default: ChangeTree()].change(at: tokens.dropFirst(), child, body)
    default:
      break
    }
  }

  /// Returns the position of an index among the changed elements, or where it would be.
  private func position(of index: Int) -> Int {
    elements.partitioningIndex { $0.index >= index }
  }

  private mutating func insert(at index: Int) {
    let found = position(of: index)
    for later in found..<elements.count { elements[later].index += 1 }
    var leaf = ChangeTree()
    leaf.mark = .added
    elements.insert((index, leaf), at: found)
  }

  private mutating func remove(at index: Int) {
    let found = position(of: index)
    if found < elements.count, elements[found].index == index { elements.remove(at: found) }
    for later in found..<elements.count { elements[later].index -= 1 }
  }
}
