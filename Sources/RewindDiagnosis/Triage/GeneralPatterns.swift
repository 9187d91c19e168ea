package import RewindJSON

/// Patterns of the values that a change concerns: `/rows/*/name` for the name of any row.
///
/// An index of an array becomes `*`, and so does the key of a dictionary. JSON has one form for a
/// dictionary and for a value with members; a key is taken for data where it looks like an identifier, where
/// all members of the object have the same shape, or where the object's keys come and go, and the key is in
/// the action's payload or is numbered as the others are (`p1`, `p2`, `p3`).
package struct GeneralPatterns {
  private let before: JSONValue
  private let after: JSONValue
  /// The texts and numbers in the action's payload.
  private let payload: Set<String>
  /// Returns the session's first state, to see which keys come and go.
  private let first: () throws -> JSONValue

  package init(
    before: JSONValue,
    after: JSONValue,
    payload: JSONValue?,
    first: @escaping () throws -> JSONValue
  ) {
    (self.before, self.after, self.first) = (before, after, first)
    var texts: Set<String> = []
    payload?.walk { value, _ in
      if let text = value.string ?? value.int.map(String.init) { texts.insert(text) }
      return true
    }
    self.payload = texts
  }

  /// Returns the pattern of a pointer.
  func pattern(_ pointer: Pointer) throws -> String {
    var (old, new): (JSONValue?, JSONValue?) = (before, after)
    var tokens: [String] = []
    for (depth, token) in pointer.tokens.enumerated() {
      let parent = Pointer(tokens: Array(pointer.tokens[..<depth]))
      tokens.append(try isGeneral(token, in: old, new, at: parent) ? "*" : token)
      (old, new) = (old?[Pointer(tokens: [token])], new?[Pointer(tokens: [token])])
    }
    return Pointer(tokens: tokens).description
  }

  /// Returns the pattern of what an operation concerns: of an element that comes, goes or is replaced, the
  /// list or dictionary itself, since one session may replace what another adds.
  private func pattern(_ operation: Patch.Operation) throws -> String {
    let pattern = try pattern(operation.path)
    return pattern.hasSuffix("/*") ? String(pattern.dropLast(2)) : pattern
  }

  /// Returns the patterns of a patch, each with the operations that concern it.
  package func patterns(of patch: Patch) throws -> [String: [Int]] {
    var found: [String: [Int]] = [:]
    for (number, operation) in patch.operations.enumerated() {
      found[try pattern(operation), default: []].append(number)
    }
    return found
  }

  private func isGeneral(
    _ token: String,
    in old: JSONValue?,
    _ new: JSONValue?,
    at parent: Pointer
  ) throws -> Bool {
    let parents = [old, new].compactMap { $0 }
    if parents.contains(where: { $0.array != nil || $0.isDictionary }) { return true }
    if token.looksLikeData { return true }
    guard payload.contains(token) || token.contains(where: \.isNumber) else { return false }
    let keys = ([try first()[parent]] + [old, new]).compactMap { $0?.keys }
    guard Set(keys).count > 1 else { return false }
    return payload.contains(token) || Self.isNumbered(keys.reduce([]) { $0.union($1) })
  }

  /// Returns true if keys differ only in their numbers; two could be the members of a structure.
  private static func isNumbered(_ keys: Set<String>) -> Bool {
    keys.count > 2 && Set(keys.map { $0.replacing(/[0-9]+/, with: "0") }).count == 1
  }
}

extension String {
  /// True for numbers, UUIDs and whatever no programmer calls a member.
  fileprivate var looksLikeData: Bool {
    if contains(where: { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == "$") }) { return true }
    if first?.isNumber ?? true { return true }
    return count >= 6 && contains(where: \.isNumber) && allSatisfy(\.isHexDigit)
  }
}

extension JSONValue {
  fileprivate var keys: Set<String>? { object.map { Set($0.members.map(\.key)) } }

  /// True for an object of several records of one shape, as dictionaries by identifier are.
  fileprivate var isDictionary: Bool {
    guard let members = object?.members, members.count > 1 else { return false }
    let shapes = members.map { $0.value.keys }
    guard let first = shapes[0], first.count > 1 else { return false }
    return shapes.allSatisfy { $0 == first }
  }
}
