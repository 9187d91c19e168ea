extension Patch {
  /// Makes a short patch that turns one value into another; empty if they are equal.
  ///
  /// Members are compared by key, elements by their ``ArrayAlignment``. A part is replaced as a
  /// whole if that takes fewer bytes than listing its changes, so the patch is never longer than
  /// one that replaces the document.
  public init(from before: JSONValue, to after: JSONValue) {
    var differ = Differ()
    differ.compare(before, after)
    self.init(differ.operations)
  }
}

/// Compares two values recursively and writes operations for their differences.
private struct Differ {
  private(set) var operations: [Patch.Operation] = []
  /// The bytes of the operations' JSON form, each with a comma.
  private var size = 0

  /// The path to the values being compared, and its size in bytes in a JSON string.
  private var path: [String] = []
  private var pathSize = 0

  /// The cost limit of all alignments together, in steps of a few nanoseconds: some hundredths of a second.
  private var effort = ArrayAlignment.usualEffort

  mutating func compare(_ before: JSONValue, _ after: JSONValue) {
    let start = (count: operations.count, size: size)
    if path.count < JSONValue.nestingLimit, case .object(let a) = before,
      case .object(let b) = after
    {
      compareMembers(a, b)
      replaceIfShorter(than: start, after)
    } else if path.count < JSONValue.nestingLimit, case .array(let a) = before,
      case .array(let b) = after
    {
      compareElements(a, b)
      replaceIfShorter(than: start, after)
    } else if before != after {
      replace(with: after)
    }
  }

  /// Discards the operations since `start` if replacing the value is shorter.
  private mutating func replaceIfShorter(
    than start: (count: Int, size: Int),
    _ after: JSONValue
  ) {
    let rest = size - start.size - Self.size(of: .replace) - pathSize
    guard rest > 0, after.textCount(upTo: rest) < rest else { return }
    operations.removeSubrange(start.count...)
    size = start.size
    replace(with: after)
  }

  /// Compares a member or an element of the values being compared.
  private mutating func compare(_ before: JSONValue, _ after: JSONValue, at token: String) {
    path.append(token)
    pathSize += Self.size(ofToken: token)
    compare(before, after)
    path.removeLast()
    pathSize -= Self.size(ofToken: token)
  }
}

extension Differ {
  private mutating func compareMembers(_ before: JSONObject, _ after: JSONObject) {
    guard !before.isIdentical(to: after) else { return }
    for i in before.members.indices {
      let key = before.members[i].key
      if let j = after.position(of: key, near: i) {
        compare(before.members[i].value, after.members[j].value, at: key)
      }
    }
    rename(before.members(notIn: after), to: after.members(notIn: before))
  }

  /// Removes members and adds others; a value that is in both moves.
  private mutating func rename(
    _ removed: [JSONObject.Member],
    to added: [JSONObject.Member]
  ) {
    var origins: [JSONValue: [String]] = [:]
    if !added.isEmpty {
      for member in removed.reversed() { origins[member.value, default: []].append(member.key) }
    }
    let moves = added.map { origins[$0.value]?.popLast() }
    let moved = Set(moves.compactMap { $0.map(CodePoints.init) })
    for member in removed where !moved.contains(CodePoints(member.key)) {
      remove(member.key)
    }
    for (member, origin) in zip(added, moves) {
      if let origin {
        move(origin, to: member.key)
      } else {
        add(member.value, at: member.key)
      }
    }
  }
}

extension Differ {
  private mutating func compareElements(_ before: [JSONValue], _ after: [JSONValue]) {
    for step in ArrayAlignment(before, after, effort: &effort).steps {
      switch step {
      case .remove(let index):
        remove(String(index))
      case .add(let origin, let index):
        add(after[origin], at: String(index))
      case .move(let from, let to):
        move(String(from), to: String(to))
      case .compare(let old, let new, let index):
        compare(before[old], after[new], at: String(index))
      }
    }
  }
}

extension Differ {
  private mutating func replace(with value: JSONValue) {
    size += Self.size(of: .replace) + pathSize + value.textCount()
    operations.append(.replace(Pointer(tokens: path), value))
  }

  private mutating func remove(_ token: String) {
    size += Self.size(of: .remove) + pathSize + Self.size(ofToken: token)
    operations.append(.remove(Pointer(tokens: path + [token])))
  }

  private mutating func add(_ value: JSONValue, at token: String) {
    size += Self.size(of: .add) + pathSize + Self.size(ofToken: token) + value.textCount()
    operations.append(.add(Pointer(tokens: path + [token]), value))
  }

  private mutating func move(_ from: String, to: String) {
    size += Self.size(of: .move) + 2 * pathSize
    size += Self.size(ofToken: from) + Self.size(ofToken: to)
    operations.append(.move(from: Pointer(tokens: path + [from]), to: Pointer(tokens: path + [to])))
  }

  /// Returns the bytes of an operation and a comma, without its pointers and value.
  private static func size(of name: Patch.Operation.Name) -> Int {
    switch name {
    case .remove: #"{"op":"remove","path":""},"#.utf8.count
    case .add: #"{"op":"add","path":"","value":},"#.utf8.count
    case .replace: #"{"op":"replace","path":"","value":},"#.utf8.count
    case .move: #"{"op":"move","from":"","path":""},"#.utf8.count
    case .copy: #"{"op":"copy","from":"","path":""},"#.utf8.count
    case .test: #"{"op":"test","path":"","value":},"#.utf8.count
    }
  }

  /// Returns the bytes of a token in a pointer in a JSON string, with its slash.
  private static func size(ofToken token: String) -> Int {
    let escapes = token.utf8.count { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }
    return token.jsonCount - 1 + escapes
  }
}

extension JSONObject {
  fileprivate func members(notIn other: JSONObject) -> [Member] {
    zip(members.indices, members).filter { other.position(of: $1.key, near: $0) == nil }.map(\.1)
  }
}
