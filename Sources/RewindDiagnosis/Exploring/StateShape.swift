import RewindJSON
import RewindTimeline

/// The kinds of states of an app.
///
/// A kind is which collections are empty, which cases the enums have, which values are null or equal, what a
/// selection points at. It is not which texts and numbers there are.
///
/// Two states of one kind are the same to an exploration. What a text or a number means is learned from the
/// recorded states: a text with few different values is a case, a value that is always found in a collection points
/// into it. Which objects are dictionaries, ``FieldTree`` says.
struct StateShape: Sendable {
  /// The texts that are cases, by the pointer of the value.
  private var cases: [UInt64: Set<String>] = [:]
  /// The pointers of numbers of which the size matters.
  private var counts: Set<UInt64> = []
  private var dictionaries: Set<UInt64> = []
  private var relations: [Relation] = []

  /// The most elements that a list or a dictionary was recorded with.
  private var lengths: [UInt64: Int] = [:]

  /// Values that are compared.
  struct Relation: Sendable {
    enum Kind: UInt64, Sendable {
      case equal, pointsInto, isIndex
      /// Each of several values is one of the others.
      case allPointInto
    }

    let kind: Kind
    let one: GeneralPointer
    let other: GeneralPointer
    /// The values that were recorded at the other pointer: one that is not there any more was removed.
    fileprivate(set) var known: Set<JSONValue> = []
  }

  private static let caseLimit = 8
  private static let relationLimit = 24

  /// Returns true if the object at a pointer is a dictionary; `hash` is the pointer's.
  func isDictionary(_ hash: UInt64) -> Bool { dictionaries.contains(hash) }

  /// Returns true for a value that is one of a few: null, a truth value, an empty text, a case; `hash` is the pointer's.
  func isCase(_ value: JSONValue, _ hash: UInt64) -> Bool {
    switch value {
    case .null, .bool, .string(""): true
    case .string(let text): cases[hash]?.contains(text) ?? false
    default: false
    }
  }

  // MARK: - The kind of a state

  /// Returns the features that distinguish a state from others, each as a number that is the same on every machine.
  func features(of state: JSONValue) -> [UInt64] {
    var features: [UInt64] = []
    features.reserveCapacity(64)
    add(state, at: Self.root, to: &features)
    for (number, relation) in relations.enumerated() {
      features.append(Self.mix(UInt64(number) &+ 0xABCD, relation.truth(in: state)))
    }
    return features
  }

  /// Returns the number of the kind of state that has some features; removes those that are there twice.
  static func kind(of features: inout [UInt64]) -> UInt64 {
    features.sort()
    var distinct: [UInt64] = []
    distinct.reserveCapacity(features.count)
    var kind: UInt64 = 0x1234_5678_9ABC_DEF1
    for feature in features where feature != distinct.last {
      kind = mix(kind, feature)
      distinct.append(feature)
    }
    features = distinct
    return kind
  }

  /// Adds the features of a value; of an element, only those that a user would see at once.
  private func add(
    _ value: JSONValue,
    at pointer: UInt64,
    isElement: Bool = false,
    to features: inout [UInt64]
  ) {
    switch value {
    case .null: features.append(Self.mix(pointer, 1))
    case .bool(let truth): features.append(Self.mix(pointer, truth ? 2 : 3))
    case .number(let number):
      guard !isElement else { return }
      features.append(Self.mix(pointer, Self.size(number, isExact: counts.contains(pointer))))
    case .string(let text):
      if text.isEmpty {
        features.append(Self.mix(pointer, 4))
      } else if let cases = cases[pointer], cases.contains(text) {
        features.append(Self.mix(pointer, Self.hash(text)))
      } else {
        features.append(Self.mix(pointer, 5))
      }
    case .array(let elements):
      features.append(Self.mix(pointer, 100 + size(of: elements.count, at: pointer)))
      let element = Self.mix(pointer, Self.star)
      for value in elements { add(value, at: element, isElement: true, to: &features) }
    case .object(let object):
      if dictionaries.contains(pointer) {
        features.append(Self.mix(pointer, 200 + size(of: object.count, at: pointer)))
        let element = Self.mix(pointer, Self.star)
        for member in object.members {
          add(member.value, at: element, isElement: true, to: &features)
        }
      } else {
        if object.isEmpty { features.append(Self.mix(pointer, 6)) }
        for member in object.members {
          let below = Self.mix(pointer, Self.hash(member.key))
          add(member.value, at: below, isElement: isElement, to: &features)
        }
      }
    }
  }

  /// Returns the size of a list, which is another one if none was recorded that is so long.
  private func size(of count: Int, at pointer: UInt64) -> UInt64 {
    count > lengths[pointer] ?? .max ? 9 : Self.power(of: count)
  }

  /// Returns 0, 1, 2 for two, 3 for up to four, and 4 for more: longer lists are like these.
  private static func power(of count: Int) -> UInt64 {
    count == 0 ? 0 : UInt64(min(Int.bitWidth - (count - 1).leadingZeroBitCount + 1, 4))
  }

  private static func size(_ number: JSONNumber, isExact: Bool) -> UInt64 {
    guard let value = Int(number.text) else { return number.double < 0 ? 10 : 11 }
    if value < 0 { return 10 }
    if value == 0 { return 12 }
    return isExact ? 13 + power(of: min(value, 1 << 10)) : 11
  }

  // MARK: - Hashes

  static let root: UInt64 = 0xCBF2_9CE4_8422_2325
  static let star: UInt64 = 0x51_AF7D

  /// Hashes a text (FNV-1a); the standard library's hashes differ in each process.
  static func hash(_ text: String) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return hash
  }

  static func mix(_ one: UInt64, _ other: UInt64) -> UInt64 {
    var mixed = (one ^ (other &+ 0x9E37_79B9_7F4A_7C15)) &* 0xFF51_AFD7_ED55_8CCD
    mixed = (mixed ^ mixed >> 29) &* 0xC4CE_B9FE_1A85_EC53
    return mixed ^ mixed >> 32
  }
}

// MARK: - Learning

extension StateShape {
  /// Learns the meaning of values from recorded states.
  init(_ states: [JSONValue], dictionaries: Set<GeneralPointer>) {
    var facts = Facts()
    for state in states { facts.addValues(state, GeneralPointer(), dictionaries) }
    for pointer in dictionaries { self.dictionaries.insert(pointer.hash) }
    for (pointer, texts) in facts.texts {
      let isCase = texts.values.count <= Self.caseLimit && texts.count >= 2 * texts.values.count
      if isCase { cases[pointer.hash] = texts.values }
    }
    for (pointer, numbers) in facts.numbers where numbers.values.count <= 2 * Self.caseLimit {
      counts.insert(pointer.hash)
    }
    relations = facts.relations(in: states, limit: Self.relationLimit)
    for (pointer, count) in facts.lengths { lengths[pointer.hash] = count }
  }

  /// The pointers at which recorded states have arrays, dictionaries, texts and numbers.
  private struct Facts {
    struct Values {
      var values: Set<String> = []
      var count = 0

      mutating func add(_ text: String) {
        count += 1
        if values.count < 64 { values.insert(text) }
      }
    }

    var texts: [GeneralPointer: Values] = [:]
    var numbers: [GeneralPointer: Values] = [:]
    var lengths: [GeneralPointer: Int] = [:]
    private var arrays: Set<GeneralPointer> = []

    private mutating func addList(_ pointer: GeneralPointer, _ count: Int) {
      arrays.insert(pointer)
      lengths[pointer] = max(lengths[pointer] ?? 0, count)
    }

    mutating func addValues(
      _ value: JSONValue,
      _ pointer: GeneralPointer,
      _ dictionaries: Set<GeneralPointer>
    ) {
      switch value {
      case .array(let elements):
        addList(pointer, elements.count)
        for element in elements { addValues(element, pointer.element, dictionaries) }
      case .object(let object):
        let isDictionary = dictionaries.contains(pointer)
        if isDictionary { addList(pointer, object.count) }
        for member in object.members {
          let below = isDictionary ? pointer.element : pointer.member(member.key)
          addValues(member.value, below, dictionaries)
        }
      case .string(let text): texts[pointer, default: Values()].add(text)
      case .number(let number): numbers[pointer, default: Values()].add(number.text)
      default: break
      }
    }

    /// Returns what the values in lists always name in other lists: the rides of notices, the groups of layers.
    private func references(
      among elements: [GeneralPointer],
      in states: [JSONValue],
      limit: Int
    ) -> [Relation] {
      let values = Dictionary(
        elements.map { pointer in
          (pointer, states.map { Set(pointer.values(in: $0).filter(\.isName)) })
        },
        uniquingKeysWith: { first, _ in first }
      )
      var found: [Relation] = []
      for one in elements where !one.isOfIDs && found.count < limit {
        let own = values[one] ?? []
        // A truth value or a case is in many lists by chance.
        guard own.count(where: { !$0.isEmpty }) > 3,
          own.reduce(into: Set<JSONValue>(), { $0.formUnion($1) }).count > 3
        else { continue }
        for other in elements where other != one && other.isOfIDs && found.count < limit {
          if zip(own, values[other] ?? []).allSatisfy({ $0.isSubset(of: $1) }) {
            found.append(Relation(kind: .allPointInto, one: one, other: other))
          }
        }
      }
      return found
    }

    /// Returns the comparisons that tell states apart.
    func relations(in states: [JSONValue], limit: Int) -> [Relation] {
      let single = (texts.keys.filter(\.isSingle) + numbers.keys.filter(\.isSingle)).sorted()
      let elements = (texts.keys.filter { !$0.isSingle } + numbers.keys.filter { !$0.isSingle })
        .sorted()
      var found: [Relation] = []
      // The two sides of a transfer are never the same account, until a user does that.
      func areAlike(_ one: GeneralPointer, _ other: GeneralPointer) -> Bool {
        let lists = [one, other].map { side in
          Set(found.filter { $0.kind == .pointsInto && $0.one == side }.map(\.other))
        }
        return !lists[0].isDisjoint(with: lists[1])
      }
      func add(_ kind: Relation.Kind, _ one: GeneralPointer, _ other: GeneralPointer) {
        guard found.count < limit else { return }
        var relation = Relation(kind: kind, one: one, other: other)
        let truths = states.map { relation.truth(in: $0) }
        let holds = truths.filter { $0 == 2 }.count
        let isUseful =
          kind == .equal
          ? truths.contains(3) && (holds > 1 || areAlike(one, other)) : holds > 1
        let isLearned = kind == .isIndex ? !truths.contains(3) && holds > 3 : isUseful
        guard isUseful, isLearned else { return }
        if kind == .pointsInto { relation.known = Set(states.flatMap { other.values(in: $0) }) }
        found.append(relation)
      }
      for one in single {
        let isText = texts[one] != nil
        for other in elements where isText == (texts[other] != nil) {
          add(.pointsInto, one, other)
        }
        if isText {
          for other in arrays.sorted() where other.isSingle { add(.pointsInto, one, other.keys) }
        } else {
          for other in arrays.sorted() where other.isSingle { add(.isIndex, one, other) }
        }
      }
      for (number, one) in single.enumerated() {
        for other in single[(number + 1)...] where (texts[one] != nil) == (texts[other] != nil) {
          add(.equal, one, other)
        }
      }
      return found + references(among: elements, in: states, limit: limit)
    }
  }
}

extension StateShape.Relation {
  /// Returns 0 where there is nothing to compare, 1 for null, 2 if it holds, 3 if not, 4 for what was there once.
  func truth(in state: JSONValue) -> UInt64 {
    if kind == .allPointInto {
      let own = one.values(in: state).filter(\.isName)
      return own.isEmpty ? 0 : Set(own).isSubset(of: other.values(in: state)) ? 2 : 3
    }
    guard let value = one.first(in: state) else { return 0 }
    guard value.isName else { return 1 }
    switch kind {
    case .equal:
      guard let other = other.first(in: state), other.isName else { return 0 }
      return value == other ? 2 : 3
    case .pointsInto:
      return other.contains(value, in: state) ? 2 : known.contains(value) ? 4 : 3
    case .allPointInto:
      return 0
    case .isIndex:
      guard let index = value.int, let count = other.first(in: state)?.array?.count else {
        return 0
      }
      return index >= 0 && index < count ? 2 : 3
    }
  }
}
