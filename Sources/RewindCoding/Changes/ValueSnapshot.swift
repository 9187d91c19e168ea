/// A value of a type that is known only by its shape, in memory of its own.
final class ValueBox {
  let shape: UnsafePointer<ValueShape>
  private let memory: UnsafeMutableRawPointer

  init(_ value: UnsafeRawPointer, _ shape: UnsafePointer<ValueShape>) {
    self.shape = shape
    memory = .allocate(
      byteCount: max(1, shape.pointee.size),
      alignment: shape.pointee.alignment
    )
    shape.pointee.operations.initialize(memory, from: value)
  }

  deinit {
    shape.pointee.operations.deinitialize(memory)
    memory.deallocate()
  }

  var value: UnsafeRawPointer { UnsafeRawPointer(memory) }

  /// Replaces the value.
  func take(_ value: UnsafeRawPointer) {
    shape.pointee.operations.assign(memory, from: value)
  }
}

/// The value that an encoder received at one path of a state, the last time.
///
/// Stores a value itself, and anything else as its text: an existential by what it holds. Either may have members,
/// each with its own snapshot, if they were compared.
final class ValueSnapshot {
  let shape: UnsafePointer<ValueShape>
  /// The value, if it is one (``StateDiffer/isValue(_:_:)``).
  private var held: ValueBox?
  /// The text, for others that have no members.
  var text: [UInt8] = []
  var members: MemberList?
  /// The texts of a set's elements or a dictionary's keys, if they were used.
  var texts: SortedTexts?

  init(_ value: UnsafeRawPointer, _ shape: UnsafePointer<ValueShape>, isValue: Bool) {
    self.shape = shape
    held = isValue ? ValueBox(value, shape) : nil
  }

  /// The value; nil if the text or the members represent it.
  var value: UnsafeRawPointer? { held?.value }

  /// Replaces the value.
  func take(_ value: UnsafeRawPointer) { held?.take(value) }

  /// Replaces the value by its text, since the next one holds an object.
  func holdText(_ text: [UInt8]) {
    (held, members, texts) = (nil, nil, nil)
    self.text = text
  }

  /// A lower bound of the size of the value's text in bytes, from what is quickly known.
  var minimumSize: Int {
    if let members { return members.minimumSize }
    guard let value else { return text.count }
    switch shape.pointee.form {
    case .list(let list, _): return 2 * list.count(value) + 1
    case .set(let set, _): return 2 * set.count(value) + 1
    case .dictionary(let dictionary): return 4 * dictionary.access.count(value) + 1
    case .scalar where shape.pointee.holdsString:
      return value.assumingMemoryBound(to: String.self).pointee.utf8.count + 2
    default: return 1
    }
  }
}

/// The members that a value has encoded, in their order; or the content that it has encoded instead.
final class MemberList {
  /// The container that a value requests from an encoder.
  enum Kind {
    case members
    /// A single value; it is written as that.
    case value
    /// The elements of a list.
    case elements
  }

  /// The first request of the value; all later ones must match it.
  private(set) var kind = Kind.members
  /// The request of this round.
  private var asked: Kind?
  /// The value that it is written as.
  var content: ValueSnapshot?
  /// True if the content was encoded in this round.
  var hasContent = false
  /// Its elements.
  private(set) var rows: EncodedElements?
  /// The list that contains this one as a nested object, and the object's name as a token.
  private unowned let owner: MemberList?
  private let token: [UInt8]
  @exclusivity(unchecked) private(set) var members: [Member] = []
  /// The number of times that the members were traversed.
  private(set) var round = 0
  /// The index of the next member, if they come in the same order as before.
  private var next = 0
  /// True while the members are being encoded.
  private(set) var isOpen = false

  init() {
    (owner, token) = (nil, [])
  }

  /// Makes the members of a nested object that the same value encodes.
  init(owner: MemberList, token: [UInt8]) {
    (self.owner, self.token) = (owner, token)
  }

  /// True in the first round, when there is nothing to compare with.
  var isNew: Bool { round == 1 }

  /// The members of the value as a whole.
  var root: MemberList { owner?.root ?? self }

  /// The tokens that lead from the value to the object.
  var way: [UInt8] { owner.map { $0.way + token } ?? [] }

  /// The number of objects on the path.
  var depth: Int { owner.map { $0.depth + 1 } ?? 0 }

  func open() {
    round += 1
    next = 0
    asked = nil
    hasContent = false
    isOpen = true
  }

  /// Notes the request of a value; returns false if it is incompatible with its earlier ones.
  func ask(for kind: Kind) -> Bool {
    if let asked { return asked == .members && kind == .members }
    asked = kind
    if isNew { self.kind = kind }
    guard self.kind == kind else { return false }
    guard kind == .elements else { return true }
    if isNew { rows = EncodedElements() }
    rows?.begin()
    return true
  }

  /// True if the value has encoded everything that was expected.
  var isComplete: Bool {
    switch kind {
    case .members: true
    case .value: hasContent
    case .elements: asked == .elements
    }
  }

  func close() {
    isOpen = false
    for member in members { member.nested?.close() }
  }

  /// Returns the member of a key; nil if it is unknown.
  @inline(__always)
  func member(_ key: SmallKey) -> Member? {
    if next < members.count {
      let member = members[next]
      if member.key == key {
        next += 1
        return member
      }
    }
    guard let index = members.firstIndex(where: { $0.key == key }) else { return nil }
    next = index + 1
    return members[index]
  }

  /// Returns the member of a name; nil if it is unknown.
  func member(_ name: String) -> Member? {
    if next < members.count, members[next].name.utf8.elementsEqual(name.utf8) {
      next += 1
      return members[next - 1]
    }
    guard let index = members.firstIndex(where: { $0.name.utf8.elementsEqual(name.utf8) }) else {
      return nil
    }
    next = index + 1
    return members[index]
  }

  func append(_ member: Member) {
    members.append(member)
    next = members.count
  }

  /// Removes and returns the members that were not encoded in this round.
  func removeMissing() -> [Member] {
    guard members.contains(where: { $0.round != round }) else { return [] }
    let missing = members.filter { $0.round != round }
    members.removeAll { $0.round != round }
    return missing
  }

  var minimumSize: Int {
    if let rows { return 2 * rows.count + 1 }
    if let content { return content.minimumSize }
    var size = 1
    for member in members { size += member.token.count + 3 + member.minimumSize }
    return size
  }
}

/// A member of an object: its name, and the value encoded under it.
final class Member {
  let name: String
  /// The name in the form of a pointer in a JSON string: `/name`.
  let token: [UInt8]
  /// Its key, if that is small.
  let key: SmallKey?
  /// The encoded value; nil for an object in a nested container.
  var remembered: ValueSnapshot?
  /// The members of that object.
  let nested: MemberList?
  /// The last round in which it was encoded.
  var round: Int

  init(
    _ name: String,
    _ key: SmallKey?,
    _ remembered: ValueSnapshot,
    round: Int
  ) {
    self.name = name
    self.key = key
    self.remembered = remembered
    self.round = round
    token = PatchText.token(name)
    nested = nil
  }

  /// Makes a member that is an object in a nested container.
  init(_ name: String, _ key: SmallKey?, in members: MemberList) {
    self.name = name
    self.key = key
    round = members.round
    token = PatchText.token(name)
    nested = MemberList(owner: members, token: token)
  }

  fileprivate var minimumSize: Int {
    remembered?.minimumSize ?? nested?.minimumSize ?? 1
  }
}

/// A key of one byte at most, as synthesized ones are: identified without its name.
struct SmallKey: Equatable {
  private let type: ObjectIdentifier
  private let byte: UInt8

  /// Nil for larger keys.
  @inline(__always)
  init?<Key: CodingKey>(_ key: Key) {
    guard MemoryLayout<Key>.size <= 1 else { return nil }
    type = ObjectIdentifier(Key.self)
    byte = MemoryLayout<Key>.size == 1 ? unsafeBitCast(key, to: UInt8.self) : 0
  }
}
