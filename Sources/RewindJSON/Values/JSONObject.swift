/// The members of a JSON object, in the order in which they were written.
///
/// Order is kept for readers and does not count in comparisons. Looking a member up compares keys
/// by code points; from 16 members on (where hashing one key costs less than comparing the lot) an
/// index is kept, so that a lookup is O(1) however large the object is. Adding is O(1), removing
/// O(count).
public struct JSONObject: Sendable {
  /// One name and its value.
  public struct Member: Sendable {
    public let key: String
    public var value: JSONValue

    public init(_ key: String, _ value: JSONValue) {
      self.key = key
      self.value = value
    }
  }

  /// The members in order; their keys are unique.
  public private(set) var members: [Member] = []
  private var index: Index?

  /// From how many members on an index is kept.
  package static let indexedCount = 16

  /// Where each key is, boxed so that small objects stay small.
  private final class Index: Sendable {
    nonisolated(unsafe) var positions: [CodePoints: Int]

    init(_ positions: [CodePoints: Int]) {
      self.positions = positions
    }
  }

  public init() {}

  /// The members given; of two with the same key the last wins, in the place of the first.
  public init(_ members: some Sequence<(String, JSONValue)>) {
    for (key, value) in members { self[key] = value }
  }

  /// The members given, whose keys must differ; they are compared unless that is known.
  package init(_ members: [Member], areDistinct: Bool) throws(Duplicate) {
    self.members = members
    if members.count >= Self.indexedCount {
      try buildIndex()
    } else if !areDistinct {
      for i in members.indices {
        for j in 0..<i where members[i].key.hasSameCodePoints(as: members[j].key) {
          throw Duplicate(key: members[i].key, position: i)
        }
      }
    }
  }

  /// A key that is there for a second time at `position`.
  package struct Duplicate: Error {
    package let key: String
    package let position: Int
  }

  public var count: Int { members.count }
  public var isEmpty: Bool { members.isEmpty }
  public var keys: some Sequence<String> { members.lazy.map(\.key) }

  /// The place of a key among the members.
  public func position(of key: String) -> Int? {
    if let index { return index.positions[CodePoints(key)] }
    return members.firstIndex { $0.key.hasSameCodePoints(as: key) }
  }

  /// The place of a key among the members, looked for at `guess` first.
  package func position(of key: String, near guess: Int) -> Int? {
    if guess < members.count, members[guess].key.hasSameCodePoints(as: key) { return guess }
    return position(of: key)
  }

  /// The value under `key`; setting nil removes the member, a new key goes to the end.
  public subscript(key: String) -> JSONValue? {
    get { position(of: key).map { members[$0].value } }
    set {
      switch (position(of: key), newValue) {
      case (let position?, let value?): members[position].value = value
      case (let position?, nil): remove(at: position)
      case (nil, let value?): append(key, value)
      case (nil, nil): break
      }
    }
  }

  /// The value at a place, to be changed where it lies.
  package subscript(position position: Int) -> JSONValue {
    get { members[position].value }
    _modify { yield &members[position].value }
  }

  package mutating func reserveCapacity(_ count: Int) {
    members.reserveCapacity(count)
  }

  /// Adds a member whose key is known to be new.
  package mutating func append(_ key: String, _ value: JSONValue) {
    members.append(Member(key, value))
    if index != nil {
      uniqueIndex().positions[CodePoints(key)] = members.count - 1
    } else if members.count == Self.indexedCount {
      do {
        try buildIndex()
      } catch {
        fatalError("the key \"\(error.key)\" was said to be new, but is there already")
      }
    }
  }

  /// Takes a member out and gives its value.
  @discardableResult
  package mutating func remove(at position: Int) -> JSONValue {
    let member = members.remove(at: position)
    if index != nil {
      let index = uniqueIndex()
      index.positions[CodePoints(member.key)] = nil
      for i in index.positions.values.indices where index.positions.values[i] > position {
        index.positions.values[i] -= 1
      }
    }
    return member.value
  }

  /// Puts a member where it was before it was removed.
  package mutating func insert(_ key: String, _ value: JSONValue, at position: Int) {
    guard position < members.count else { return append(key, value) }
    members.insert(Member(key, value), at: position)
    guard index != nil else { return }
    let index = uniqueIndex()
    for i in index.positions.values.indices where index.positions.values[i] >= position {
      index.positions.values[i] += 1
    }
    index.positions[CodePoints(key)] = position
  }

  private mutating func uniqueIndex() -> Index {
    if let index, isKnownUniquelyReferenced(&self.index) { return index }
    let copy = Index(index?.positions ?? [:])
    index = copy
    return copy
  }

  private mutating func buildIndex() throws(Duplicate) {
    var positions: [CodePoints: Int] = [:]
    positions.reserveCapacity(members.count * 2)
    for (position, member) in members.enumerated() {
      if positions.updateValue(position, forKey: CodePoints(member.key)) != nil {
        throw Duplicate(key: member.key, position: position)
      }
    }
    index = Index(positions)
  }
}

extension JSONObject {
  /// Whether both are one object in memory; if not, they may still be equal.
  package func isIdentical(to other: Self) -> Bool {
    count == other.count
      && members.withUnsafeBufferPointer { mine in
        other.members.withUnsafeBufferPointer { mine.baseAddress == $0.baseAddress }
      }
  }
}

extension JSONObject: Hashable {
  public static func == (a: Self, b: Self) -> Bool {
    guard a.count == b.count else { return false }
    if a.isIdentical(to: b) { return true }
    for i in a.members.indices {
      guard let j = b.position(of: a.members[i].key, near: i) else { return false }
      guard a.members[i].value == b.members[j].value else { return false }
    }
    return true
  }

  public func hash(into hasher: inout Hasher) {
    var sum = 0
    for member in members {
      var each = Hasher()
      member.key.hashCodePoints(into: &each)
      each.combine(member.value)
      sum &+= each.finalize()
    }
    hasher.combine(sum)
  }
}
