import RewindJSON
package import RewindSession

/// Every field of states, actions, inputs and notes that sessions have something in, with the rule of redaction
/// that covers it: what a review of privacy reads, and a pull request compares.
///
/// `*` stands for any element of an array and for any key that is data: a key that is no identifier of Swift, and
/// those of objects with very many.
package struct RecordedFields {
  /// A field.
  package struct Field: Hashable, Comparable, Sendable {
    package enum Kind: String, CaseIterable, Sendable {
      case action, input, note, state
    }

    package let kind: Kind
    /// The type of the action, or the name of the input; empty for others.
    package let owner: String
    /// The pointer into the state, payload or input; the whole value if it is empty.
    package let path: String

    package static func < (a: Field, b: Field) -> Bool {
      (a.kind.rawValue, a.owner, a.path) < (b.kind.rawValue, b.owner, b.path)
    }
  }

  /// The kinds of values in a field, and the rules that cover it.
  package struct Content: Sendable {
    package fileprivate(set) var kinds: Set<String> = []
    /// The rules in words; `as it is` where a value is written as the app has it.
    package fileprivate(set) var rules: Set<String> = []
  }

  package private(set) var contents: [Field: Content] = [:]
  /// The keys of the objects in each field, to find those that are data.
  private var keys: [Field: Set<String>] = [:]
  /// Actions that a build can decode, and that no session has.
  private var unseen: Set<String> = []

  /// The rule of fields that no rule covers.
  package static let unredacted = "as it is"
  /// The rule of a path that has never had a value, only null or an empty array or object.
  package static let empty = "empty"
  /// The rule of an action that no session has.
  package static let notSeen = "not in these sessions"
  private static let emptyKinds: Set = ["null", "empty array", "empty object"]
  /// The number of different keys from which on an object is a dictionary.
  private static let keyLimit = 64

  package init() {}

  /// The fields in a stable order.
  package var sorted: [(field: Field, content: Content)] {
    var all = contents
    for (field, content) in contents {
      // A value that was empty at first is told by its later contents.
      if content.rules.count > 1 { all[field]?.rules.remove(Self.empty) }
      // And an array or an object by its elements.
      guard content.kinds.isSubset(of: Self.emptyKinds) else { continue }
      if contents.keys.contains(where: { $0.withAnyKey(in: field) != nil }) { all[field] = nil }
    }
    let seen = Set(contents.keys.filter { $0.kind == .action }.map(\.owner))
    // An enum is decoded by its type, and recorded by its cases.
    for type in unseen.subtracting(seen) where !seen.contains(where: { $0.hasPrefix(type + ".") }) {
      all[Field(kind: .action, owner: type, path: "")] = Content(rules: [Self.notSeen])
    }
    return all.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// Adds the fields of a session.
  ///
  /// - Throws: ``SessionLogError`` if it cannot be read.
  package mutating func add(_ timeline: Timeline) throws(SessionLogError) {
    let mask = RedactionMask(timeline.log.header)
    for line in 0..<timeline.log.lineCount { add(try timeline.log.line(line), mask) }
  }

  /// Adds the fields of a line; the header's rules are in the mask.
  package mutating func add(_ line: SessionLine, _ mask: RedactionMask) {
    switch line {
    case .action(let action):
      for content in [action.payload, action.error].compactMap({ $0 }) {
        add(content, Field(kind: .action, owner: action.type, path: ""), mask)
      }
    case .input(let input):
      // Numbers of secret names are those of one session.
      let name = RecordedInput.isRedacted(input.name) ? "$redacted" : input.name
      add(input.value, Field(kind: .input, owner: name, path: ""), mask)
    case .note(let note):
      add(.string(note.text), Field(kind: .note, owner: "", path: ""), mask)
    case .state(let state), .external(let state):
      if let whole = state.state { add(whole, Field(kind: .state, owner: "", path: ""), mask) }
      add(state.patch, mask)
    case .header, .reduced, .gap, .travel, .end, .unknown: break
    }
  }

  /// Adds actions that a build can decode.
  package mutating func add(actions: [String]) { unseen.formUnion(actions) }

  private mutating func add(_ patch: Patch?, _ mask: RedactionMask) {
    for operation in patch?.operations ?? [] {
      switch operation {
      case .add(let pointer, let value), .replace(let pointer, let value):
        add(value, field(of: pointer), mask, at: pointer)
      case .move(let from, let to), .copy(let from, let to):
        carry(field(of: from), to: field(of: to))
      case .remove, .test: break
      }
    }
  }

  /// The field of a value in the state.
  private func field(of pointer: Pointer) -> Field {
    pointer.tokens.reduce(Field(kind: .state, owner: "", path: "")) { $0.appending($1, self) }
  }

  /// Adds to a field what another one has, of which a value was put there.
  private mutating func carry(_ from: Field, to: Field) {
    guard from != to else { return }
    for (field, content) in contents where field.kind == .state {
      guard field == from || field.path.hasPrefix(from.path + "/") else { continue }
      let path = to.path + field.path.dropFirst(from.path.count)
      let target = Field(kind: .state, owner: "", path: path)
      contents[target, default: Content()].kinds.formUnion(content.kinds)
      contents[target, default: Content()].rules.formUnion(content.rules)
    }
  }

  private mutating func add(
    _ value: JSONValue,
    _ field: Field,
    _ mask: RedactionMask,
    at pointer: Pointer = .root
  ) {
    switch value {
    case .array(let elements) where !elements.isEmpty:
      for (index, element) in elements.enumerated() {
        add(element, field.appending("*", self), mask, at: pointer.appending(index))
      }
    case .object(let object) where !object.members.isEmpty:
      note(object.members.map(\.key), in: field)
      for member in object.members {
        add(
          member.value,
          field.appending(member.key, self),
          mask,
          at: pointer.appending(member.key)
        )
      }
    default:
      // A key with a pseudonym hides the path of a value, not the value.
      let pointer = Pointer(tokens: pointer.tokens.map { $0.isRedaction ? "*" : $0 })
      let named = field.kind == .input ? Pointer(tokens: [field.owner] + pointer.tokens) : pointer
      let rule =
        mask.rule(of: Change(named, old: value, new: nil))
        ?? (field.kind == .input ? mask.rule(of: Change(pointer, old: value, new: nil)) : nil)
      contents[field, default: Content()].kinds.insert(value.kindName)
      let isEmpty = value.kind == .array || value.kind == .object || value.kind == .null
      contents[field, default: Content()].rules
        .insert(rule ?? (isEmpty ? Self.empty : Self.unredacted))
    }
  }

  /// Remembers the keys of an object; from a number on, what was told of each is told of all.
  private mutating func note(_ new: [String], in field: Field) {
    let known = keys[field]?.count ?? 0
    if known > Self.keyLimit { return }
    keys[field, default: []].formUnion(new.filter(\.isIdentifier))
    guard let count = keys[field]?.count, count > Self.keyLimit else { return }
    for (path, content) in contents {
      guard let merged = path.withAnyKey(in: field) else { continue }
      contents[path] = nil
      contents[merged, default: Content()].kinds.formUnion(content.kinds)
      contents[merged, default: Content()].rules.formUnion(content.rules)
    }
  }

  fileprivate func isDictionary(_ field: Field) -> Bool {
    keys[field]?.count ?? 0 > Self.keyLimit
  }
}

extension RecordedFields.Field {
  /// The field of a member or an element.
  fileprivate func appending(_ token: String, _ fields: RecordedFields) -> Self {
    let isData = !token.isIdentifier || fields.isDictionary(self)
    let token = isData ? "*" : Pointer(tokens: [token]).description.dropFirst().description
    return Self(kind: kind, owner: owner, path: "\(path)/\(token)")
  }

  /// The field with `*` for the key in an object; nil if it is not in that.
  fileprivate func withAnyKey(in object: Self) -> Self? {
    guard kind == object.kind, owner == object.owner, path.hasPrefix(object.path + "/") else {
      return nil
    }
    let rest = path.dropFirst(object.path.count + 1)
    let after = rest.firstIndex(of: "/").map { String(rest[$0...]) } ?? ""
    return Self(kind: kind, owner: owner, path: "\(object.path)/*\(after)")
  }
}

extension JSONValue {
  fileprivate var kindName: String {
    switch self {
    case .null: "null"
    case .bool: "boolean"
    case .number: "number"
    case .string: "text"
    case .array: "empty array"
    case .object: "empty object"
    }
  }
}

extension String {
  /// True for a text that may be the name of a property or a case, or of a coding key such as `first-name`.
  fileprivate var isIdentifier: Bool {
    guard let first = unicodeScalars.first, count <= 64 else { return false }
    if self == "redacted" || isRedaction { return false }
    return (first == "_" || first == "$" || first.properties.isAlphabetic)
      && unicodeScalars.allSatisfy {
        $0 == "_" || $0 == "-" || $0 == "$" || $0.properties.isAlphabetic
          || $0.properties.numericType != nil
      } && !isUUID
  }
}
