import RewindJSON

/// Reduces an action's payload with values from the session only: other texts and numbers from the same
/// member, and fewer elements.
struct PayloadShrinker {
  /// The longest array whose elements are removed one by one; longer arrays are only halved.
  private static let elementLimit = 16
  /// The number of values to try for one member.
  private static let valueLimit = 4

  let values: PayloadValues
  /// The action's type.
  let type: String

  /// Returns the smallest payload reached by steps that are all good; the same one if there is none.
  ///
  /// `firstGood` returns the number of the first good one of some values, nil if none is.
  func shrink(
    _ value: JSONValue,
    at path: [String] = [],
    _ firstGood: ([JSONValue]) throws -> Int?
  ) throws -> JSONValue {
    let smaller = try shrinkWhole(value, at: path, firstGood)
    switch smaller {
    case .object(var result):
      for member in result.members {
        result[member.key] = try shrink(member.value, at: path + [member.key]) { values in
          try firstGood(
            values.map { value in
              var candidate = result
              candidate[member.key] = value
              return .object(candidate)
            }
          )
        }
      }
      return .object(result)
    case .array(var result):
      for index in result.indices {
        result[index] = try shrink(result[index], at: path + [PayloadValues.element]) { values in
          try firstGood(
            values.map { value in
              var candidate = result
              candidate[index] = value
              return .array(candidate)
            }
          )
        }
      }
      return .array(result)
    default:
      return smaller
    }
  }

  private func shrinkWhole(
    _ value: JSONValue,
    at path: [String],
    _ firstGood: ([JSONValue]) throws -> Int?
  ) throws -> JSONValue {
    var value = value
    while true {
      let smaller = candidates(value, at: path)
      guard !smaller.isEmpty, let found = try firstGood(smaller) else { return value }
      value = smaller[found]
    }
  }

  /// Returns smaller values, the smallest first; as each is smaller, the search ends.
  private func candidates(_ value: JSONValue, at path: [String]) -> [JSONValue] {
    guard case .array(let elements) = value else {
      return Array(values.smaller(than: value, in: type, at: path).prefix(Self.valueLimit))
    }
    return elements.isEmpty ? [] : Self.parts(of: elements)
  }

  /// Returns an array without all, half, or one of its elements.
  private static func parts(of elements: [JSONValue]) -> [JSONValue] {
    let half = elements.count / 2
    var found: [JSONValue] = [
      [], .array(Array(elements[..<half])), .array(Array(elements[half...])),
    ]
    if elements.count <= elementLimit {
      for index in elements.indices {
        var rest = elements
        rest.remove(at: index)
        found.append(.array(rest))
      }
    }
    var seen: Set<JSONValue> = [.array(elements)]
    return found.filter { seen.insert($0).inserted }
  }
}
