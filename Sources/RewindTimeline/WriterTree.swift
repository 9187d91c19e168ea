import RewindJSON

/// The line that last wrote each value of a state, as a tree of the state's own shape.
final class WriterTree {
  /// The last line that wrote the value, if it holds no others.
  let line: Int
  private(set) var elements: [WriterTree] = []
  private(set) var members: [CodePoints: WriterTree] = [:]

  /// Makes the tree of a value that one line wrote.
  init(_ value: JSONValue, _ line: Int) {
    self.line = line
    elements = value.array?.map { WriterTree($0, line) } ?? []
    for member in value.object?.members ?? [] {
      members[CodePoints(member.key)] = WriterTree(member.value, line)
    }
  }

  private init(
    line: Int,
    elements: [WriterTree] = [],
    members: [CodePoints: WriterTree] = [:]
  ) {
    (self.line, self.elements, self.members) = (line, elements, members)
  }

  /// Returns the tree after a line; what it did not touch is shared.
  func updated(_ origins: ValueOrigins, _ line: Int) -> WriterTree {
    Update(root: self, origins: origins, line: line)
      .tree(origins.root, self, origins.before, origins.after, false)
  }

  /// Returns the tree of a member or element.
  func child(_ token: String) -> WriterTree? {
    if let member = members[CodePoints(token)] { return member }
    guard let index = Pointer.arrayIndex(token), index < elements.count else { return nil }
    return elements[index]
  }

  private struct Update {
    let root: WriterTree
    let origins: ValueOrigins
    let line: Int

    /// Returns the tree of a value with an origin.
    func tree(
      _ box: ValueOrigins.Box?,
      _ tree: WriterTree?,
      _ old: JSONValue?,
      _ new: JSONValue,
      _ isWritten: Bool
    ) -> WriterTree {
      guard let tree, let old else { return WriterTree(new, line) }
      guard box != nil || isWritten else { return tree }
      let isWritten = isWritten || box?.isWritten ?? false
      switch (old, new) {
      case (.object(let old), .object(let new)) where !new.isEmpty && !old.isEmpty:
        return members(box, tree, old, new, isWritten)
      case (.array(let old), .array(let new)) where !new.isEmpty && !old.isEmpty:
        return elements(box, tree, old, new, isWritten)
      default:
        return old == new ? tree : WriterTree(new, line)
      }
    }

    private func members(
      _ box: ValueOrigins.Box?,
      _ tree: WriterTree,
      _ old: JSONObject,
      _ new: JSONObject,
      _ isWritten: Bool
    ) -> WriterTree {
      var members = tree.members
      let keys =
        isWritten
        ? Set(members.keys).union(new.members.map { CodePoints($0.key) })
        : Set(box?.children.keys ?? [:].keys)
      for key in keys {
        members[key] = new[key.string].map {
          self.tree(box?.children[key], members[key], old[key.string], $0, isWritten)
        }
      }
      return WriterTree(line: tree.line, members: members)
    }

    private func elements(
      _ box: ValueOrigins.Box?,
      _ tree: WriterTree,
      _ old: [JSONValue],
      _ new: [JSONValue],
      _ isWritten: Bool
    ) -> WriterTree {
      var elements = tree.elements
      if let slots = origins.slots(box, old, new, isWritten) {
        elements = new.indices.map { index in
          let (slot, value) = (slots[index], new[index])
          if slot.box == nil, !isWritten, let origin = slot.origin,
            origin < tree.elements.count
          {
            return tree.elements[origin]
          }
          if let source = slot.box?.source {
            let (old, tree) = (origins.before[source], root.tree(at: source))
            return self.tree(slot.box, tree, old, value, isWritten)
          }
          guard let origin = slot.origin, origin < old.count, origin < tree.elements.count else {
            return WriterTree(value, line)
          }
          return self.tree(slot.box, tree.elements[origin], old[origin], value, isWritten)
        }
      } else {
        for (token, child) in box?.children ?? [:] {
          guard let index = Pointer.arrayIndex(token.string), index < elements.count,
            index < old.count, index < new.count
          else { continue }
          elements[index] = self.tree(child, elements[index], old[index], new[index], isWritten)
        }
      }
      return WriterTree(line: tree.line, elements: elements)
    }
  }

  /// Returns the tree of the value at a pointer.
  func tree(at pointer: Pointer) -> WriterTree? {
    var tree: WriterTree? = self
    for token in pointer.tokens { tree = tree?.child(token) }
    return tree
  }
}
