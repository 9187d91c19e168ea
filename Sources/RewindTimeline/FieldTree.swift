package import RewindJSON

/// The fields of many values of one kind, such as all states of a session: what a pattern of a pointer is made from.
///
/// In a pattern, `*` stands for any element of an array and for any key of a dictionary: `/users/*/age`. JSON has one
/// form for a dictionary and for a value with members. Which one an object is, the log's types say (``know(_:in:)``);
/// where they do not, as in a log of another recorder, it counts as a dictionary if
///
/// - one of its keys is no name of a member: no identifier of Swift, or a UUID, or a pseudonym;
/// - it had two keys or more at one time, and its values are records of the same two members or more;
/// - its keys come and go, are more than two, and differ in their numbers only;
/// - it has had more than 64 keys.
///
/// A whole value, such as a state, has members all the same; of its keys, those that are no names become `*`.
///
/// Every reader of a log that has to tell the two apart asks here.
package final class FieldTree<Content: FieldContent> {
  /// The content of the field itself, without its members and elements.
  package private(set) var content = Content()
  private var members: [String: FieldTree] = [:]
  /// Any element, or the value of any key.
  private var any: FieldTree?
  /// True if the keys are data, as far as is known; for good after ``settle()``.
  package private(set) var isDictionary = false
  /// The parts that the log's types say it has; nil where they do not.
  private var parts: RecordedTypes.Parts?
  private(set) var type: String?
  private(set) var types = RecordedTypes()
  /// The names among the keys of the object that was seen last; nil before the first.
  private var present: Set<String>?
  /// True if keys came or went.
  private var varies = false
  /// The most keys at one time.
  private var width = 0

  /// The number of different keys from which on an object is a dictionary.
  private static var keyLimit: Int { 64 }

  /// The number of named fields that may still come.
  ///
  /// A log that copies values into one another doubles its fields at each line. Beyond the limit, a value counts for
  /// the field around it.
  private final class Room {
    var left = 100_000
  }

  private let room: Room

  package convenience init() { self.init(in: Room()) }

  private init(in room: Room) { self.room = room }

  /// True if nothing was seen in it.
  package var isLeaf: Bool { members.isEmpty && any == nil }

  /// True if the log's types say that it has members.
  private var isRecord: Bool { parts.map { !$0.isDictionary && !$0.members.isEmpty } ?? false }

  // MARK: - What is seen

  /// Takes over what the log's types say of a type of the values.
  package func know(_ type: String?, in types: RecordedTypes) {
    guard parts == nil, let type, let parts = types.parts(of: type) else { return }
    (self.parts, self.type, self.types) = (parts, type, types)
    for (name, member) in members { member.know(parts[name], in: types) }
    any?.know(parts.any, in: types)
    if parts.isDictionary, !isDictionary { becomeDictionary() }
  }

  /// Adds a value; `note` is called with what is in neither an array nor an object that has parts.
  package func add(
    _ value: JSONValue,
    at pointer: Pointer = .root,
    note: (inout Content, JSONValue, Pointer) -> Void = { _, _, _ in }
  ) {
    switch value {
    case .array(let elements) where !elements.isEmpty:
      let any = anyPart()
      for (index, element) in elements.enumerated() {
        any.add(element, at: pointer.appending(index), note: note)
      }
    case .object(let object) where !object.members.isEmpty:
      has { $0 = Set(object.members.lazy.map(\.key).filter(\.isMemberName)) }
      for member in object.members {
        part(member.key).add(member.value, at: pointer.appending(member.key), note: note)
      }
    default:
      if value.kind == .object { has { $0 = [] } }
      note(&content, value, pointer)
    }
  }

  /// Adds what a patch puts into values.
  package func add(
    _ patch: Patch,
    note: (inout Content, JSONValue, Pointer) -> Void = { _, _, _ in }
  ) {
    for operation in patch.operations {
      switch operation {
      case .add(let pointer, let value):
        if let parent = pointer.parent, let key = pointer.tokens.last, key.isMemberName {
          self[parent].has { $0.insert(key) }
        }
        self[pointer].add(value, at: pointer, note: note)
      case .replace(let pointer, let value):
        self[pointer].add(value, at: pointer, note: note)
      case .move(let from, let to), .copy(let from, let to):
        // What is copied into itself has the fields that it has.
        if from.isPrefix(of: to) { continue }
        let (from, to) = (self[from], self[to])
        if from !== to { to.merge(from.copy()) }
      case .remove(let pointer):
        if let parent = pointer.parent, let key = pointer.tokens.last, key.isMemberName {
          self[parent].has { $0.remove(key) }
        }
      case .test: break
      }
    }
  }

  /// Notes the names among the keys of an object; of a dictionary, they no longer matter.
  private func has(_ change: (inout Set<String>) -> Void) {
    if isDictionary { return }
    var keys = present ?? []
    change(&keys)
    varies = varies || present != nil && present != keys
    present = keys
    width = max(width, keys.count)
  }

  /// The field of a pointer, which is made if it is not there.
  private subscript(pointer: Pointer) -> FieldTree {
    pointer.tokens.reduce(self) { $0.part($1) }
  }

  private func part(_ token: String) -> FieldTree {
    let type = parts?[token]
    if isDictionary || type == nil && !token.isMemberName { return anyPart() }
    if let known = members[token] { return known }
    guard room.left > 0 else { return self }
    room.left -= 1
    let part = FieldTree(in: room)
    members[token] = part
    part.know(type, in: types)
    if members.count > Self.keyLimit, !isRecord {
      becomeDictionary()
      return anyPart()
    }
    return part
  }

  private func anyPart() -> FieldTree {
    if let any { return any }
    let part = FieldTree(in: room)
    part.know(parts?.any, in: types)
    any = part
    return part
  }

  private func becomeDictionary() {
    isDictionary = true
    let any = anyPart()
    for member in members.values { any.merge(member) }
    members = [:]
  }

  private func merge(_ other: FieldTree) {
    content.formUnion(other.content)
    width = max(width, other.width)
    varies = varies || other.varies
    present = present ?? other.present
    for (key, member) in other.members { part(key).merge(member) }
    if parts == nil { (parts, type, types) = (other.parts, other.type, other.types) }
    if let part = other.any { anyPart().merge(part) }
    if other.isDictionary, !isDictionary { becomeDictionary() }
  }

  private func copy() -> FieldTree {
    let copy = FieldTree()
    copy.merge(self)
    return copy
  }

  // MARK: - What it comes to

  /// Decides, once all has been seen, which objects are dictionaries.
  package func settle() { settle(isWhole: true) }

  private func settle(isWhole: Bool) {
    for member in members.values { member.settle(isWhole: false) }
    // Of an array, nothing is present.
    let hasKeys = any != nil && present != nil
    let looksLikeOne = !isWhole && (hasKeys || !members.isEmpty && (hasRecords || isNumbered))
    if isDictionary || looksLikeOne && !isRecord {
      becomeDictionary()
    }
    any?.settle(isWhole: false)
  }

  /// True if the values are records of one shape.
  private var hasRecords: Bool {
    let shapes = members.values.map { Set($0.members.keys) }
    guard width > 1, let first = shapes.first, shapes.count > 1, first.count > 1 else {
      return false
    }
    return members.values.allSatisfy { $0.any == nil } && shapes.allSatisfy { $0 == first }
  }

  /// True if the keys that come and go differ in their numbers only; two could be the members of a structure.
  private var isNumbered: Bool {
    varies && members.count > 2
      && Set(members.keys.map { $0.replacing(/[0-9]+/, with: "0") }).count == 1
  }

  /// The fields after ``settle()``, each with its pattern, those without parts and those with content of their own.
  package var fields: [(pattern: Pointer, field: FieldTree)] {
    var found: [(Pointer, FieldTree)] = []
    func collect(_ field: FieldTree, _ pattern: Pointer) {
      found.append((pattern, field))
      for (key, member) in field.members { collect(member, pattern.appending(key)) }
      if let any = field.any { collect(any, pattern.appending("*")) }
    }
    collect(self, .root)
    return found
  }

  /// Returns the pattern of a pointer after ``settle()``.
  ///
  /// Keys that come and go, and are in `data`, such as the texts of an action's payload, are those of a dictionary.
  package func pattern(of pointer: Pointer, data: Set<String> = []) -> Pointer {
    var field: FieldTree? = self
    let tokens = pointer.tokens.map { token in
      let member = field?.members[token]
      // What was never seen counts as what it looks like.
      let isAny =
        field?.isDictionary ?? false || member == nil && !token.isMemberName
        || field?.varies ?? false && field?.isRecord == false && data.contains(token)
      field = isAny ? field?.any ?? member : member
      return isAny ? "*" : token
    }
    return Pointer(tokens: tokens)
  }
}

/// The content that a ``FieldTree`` collects for each field.
package protocol FieldContent {
  init()
  /// Adds what is known of the same field by another pointer.
  mutating func formUnion(_ other: Self)
}

/// Nothing: only the names of fields count.
package struct NoContent: FieldContent {
  package init() {}
  package mutating func formUnion(_ other: NoContent) {}
}

extension String {
  /// True for a text that may be the name of a property or a case, or of a coding key such as `first-name`.
  package var isMemberName: Bool {
    guard let first = unicodeScalars.first, count <= 64 else { return false }
    return (first == "_" || first == "$" || first.isLetter)
      && unicodeScalars.allSatisfy {
        $0 == "_" || $0 == "-" || $0 == "$" || $0.isLetter || $0.isDigit
      } && !isUUID && !isRedaction
  }
}

extension Unicode.Scalar {
  // ASCII needs no lookup in Unicode's tables.
  fileprivate var isLetter: Bool {
    isASCII ? (0x61...0x7A).contains(value | 0x20) : properties.isAlphabetic
  }

  fileprivate var isDigit: Bool {
    isASCII ? (0x30...0x39).contains(value) : properties.numericType != nil
  }
}
