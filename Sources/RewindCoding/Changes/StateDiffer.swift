import RewindJSON

/// Traverses a state, finds the differences from the last one, and writes them as a patch.
///
/// ## Why omitted parts have not changed
///
/// The text of a state is what its `encode(to:)` passes to an encoder: for each key a value, whose
/// own text is found in the same way. The traversal runs the *new* state's `encode(to:)` and
/// compares each value with the remembered value that was encoded under the same key the last time.
/// The old state is not encoded again, but for values that may be copied (``CopySources``), and
/// nothing is assumed about which stored property belongs to a key. So it does not matter whether
/// `encode(to:)` was synthesized, renames keys, omits empty values, or encodes values that it has
/// just computed.
///
/// A value is omitted in one case only: its type is a value type (``ValueSemantics``), and its
/// memory is equal to the remembered one's (``MemoryComparison``). Equal memory means the same bits
/// and the same references. The storage they refer to cannot have changed in between, since the
/// remembered value retains it: strings, arrays, sets and dictionaries copy shared storage before
/// they write to it. The text of such a value is a function of it, so it is the text that was
/// written the last time.
///
/// A value with existentials is one if all that they hold now are values (``ExistentialSemantics``). Nothing is
/// assumed about other values: class instances, closures. If such a value encodes members, these are traversed;
/// otherwise its text is written and compared with the text of the last time.
///
/// The *reported* contents never come from memory: an operation holds the output of the encoder of
/// keyframes. So a false difference, from meaningless bytes, only costs time.
///
/// The one assumption is that the `encode(to:)` of a value depends on that value alone. An
/// `encode(to:)` that reads a clock or counts its calls breaks it, and has no state that could be
/// recorded.
final class StateDiffer {
  /// The maximum depth of nested objects that are traversed member by member.
  private static let depthLimit = 32

  let output: JSONWriter
  @exclusivity(unchecked) var patch: PatchText
  /// The output for texts that are compared.
  let scratch: JSONWriter
  /// The values of the last state that can be copied.
  let sources = CopySources()
  /// The innermost value whose members are being encoded.
  @exclusivity(unchecked) private var open: MemberList?
  private var depth = 0
  /// True if a value did something other than encode members.
  private(set) var hasFailed = false
  /// True if the state's type is declared to be a value (``RewindValue``): then all in it are.
  private var isDeclared = false

  init() {
    (output, scratch) = (JSONWriter.take(), JSONWriter.take())
    patch = PatchText(output)
  }

  deinit {
    scratch.giveBack()
    output.giveBack()
  }

  /// Begins a new patch between states of a shape, which is given up if it is longer than `limit`; `objects` are those
  /// of a state that may hold instances.
  func begin(limit: Int = .max, _ state: UnsafePointer<ValueShape>, _ objects: WrittenObjects?) {
    isDeclared = state.pointee.isDeclared
    objects?.removeAll()
    output.state.pointee.written = objects
    scratch.state.pointee.written = objects
    output.state.pointee.end = limit
    output.state.pointee.limit = limit
    hasFailed = false
    sources.forget()
    patch.forgetCopies()
    patch.effort = SequenceAlignment.usualEffort
    output.state.pointee.stackStart = JSONWriter.stackPosition
    scratch.state.pointee.stackStart = JSONWriter.stackPosition
  }

  /// True if the patch was given up, being too long.
  var isGivenUp: Bool { output.count > output.state.pointee.end }

  /// Returns true if the patch would be too long with `count` more bytes.
  func wouldGiveUp(_ count: Int) -> Bool { output.count + count > output.state.pointee.end }

  /// Gives the patch up.
  func giveUp() {
    output.state.pointee.end = -1
    output.state.pointee.limit = -1
  }

  /// The instances that were come to; nil if the state holds none.
  var objects: WrittenObjects? { output.state.pointee.written }

  /// Forgets the patch.
  func end() {
    objects?.removeAll()
    sources.forget()
    patch.forgetCopies()
    output.state.pointee.end = .max
    output.state.pointee.limit = .max
    output.clear()
    scratch.clear()
  }

  /// Returns true if equal memory means equality for a value of the state.
  func isValue(_ value: UnsafeRawPointer, _ shape: UnsafePointer<ValueShape>) -> Bool {
    isDeclared || shape.pointee.isValue(value)
  }

  /// Returns true if equal memory means equality for all values of a shape in the state.
  func areValues(_ shape: UnsafePointer<ValueShape>) -> Bool {
    isDeclared || shape.pointee.isValue
  }

  /// Stops traversing the members of the innermost value.
  func fail() { hasFailed = true }

  // MARK: - Remembering

  /// Remembers a value that is seen for the first time.
  func remember(_ value: UnsafeRawPointer, _ shape: UnsafePointer<ValueShape>) -> ValueSnapshot {
    let remembered = ValueSnapshot(value, shape, isValue: isValue(value, shape))
    guard remembered.value == nil else { return remembered }
    if case .large = shape.pointee.form { remembered.members = members(of: value, shape) }
    if remembered.members == nil { remembered.text = text(value, shape) }
    return remembered
  }

  /// Finds now what the first change of a value would be searched with.
  ///
  /// Without it, that change of a set of 20,000 elements would take as long as all of these.
  func prepare(_ remembered: ValueSnapshot) {
    if let value = remembered.value {
      let shape = remembered.shape
      switch shape.pointee.form {
      case .large: remembered.members = remembered.members ?? members(of: value, shape)
      case .set(let set, let element):
        remembered.texts = HashChange(set, element, self).manyTexts(of: value)
      case .dictionary(let dictionary):
        remembered.texts = HashChange(dictionary, self).manyTexts(of: value)
      default: break
      }
    }
    if let content = remembered.members?.content { prepare(content) }
    if let members = remembered.members { prepare(members) }
  }

  private func prepare(_ members: MemberList) {
    for member in members.members {
      let mark = patch.mark
      patch.enter(members)
      patch.enter(member.token)
      if let remembered = member.remembered { prepare(remembered) }
      patch.leave(to: mark)
      if let nested = member.nested { prepare(nested) }
    }
  }

  /// Returns the members of a value; nil if it is not a single object.
  func members(
    of value: UnsafeRawPointer,
    _ shape: UnsafePointer<ValueShape>
  ) -> MemberList? {
    let members = MemberList()
    let mark = patch.mark
    // A key that is used twice looks like a change, but nothing can have changed yet.
    defer { patch.goBack(to: mark) }
    return visit(value, shape, members) ? members : nil
  }

  /// Makes a value encode its members; returns false if it does anything else.
  func visit(
    _ value: UnsafeRawPointer,
    _ shape: UnsafePointer<ValueShape>,
    _ members: MemberList
  ) -> Bool {
    guard depth < Self.depthLimit else { return false }
    let objectCount = objects?.count ?? 0
    let outer = open
    open = members
    depth += 1
    members.open()
    do {
      try shape.pointee.operations.visit(value, self, members)
    } catch {
      // The text shows it, by a placeholder.
      hasFailed = true
    }
    members.close()
    depth -= 1
    open = outer
    if !members.isComplete { hasFailed = true }
    if members.isNew, let rows = members.rows, !rows.remember() { hasFailed = true }
    defer { hasFailed = false }
    if hasFailed { objects?.forget(after: objectCount) }
    return !hasFailed
  }

  /// Writes a value without following its members.
  ///
  /// The nesting depth is that in the state, so that a value too deep there is too deep here; `token` leads to
  /// a member that is added.
  func write(
    _ value: UnsafeRawPointer,
    _ shape: UnsafePointer<ValueShape>,
    under token: [UInt8] = [],
    to output: JSONWriter
  ) {
    let outer = open
    open = nil
    let nesting = output.top.pointee.nesting
    output.top.pointee.nesting = patch.depth + (token.isEmpty ? 0 : 1)
    objects?.begin(at: patch.path + token)
    output.write(value, shape)
    output.top.pointee.nesting = nesting
    open = outer
  }

  /// Runs `body` to traverse the members of an instance; fails if the state shows these elsewhere.
  func visit(object: AnyObject, _ body: () throws -> Void) rethrows {
    if let objects, objects.isTracking {
      objects.begin(at: patch.path)
      guard objects.pointer(notingFirst: object) == nil else { return fail() }
      return try body()
    }
    guard output.begin(ObjectIdentifier(object)) else { return fail() }
    scratch.state.pointee.objects.append(ObjectIdentifier(object))
    defer {
      output.endObject()
      scratch.endObject()
    }
    try body()
  }

  /// Writes a value again that has been gone through since there were `count` objects.
  func writeAgain(
    _ value: UnsafeRawPointer,
    _ shape: UnsafePointer<ValueShape>,
    _ count: Int,
    under token: [UInt8] = [],
    to output: JSONWriter
  ) {
    guard let objects else { return write(value, shape, under: token, to: output) }
    objects.writingAgain(after: count) { write(value, shape, under: token, to: output) }
  }

  func text(_ value: UnsafeRawPointer, _ shape: UnsafePointer<ValueShape>) -> [UInt8] {
    let start = scratch.count
    write(value, shape, to: scratch)
    let text = Array(scratch.state.pointee.buffer.contents[start...])
    scratch.truncate(to: start)
    return text
  }
}

extension StateDiffer {
  /// Returns a value as JSON.
  func json(_ value: UnsafeRawPointer, _ shape: UnsafePointer<ValueShape>) -> JSONValue {
    (try? JSONValue(parsing: text(value, shape))) ?? .null
  }
}

// MARK: - Members

extension StateDiffer {
  /// Takes the value encoded under a key.
  @inline(__always)
  func member<Key: CodingKey>(
    _ members: MemberList,
    round: Int,
    _ key: Key,
    _ value: UnsafeRawPointer,
    shape: () -> UnsafePointer<ValueShape>
  ) {
    guard accepts(members, round: round) else { return }
    take(members, key, value, shape())
  }

  private func take<Key: CodingKey>(
    _ members: MemberList,
    _ key: Key,
    _ value: UnsafeRawPointer,
    _ shape: UnsafePointer<ValueShape>
  ) {
    let small = SmallKey(key)
    if let small, let known = members.member(small) {
      return update(known, members, value, shape)
    }
    let name = key.stringValue
    if let known = members.member(name) { return update(known, members, value, shape) }
    add(name, small, members, value, shape)
  }

  /// Takes the value under a name.
  func member(
    _ members: MemberList,
    named name: String,
    _ value: UnsafeRawPointer,
    _ shape: UnsafePointer<ValueShape>
  ) {
    guard accepts(members, round: members.round) else { return }
    if let known = members.member(name) { return update(known, members, value, shape) }
    add(name, nil, members, value, shape)
  }

  /// Returns true if members may be encoded now.
  ///
  /// A container that outlives its `encode(to:)`, or is used while a member's own is running, is
  /// not followed.
  private func accepts(_ members: MemberList, round: Int) -> Bool {
    guard !hasFailed, open === members.root, members.round == round, members.isOpen else {
      hasFailed = true
      return false
    }
    return true
  }

  private func add(
    _ name: String,
    _ key: SmallKey?,
    _ members: MemberList,
    _ value: UnsafeRawPointer,
    _ shape: UnsafePointer<ValueShape>
  ) {
    let objectCount = objects?.count ?? 0
    let mark = patch.mark
    patch.enter(members)
    let outside = patch.mark
    // What is remembered is what is written there: not deeper, and objects by where they are.
    patch.enter(PatchText.token(name))
    let member = Member(name, key, remember(value, shape), round: members.round)
    members.append(member)
    patch.leave(to: outside)
    if !members.isNew, !copies(value, shape, to: patch.path + member.token) {
      patch.add(member.token) {
        writeAgain(value, shape, objectCount, under: member.token, to: $0)
      }
    }
    patch.leave(to: mark)
  }

  private func update(
    _ member: Member,
    _ members: MemberList,
    _ value: UnsafeRawPointer,
    _ shape: UnsafePointer<ValueShape>
  ) {
    member.round = members.round
    guard let remembered = member.remembered else {
      hasFailed = true
      return
    }
    if remembered.shape == shape, let last = remembered.value,
      shape.pointee.comparison.isEqual(last, value)
    {
      return
    }
    let mark = patch.mark
    patch.enter(members)
    patch.enter(member.token)
    member.remembered = updated(remembered, value, shape)
    patch.leave(to: mark)
  }

  /// Compares a value with the remembered one, and returns the new snapshot.
  fileprivate func updated(
    _ remembered: ValueSnapshot,
    _ value: UnsafeRawPointer,
    _ shape: UnsafePointer<ValueShape>
  ) -> ValueSnapshot {
    if remembered.shape == shape {
      update(remembered, value)
      return remembered
    }
    let objectCount = objects?.count ?? 0
    patch.replace { write(value, shape, to: $0) }
    objects?.forget(after: objectCount)
    return remember(value, shape)
  }
}

// MARK: - Instead of members

extension StateDiffer {
  /// Notes a value's request to an encoder; gives up if it differs from the one before.
  func ask(for kind: MemberList.Kind, _ members: MemberList, round: Int) {
    guard accepts(members, round: round) else { return }
    if !members.ask(for: kind) { hasFailed = true }
  }

  /// Takes the value that another is written as.
  func content(
    _ members: MemberList,
    round: Int,
    _ value: UnsafeRawPointer,
    shape: () -> UnsafePointer<ValueShape>
  ) {
    guard accepts(members, round: round) else { return }
    guard !members.hasContent else { return fail() }
    members.hasContent = true
    let shape = shape()
    if let content = members.content {
      members.content = updated(content, value, shape)
    } else {
      members.content = remember(value, shape)
    }
  }

  /// Takes the next element of the list that a value is written as.
  @inline(__always)
  func element(
    _ members: MemberList,
    round: Int,
    _ type: Any.Type,
    _ value: UnsafeRawPointer,
    shape: () -> UnsafePointer<ValueShape>
  ) {
    guard accepts(members, round: round) else { return }
    if members.rows?.take(type, value, shape, self) != true { hasFailed = true }
  }

  /// Returns the members of an object that a value encodes in a nested container; nil if it did not
  /// do so before.
  func nested<Key: CodingKey>(_ members: MemberList, round: Int, _ key: Key) -> MemberList? {
    guard accepts(members, round: round) else { return nil }
    let small = SmallKey(key)
    let name = key.stringValue
    let known = small.flatMap { members.member($0) } ?? members.member(name)
    guard known == nil ? members.isNew : known?.nested != nil && known?.round != members.round
    else {
      hasFailed = true
      return nil
    }
    let member = known ?? Member(name, small, in: members)
    if known == nil { members.append(member) }
    member.round = members.round
    member.nested?.open()
    return member.nested
  }
}

extension PatchText {
  /// Enters the path from a value to an object in it.
  fileprivate mutating func enter(_ members: MemberList) {
    let depth = members.depth
    if depth > 0 { enter(members.way, depth: depth) }
  }
}
