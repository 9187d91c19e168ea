import RewindJSON

/// A kind of user action to try: a type, or a type with a certain value at one part of its payload.
///
/// `setFilter` with `cheap` is another action than `setFilter` with `all`, and an order of 0 pieces is another one
/// than an order of some.
struct ActionVariant: Sendable {
  let type: String
  /// The part of the payload, and its value; nil for any recorded one.
  let part: (path: [String], value: JSONValue)?
  /// Its number among the tried combinations.
  let hash: UInt64

  /// Texts with more values than this are no cases.
  private static let caseLimit = 4

  private init(_ type: String, _ part: (path: [String], value: JSONValue)? = nil) {
    (self.type, self.part) = (type, part)
    let name = part.map { "\(type) \($0.path) \($0.value.text)" } ?? type
    hash = StateShape.hash(name)
  }

  /// Lists the variants of a type.
  ///
  /// - Parameters:
  ///   - type: The type of action.
  ///   - values: The recorded values of each part of its payload.
  ///   - fixed: The parts that refer to something in the state.
  /// - Returns: The type as it was recorded, and then with certain values.
  static func all(
    of type: String,
    _ values: [[String]: [JSONValue]],
    besides fixed: [[String]]
  ) -> [ActionVariant] {
    var found = [ActionVariant(type)]
    let parts = values.filter { !fixed.contains($0.key) }.sorted {
      $0.key.joined() < $1.key.joined()
    }
    for (path, recorded) in parts {
      let distinct = Set(recorded)
      if distinct.count > 1, distinct.count <= caseLimit, distinct.allSatisfy(\.isCase) {
        found += distinct.sorted { $0.text < $1.text }.map { ActionVariant(type, (path, $0)) }
      }
      found += unusual(type, path, recorded).map { ActionVariant(type, (path, $0)) }
    }
    return found
  }

  /// A text that is no number, no pattern and no name, and longer than most.
  private static let oddText: JSONValue = "(3,50 % é"
  private static let namesOfText: Set<String> = ["text", "query", "string", "input"]

  /// Returns 0 for a count, an empty text for typed text, and one that nobody expects; nothing for cases, identifiers and
  /// others.
  static func unusual(
    _ type: String,
    _ path: [String],
    _ recorded: [JSONValue]
  ) -> [JSONValue] {
    let name = path.last ?? ""
    let isIdentifier = name.lowercased().hasSuffix("id") || name.contains("ndex")
    let distinct = Set(recorded)
    guard !isIdentifier, let value = recorded.first else { return [] }
    switch value {
    case .number:
      let counts = distinct.compactMap(\.int)
      // Of what there may be none, there is mostly one; a table's number and seconds are no counts.
      let ones = recorded.count { $0 == 1 }
      guard counts.count == distinct.count, counts.count > 2, counts.allSatisfy({ $0 >= 0 }),
        counts.contains(0) || ones * 4 >= recorded.count
      else { return [] }
      return [0]
    case .string:
      if type.lowercased().contains("typed") || namesOfText.contains(name) { return ["", oddText] }
      let isTyped = distinct.count > 4 && distinct.count * 2 > recorded.count
      let hasBlank = distinct.contains { $0.string?.contains(" ") ?? false }
      // `t17` and `t18` are names of records.
      let areNames = distinct.allSatisfy { $0.string?.contains(where: \.isNumber) ?? false }
      if areNames, !hasBlank { return [] }
      return isTyped || hasBlank ? [""] : []
    default:
      return []
    }
  }
}

extension JSONValue {
  /// True for a text or a truth value: it may be one of a few cases.
  fileprivate var isCase: Bool {
    switch self {
    case .string, .bool: true
    default: false
    }
  }
}
