extension JSONValue {
  /// How deep arrays and objects may be nested before a document is refused.
  ///
  /// A recorder stops at 128 levels; twice that leaves room for what wraps its values. Whatever is
  /// done with a value of so many levels fits, unoptimized, on the 512 kB stack of a secondary
  /// thread.
  public static let nestingLimit = 256

  /// Reads one JSON document, and nothing after it (RFC 8259).
  ///
  /// Strict: duplicate keys, invalid UTF-8, lone surrogates, a byte-order mark and anything after
  /// the value are refused. O(bytes).
  ///
  /// - Throws: ``JSONError`` with the byte offset of the first fault.
  public init(parsing bytes: some Sequence<UInt8>) throws(JSONError) {
    let parsed = bytes.withContiguousStorageIfAvailable { buffer in
      Result { () throws(JSONError) in try JSONParser.document(UnsafeRawBufferPointer(buffer)) }
    }
    if let parsed {
      self = try parsed.get()
    } else {
      try self.init(parsing: Array(bytes))
    }
  }

  /// Reads one JSON document from a string.
  ///
  /// - Throws: ``JSONError`` with the byte offset of the first fault.
  public init(parsing text: String) throws(JSONError) {
    try self.init(parsing: text.utf8)
  }

  /// Reads the one JSON document that a part of some bytes holds.
  ///
  /// - Throws: ``JSONError`` with the offset of the first fault from the beginning of all bytes.
  package init(parsing range: Range<Int>, of bytes: UnsafeRawBufferPointer) throws(JSONError) {
    self = try JSONParser.document(bytes, range)
  }
}

/// A reader of one JSON document.
///
/// What it is inside of it keeps on a stack of its own, so that nesting costs no other. The
/// elements and members of what is not complete lie on two more, and move from there in one go.
package struct JSONParser: ~Copyable {
  private var cursor: JSONCursor
  private var containers: [Container] = []
  private var elements = Scratch<JSONValue>()
  /// The last member of an object that is not complete has its key, but not yet its value.
  private var members = Scratch<JSONObject.Member>()
  private var keyMarks = Scratch<KeyMark>()
  private var keys = KeyCache()

  /// What tells a member's key from others, mostly, and where it stands.
  private struct KeyMark {
    let hash: UInt64
    let offset: Int
  }

  /// An array or object that is not complete, and where its elements or members begin.
  private enum Container {
    case array(Int)
    case object(Int)
  }

  private init(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) {
    cursor = JSONCursor(bytes, range)
  }

  /// The one value that `bytes`, or a part of them, hold.
  package static func document(
    _ bytes: UnsafeRawBufferPointer,
    _ range: Range<Int>? = nil
  ) throws(JSONError) -> JSONValue {
    var parser = JSONParser(bytes, range ?? 0..<bytes.count)
    parser.cursor.skipSpace()
    guard parser.cursor.next != nil else { throw parser.cursor.fault(.empty) }
    let value = try parser.value()
    parser.cursor.skipSpace()
    guard parser.cursor.next == nil else { throw parser.cursor.fault(.trailing) }
    return value
  }

  private mutating func value() throws(JSONError) -> JSONValue {
    while true {
      guard let begun = try begin() else { continue }
      if let value = try complete(begun) { return value }
    }
  }

  /// Reads a scalar or an empty array or object; nil where it went into one that is not empty.
  private mutating func begin() throws(JSONError) -> JSONValue? {
    switch cursor.next {
    case UInt8(ascii: "\""):
      return .string(cursor.string(try cursor.text()))
    case UInt8(ascii: "-"), .some(0x30...0x39):
      let start = cursor.position
      try cursor.number()
      return .number(JSONNumber(validText: cursor.string(start..<cursor.position)))
    case UInt8(ascii: "{"):
      if try isEmpty(until: UInt8(ascii: "}")) { return .object(JSONObject()) }
      containers.append(.object(members.count))
      try key()
      return nil
    case UInt8(ascii: "["):
      if try isEmpty(until: UInt8(ascii: "]")) { return .array([]) }
      containers.append(.array(elements.count))
      return nil
    case UInt8(ascii: "t"):
      try cursor.literal("true")
      return .bool(true)
    case UInt8(ascii: "f"):
      try cursor.literal("false")
      return .bool(false)
    case UInt8(ascii: "n"):
      try cursor.literal("null")
      return .null
    default:
      throw cursor.fault(expected: "a value")
    }
  }

  /// Puts a value into what it belongs to, and that into what it belongs to where it ends here;
  /// nil where it goes on, and the whole value at the end.
  private mutating func complete(_ value: consuming JSONValue) throws(JSONError) -> JSONValue? {
    while let container = containers.last {
      switch container {
      case .array(let start):
        elements.append(consume value)
        if try cursor.goesOn(until: UInt8(ascii: "]")) { return nil }
        value = .array(elements.take(from: start))
      case .object(let start):
        let whole = consume value
        members.withLast { $0.value = whole }
        if try cursor.goesOn(until: UInt8(ascii: "}")) {
          try key()
          return nil
        }
        value = .object(try object(from: start))
      }
      containers.removeLast()
    }
    return value
  }

  /// Passes an opening bracket, and the closing one where that follows.
  private mutating func isEmpty(until bracket: UInt8) throws(JSONError) -> Bool {
    guard containers.count < JSONValue.nestingLimit else {
      throw cursor.fault(.tooDeep(limit: JSONValue.nestingLimit))
    }
    cursor.position += 1
    cursor.skipSpace()
    guard cursor.next == bracket else { return false }
    cursor.position += 1
    return true
  }

  private mutating func key() throws(JSONError) {
    let offset = cursor.position
    let (key, hash) = keys.key(try cursor.key(), cursor)
    members.append(JSONObject.Member(key, .null))
    keyMarks.append(KeyMark(hash: hash, offset: offset))
  }

  private mutating func object(from start: Int) throws(JSONError) -> JSONObject {
    defer { keyMarks.drop(from: start) }
    let areDistinct = areDistinct(keyMarks, from: start)
    do {
      return try JSONObject(members.take(from: start), areDistinct: areDistinct)
    } catch {
      throw JSONError(.duplicateKey(error.key), at: keyMarks[start + error.position].offset)
    }
  }

  /// Whether the keys of a small object are known to be distinct by their hashes.
  private func areDistinct(_ marks: borrowing Scratch<KeyMark>, from start: Int) -> Bool {
    guard marks.count - start < JSONObject.indexedCount else { return false }
    for i in start..<marks.count {
      for j in start..<i where marks[i].hash == marks[j].hash { return false }
    }
    return true
  }
}
