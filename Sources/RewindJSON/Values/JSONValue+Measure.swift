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
  ///
  /// O(memory): a part that occurs several times, as `copy` leaves it, is measured once.
  package var nesting: Int {
    var measure = SharedMeasure(limit: 0)
    return measure.size(of: self).nesting
  }

  /// The number of bytes of ``text``, any number above `limit` for a larger value, and ``nesting``.
  ///
  /// O(memory): a part that occurs several times, as `copy` leaves it, is measured once.
  func sharedSize(upTo limit: Int) -> (text: Int, nesting: Int) {
    var measure = SharedMeasure(limit: limit)
    return measure.size(of: self)
  }
}

/// A measurement that knows the containers that it has seen by their memory.
private struct SharedMeasure {
  let limit: Int
  private var known: [UnsafeRawPointer: (text: Int, nesting: Int)] = [:]

  init(limit: Int) {
    self.limit = limit
  }

  mutating func size(of value: JSONValue) -> (text: Int, nesting: Int) {
    switch value {
    case .null, .bool, .number, .string:
      return (limit > 0 ? value.textCount(upTo: limit) : 0, 0)
    case .array(let elements):
      return size(at: elements.address) {
        var size = (text: 2 + max(0, elements.count - 1), nesting: 0)
        for element in elements { $0.add(element, to: &size) }
        return size
      }
    case .object(let object):
      return size(at: object.members.address) {
        var size = (text: 2 + max(0, object.count * 2 - 1), nesting: 0)
        for member in object.members {
          if $0.limit > 0 { size.text += member.key.jsonCount }
          $0.add(member.value, to: &size)
        }
        return size
      }
    }
  }

  private mutating func add(_ part: JSONValue, to size: inout (text: Int, nesting: Int)) {
    let added = self.size(of: part)
    size = (min(size.text + added.text, limit + 1), max(size.nesting, added.nesting))
  }

  private mutating func size(
    at address: UnsafeRawPointer?,
    _ measure: (inout Self) -> (text: Int, nesting: Int)
  ) -> (text: Int, nesting: Int) {
    guard let address else { return (2, 1) }
    if let size = known[address] { return size }
    var size = measure(&self)
    size.nesting += 1
    known[address] = size
    return size
  }
}
