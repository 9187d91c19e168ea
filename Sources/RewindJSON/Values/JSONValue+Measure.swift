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
