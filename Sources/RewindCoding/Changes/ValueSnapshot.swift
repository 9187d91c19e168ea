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

  /// Takes a value in the place of the one before.
  func take(_ value: UnsafeRawPointer) {
    shape.pointee.operations.assign(memory, from: value)
  }
}

/// What an encoder was handed at one place of a state, the last time.
///
/// A value stands for itself; of anything else the text is kept that it was written as. Either may
/// have members, each of which is remembered in turn, if something was looked for in it.
final class ValueSnapshot {
  let shape: UnsafePointer<ValueShape>
  /// The value, for types whose instances are values.
  private let held: ValueBox?
  /// The text, for others that have no members.
  var text: [UInt8] = []
  var members: MemberList?
  /// The texts of a set's elements or a dictionary's keys, where they were looked at.
  var texts: SortedTexts?

  init(_ value: UnsafeRawPointer, _ shape: UnsafePointer<ValueShape>) {
    self.shape = shape
    held = shape.pointee.isValue ? ValueBox(value, shape) : nil
  }

  /// The value; nil where the text or the members stand for it.
  var value: UnsafeRawPointer? { held?.value }

  /// Takes a value in the place of the one before.
  func take(_ value: UnsafeRawPointer) { held?.take(value) }

  /// At least how many bytes the value takes as text, as far as that is quickly told.
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

/// The members that a value has handed to an encoder, in their order; or what it has handed over in place
/// of members.
final class MemberList {
  /// What a value asks an encoder for.
  enum Kind {
    case members
    /// Another value, which it is written as.
    case value
    /// The elements of a list.
    case elements
  }

  /// What the value asked for the first time, as it must ever after.
  private(set) var kind = Kind.members
  /// What it asked for this time.
  private var asked: Kind?
  /// The value that it is written as.
  var content: ValueSnapshot?
  /// Whether that was handed over this time.
  var hasContent = false
  /// Its elements.
  private(set) var rows: HandedRows?
  /// The list that has this one for the object under one of its names, and that name as a token.
  private unowned let owner: MemberList?
  private let token: [UInt8]
  @exclusivity(unchecked) private(set) var members: [Member] = []
  /// How many times the members were looked through.
  private(set) var round = 0
  /// The place of the member that comes next, if they come as before.
  private var next = 0
  /// Whether the members are being handed over now.
  private(set) var isOpen = false

  init() {
    (owner, token) = (nil, [])
  }

  /// The members of an object that is a member, and handed over by the same value.
  init(owner: MemberList, token: [UInt8]) {
    (self.owner, self.token) = (owner, token)
  }

  /// Whether this is the first time, so that there is nothing to compare with.
  var isNew: Bool { round == 1 }

  /// The members of the value as a whole.
  var root: MemberList { owner?.root ?? self }

  /// The tokens that lead from the value to the object.
  var way: [UInt8] { owner.map { $0.way + token } ?? [] }

  /// How many objects the way leads through.
  var depth: Int { owner.map { $0.depth + 1 } ?? 0 }

  func open() {
    round += 1
    next = 0
    asked = nil
    hasContent = false
    isOpen = true
  }

  /// Takes note of what the value asks for; false where that does not go together with what it has asked
  /// for before.
  func ask(for kind: Kind) -> Bool {
    if let asked { return asked == .members && kind == .members }
    asked = kind
    if isNew { self.kind = kind }
    guard self.kind == kind else { return false }
    guard kind == .elements else { return true }
    if isNew { rows = HandedRows() }
    rows?.begin()
    return true
  }

  /// Whether the value has handed over what it was expected to.
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

  /// The member of a key; nil for one that is not known.
  @inline(__always)
  func member(_ key: SmallKey) -> Member? {
    if next < members.count {
      let member = members[next]
      if member.key == key {
        next += 1
        return member
      }
    }
    guard let place = members.firstIndex(where: { $0.key == key }) else { return nil }
    next = place + 1
    return members[place]
  }

  /// The member of a name; nil for one that is not known.
  func member(_ name: String) -> Member? {
    if next < members.count, members[next].name.utf8.elementsEqual(name.utf8) {
      next += 1
      return members[next - 1]
    }
    guard let place = members.firstIndex(where: { $0.name.utf8.elementsEqual(name.utf8) }) else {
      return nil
    }
    next = place + 1
    return members[place]
  }

  func append(_ member: Member) {
    members.append(member)
    next = members.count
  }

  /// Takes out the members that were not handed over this time, and gives them.
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

/// A member of an object: its name, and what was handed over under it.
final class Member {
  let name: String
  /// The name as a pointer has it in a JSON string: `/name`.
  let token: [UInt8]
  /// Its key, where that is small.
  let key: SmallKey?
  /// What was handed over; nil for an object in a container of its own.
  var remembered: ValueSnapshot?
  /// The members of that object.
  let nested: MemberList?
  /// The last round in which it was handed over.
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

  /// An object of members that are handed over in a container of their own.
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

/// A key of one byte at most, as those are that the compiler makes: known without its name.
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
