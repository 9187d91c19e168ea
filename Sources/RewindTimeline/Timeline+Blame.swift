public import RewindJSON
import RewindSession

/// The last writer of a value.
public struct Blame: Hashable, Sendable {
  /// The action that wrote it; ``Timeline/firstIndex`` for the log's first state.
  public let index: Int
  /// The action's type; nil for the log's first state, and for an external change, which is attributed
  /// to the time after action ``index``.
  public let type: String?
  /// True if the value was written without an action, after action ``index``.
  public let isExternal: Bool
  /// The pointer of the value right after it was written.
  public let pointer: Pointer
  /// The value before; nil if there was none.
  public let old: JSONValue?
  /// The value since; nil if it was removed.
  public let new: JSONValue?

  fileprivate init(_ writer: Writer, _ pointer: Pointer, old: JSONValue?, new: JSONValue?) {
    (index, type, isExternal) = writer
    (self.pointer, self.old, self.new) = (pointer, old, new)
  }
}

/// The origin of a state: an action, the start of the log, or an external change.
typealias Writer = (index: Int, type: String?, isExternal: Bool)

/// The meaning of a pointer into an array when looking back in time.
public enum BlameSubject: Sendable {
  /// The element at that index in the end, whatever its index before (``ValueOrigins``).
  case element
  /// The index, whatever element was there.
  case index
}

extension Timeline {
  /// Returns the last change of the value at `pointer`, up to and including the action `index`.
  ///
  /// Lines are read backwards; patches are parsed and states built only for lines whose bytes show that
  /// they may touch the value.
  ///
  /// - Parameters:
  ///   - pointer: The pointer of the value after the action `index`.
  ///   - index: The action to look back from.
  ///   - subject: The subject to track if the pointer leads through arrays.
  ///   - progress: Called with each line before it is read.
  /// - Returns: The blame; nil if no state up to `index` has a value there.
  /// - Throws: ``SessionLogError`` if the session has no state after `index`.
  public func blame(
    _ pointer: Pointer,
    at index: Int,
    following subject: BlameSubject = .element,
    progress: ((_ line: Int) -> Void)? = nil
  ) throws(SessionLogError) -> Blame? {
    try blame(pointer, upTo: knownStateLine(after: index), subject, progress)
  }

  /// Returns the last change of a value up to a state line, counted from 0.
  package func blame(
    _ pointer: Pointer,
    upTo line: Int,
    _ subject: BlameSubject = .element,
    _ progress: ((_ line: Int) -> Void)? = nil
  ) throws(SessionLogError) -> Blame? {
    var (pointer, line) = (pointer, line)
    var filter = PatchFilter([pointer], ids: valueTypes.idNames)
    var shift =
      subject == .index
      ? nil : PointerRebase(pointer, in: try state(at: line), ids: valueTypes.idNames)
    while let before = try stateLine(before: line) {
      progress?(line)
      let mayTouch = try log.withBytes(of: line, filter.mayTouch)
      if mayTouch, let patch = try recordedPatch(line), shift?.undo(patch) ?? false {
        pointer = shift?.pointer ?? pointer
        filter = PatchFilter([pointer], ids: valueTypes.idNames)
      } else if mayTouch {
        let state = try state(at: line)
        let new = state[pointer]
        let earlier = try self.state(at: before)
        let origin =
          subject == .index
          ? pointer : try origins(line, earlier, state).origin(of: pointer, valueTypes)
        let old = origin.flatMap { earlier[$0] }
        guard let origin, old == new else {
          return Blame(try writer(of: line), pointer, old: old, new: new)
        }
        pointer = origin
        filter = PatchFilter([pointer], ids: valueTypes.idNames)
        if subject == .element {
          shift = PointerRebase(pointer, in: earlier, ids: valueTypes.idNames)
        }
      }
      line = before
    }
    return try state(at: line)[pointer].map { initial throws(SessionLogError) in
      Blame(try writer(of: line), pointer, old: nil, new: initial)
    }
  }

  /// Returns the origins of the values of a state line.
  func origins(
    _ line: Int,
    _ before: JSONValue,
    _ after: JSONValue
  ) throws(SessionLogError) -> ValueOrigins {
    let (state, recorded) = try recordedState(line)
    let patch = recorded ?? Patch(from: before, to: after)
    return try applyPatch(ofLine: line) { () throws(PatchError) in
      try ValueOrigins(patch, from: before, to: after, isProven: state == nil || recorded == nil)
    }
  }

  /// Returns the patch on a state line; nil on a keyframe without one.
  func recordedPatch(_ line: Int) throws(SessionLogError) -> Patch? {
    try log.recordedChange(of: line).patch
  }

  /// Returns the whole state and the patch on a state line, of which it has one or both.
  func recordedState(
    _ line: Int
  ) throws(SessionLogError) -> (state: JSONValue?, patch: Patch?) {
    switch try log.line(line) {
    case .state(let recorded), .external(let recorded): (recorded.state, recorded.patch)
    default: (nil, nil)
    }
  }

  /// Returns the origin of the state on a line: an action, the start of the log, or an external change.
  func writer(of line: Int) throws(SessionLogError) -> Writer {
    let key = try log.key(of: line)
    let index = key.index ?? 0
    let isExternal = key.kind == .external
    return (index, isExternal || index == firstIndex ? nil : try action(index).type, isExternal)
  }
}

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
          line,
          valueTypes
        )
        if let state { before = state } else { try patch.apply(to: &before, &earlier) }
      }
    }
    guard let value = after[pointer], let node = tree?.tree(at: pointer, in: after) else {
      return []
    }
    var leaves: [(Pointer, JSONValue, line: Int)] = []
    node.collectLeaves(value, pointer, &leaves)
    var writers: [Int: Writer] = [:]
    for leaf in leaves where writers[leaf.line] == nil {
      writers[leaf.line] = try writer(of: leaf.line)
    }
    return leaves.map { pointer, value, line in
      Blame(writers[line] ?? (firstIndex, nil, false), pointer, old: nil, new: value)
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
