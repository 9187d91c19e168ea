public import RewindJSON

extension Timeline {
  /// Returns every leaf of the state after an action with its last writer, in the order of the state.
  ///
  /// A leaf is a value that is not an array or object, or is an empty one. Elements of arrays are
  /// tracked. The patches are read once, forward, regardless of the number of leaves: each is applied
  /// to a tree of writers as well as to the state.
  ///
  /// - Parameters:
  ///   - pointer: The value to which to limit the leaves.
  ///   - index: The action.
  ///   - progress: Called with each line before it is read.
  /// - Returns: The leaves; their ``Blame/old`` is unknown and nil.
  /// - Throws: ``SessionLogError`` if the session has no state after `index`.
  public func blameAll(
    under pointer: Pointer = .root,
    at index: Int,
    progress: ((_ line: Int) -> Void)? = nil
  ) throws(SessionLogError) -> [Blame] {
    let last = try knownStateLine(after: index)
    var tree: WriterTree?
    for line in 0...last {
      progress?(line)
      let key = try log.key(of: line)
      if key.kind == .reduced { throw try notRecorded(key.index ?? 0) }
      guard key.kind.hasState else { continue }
      if tree == nil {
        tree = WriterTree(try state(at: line), line)
      } else {
        try apply(line, to: &tree)
      }
    }
    let state = try state(at: last)
    guard var node = tree?.root, let value = state[pointer] else { return [] }
    for token in pointer.tokens {
      guard let child = node.child(token) else { return [] }
      node = child
    }
    var leaves: [(Pointer, JSONValue, line: Int)] = []
    node.collectLeaves(value, pointer, &leaves)
    var writers: [Int: (index: Int, type: String?, isExternal: Bool)] = [:]
    for leaf in leaves where writers[leaf.line] == nil {
      writers[leaf.line] = try writer(of: leaf.line)
    }
    return leaves.map { pointer, value, line in
      let writer = writers[line] ?? (firstIndex, nil, false)
      return Blame(
        index: writer.index,
        type: writer.type,
        isExternal: writer.isExternal,
        pointer: pointer,
        old: nil,
        new: value
      )
    }
  }

  private func apply(_ line: Int, to tree: inout WriterTree?) throws(SessionLogError) {
    let patch: Patch
    if let recorded = try recordedPatch(line) {
      patch = recorded
    } else {
      let before = try stateLine(before: line) ?? line
      patch = Patch(from: try state(at: before), to: try state(at: line))
    }
    try applyPatch(ofLine: line) { () throws(PatchError) in try tree?.apply(patch, line) }
  }
}

extension WriterTree.Node {
  fileprivate func collectLeaves(
    _ value: JSONValue,
    _ pointer: Pointer,
    _ leaves: inout [(Pointer, JSONValue, line: Int)]
  ) {
    switch value {
    case .object(let object) where !object.isEmpty:
      for member in object.members {
        child(member.key)?.collectLeaves(member.value, pointer.appending(member.key), &leaves)
      }
    case .array(let values) where !values.isEmpty:
      for (place, value) in values.enumerated() {
        child(String(place))?.collectLeaves(value, pointer.appending(place), &leaves)
      }
    default:
      leaves.append((pointer, value, line))
    }
  }
}
