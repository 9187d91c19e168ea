import RewindJSON

/// A line of one of the most frequent kinds.
enum QuickLine {
  case action(index: Int, overlaps: Bool, cause: Int?)
  case state(after: Int, Patch?, StateChain.Whole?, took: JSONNumber?)
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
    if cursor.skip(#"{"index":"#) { return action() }
    if cursor.skip(#"{"after":"#) { return state() }
    return nil
  }

  // MARK: - Actions

  private mutating func action() -> QuickLine? {
    guard let index = cursor.index() else { return nil }
    if cursor.skip(#","time":"#), !cursor.skipNumber() { return nil }
    guard cursor.skip(#","action":{"type":"#), cursor.skipText() else { return nil }
    if cursor.skip(#","of":"#), !cursor.skipText() { return nil }
    if cursor.skip(#","payload":"#) || cursor.skip(#","error":"#), !validator.pass(&cursor) {
      return nil
    }
    guard cursor.skip("}") else { return nil }
    if cursor.skip(#","form":"#), !cursor.skipText() { return nil }
    if cursor.skip(#","outline":"#), !validator.pass(&cursor) { return nil }
    if cursor.skip(#","source":"#), !cursor.skipText() { return nil }
    var cause: Int?
    if cursor.skip(#","cause":"#) {
      cause = cursor.index()
      if cause == nil { return nil }
    }
    let overlaps = cursor.skip(#","overlap":true"#)
    return isAtEnd ? .action(index: index, overlaps: overlaps, cause: cause) : nil
  }

  // MARK: - States

  private mutating func state() -> QuickLine? {
    guard let after = cursor.index() else { return nil }
    var whole: StateChain.Whole?
    if cursor.skip(#","state":"#) {
      let start = cursor.position
      // Strings and brackets only: comparing or parsing the state checks all of it.
      guard (try? cursor.skipValueLoosely()) != nil else { return nil }
      whole = .text(cursor.bytes, start..<cursor.position)
    }
    var patch: Patch?
    if cursor.skip(#","patch":"#) {
      guard let operations = operations() else { return nil }
      patch = Patch(operations)
    }
    _ = cursor.skip(#","made":true"#)
    if cursor.skip(#","wall":"#), !cursor.skipText() { return nil }
    var took: JSONNumber?
    if cursor.skip(#","took":"#) {
      took = seconds()
      if took == nil { return nil }
    }
    guard isAtEnd, whole != nil || patch != nil else { return nil }
    return .state(after: after, patch, whole, took: took)
  }

  /// Passes a duration in the short form of recorders, `183e-6`; nil for any other form: it may be negative or too long.
  private mutating func seconds() -> JSONNumber? {
    let start = cursor.position
    guard cursor.skipNumber() else { return nil }
    let text = cursor.bytes[start..<cursor.position]
    guard text.count <= 9, text.first != UInt8(ascii: "-"), !text.contains(UInt8(ascii: "E")) else {
      return nil
    }
    if let exponent = text.firstIndex(of: UInt8(ascii: "e")),
      text[exponent + 1] != UInt8(ascii: "-")
    {
      return nil
    }
    return JSONNumber(validText: cursor.string(start..<cursor.position))
  }

  private mutating func operations() -> [Patch.Operation]? {
    guard cursor.skip("[") else { return nil }
    var operations: [Patch.Operation] = []
    if cursor.skip("]") { return operations }
    repeat {
      guard let operation = operation() else { return nil }
      operations.append(operation)
    } while cursor.skip(",")
    return cursor.skip("]") ? operations : nil
  }

  private mutating func operation() -> Patch.Operation? {
    let operation: Patch.Operation?
    if cursor.skip(#"{"op":"replace","path":"#) {
      operation = pointer().flatMap { path in value().map { .replace(path, $0) } }
    } else if cursor.skip(#"{"op":"add","path":"#) {
      operation = pointer().flatMap { path in value().map { .add(path, $0) } }
    } else if cursor.skip(#"{"op":"remove","path":"#) {
      operation = pointer().map { .remove($0) }
    } else if cursor.skip(#"{"op":"move","from":"#) {
      operation = pointer().flatMap { from in
        cursor.skip(#","path":"#) ? pointer().map { .move(from: from, to: $0) } : nil
      }
    } else {
      return nil
    }
    return cursor.skip("}") ? operation : nil
  }

  private mutating func pointer() -> Pointer? {
    guard cursor.next == UInt8(ascii: "\""), let text = try? cursor.text(), !text.hasEscapes else {
      return nil
    }
    return try? Pointer(cursor.string(text))
  }

  private mutating func value() -> JSONValue? {
    guard cursor.skip(#","value":"#) else { return nil }
    if cursor.skip("true") { return .bool(true) }
    if cursor.skip("false") { return .bool(false) }
    let start = cursor.position
    if cursor.skipNumber() {
      return .number(JSONNumber(validText: cursor.string(start..<cursor.position)))
    }
    cursor.position = start
    guard (try? cursor.skipValueLoosely()) != nil else { return nil }
    return try? JSONValue(parsing: start..<cursor.position, of: cursor.bytes)
  }

  private var isAtEnd: Bool { cursor.position == cursor.end }
}
