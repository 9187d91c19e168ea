import RewindJSON
package import RewindSession

/// Every field of states, actions, inputs and notes that sessions have something in, with the rule of redaction
/// that covers it: what a review of privacy reads, and a pull request compares.
///
/// `*` stands for any element of an array and for any key of a dictionary, as ``FieldTree`` tells them.
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

    package init() {}

    fileprivate init(rules: Set<String>) { self.rules = rules }
  }

  /// The fields of each kind of value.
  private var trees: [Field: FieldTree<Content>] = [:]
  /// Actions that a build can decode, and that no session has.
  private var unseen: Set<String> = []
  /// The types of the session that is being read, and those that any had.
  private var types = RecordedTypes()
  private var masks: [(types: RecordedTypes, mask: RedactionMask)] = []

  /// The rule of fields that no rule covers.
  package static let unredacted = "as it is"
  /// The rule of a path that has never had a value, only null or an empty array or object.
  package static let empty = "empty"
  /// The rule of an action that no session has.
  package static let notSeen = "not in these sessions"
  private static let emptyKinds: Set = ["null", "empty array", "empty object"]

  package init() {}

  /// True if nothing was recorded.
  package var isEmpty: Bool { trees.isEmpty }

  /// The fields in a stable order.
  package var sorted: [(field: Field, content: Content)] {
    var all: [Field: Content] = [:]
    for (owner, tree) in trees {
      tree.settle()
      for (pattern, field) in tree.fields {
        var content = field.content
        // A value that was empty at first is told by its later contents, and an array or an object by its elements.
        if content.rules.count > 1 { content.rules.remove(Self.empty) }
        if content.kinds.isEmpty || !field.isLeaf && content.kinds.isSubset(of: Self.emptyKinds) {
          continue
        }
        let folded = tree.types.folded(pattern, from: tree.type)
        let field = Field(kind: owner.kind, owner: owner.owner, path: folded.description)
        all[field, default: Content()].formUnion(content)
      }
    }
    for (types, mask) in masks { addPossible(types, mask, to: &all) }
    let seen = Set(all.keys.filter { $0.kind == .action }.map(\.owner))
    // An enum is decoded by its type, and recorded by its cases.
    for type in unseen.subtracting(seen) where !seen.contains(where: { $0.hasPrefix(type + ".") }) {
      all[Field(kind: .action, owner: type, path: "")] = Content(rules: [Self.notSeen])
    }
    return all.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// Adds the fields that states may have by their types, and that no session has anything in: the rule that is
  /// going to cover them is known.
  private func addPossible(
    _ types: RecordedTypes,
    _ mask: RedactionMask,
    to all: inout [Field: Content]
  ) {
    func add(_ type: String, _ pointer: Pointer, _ path: [String]) {
      let (type, parts) = (type.withoutOptional, types.parts(of: type))
      // What a type has within itself is listed once.
      guard !path.contains(type) else { return }
      if parts?.isDictionary == false {
        for member in parts?.members ?? [] {
          add(member.type, pointer.appending(member.name), path + [type])
        }
      }
      if let any = parts?.any { add(any, pointer.appending("*"), path + [type]) }
      let isLeaf = parts.map { $0.members.isEmpty && $0.any == nil } ?? true
      guard isLeaf, !pointer.tokens.isEmpty else { return }
      let field = Field(kind: .state, owner: "", path: pointer.description)
      guard all[field].map({ $0.rules == [Self.empty] }) ?? true else { return }
      let rule = mask.rule(of: Change(pointer, old: .null, new: nil)) ?? Self.unredacted
      all[field, default: Content()].rules = [parts == nil ? rule : Self.empty]
    }
    if let state = types.state { add(state, .root, []) }
  }

  /// Adds the fields of a session.
  ///
  /// - Throws: ``SessionLogError`` if it cannot be read.
  package mutating func add(_ timeline: Timeline) throws(SessionLogError) {
    let mask = RedactionMask(timeline.log.header)
    types = RecordedTypes()
    for line in 0..<timeline.log.lineCount { add(try timeline.log.line(line), mask) }
    if !types.isEmpty { masks.append((types, mask)) }
  }

  /// Adds the fields of a line; the header's rules are in the mask.
  package mutating func add(_ line: SessionLine, _ mask: RedactionMask) {
    switch line {
    case .action(let action):
      for content in [action.payload, action.error].compactMap({ $0 }) {
        add(content, .action, action.type, mask)
      }
    case .input(let input):
      // Numbers of secret names are those of one session.
      let isRedacted = RecordedInput.isRedacted(input.name)
      add(input.value, .input, isRedacted ? "$redacted" : input.name, mask)
    case .note(let note):
      add(.string(note.text), .note, "", mask)
    case .state(let state), .external(let state):
      if let whole = state.state { add(whole, .state, "", mask) }
      if let patch = state.patch {
        tree(.state, "").add(patch) { $0.note($1, at: $2, .state, "", mask) }
      }
    case .types(let json):
      types.add(json)
    case .header, .reduced, .gap, .travel, .end, .unknown: break
    }
  }

  /// Adds actions that a build can decode.
  package mutating func add(actions: [String]) { unseen.formUnion(actions) }

  private mutating func add(
    _ value: JSONValue,
    _ kind: Field.Kind,
    _ owner: String,
    _ mask: RedactionMask
  ) {
    tree(kind, owner).add(value) { $0.note($1, at: $2, kind, owner, mask) }
  }

  private mutating func tree(_ kind: Field.Kind, _ owner: String) -> FieldTree<Content> {
    let field = Field(kind: kind, owner: owner, path: "")
    let tree = trees[field] ?? FieldTree<Content>()
    trees[field] = tree
    let type: String? =
      switch kind {
      case .state: types.state
      case .action: types.type(ofAction: owner)
      case .input: types.inputs[owner]
      case .note: nil
      }
    tree.know(type, in: types)
    return tree
  }
}

extension RecordedFields.Content: FieldContent {
  package mutating func formUnion(_ other: Self) {
    kinds.formUnion(other.kinds)
    rules.formUnion(other.rules)
  }

  /// Adds a value, with the rule that covers it.
  fileprivate mutating func note(
    _ value: JSONValue,
    at pointer: Pointer,
    _ kind: RecordedFields.Field.Kind,
    _ owner: String,
    _ mask: RedactionMask
  ) {
    // A key with a pseudonym hides the path of a value, not the value.
    let pointer = Pointer(tokens: pointer.tokens.map { $0.isRedaction ? "*" : $0 })
    let named = kind == .input ? Pointer(tokens: [owner] + pointer.tokens) : pointer
    let rule =
      mask.rule(of: Change(named, old: value, new: nil))
      ?? (kind == .input ? mask.rule(of: Change(pointer, old: value, new: nil)) : nil)
    kinds.insert(value.kindName)
    let isEmpty = value.kind == .array || value.kind == .object || value.kind == .null
    rules.insert(rule ?? (isEmpty ? RecordedFields.empty : RecordedFields.unredacted))
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
