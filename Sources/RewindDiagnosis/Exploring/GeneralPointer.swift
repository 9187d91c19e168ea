import RewindJSON
import RewindTimeline

/// A pointer to a value in a state or, with `*`, to that of every element of an array or a dictionary.
struct GeneralPointer: Hashable, Sendable, Comparable {
  private enum Token: Hashable, Sendable {
    case member(String)
    case elements
    /// The keys of a dictionary.
    case keys
    /// The row of a list that a value names: the one that is selected.
    case row
    /// True if one of the values is this content.
    case having(String)
  }

  private var tokens: [Token] = []

  init() {}

  /// Makes the pointer of a pattern, in which `*` stands for any element.
  init(_ pattern: Pointer) {
    tokens = pattern.tokens.map { $0 == "*" ? .elements : .member($0) }
  }

  func member(_ name: String) -> GeneralPointer { appending(.member(name)) }
  var element: GeneralPointer { appending(.elements) }
  var keys: GeneralPointer { appending(.keys) }
  var row: GeneralPointer { appending(.row) }
  func having(_ content: String) -> GeneralPointer { appending(.having(content)) }

  /// True if it points at one value.
  var isSingle: Bool { tokens.allSatisfy { $0 != .elements && $0 != .keys } }

  /// True if it points at the elements of a list or a dictionary themselves.
  var isOfElements: Bool { tokens.last == .elements }

  /// True if it says whether some value has a content.
  var isOfContents: Bool { if case .having? = tokens.last { true } else { false } }

  /// True if it points at the keys of an object, or at the elements of a list themselves.
  var isOfNames: Bool { isOfElements || isOfKeys }

  /// True if it points at a member that is called like an identifier.
  var isOfIDs: Bool {
    if case .member(let name)? = tokens.last { StateRows.isID(name) } else { false }
  }

  /// True if it points at the keys of an object.
  var isOfKeys: Bool { tokens.last == .keys }

  /// The last name in it.
  var name: String? {
    for case .member(let name) in tokens.reversed() { return name }
    return nil
  }

  /// Splits it behind its last `*`; nil if it has none, or ends with it.
  func splitBehindElements() -> (rows: GeneralPointer, member: GeneralPointer)? {
    guard let last = tokens.lastIndex(of: .elements), last < tokens.count - 1 else { return nil }
    var (rows, member) = (GeneralPointer(), GeneralPointer())
    rows.tokens = Array(tokens[...last])
    member.tokens = Array(tokens[(last + 1)...])
    return (rows, member)
  }

  /// Returns the rest behind another pointer; nil if it does not begin with that, or is that.
  func relative(to other: GeneralPointer) -> GeneralPointer? {
    guard tokens.count > other.tokens.count, tokens.starts(with: other.tokens) else { return nil }
    var rest = GeneralPointer()
    rest.tokens = Array(tokens[other.tokens.count...])
    return rest
  }

  private func appending(_ token: Token) -> GeneralPointer {
    var longer = self
    longer.tokens.append(token)
    return longer
  }

  var description: String {
    tokens.map { token in
      switch token {
      case .member(let name): "/\(name)"
      case .elements: "/*"
      case .keys: "/*?"
      case .row: " →"
      case .having(let content): " has \(content)"
      }
    }.joined()
  }

  static func < (one: Self, other: Self) -> Bool { one.description < other.description }

  /// The number that ``StateShape`` has for the pointer.
  var hash: UInt64 {
    tokens.reduce(StateShape.root) { pointer, token in
      if case .member(let name) = token { return StateShape.mix(pointer, StateShape.hash(name)) }
      return StateShape.mix(pointer, StateShape.star)
    }
  }

  // MARK: - Values

  /// Returns the value of a pointer to one; nil where there is none.
  func first(in state: JSONValue) -> JSONValue? {
    var found: JSONValue?
    _ = visit(state, tokens[...], of: state) { value in
      found = value
      return false
    }
    return found
  }

  /// Returns true if one of the values is this one.
  func contains(_ value: JSONValue, in state: JSONValue) -> Bool {
    !visit(state, tokens[...], of: state) { $0 != value }
  }

  /// Returns all values.
  func values(in state: JSONValue) -> [JSONValue] {
    var found: [JSONValue] = []
    _ = visit(state, tokens[...], of: state) { value in
      found.append(value)
      return true
    }
    return found
  }

  /// Passes on the values in order until `body` returns false; returns false then.
  private func visit(
    _ value: JSONValue,
    _ rest: ArraySlice<Token>,
    of state: JSONValue,
    _ body: (JSONValue) -> Bool
  ) -> Bool {
    guard let token = rest.first else { return body(value) }
    switch (token, value) {
    case (.member(let name), .object(let object)):
      guard let below = object[name] else { return true }
      return visit(below, rest.dropFirst(), of: state, body)
    case (.elements, .array(let elements)):
      return elements.allSatisfy { visit($0, rest.dropFirst(), of: state, body) }
    case (.elements, .object(let object)):
      return object.members.allSatisfy { visit($0.value, rest.dropFirst(), of: state, body) }
    case (.keys, .object(let object)):
      return object.members.allSatisfy { body(.string($0.key)) }
    case (.having(let content), _):
      return ShownContents.content(value) == content ? body(.bool(true)) : true
    case (.row, _):
      guard let row = StateRows(of: state).all[value] else { return true }
      return visit(row, rest.dropFirst(), of: state, body)
    default:
      return true
    }
  }

  /// Returns the pointers to dictionaries of some states, by the types that the log tells, or as ``FieldTree`` guesses.
  static func dictionaries(
    in states: [JSONValue],
    _ types: RecordedTypes
  ) -> Set<GeneralPointer> {
    let fields = FieldTree<NoContent>()
    fields.know(types.state, in: types)
    for state in states { fields.add(state) }
    fields.settle()
    return Set(fields.fields.filter(\.field.isDictionary).map { GeneralPointer($0.pattern) })
  }

  /// Returns pointers to all texts, numbers and keys of a state.
  static func all(
    in state: JSONValue,
    dictionaries: Set<GeneralPointer>
  ) -> Set<GeneralPointer> {
    var found: Set<GeneralPointer> = []
    func add(_ value: JSONValue, _ pointer: GeneralPointer) {
      switch value {
      case .array(let elements): for element in elements { add(element, pointer.element) }
      case .object(let object):
        found.insert(pointer.keys)
        let isDictionary = dictionaries.contains(pointer)
        for member in object.members {
          add(member.value, isDictionary ? pointer.element : pointer.member(member.key))
        }
      case .string, .number: found.insert(pointer)
      default: break
      }
    }
    add(state, GeneralPointer())
    return found
  }
}
