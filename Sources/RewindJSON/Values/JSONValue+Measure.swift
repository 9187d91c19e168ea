extension JSONValue {
  /// Returns the number of bytes of ``text``, exact up to `limit`; a larger value returns any
  /// number above it.
  ///
  /// O(limit), so that weighing a large value against a small one costs little.
  package func textCount(upTo limit: Int = .max) -> Int {
    switch self {
    case .null:
      return 4
    case .bool(let bool):
      return bool ? 4 : 5
    case .number(let number):
      return number.text.utf8.count
    case .string(let string):
      return string.jsonCount
    case .array(let elements):
      // Brackets, and a comma between every two elements.
      var count = 2 + max(0, elements.count - 1)
      for element in elements {
        if count > limit { break }
        count += element.textCount(upTo: limit - count)
      }
      return count
    case .object(let object):
      // Braces, a colon in each member, and a comma between every two.
      var count = 2 + max(0, object.count * 2 - 1)
      for member in object.members {
        if count > limit { break }
        count += member.key.jsonCount
        count += member.value.textCount(upTo: limit - count)
      }
      return count
    }
  }

  /// The depth of nested arrays and objects: 0 for a string, 1 for `[]`.
  package var nesting: Int {
    switch self {
    case .array(let elements):
      1 + elements.reduce(0) { max($0, $1.nesting) }
    case .object(let object):
      1 + object.members.reduce(0) { max($0, $1.value.nesting) }
    case .null, .bool, .number, .string:
      0
    }
  }
}

extension String {
  /// The number of bytes that ``writeJSON(to:)`` appends.
  package var jsonCount: Int {
    let escapes = utf8.withContiguousStorageIfAvailable { UnsafeRawBufferPointer($0).escapeCount }
    return 2 + utf8.count + (escapes ?? Array(utf8).withUnsafeBytes(\.escapeCount))
  }
}

extension UnsafeRawBufferPointer {
  /// The number of bytes that escaping these bytes adds.
  fileprivate var escapeCount: Int {
    var escapes = 0
    var position = 0
    while position < count {
      if position + 8 <= count,
        loadUnaligned(fromByteOffset: position, as: UInt64.self).littleEndian.bytesToEscape == 0
      {
        position += 8
      } else {
        escapes += self[position].escapeCount
        position += 1
      }
    }
    return escapes
  }
}

extension UInt8 {
  fileprivate var escapeCount: Int {
    switch self {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), 0x08, 0x09, 0x0A, 0x0C, 0x0D: 1
    case 0..<0x20: 5
    default: 0
    }
  }
}
