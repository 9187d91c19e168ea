import RewindJSON

/// A line of one of the most frequent kinds.
enum QuickLine {
  case action(index: Int, overlaps: Bool, cause: Int?)
  case state(after: Int, Patch?, StateChain.Whole?)
}

/// Reads the most frequent lines of recorders, decoding values only if necessary.
///
/// Lines in any other form are not read; ``SessionLine`` reads them. With it, and ``JSONValidator``,
/// `rewind check` is 2.5 × as fast (`scripts/bench --only reading`).
struct QuickLineReader {
  private var cursor = JSONCursor(UnsafeRawBufferPointer(start: nil, count: 0), 0..<0)
  private var validator = JSONValidator()

  /// Reads a line up to its checksum; returns nil if it has another kind or form.
  mutating func line(_ body: UnsafeRawBufferPointer) -> QuickLine? {
    cursor = JSONCursor(body, 0..<body.count)
    if skip(#"{"index":"#) { return action() }
    if skip(#"{"after":"#) { return state() }
    return nil
  }

  // MARK: - Actions

  private mutating func action() -> QuickLine? {
    guard let index = index() else { return nil }
    if skip(#","time":"#), !number() { return nil }
    guard skip(#","action":{"type":"#), text() else { return nil }
    if skip(#","payload":"#) || skip(#","error":"#), !validator.pass(&cursor) { return nil }
    guard skip("}") else { return nil }
    if skip(#","form":"#), !text() { return nil }
    if skip(#","outline":"#), !validator.pass(&cursor) { return nil }
    if skip(#","source":"#), !text() { return nil }
    var cause: Int?
    if skip(#","cause":"#) {
      cause = self.index()
      if cause == nil { return nil }
    }
    let overlaps = skip(#","overlap":true"#)
    return isAtEnd ? .action(index: index, overlaps: overlaps, cause: cause) : nil
  }

  // MARK: - States

  private mutating func state() -> QuickLine? {
    guard let after = index() else { return nil }
    var whole: StateChain.Whole?
    if skip(#","state":"#) {
      let start = cursor.position
      // Strings and brackets only: comparing or parsing the state checks all of it.
      guard (try? cursor.skipValueLoosely()) != nil else { return nil }
      whole = .text(cursor.bytes, start..<cursor.position)
    }
    var patch: Patch?
    if skip(#","patch":"#) {
      guard let operations = operations() else { return nil }
      patch = Patch(operations)
    }
    _ = skip(#","made":true"#)
    if skip(#","wall":"#), !text() { return nil }
    return isAtEnd && (whole != nil || patch != nil) ? .state(after: after, patch, whole) : nil
  }

  private mutating func operations() -> [Patch.Operation]? {
    guard skip("[") else { return nil }
    var operations: [Patch.Operation] = []
    if skip("]") { return operations }
    repeat {
      guard let operation = operation() else { return nil }
      operations.append(operation)
    } while skip(",")
    return skip("]") ? operations : nil
  }

  private mutating func operation() -> Patch.Operation? {
    let operation: Patch.Operation?
    if skip(#"{"op":"replace","path":"#) {
      operation = pointer().flatMap { path in value().map { .replace(path, $0) } }
    } else if skip(#"{"op":"add","path":"#) {
      operation = pointer().flatMap { path in value().map { .add(path, $0) } }
    } else if skip(#"{"op":"remove","path":"#) {
      operation = pointer().map { .remove($0) }
    } else if skip(#"{"op":"move","from":"#) {
      operation = pointer().flatMap { from in
        skip(#","path":"#) ? pointer().map { .move(from: from, to: $0) } : nil
      }
    } else {
      return nil
    }
    return skip("}") ? operation : nil
  }

  private mutating func pointer() -> Pointer? {
    guard cursor.next == UInt8(ascii: "\""), let text = try? cursor.text(), !text.hasEscapes else {
      return nil
    }
    return try? Pointer(cursor.string(text))
  }

  private mutating func value() -> JSONValue? {
    guard skip(#","value":"#) else { return nil }
    if skip("true") { return .bool(true) }
    if skip("false") { return .bool(false) }
    let start = cursor.position
    if number() { return .number(JSONNumber(validText: cursor.string(start..<cursor.position))) }
    cursor.position = start
    guard (try? cursor.skipValueLoosely()) != nil else { return nil }
    return try? JSONValue(parsing: start..<cursor.position, of: cursor.bytes)
  }

  // MARK: - Parts

  private var isAtEnd: Bool { cursor.position == cursor.end }

  private mutating func skip(_ word: StaticString) -> Bool {
    let count = word.utf8CodeUnitCount
    guard cursor.end - cursor.position >= count else { return false }
    let word = UnsafeRawBufferPointer(start: word.utf8Start, count: count)
    let start = cursor.position
    guard
      UnsafeRawBufferPointer(rebasing: cursor.bytes[start..<(start + count)]).hasSameBytes(as: word)
    else { return false }
    cursor.position += count
    return true
  }

  /// Reads a whole number in plain digits.
  private mutating func index() -> Int? {
    let start = cursor.position
    guard (0x30...0x39).contains(cursor.next ?? 0), (try? cursor.number()) != nil else {
      return nil
    }
    var index = 0
    for byte in cursor.bytes[start..<cursor.position] {
      guard (0x30...0x39).contains(byte), Int64(index) < 100_000_000_000 else { return nil }
      index = index * 10 + Int(byte - 0x30)
    }
    return index
  }

  private mutating func number() -> Bool {
    switch cursor.next {
    case UInt8(ascii: "-"), .some(0x30...0x39): (try? cursor.number()) != nil
    default: false
    }
  }

  private mutating func text() -> Bool {
    cursor.next == UInt8(ascii: "\"") && (try? cursor.text()) != nil
  }
}
