import RewindJSON

/// The line that last wrote each value of a state, as a tree of the state's own shape.
///
/// It has parts only where they were written by different lines, and is changed in place: what a line does
/// not touch costs nothing.
struct WriterTree {
  /// The line that last wrote the value, and all in it that has no tree of its own.
  private(set) var line: Int
  /// The elements of an array; empty if all were written by ``line``.
  private var elements: [WriterTree] = []
  /// The members of an object that other lines wrote.
  private var members: [CodePoints: WriterTree] = [:]

  /// Makes the tree of a value that one line wrote.
  init(_ line: Int) {
    self.line = line
  }

  /// Returns the tree of a member.
  func member(_ name: String) -> WriterTree { members[CodePoints(name)] ?? WriterTree(line) }

  /// Returns the tree of an element.
  func element(_ index: Int) -> WriterTree {
    index < elements.count ? elements[index] : WriterTree(line)
  }

  /// Returns the tree of the value at a pointer; nil if a document has none there.
  func tree(at pointer: Pointer, in document: JSONValue) -> WriterTree? {
    var (tree, value) = (self, document)
    for token in pointer.tokens {
      switch value {
      case .object(let object):
        guard let member = object[token] else { return nil }
        (tree, value) = (tree.member(token), member)
      case .array(let array):
        guard let index = Pointer.arrayIndex(token), index < array.count else { return nil }
        (tree, value) = (tree.element(index), array[index])
      case .null, .bool, .number, .string: return nil
      }
    }
    return tree
  }

  /// Makes this the tree after a line.
  mutating func update(_ origins: ValueOrigins, _ line: Int, _ types: ValueTypes) {
    let update = Update(origins, line, self)
    let place = TypePlace(types: types, type: types.types.state)
    update.update(&self, origins.root, origins.before, origins.after, false, place)
  }
}

extension WriterTree {
  /// The change of a tree by one line.
  private struct Update {
    let origins: ValueOrigins
    let line: Int
    /// The trees of the values that were moved from another container, as they were before.
    let moved: [ObjectIdentifier: WriterTree]

    init(_ origins: ValueOrigins, _ line: Int, _ tree: WriterTree) {
      (self.origins, self.line) = (origins, line)
      var moved: [ObjectIdentifier: WriterTree] = [:]
      for box in origins.moved {
        guard let source = box.source else { continue }
        moved[ObjectIdentifier(box)] = tree.tree(at: source, in: origins.before)
      }
      self.moved = moved
    }

    /// Changes the tree of a value that has an origin.
    func update(
      _ tree: inout WriterTree,
      _ box: ValueOrigins.Box?,
      _ old: JSONValue?,
      _ new: JSONValue,
      _ isWritten: Bool,
      _ place: TypePlace
    ) {
      guard let old else {
        tree = WriterTree(line)
        return
      }
      guard box != nil || isWritten else { return }
      let isWritten = isWritten || box?.isWritten ?? false
      switch (old, new) {
      case (.object(let old), .object(let new)) where !new.isEmpty && !old.isEmpty:
        updateMembers(&tree, box, old, new, isWritten, place)
      case (.array(let old), .array(let new)) where !new.isEmpty && !old.isEmpty:
        updateElements(&tree, box, old, new, isWritten, place)
      default:
        if old != new { tree = WriterTree(line) }
      }
    }

    private func updateMembers(
      _ tree: inout WriterTree,
      _ box: ValueOrigins.Box?,
      _ old: JSONObject,
      _ new: JSONObject,
      _ isWritten: Bool,
      _ place: TypePlace
    ) {
      let keys =
        isWritten
        ? Set((old.members + new.members).map { CodePoints($0.key) })
        : Set(box?.children.keys ?? [:].keys)
      let inherited = WriterTree(tree.line)
      for key in keys {
        guard let value = new[key.string] else {
          tree.members[key] = nil
          continue
        }
        let (child, before) = (box?.children[key], old[key.string])
        let part = place.part(key.string)
        update(&tree.members[key, default: inherited], child, before, value, isWritten, part)
      }
    }

    private func updateElements(
      _ tree: inout WriterTree,
      _ box: ValueOrigins.Box?,
      _ old: [JSONValue],
      _ new: [JSONValue],
      _ isWritten: Bool,
      _ place: TypePlace
    ) {
      if tree.elements.isEmpty {
        tree.elements = Array(repeating: WriterTree(tree.line), count: old.count)
      }
      if let runs = origins.runs(box, old, new, isWritten, place.elementID) {
        return arrange(&tree, runs, old, new, isWritten, place)
      }
      for (token, child) in box?.children ?? [:] {
        guard let index = Pointer.arrayIndex(token.string), index < tree.elements.count,
          index < old.count, index < new.count
        else { continue }
        update(
          &tree.elements[index],
          child,
          old[index],
          new[index],
          isWritten,
          place.part(token.string)
        )
      }
    }

    /// Puts the elements' trees where the elements are now; those at either end that stay are not touched.
    private func arrange(
      _ tree: inout WriterTree,
      _ runs: [ElementOrigins.Run],
      _ old: [JSONValue],
      _ new: [JSONValue],
      _ isWritten: Bool,
      _ place: TypePlace
    ) {
      let place = place.part("0")
      var runs = runs[...]
      var (head, tail) = (0, 0)
      while let run = runs.first, stays(run, isWritten), run.origin == head {
        head += run.count
        runs.removeFirst()
      }
      while let run = runs.last, stays(run, isWritten),
        run.origin == old.count - tail - run.count, old.count - tail - run.count >= head
      {
        tail += run.count
        runs.removeLast()
      }
      var middle: [WriterTree] = []
      middle.reserveCapacity(new.count - head - tail)
      for run in runs {
        if stays(run, isWritten), let origin = run.origin {
          middle += tree.elements[origin..<origin + run.count]
          continue
        }
        let value = new[head + middle.count]
        var element = WriterTree(line)
        if let box = run.box, let source = box.source {
          if let known = moved[ObjectIdentifier(box)] {
            element = known
            update(&element, box, origins.before[source], value, isWritten, place)
          }
        } else if let origin = run.origin, origin < tree.elements.count {
          // Taken out, so that what is in it is changed in place; each is in the array once.
          swap(&element, &tree.elements[origin])
          update(&element, run.box, old[origin], value, isWritten, place)
        }
        middle.append(element)
      }
      tree.elements.replaceSubrange(head..<tree.elements.count - tail, with: middle)
    }

    /// Returns true if nothing in some elements was written.
    private func stays(_ run: ElementOrigins.Run, _ isWritten: Bool) -> Bool {
      run.box == nil && !isWritten && run.origin != nil
    }
  }
}
