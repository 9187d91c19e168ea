public import RewindJSON

extension Timeline {
  /// Returns every leaf of the state after an action with its last writer, in the order of the state.
  ///
  /// A leaf is a value that is not an array or object, or is an empty one. Elements of arrays are
  /// tracked as by ``blame(_:at:following:progress:)``. The lines are read once, forward, regardless
  /// of the number of leaves.
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
    // Two documents, of which each is changed in place: one held beside the other would be copied each time.
    var (before, after) = (JSONValue.null, JSONValue.null)
    var (earlier, growth) = (DocumentGrowth(), DocumentGrowth())
    var tree: WriterTree?
    for line in 0...last {
      progress?(line)
      let key = try log.key(of: line)
      if key.kind == .reduced { throw try notRecorded(key.index ?? 0) }
      guard key.kind.hasState else { continue }
      guard tree != nil else {
        before = try self.state(at: line)
        (after, tree) = (before, WriterTree(line))
        continue
      }
      let (state, recorded) = try recordedState(line)
      if state != nil { (earlier, growth) = (DocumentGrowth(), DocumentGrowth()) }
      let patch = recorded ?? state.map { Patch(from: before, to: $0) } ?? Patch()
      try applyPatch(ofLine: line) { () throws(PatchError) in
        tree?.update(
          try ValueOrigins(patch, from: before, advancing: &after, &growth, to: state),
          line
        )
        if let state { before = state } else { try patch.apply(to: &before, &earlier) }
      }
    }
    guard let value = after[pointer], let node = tree?.tree(at: pointer, in: after) else {
      return []
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
}

extension WriterTree {
  fileprivate func collectLeaves(
    _ value: JSONValue,
    _ pointer: Pointer,
    _ leaves: inout [(Pointer, JSONValue, line: Int)]
  ) {
    switch value {
    case .object(let object) where !object.isEmpty:
      for member in object.members {
        self.member(member.key)
          .collectLeaves(member.value, pointer.appending(member.key), &leaves)
      }
    case .array(let values) where !values.isEmpty:
      for (index, value) in values.enumerated() {
        element(index).collectLeaves(value, pointer.appending(index), &leaves)
      }
    default:
      leaves.append((pointer, value, line))
    }
  }
}
