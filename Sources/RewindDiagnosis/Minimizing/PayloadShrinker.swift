import RewindJSON

/// Makes an action's payload smaller: shorter strings, smaller numbers, fewer elements.
struct PayloadShrinker {
  /// Elements of an array that are taken out one by one; longer arrays are only halved.
  private static let elementLimit = 16

  /// The smallest payload reached by steps each of which `isGood` accepts; the same one where there is
  /// none.
  static func shrink(
    _ payload: JSONValue,
    isGood: (JSONValue) throws -> Bool
  ) rethrows -> JSONValue {
    let smaller = try shrinkWhole(payload, isGood)
    switch smaller {
    case .object(let object):
      var result = object
      for member in object.members {
        result[member.key] = try shrink(member.value) { value in
          var candidate = result
          candidate[member.key] = value
          return try isGood(.object(candidate))
        }
      }
      return .object(result)
    case .array(let elements):
      var result = elements
      for index in elements.indices {
        result[index] = try shrink(elements[index]) { value in
          var candidate = result
          candidate[index] = value
          return try isGood(.array(candidate))
        }
      }
      return .array(result)
    default:
      return smaller
    }
  }

  private static func shrinkWhole(
    _ value: JSONValue,
    _ isGood: (JSONValue) throws -> Bool
  ) rethrows -> JSONValue {
    var value = value
    while let smaller = try candidates(value).first(where: isGood) { value = smaller }
    return value
  }

  /// Smaller values, the smallest first; each comes to an end, since every one is smaller.
  private static func candidates(_ value: JSONValue) -> [JSONValue] {
    switch value {
    case .string(let text) where !text.isEmpty:
      return ["", .string(String(text.prefix(text.count / 2))), .string(String(text.dropLast()))]
        .uniqued(without: value)
    case .number(let number):
      guard let int = number.int else {
        return number.double.isFinite && number.double != number.double.rounded(.towardZero)
          ? [0, JSONValue(number.double.rounded(.towardZero))] : []
      }
      guard int != 0 else { return [] }
      return [0, JSONValue(int / 2), JSONValue(int > 0 ? int - 1 : int + 1)].uniqued(without: value)
    case .array(let elements) where !elements.isEmpty:
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
      return found.uniqued(without: value)
    default:
      return []
    }
  }
}

extension [JSONValue] {
  /// Each value once, and one not at all.
  fileprivate func uniqued(without value: JSONValue) -> [JSONValue] {
    var seen: Set<JSONValue> = [value]
    return filter { seen.insert($0).inserted }
  }
}
