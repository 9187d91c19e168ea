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
  /// The path to the values being compared.
  private var path = Pointer.root

  /// The cost limit of all alignments together, in steps of a few nanoseconds: some hundredths of a second.
  private var effort = SequenceAlignment.usualEffort

  mutating func compare(_ before: JSONValue, _ after: JSONValue) {
    let start = (count: operations.count, size: size)
    if path.tokens.count < JSONValue.nestingLimit, case .object(let a) = before,
      case .object(let b) = after
    {
      compareMembers(a, b)
      replaceIfShorter(than: start, after)
    } else if path.tokens.count < JSONValue.nestingLimit, case .array(let a) = before,
      case .array(let b) = after
    {
      compareElements(a, b)
      replaceIfShorter(than: start, after)
    } else if before != after {
      append(.replace(path, after))
    }
  }

  /// Discards the operations since `start` if replacing the value is shorter.
  private mutating func replaceIfShorter(
    than start: (count: Int, size: Int),
    _ after: JSONValue
  ) {
    guard operations.count > start.count else { return }
    let rest = size - start.size - Self.size(of: .replace(path, .null)) + "null".utf8.count
    guard rest > 0, after.textCount(upTo: rest) < rest else { return }
    operations.removeSubrange(start.count...)
    size = start.size
    append(.replace(path, after))
  }

  private mutating func append(_ operation: Patch.Operation) {
    operations.append(operation)
    size += Self.size(of: operation)
  }

  /// Returns the bytes of an operation's JSON form and a comma.
  private static func size(of operation: Patch.Operation) -> Int {
    let frame = #"{"op":"","path":""},"#.utf8.count
    let size = frame + operation.name.rawValue.utf8.count + operation.path.jsonCount
    return switch operation {
    case .remove: size
    case .add(_, let value), .replace(_, let value), .test(_, let value):
      size + #","value":"#.utf8.count + value.textCount()
    case .move(let from, _), .copy(let from, _): size + #","from":"""#.utf8.count + from.jsonCount
    }
  }

  /// Compares a member or an element of the values being compared.
  private mutating func compare(_ before: JSONValue, _ after: JSONValue, at token: String) {
    path.tokens.append(token)
    compare(before, after)
    path.tokens.removeLast()
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
      append(.remove(path.appending(member.key)))
    }
    for (member, origin) in zip(added, moves) {
      let target = path.appending(member.key)
      append(
        origin.map { .move(from: path.appending($0), to: target) } ?? .add(target, member.value)
      )
    }
  }
}

extension Differ {
  private mutating func compareElements(_ before: [JSONValue], _ after: [JSONValue]) {
    for step in ArrayAlignment(before, after, effort: &effort).steps {
      switch step {
      case .remove(let index):
        append(.remove(path.appending(index)))
      case .add(let origin, let index):
        append(.add(path.appending(index), after[origin]))
      case .move(let from, let to):
        append(.move(from: path.appending(from), to: path.appending(to)))
      case .compare(let old, let new, let index):
        compare(before[old], after[new], at: String(index))
      }
    }
  }
}

extension JSONObject {
  fileprivate func members(notIn other: JSONObject) -> [Member] {
    zip(members.indices, members).filter { other.position(of: $1.key, near: $0) == nil }.map(\.1)
  }
}

extension Pointer {
  /// The bytes of this pointer in a JSON string.
  fileprivate var jsonCount: Int {
    tokens.reduce(0) { count, token in
      let escapes = token.utf8.count { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }
      // A slash instead of the quotes.
      return count + token.jsonCount - 1 + escapes
    }
  }
}
