import Foundation
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
    /// The number is an index of each of these arrays, counted from `first`: pages count from 1.
    case index([GeneralPointer], first: Int)

    /// The lists that it is a row of; none for an identifier.
    var arrays: [GeneralPointer] {
      if case .index(let arrays, _) = self { arrays } else { [] }
    }

    var isIdentifier: Bool {
      if case .identifier = self { true } else { false }
    }
  }

  struct Part: Sendable {
    let path: [String]
    let reference: Reference
    /// The row that an identifier names, where it names one.
    fileprivate(set) var row: ReferencedRow?
    /// Lists and dictionaries that no identifier was in that an action named, or that all were in, although it is
    /// otherwise with others: what is downloaded already cannot be downloaded.
    fileprivate(set) var excluded: [(list: GeneralPointer, isIn: Bool)] = []

    private func isExcluded(_ value: JSONValue, in state: JSONValue) -> Bool {
      excluded.contains { $0.list.names(value, in: state) == $0.isIn }
    }

    /// Returns the identifiers that a user could choose; none where it is no identifier.
    func choices(_ payload: JSONValue?, in state: JSONValue) -> [JSONValue] {
      guard case .identifier(let pointers) = reference else { return [] }
      let seen = pointers.flatMap { $0.values(in: state) }
        .filter { !isExcluded($0, in: state) }
      guard let row else { return seen }
      let named = Set(row.values(payload, in: state))
      return seen.filter(named.contains)
    }

    /// Returns true if a user could choose an identifier.
    fileprivate func allows(_ value: JSONValue, _ payload: JSONValue?, in state: JSONValue) -> Bool
    {
      guard case .identifier(let pointers) = reference else { return true }
      return pointers.contains { $0.contains(value, in: state) }
        && !isExcluded(value, in: state)
        && row.map { !$0.matches(value, payload, in: state).isEmpty } ?? true
    }
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
    missing(for: step, in: state) == nil
  }

  /// Returns the pointers of what the actions of a type refer to.
  func lists(of type: String) -> [String] {
    parts(of: type).flatMap { part in
      switch part.reference {
      case .identifier(let pointers), .index(let pointers, _): pointers.map(\.description)
      }
    }
  }

  /// Returns where a state should have what an action refers to and has not; nil if all is there.
  func missing(for step: SessionStep, in state: JSONValue) -> GeneralPointer? {
    parts(of: step.kindName).lazy.compactMap { part -> GeneralPointer? in
      guard let value = step.payload?.value(at: part.path) else { return nil }
      switch part.reference {
      case .identifier(let pointers):
        return part.allows(value, step.payload, in: state) ? nil : pointers.first
      case .index(let arrays, let first):
        guard let index = value.int.map({ $0 - first }) else { return nil }
        return arrays.first { array in
          guard let count = array.first(in: state)?.array?.count else { return false }
          return index < 0 || index >= count
        }
      }
    }.first
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
      guard !known.isEmpty else { continue }
      parts[type] = Self.withRows(known, found).map { Self.withLists($0, found, dictionaries) }
    }
  }

  /// Adds what is known of the rows that the parts name.
  private static func withRows(
    _ parts: [(part: Part, held: [GeneralPointer])],
    _ found: [Action]
  ) -> [Part] {
    guard found.count >= actionsForOne else { return parts.map(\.part) }
    let rows = parts.compactMap { part, held in
      held.lazy.compactMap { ReferencedRow($0) }.first.map { (path: part.path, row: $0) }
    }
    return parts.map { part, _ in
      var part = part
      guard var row = rows.first(where: { $0.path == part.path })?.row else { return part }
      row.learn(part.path, in: rows.filter { $0.path != part.path }, found)
      row.learn(part.path, found)
      part.row = row
      return part
    }
  }

  /// Adds the lists that an identifier cannot be in, or must be in.
  private static func withLists(
    _ part: Part,
    _ found: [Action],
    _ dictionaries: Set<GeneralPointer>
  ) -> Part {
    guard case .identifier(let own) = part.reference, found.count >= actionsForLists else {
      return part
    }
    var part = part
    let lists = pointers(found, dictionaries).filter {
      ($0.isOfNames || !$0.isSingle && $0.isOfIDs) && !own.contains($0)
    }
    // Rows that were named and rows that could be, by action.
    let sample = stride(from: 0, to: found.count, by: 1 + found.count / actionsForRows).map {
      found[$0]
    }
    var open = lists.prefix(listLimit)[...]
    // Each list leaves fewer rows that could be named, among which the next one is to tell.
    while let (list, isIn) = next(open, part, sample) {
      part.excluded.append((list, isIn))
      open.removeAll { $0 == list }
    }
    return part
  }

  /// Returns a list in which no identifier was that an action named, or in which all were, where that is no chance.
  private static func next(
    _ lists: ArraySlice<GeneralPointer>,
    _ part: Part,
    _ sample: [Action]
  ) -> (list: GeneralPointer, isIn: Bool)? {
    let choices = sample.map { part.choices($0.step.payload, in: $0.before) }
    for list in lists {
      var (named, inside, all, allInside) = (0, 0, 0, 0)
      for (action, others) in zip(sample, choices) {
        guard let value = action.step.payload?.value(at: part.path) else { continue }
        let names = Set(list.values(in: action.before).map(\.nameText))
        named += 1
        if names.contains(value.nameText) { inside += 1 }
        all += others.count
        allInside += others.count { names.contains($0.nameText) }
      }
      guard inside == 0 || inside == named, all > 0 else { continue }
      let share = Double(inside == 0 ? allInside : all - allInside) / Double(all)
      if share < 1, log(1 - share) * Double(named) < ReferencedRow.chance {
        return (list, inside == 0)
      }
    }
    return nil
  }

  private static let (actionsForLists, actionsForRows, listLimit) = (10, 120, 24)

  /// Returns the pointers to texts, numbers and keys of some of the states.
  private static func pointers(
    _ found: [Action],
    _ dictionaries: Set<GeneralPointer>
  ) -> [GeneralPointer] {
    let states = stride(from: 0, to: found.count, by: max(1, found.count / statesForPointers))
    return Set(
      states.flatMap { GeneralPointer.all(in: found[$0].before, dictionaries: dictionaries) }
    ).sorted()
  }

  private typealias Action = ReferencedRow.Action

  private static func part(
    _ leaf: PayloadLeaf,
    _ found: [(step: SessionStep, before: JSONValue)],
    _ dictionaries: Set<GeneralPointer>
  ) -> (part: Part, held: [GeneralPointer])? {
    let values = found.map { $0.step.payload?.value(at: leaf.path) }
    let seen = values.compactMap { $0 }
    if case .number = leaf.value {
      for first in 0...1 {
        guard let arrays = arrays(leaf, from: first, found) else { continue }
        return (Part(path: leaf.path, reference: .index(arrays, first: first)), [])
      }
    }
    let hasName = leaf.name.lowercased().hasSuffix("id")
    guard seen.count == found.count,
      hasName || seen.count >= actionsNeeded && Set(seen).count > 1
    else { return nil }
    guard looksLikeName(leaf, seen) else { return nil }
    let areCases = areCases(seen)
    let all = pointers(found, dictionaries).filter {
      isNamed($0, leaf) && !(areCases && $0.isOfKeys)
    }
    let held = all.filter { pointer in
      zip(seen, found).allSatisfy { pointer.contains($0, in: $1.before) }
    }
    guard !held.isEmpty else { return union(of: all, leaf, seen, found).map { ($0, []) } }
    // Where a record is chosen from a list, that is what the user sees.
    let lists = held.filter { !$0.isSingle }
    var shown = lists.isEmpty ? held : lists
    if found.count >= actionsForOne, Set(seen).count > 2 {
      // The shortest list is the one that the user sees, and a selection is shorter than any.
      let counts = held.map { pointer in
        found.reduce(0) { $0 + pointer.values(in: $1.before).count }
      }
      let least = counts.min()
      shown = zip(held, counts).filter { $1 == least }.map(\.0)
    }
    return (Part(path: leaf.path, reference: .identifier(shown)), held)
  }

  /// Returns a reference to a row of one of several lists, such as those of several screens.
  private static func union(
    of all: [GeneralPointer],
    _ leaf: PayloadLeaf,
    _ seen: [JSONValue],
    _ found: [Action]
  ) -> Part? {
    guard found.count >= actionsForUnion else { return nil }
    var rest = Array(seen.indices)
    var chosen: [GeneralPointer] = []
    while !rest.isEmpty, chosen.count < listsOfUnion {
      let best = all.filter { !$0.isSingle }
        .map { pointer in
          (pointer, rest.filter { pointer.contains(seen[$0], in: found[$0].before) })
        }
        .max { ($0.1.count, $1.0) < ($1.1.count, $0.0) }
      guard let (pointer, own) = best, own.count * 8 >= seen.count else { return nil }
      chosen.append(pointer)
      rest.removeAll { own.contains($0) }
    }
    guard rest.isEmpty else { return nil }
    return Part(path: leaf.path, reference: .identifier(chosen))
  }

  private static let statesForPointers = 6
  private static let (actionsForUnion, listsOfUnion) = (12, 3)

  /// True if a value is one that names a record, and no amount.
  private static func looksLikeName(_ leaf: PayloadLeaf, _ seen: [JSONValue]) -> Bool {
    if case .string = leaf.value { return true }
    if leaf.name.lowercased().hasSuffix("id") { return true }
    // Large numbers that are all in one list are no amounts.
    let distinct = Set(seen.compactMap(\.int))
    return distinct.count >= numbersForIDs && distinct.max() ?? 0 >= leastLargeNumber
  }

  /// True for a few words that come again and again, as the cases of an enum do: that an object has members called so
  /// makes it no dictionary.
  private static func areCases(_ seen: [JSONValue]) -> Bool {
    let distinct = Set(seen)
    return distinct.count <= ShownConditions.contentLimit && seen.count >= 3 * distinct.count
      && distinct.allSatisfy { $0.string?.allSatisfy { $0.isLetter || $0 == "_" } ?? false }
  }

  private static let (numbersForIDs, leastLargeNumber) = (4, 20)

  /// True if a pointer may be where a value comes from: numbers are found by chance, but for ids in a list of them.
  private static func isNamed(_ pointer: GeneralPointer, _ leaf: PayloadLeaf) -> Bool {
    guard case .number = leaf.value else { return true }
    return pointer.isOfElements
      || pointer.name.map { $0.lowercased().hasSuffix("id") || $0 == leaf.name } ?? true
  }

  /// Returns the arrays of which a number is always an index; nil where that may be chance.
  private static func arrays(
    _ leaf: PayloadLeaf,
    from first: Int,
    _ found: [(step: SessionStep, before: JSONValue)]
  ) -> [GeneralPointer]? {
    let isCalledIndex = first == 0 && isIndexName(leaf.name)
    let candidates = Set(found.flatMap { arrayPointers(in: $0.before) }).sorted()
    var ends: [GeneralPointer: Int] = [:]
    let arrays = candidates.filter { array in
      var lasts: Set<Int> = []
      for action in found {
        guard let index = action.step.payload?.value(at: leaf.path)?.int.map({ $0 - first }),
          let count = array.first(in: action.before)?.array?.count, index >= 0, index < count
        else { return false }
        if index == count - 1 { lasts.insert(count) }
      }
      ends[array] = lasts.count
      // By its name, or because it reaches the end of arrays of different lengths.
      return isCalledIndex || lasts.count > 1 || first == 0 && isName(leaf.name, ofElementIn: array)
    }
    let named = arrays.filter { isName(leaf.name, ofElementIn: $0) }
    // Counted from 1, the name says what it counts.
    guard first == 0 || !named.isEmpty else { return nil }
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

extension GeneralPointer {
  /// True if a value is one of a list's elements or of a dictionary's keys.
  fileprivate func names(_ value: JSONValue, in state: JSONValue) -> Bool {
    if contains(value, in: state) { return true }
    guard case .number = value else { return false }
    return contains(.string(value.nameText), in: state)
  }
}

extension JSONValue {
  /// The text of a text or a number: a number is a text as a key.
  fileprivate var nameText: String { string ?? text }
}
