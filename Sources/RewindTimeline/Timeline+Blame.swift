public import RewindJSON
package import RewindSession

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
}

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
      let mayTouch = filter.mayTouch(try log.bytes(of: line))
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
          return try blame(of: line, pointer, old: old, new: new)
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
      try blame(of: line, pointer, old: nil, new: initial)
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
  func writer(
    of line: Int
  ) throws(SessionLogError) -> (index: Int, type: String?, isExternal: Bool) {
    let key = try log.key(of: line)
    let index = key.index ?? 0
    let isExternal = key.kind == .external
    return (index, isExternal || index == firstIndex ? nil : try action(index).type, isExternal)
  }

  private func blame(
    of line: Int,
    _ pointer: Pointer,
    old: JSONValue?,
    new: JSONValue?
  ) throws(SessionLogError) -> Blame {
    let (index, type, isExternal) = try writer(of: line)
    return Blame(
      index: index,
      type: type,
      isExternal: isExternal,
      pointer: pointer,
      old: old,
      new: new
    )
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

/// A step on the way back to the origin of a value.
public struct Provenance: Hashable, Sendable {
  /// The origin of a value: an equal one at the time when it was written.
  public enum Source: Hashable, Sendable {
    /// It was in the initial state.
    case initial
    /// It was set by an external change.
    case external
    /// In the action's payload.
    case payload(Pointer)
    /// In an input of the reducer.
    case input(name: String, Pointer)
    /// In the state before the action; the others are as likely.
    case state(Pointer, others: [Pointer])
    /// In parts, in the payload or in an input.
    case parts([Part])
    /// Not to be told from an equal value: the reducer computed it, or took one of `chances` equal values
    /// in the state before, which are so common that they say nothing.
    case computed(chances: Int)
    /// It was removed.
    case removed
  }

  /// A leaf of the value and the pointer of an equal one.
  public struct Part: Hashable, Sendable {
    /// The leaf, relative to the value.
    public let pointer: Pointer
    /// The name of the input; nil for the payload.
    public let input: String?
    /// Its pointer in the payload or input.
    public let origin: Pointer

    public init(pointer: Pointer, input: String?, origin: Pointer) {
      self.pointer = pointer
      self.input = input
      self.origin = origin
    }
  }

  public let blame: Blame
  public let source: Source
}

extension Timeline {
  /// Returns the origin of the value at a pointer, step by step back.
  ///
  /// Each step is the last writer of a value, and the pointer of an equal value in that action's payload,
  /// in its reducer's inputs, or in the state before it; from a value of the state, the search
  /// continues. Values that are often equal by chance – truth values, null, numbers of one digit, empty
  /// texts and containers – are taken from the state only where what is around them is equal too.
  ///
  /// - Throws: ``SessionLogError`` if the session has no state after `index`.
  public func provenance(
    of pointer: Pointer,
    at index: Int,
    progress: ((_ line: Int) -> Void)? = nil
  ) throws(SessionLogError) -> [Provenance] {
    var line = try knownStateLine(after: index)
    var pointer = pointer
    var steps: [Provenance] = []
    // Each step is before the previous one, so this terminates.
    while let blame = try blame(pointer, upTo: line, .element, progress) {
      let source = try source(of: blame)
      steps.append(Provenance(blame: blame, source: source))
      guard case .state(let origin, _) = source,
        let before = try stateLine(before: lines(of: blame.index).lowerBound)
      else { break }
      (pointer, line) = (origin, before)
    }
    return steps
  }

  private func source(of blame: Blame) throws(SessionLogError) -> Provenance.Source {
    if blame.isExternal { return .external }
    if blame.index == firstIndex { return .initial }
    guard let value = blame.new else { return .removed }
    let after = try state(after: blame.index)
    let target = Occurrence(value, at: blame.pointer, in: after)
    let payload = try action(blame.index).payload ?? .object(JSONObject())
    let inputs = try inputs(of: blame.index)
    let inState =
      try isStateKnown(before: blame.index)
      ? target.likeliest(in: state(before: blame.index)) : nil
    if let inState, inState.isWithEqualParent {
      return .state(inState.pointer, others: inState.others)
    }
    if let found = target.likeliest(in: payload) { return .payload(found.pointer) }
    for input in inputs {
      if let found = target.likeliest(in: input.value) {
        return .input(name: input.name, found.pointer)
      }
    }
    if let inState, !value.isCommon { return .state(inState.pointer, others: inState.others) }
    let parts = value.parts(in: payload, inputs)
    guard parts.isEmpty else { return .parts(parts) }
    return .computed(chances: inState.map { $0.others.count + 1 } ?? 0)
  }
}

/// A value in a document, compared with equal ones elsewhere by the values around them.
private struct Occurrence {
  private let value: JSONValue
  private let pointer: Pointer
  /// The containers of the value, the innermost first.
  private let containers: [JSONValue]

  init(_ value: JSONValue, at pointer: Pointer, in document: JSONValue) {
    (self.value, self.pointer) = (value, pointer)
    containers = Self.containers(of: pointer, in: document)
  }

  private static func containers(of pointer: Pointer, in document: JSONValue) -> [JSONValue] {
    var containers: [JSONValue] = []
    var value: JSONValue? = document
    for token in pointer.tokens {
      if let value { containers.append(value) }
      value = value?.child(token)
    }
    return containers.reversed()
  }

  /// An equal value elsewhere.
  struct Match {
    let pointer: Pointer
    /// Others that are as likely.
    let others: [Pointer]
    /// True if the value's container equals the one there, and is more than a few common values.
    let isWithEqualParent: Bool
  }

  /// Returns the equal value that is the likeliest source.
  ///
  /// The more containers around it equal those around this one, the likelier: the whole was copied. Then the
  /// name of the member counts, and its path within those containers. Of several that are as likely, it is the one
  /// with the longest common path.
  func likeliest(in document: JSONValue) -> Match? {
    let pointers = document.pointers(of: value)
    let ranks = pointers.map { rank(of: $0, in: document) }
    guard
      let best = ranks.indices.max(by: { a, b in
        let (one, other) = (ranks[a], ranks[b])
        return (one.equal, one.name, one.path, b) < (other.equal, other.name, other.path, a)
      })
    else { return nil }
    let alike = ranks.indices.filter {
      $0 != best && (ranks[$0].equal, ranks[$0].name) == (ranks[best].equal, ranks[best].name)
    }
    return Match(
      pointer: pointers[best],
      others: alike.map { pointers[$0] },
      isWithEqualParent: containers.prefix(ranks[best].equal).contains(where: \.isDistinct)
    )
  }

  /// True if the value is an element of a list of what each element of another list has under a name.
  private func isInColumn(_ other: Pointer, _ others: [JSONValue]) -> Bool {
    let place = other.tokens.suffix(2)
    guard others.count > 1, let name = place.last, place.first == pointer.tokens.last,
      let list = containers.first?.array, let rows = others[1].array, rows.count == list.count
    else { return false }
    return zip(list, rows).allSatisfy { $0 == $1.object?[name] }
  }

  private func rank(
    of other: Pointer,
    in document: JSONValue
  ) -> (equal: Int, name: Int, path: Int) {
    let others = Self.containers(of: other, in: document)
    var equal = zip(containers, others).prefix { $0 == $1 }.count
    if equal == 0, isInColumn(other, others) { equal = 1 }
    func common(_ a: some Sequence<String>, _ b: some Sequence<String>) -> Int {
      zip(a, b).prefix { $0.hasSameCodePoints(as: $1) }.count
    }
    return (
      equal, min(max(1, equal), common(other.tokens.reversed(), pointer.tokens.reversed())),
      common(other.tokens, pointer.tokens)
    )
  }
}

extension JSONValue {
  /// True if the value has so little content that an equal one elsewhere is likely a coincidence.
  fileprivate var isCommon: Bool {
    switch self {
    case .null, .bool: true
    case .number(let number): number.text.utf8.count == 1
    case .string(let string): string.isEmpty
    case .array(let elements): elements.isEmpty
    case .object(let object): object.isEmpty
    }
  }

  /// True if a container has so much content that an equal one elsewhere is hardly a coincidence: a value
  /// that is not common.
  fileprivate var isDistinct: Bool {
    switch self {
    case .array(let elements): elements.contains(where: \.isDistinct)
    case .object(let object): object.members.contains(where: \.value.isDistinct)
    case .null, .bool, .number, .string: !isCommon
    }
  }

  /// Returns pointers to the values in this one that are equal to another.
  fileprivate func pointers(of value: JSONValue) -> [Pointer] {
    var pointers: [Pointer] = []
    walk { part, path in
      if part == value { pointers.append(Pointer(tokens: path)) }
      return true
    }
    return pointers
  }

  /// Returns the leaves that are also in the payload or in an input.
  fileprivate func parts(
    in payload: JSONValue,
    _ inputs: [RecordedInput],
    _ pointer: Pointer = .root
  ) -> [Provenance.Part] {
    switch self {
    case .array(let elements):
      return elements.enumerated().flatMap {
        $0.element.parts(in: payload, inputs, pointer.appending($0.offset))
      }
    case .object(let object):
      return object.members.flatMap {
        $0.value.parts(in: payload, inputs, pointer.appending($0.key))
      }
    default:
      guard !isCommon, !pointer.tokens.isEmpty else { return [] }
      if let origin = payload.pointers(of: self).first {
        return [Provenance.Part(pointer: pointer, input: nil, origin: origin)]
      }
      for input in inputs {
        if let origin = input.value.pointers(of: self).first {
          return [Provenance.Part(pointer: pointer, input: input.name, origin: origin)]
        }
      }
      return []
    }
  }
}

/// A step on the way back from an action to its origin.
package struct CauseStep: Sendable {
  /// The cause, as the line of the action names it.
  package let reference: CauseReference
  /// Its action; nil if that is in another store, or not in the log.
  package let action: RecordedAction?
}

extension Timeline {
  /// Returns the causes of an action, the nearest first, as far back as the log knows them.
  package func causes(of index: Int) throws(SessionLogError) -> [CauseStep] {
    var steps: [CauseStep] = []
    var action = try self.action(index)
    while let origin = action.origin {
      // A cause comes before its consequence, whatever a log may say.
      let isHere = origin.store == nil && origin.index > firstIndex && origin.index < action.index
      let cause = isHere ? try nextAction(from: origin.index) : nil
      let found = cause?.index == origin.index ? cause : nil
      steps.append(CauseStep(reference: origin, action: found))
      guard let found else { break }
      action = found
    }
    return steps
  }

  /// Returns the actions that come from one, directly or through others.
  ///
  /// - Parameters:
  ///   - index: The action.
  ///   - last: The last action to look at.
  /// - Returns: Their indexes.
  /// - Throws: `SessionLogError` if the log cannot be read.
  package func consequences(
    of index: Int,
    through last: Int
  ) throws(SessionLogError) -> Set<Int> {
    var found: Set<Int> = [index]
    var next = index + 1
    while let action = try nextAction(from: next), action.index <= last {
      if let origin = action.origin, origin.store == nil, found.contains(origin.index) {
        found.insert(action.index)
      }
      next = action.index + 1
    }
    found.remove(index)
    return found
  }
}

extension CauseReference {
  /// The cause in words: `answers 41`, `subscribed by 17`, `came of 7`, `answers 5 of user`.
  package var words: String {
    let verb =
      switch kind {
      case .answer: "answers"
      case .subscription: "subscribed by"
      case .origin: "came of"
      }
    return "\(verb) \(index)" + (store.map { " of \($0)" } ?? "")
  }
}
