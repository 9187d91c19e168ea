import RewindJSON

/// What the payloads of user actions refer to in the state that the user sees: rows by their index, records by
/// their identifiers.
///
/// A reference is learned where it held for every recorded action of the type. A user cannot tap what is not
/// there, so that an action whose reference does not hold is not one of a user.
struct PayloadReferences: Sendable {
  /// A part of a payload that refers to something.
  enum Reference: Sendable {
    /// The value is found at one of these pointers.
    case identifier([GeneralPointer])
    /// The number is an index of each of these arrays.
    case index([GeneralPointer])

    /// The lists that it is a row of; none for an identifier.
    var arrays: [GeneralPointer] {
      if case .index(let arrays) = self { arrays } else { [] }
    }

    var isIdentifier: Bool {
      if case .identifier = self { true } else { false }
    }
  }

  struct Part: Sendable {
    let path: [String]
    let reference: Reference
  }

  private var parts: [String: [Part]] = [:]

  /// The actions of a type that a reference must be seen in, unless its name says what it is.
  private static let actionsNeeded = 3
  private static let indexNames: Set<String> = [
    "index", "idx", "row", "position", "pos", "place", "slot", "at", "offset", "i", "n", "",
    "_0",
  ]

  func parts(of type: String) -> [Part] { parts[type] ?? [] }

  /// Returns true if all that an action refers to is in a state.
  func hold(for step: SessionStep, in state: JSONValue) -> Bool {
    parts(of: step.kindName).allSatisfy { part in
      guard let value = step.payload?.value(at: part.path) else { return true }
      switch part.reference {
      case .identifier(let pointers):
        return pointers.contains { $0.contains(value, in: state) }
      case .index(let arrays):
        guard let index = value.int else { return true }
        return arrays.allSatisfy { array in
          guard let count = array.first(in: state)?.array?.count else { return true }
          return index >= 0 && index < count
        }
      }
    }
  }

  // MARK: - Learning

  /// Learns from recorded actions, each with the state before it, and from which objects in states are dictionaries.
  init(
    _ actions: [String: [(step: SessionStep, before: JSONValue)]],
    _ dictionaries: Set<GeneralPointer>
  ) {
    for (type, found) in actions {
      let leaves = PayloadLeaf.all(of: found[0].step.payload)
      let known = leaves.compactMap { Self.part($0, found, dictionaries) }
      if !known.isEmpty { parts[type] = known }
    }
  }

  private static func part(
    _ leaf: PayloadLeaf,
    _ found: [(step: SessionStep, before: JSONValue)],
    _ dictionaries: Set<GeneralPointer>
  ) -> Part? {
    let values = found.map { $0.step.payload?.value(at: leaf.path) }
    let seen = values.compactMap { $0 }
    if case .number = leaf.value, let arrays = arrays(leaf, found) {
      return Part(path: leaf.path, reference: .index(arrays))
    }
    let hasName = leaf.name.lowercased().hasSuffix("id")
    guard seen.count == found.count,
      hasName || seen.count >= actionsNeeded && Set(seen).count > 1
    else { return nil }
    guard looksLikeName(leaf, seen) else { return nil }
    var pointers: [GeneralPointer]?
    for (value, action) in zip(seen, found) {
      let candidates =
        pointers ?? GeneralPointer.all(in: action.before, dictionaries: dictionaries).sorted()
      pointers = candidates.filter { $0.contains(value, in: action.before) }
      if pointers?.isEmpty ?? true { return nil }
    }
    // Where a record is chosen from a list, that is what the user sees.
    let all = (pointers ?? []).filter { isNamed($0, leaf) }
    guard !all.isEmpty else { return nil }
    let lists = all.filter { !$0.isSingle }
    return Part(path: leaf.path, reference: .identifier(lists.isEmpty ? all : lists))
  }

  /// True if a value is one that names a record, and no amount.
  private static func looksLikeName(_ leaf: PayloadLeaf, _ seen: [JSONValue]) -> Bool {
    if case .string = leaf.value { return true }
    return leaf.name.lowercased().hasSuffix("id")
  }

  /// True if a pointer may be where a value comes from: numbers are found by chance, but for ids in a list of them.
  private static func isNamed(_ pointer: GeneralPointer, _ leaf: PayloadLeaf) -> Bool {
    guard case .number = leaf.value else { return true }
    return pointer.isOfElements
      || pointer.name.map { $0.lowercased().hasSuffix("id") || $0 == leaf.name } ?? true
  }

  /// Returns the arrays of which a number is always an index; nil where that may be chance.
  private static func arrays(
    _ leaf: PayloadLeaf,
    _ found: [(step: SessionStep, before: JSONValue)]
  ) -> [GeneralPointer]? {
    let isCalledIndex = isIndexName(leaf.name)
    let candidates = Set(found.flatMap { arrayPointers(in: $0.before) }).sorted()
    var ends: [GeneralPointer: Int] = [:]
    let arrays = candidates.filter { array in
      var lasts: Set<Int> = []
      for action in found {
        guard let index = action.step.payload?.value(at: leaf.path)?.int,
          let count = array.first(in: action.before)?.array?.count, index >= 0, index < count
        else { return false }
        if index == count - 1 { lasts.insert(count) }
      }
      ends[array] = lasts.count
      // By its name, or because it reaches the end of arrays of different lengths.
      return isCalledIndex || lasts.count > 1 || isName(leaf.name, ofElementIn: array)
    }
    let named = arrays.filter { isName(leaf.name, ofElementIn: $0) }
    guard named.isEmpty else { return named }
    // A list that is longer by chance is not what the index is of; a few actions do not tell which one that is.
    guard let most = ends.values.max(), most > 1, found.count >= actionsForOne else {
      return arrays.isEmpty ? nil : arrays
    }
    return arrays.filter { ends[$0] == most }
  }

  private static let actionsForOne = 5

  /// True if a name is that of an element: `device` in `devices`.
  private static func isName(_ name: String, ofElementIn array: GeneralPointer) -> Bool {
    let list = array.name?.lowercased() ?? ""
    return name.count > 2 && list.count > name.count && list.hasPrefix(name.lowercased())
  }

  private static func isIndexName(_ name: String) -> Bool {
    let name = name.lowercased()
    return name.contains("index")
      || indexNames.contains { $0 == name || $0.count > 2 && name.hasSuffix($0) }
  }

  private static func arrayPointers(in state: JSONValue) -> [GeneralPointer] {
    var found: [GeneralPointer] = []
    func add(_ value: JSONValue, _ pointer: GeneralPointer) {
      if case .array = value { found.append(pointer) }
      for member in value.object?.members ?? [] { add(member.value, pointer.member(member.key)) }
    }
    add(state, GeneralPointer())
    return found
  }
}
