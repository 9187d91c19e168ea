import RewindJSON

/// The places that a change concerns, made general: `/rows/*/name` for the name of any row.
///
/// An index of an array becomes `*`, and so does the key of a dictionary. JSON has one form for a
/// dictionary and for a value with members; a key is taken for data where it looks like an identifier, where
/// the action's payload holds it, or where all members of the object have the same shape.
struct GeneralPlaces {
  private let before: JSONValue
  private let after: JSONValue
  /// The texts and numbers in the action's payload.
  private let payload: Set<String>

  init(before: JSONValue, after: JSONValue, payload: JSONValue?) {
    (self.before, self.after) = (before, after)
    var texts: Set<String> = []
    payload?.addTexts(to: &texts)
    self.payload = texts
  }

  /// Returns the general place of a pointer.
  func place(_ pointer: Pointer) -> String {
    var (old, new): (JSONValue?, JSONValue?) = (before, after)
    var tokens: [String] = []
    for token in pointer.tokens {
      tokens.append(isGeneral(token, in: [old, new].compactMap { $0 }) ? "*" : token)
      (old, new) = (old?[Pointer(tokens: [token])], new?[Pointer(tokens: [token])])
    }
    return Pointer(tokens: tokens).description
  }

  /// Returns the places of a patch, each with the operations that concern it.
  func places(of patch: Patch) -> [String: [Int]] {
    var found: [String: [Int]] = [:]
    for (number, operation) in patch.operations.enumerated() {
      found[place(operation.path), default: []].append(number)
    }
    return found
  }

  private func isGeneral(_ token: String, in parents: [JSONValue]) -> Bool {
    if parents.contains(where: { $0.array != nil }) { return true }
    return token.looksLikeData || payload.contains(token) || parents.contains { $0.isDictionary }
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
  /// True for an object of several records of one shape, as dictionaries by identifier are.
  fileprivate var isDictionary: Bool {
    guard let members = object?.members, members.count > 1 else { return false }
    let shapes = members.map { $0.value.object.map { Set($0.members.map(\.key)) } }
    guard let first = shapes[0], first.count > 1 else { return false }
    return shapes.allSatisfy { $0 == first }
  }

  fileprivate func addTexts(to texts: inout Set<String>) {
    switch self {
    case .string(let text): texts.insert(text)
    case .array(let elements): for element in elements { element.addTexts(to: &texts) }
    case .object(let object): for member in object.members { member.value.addTexts(to: &texts) }
    default: if let number = int { texts.insert("\(number)") }
    }
  }
}
