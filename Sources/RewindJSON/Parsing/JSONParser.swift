extension JSONValue {
  /// The deepest nesting of arrays and objects that a document may have.
  ///
  /// A recorder stops at 128 levels; twice that leaves room for containers around its values. Any
  /// operation on a value of this depth fits, unoptimized, on the 512 kB stack of a secondary
  /// thread.
  public static let nestingLimit = 256

  /// Reads one JSON document, and nothing after it (RFC 8259).
  ///
  /// Strict: rejects duplicate keys, invalid UTF-8, lone surrogates, a byte-order mark and anything
  /// after the value. O(bytes).
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

  /// Reads the one JSON document in a range of bytes.
  ///
  /// - Throws: ``JSONError`` with the offset of the first fault from the beginning of all bytes.
  package init(parsing range: Range<Int>, of bytes: UnsafeRawBufferPointer) throws(JSONError) {
    self = try JSONParser.document(bytes, range)
  }
}

/// A reader of one JSON document.
///
/// Keeps the open containers on its own stack, so nesting does not use the call stack. The elements
/// and members of incomplete containers lie on two more stacks, and move from there in one go.
package struct JSONParser: ~Copyable {
  private var cursor: JSONCursor
  private var containers: [Container] = []
  private var elements: Scratch<JSONValue>
  /// The last member of an incomplete object has its key, but not yet its value.
  private var members: Scratch<JSONObject.Member>
  private var keyMarks: Scratch<KeyMark>
  private var keys = KeyCache()

  /// A hash that mostly distinguishes a member's key from others, and the key's offset.
  private struct KeyMark {
    let hash: UInt64
    let offset: Int
  }

  /// An incomplete array or object, and the index of its first element or member.
  private enum Container {
    case array(Int)
    case object(Int)
  }

  private init(
    _ bytes: UnsafeRawBufferPointer,
    _ range: Range<Int>,
    _ elements: UnsafeMutableBufferPointer<JSONValue>,
    _ members: UnsafeMutableBufferPointer<JSONObject.Member>,
    _ keyMarks: UnsafeMutableBufferPointer<KeyMark>
  ) {
    cursor = JSONCursor(bytes, range)
    self.elements = Scratch(elements)
    self.members = Scratch(members)
    self.keyMarks = Scratch(keyMarks)
  }

  /// Returns the one value in `bytes`, or in a part of them.
  package static func document(
    _ bytes: UnsafeRawBufferPointer,
    _ range: Range<Int>? = nil
  ) throws(JSONError) -> JSONValue {
    let range = range ?? 0..<bytes.count
    return try withScratch { elements throws(JSONError) in
      try withScratch { members throws(JSONError) in
        try withScratch { keyMarks throws(JSONError) in
          var parser = JSONParser(bytes, range, elements, members, keyMarks)
          return try parser.document()
        }
      }
    }
  }

  private static func withScratch<Element>(
    _ body: (UnsafeMutableBufferPointer<Element>) throws(JSONError) -> JSONValue
  ) throws(JSONError) -> JSONValue {
    try withUnsafeTemporaryAllocation(of: Element.self, capacity: Scratch<Element>.usualCount, body)
  }

  private mutating func document() throws(JSONError) -> JSONValue {
    cursor.skipSpace()
    guard cursor.next != nil else { throw cursor.fault(.empty) }
    let value = try value()
    cursor.skipSpace()
    guard cursor.next == nil else { throw cursor.fault(.trailing) }
    return value
  }

  private mutating func value() throws(JSONError) -> JSONValue {
    while true {
      guard let begun = try begin() else { continue }
      if let value = try complete(begun) { return value }
    }
  }

  /// Reads a scalar or an empty array or object; returns nil after entering a container that is not empty.
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

  /// Adds a value to its container, and closes every container that ends here.
  ///
  /// Returns nil if more follows, and the whole value at the end.
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

  /// Passes an opening bracket, and the closing one if it follows.
  private mutating func isEmpty(until bracket: UInt8) throws(JSONError) -> Bool {
    guard containers.count < JSONValue.nestingLimit else {
      throw cursor.fault(.tooDeep(limit: JSONValue.nestingLimit))
    }
    return cursor.isEmpty(until: bracket)
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

  /// Returns true if hashes prove that the keys of a small object are distinct.
  private func areDistinct(_ marks: borrowing Scratch<KeyMark>, from start: Int) -> Bool {
    guard marks.count - start < JSONObject.indexedCount else { return false }
    for i in start..<marks.count {
      for j in start..<i where marks[i].hash == marks[j].hash { return false }
    }
    return true
  }
}
