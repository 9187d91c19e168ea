/// The members of a JSON object, in their written order.
///
/// Order is kept for readers and ignored in comparisons. Lookup compares keys by code points; from
/// 16 members on (where hashing one key costs less than comparing them all) it uses an index, so it
/// is O(1) however large the object is. Adding is O(1), removing moves the members after it.
public struct JSONObject: Sendable {
  /// A name and its value.
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

  /// The number of members from which on there is an index.
  package static let indexedCount = 16

  /// The position of each key, boxed so that small objects stay small.
  private final class Index: Sendable {
    /// Positions that differ from the true ones by at most ``drift``.
    nonisolated(unsafe) var positions: [CodePoints: Int]
    /// The number of members that were inserted or removed in the middle since: correcting every
    /// position each time would make removing many members quadratic.
    nonisolated(unsafe) var drift: Int

    /// Searching as far costs about as much as looking a key up.
    static let driftLimit = 32

    init(_ positions: [CodePoints: Int], drift: Int = 0) {
      (self.positions, self.drift) = (positions, drift)
    }
  }

  public init() {}

  /// Collects the given members; of two with the same key the last wins, at the position of the first.
  public init(_ members: some Sequence<(String, JSONValue)>) {
    for (key, value) in members { self[key] = value }
  }

  /// Collects the given members, whose keys must differ; keys are compared unless they are known to differ.
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

  /// A key that occurs for a second time, at `position`.
  package struct Duplicate: Error {
    package let key: String
    package let position: Int
  }

  public var count: Int { members.count }
  public var isEmpty: Bool { members.isEmpty }
  public var keys: some Sequence<String> { members.lazy.map(\.key) }

  /// Returns the position of a key among the members.
  public func position(of key: String) -> Int? {
    guard let index else {
      // No closure: without optimization, a lookup takes a third of the time so.
      var position = 0
      while position < members.count {
        if members[position].key.hasSameCodePoints(as: key) { return position }
        position += 1
      }
      return nil
    }
    guard let position = index.positions[CodePoints(key)] else { return nil }
    if index.drift == 0 { return position }
    let first = max(0, position - index.drift)
    let near = members[first..<min(members.count, position + index.drift + 1)]
    return near.firstIndex { $0.key.hasSameCodePoints(as: key) }
  }

  /// Returns the position of a key among the members; looks at `guess` first.
  package func position(of key: String, near guess: Int) -> Int? {
    if guess < members.count, members[guess].key.hasSameCodePoints(as: key) { return guess }
    return position(of: key)
  }

  /// The value under `key`; setting nil removes the member, setting a new key appends it.
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

  /// The value at a position, for changes in place.
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
        fatalError("the key \"\(error.key)\" was said to be new, but already exists")
      }
    }
  }

  /// Removes a member and returns its value.
  @discardableResult
  package mutating func remove(at position: Int) -> JSONValue {
    let member = members.remove(at: position)
    if index != nil {
      uniqueIndex().positions[CodePoints(member.key)] = nil
      if position < members.count { noteDrift() }
    }
    return member.value
  }

  /// Puts a removed member back at its position.
  package mutating func insert(_ key: String, _ value: JSONValue, at position: Int) {
    guard position < members.count else { return append(key, value) }
    members.insert(Member(key, value), at: position)
    guard index != nil else { return }
    uniqueIndex().positions[CodePoints(key)] = position
    noteDrift()
  }

  /// Notes that the members from a position on have moved by one.
  private mutating func noteDrift() {
    let index = uniqueIndex()
    index.drift += 1
    guard index.drift > Index.driftLimit else { return }
    do {
      try buildIndex()
    } catch {
      fatalError("the key \"\(error.key)\" occurs twice")
    }
  }

  private mutating func uniqueIndex() -> Index {
    if isKnownUniquelyReferenced(&index), let index { return index }
    let copy = Index(index?.positions ?? [:], drift: index?.drift ?? 0)
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
  /// Returns true if both are one object in memory; otherwise they may still be equal.
  package func isIdentical(to other: Self) -> Bool {
    count == other.count
      && members.withUnsafeBufferPointer { mine in
        other.members.withUnsafeBufferPointer { mine.baseAddress == $0.baseAddress }
      }
  }
}

extension JSONObject: Hashable {
  public static func == (a: Self, b: Self) -> Bool {
    var comparison = SharedComparison()
    return comparison.areEqual(a, b)
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
