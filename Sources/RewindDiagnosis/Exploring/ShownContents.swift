import RewindJSON

/// What a state shows, as far as it decides what a user can do: which values are there, and which cases they have.
struct ShownContents: Sendable {
  /// Objects whose members are records: their keys are no screens.
  let shape: StateShape

  static let nothing = "null"
  static let empty = "empty"
  static let some = "some"
  private static let depthLimit = 4
  private static let (memberLimit, elementLimit) = (64, 16)

  /// Returns the content of each value of a state that counts.
  func all(of state: JSONValue) -> [GeneralPointer: String] {
    var found: [GeneralPointer: String] = [:]
    var names: [(pointer: GeneralPointer, value: JSONValue)] = []
    func add(_ value: JSONValue, _ pointer: GeneralPointer, _ hash: UInt64, _ depth: Int) {
      found[pointer] = Self.content(value)
      if value.isName { names.append((pointer, value)) }
      if depth < Self.depthLimit { addElements(of: value, pointer.element, hash, to: &found) }
      guard depth < Self.depthLimit, let object = value.object,
        object.count <= Self.memberLimit, !shape.isDictionary(hash)
      else { return }
      for member in object.members {
        let below = StateShape.mix(hash, StateShape.hash(member.key))
        add(member.value, pointer.member(member.key), below, depth + 1)
      }
    }
    add(state, GeneralPointer(), StateShape.root, 0)
    // What is selected decides what its screen shows.
    let rows = StateRows(of: state).all
    for name in names {
      for member in rows[name.value]?.object?.members.prefix(Self.memberLimit) ?? [] {
        found[name.pointer.row.member(member.key)] = Self.content(member.value)
      }
    }
    return found
  }

  /// Adds which contents some element of a list or a dictionary has: that a line is still open.
  private func addElements(
    of value: JSONValue,
    _ pointer: GeneralPointer,
    _ hash: UInt64,
    to found: inout [GeneralPointer: String]
  ) {
    let row = StateShape.mix(hash, StateShape.star)
    let elements: [JSONValue]
    switch value {
    case .array(let array): elements = array
    case .object(let object) where shape.isDictionary(hash): elements = object.members.map(\.value)
    default: return
    }
    for element in elements.prefix(Self.memberLimit) {
      for member in element.object?.members.prefix(Self.elementLimit) ?? [] {
        let below = StateShape.mix(row, StateShape.hash(member.key))
        guard shape.isCase(member.value, below) else { continue }
        found[pointer.member(member.key).having(Self.content(member.value))] = "true"
      }
    }
  }

  /// Returns the content of a value that counts; a missing one is like null.
  static func content(_ value: JSONValue?) -> String {
    switch value {
    case nil, .null?: nothing
    case .bool(let truth)?: "\(truth)"
    case .string("")?: empty
    case .string(let text)?: text.count <= 24 ? "\"\(text)" : some
    case .array(let array)?: array.last.map(top) ?? empty
    case .object(let object)?: object.isEmpty ? empty : some
    case .number?: value == 0 ? "0" : some
    }
  }

  /// Returns the content of a list by its last element: of a stack of screens that is the one that is seen.
  private static func top(_ element: JSONValue) -> String {
    let name: String? =
      switch element {
      case .string(let text): text
      case .object(let object) where object.count == 1 && object.members[0].value.string == nil:
        object.members[0].key
      case .object(let object): object.members.first?.value.string
      default: nil
      }
    guard let name, !name.isEmpty, name.count <= 24 else { return some }
    return "\"… \(name)"
  }

  /// Returns a content as a reader is told it.
  static func words(of content: String) -> String {
    switch content {
    case empty: "empty"
    case some: "not empty"
    default: content.hasPrefix("\"") ? "\(content)\"" : content
    }
  }
}

/// The state before each recorded action of a user: a row for each action, a column for each value.
struct RecordedContents {
  struct Column {
    let pointer: GeneralPointer
    /// The number of the content in each row.
    fileprivate(set) var contents: [Int]
    /// The number of the stretch of a session, in which the content stays the same, for each row.
    fileprivate(set) var stretches: [Int] = []
    var distinct: Set<Int> { Set(contents) }

    /// Returns in how many stretches some rows are: as long as a content stays the same, another action says
    /// nothing new of it.
    func stretchCount(_ rows: [Int]) -> Int { Set(rows.map { stretches[$0] }).count }
  }

  /// The rows of each type of action, and of each case of its payload.
  let rows: [String: [Int]]
  let rowCount: Int
  /// The columns, in the order of their pointers.
  private(set) var columns: [Column] = []
  /// The contents, by number; the first is nothing.
  private(set) var names = [ShownContents.nothing]

  init(
    _ actions: [(names: [String], session: Int, before: JSONValue)],
    _ shown: ShownContents
  ) {
    var rows: [String: [Int]] = [:]
    for (row, action) in actions.enumerated() {
      for name in action.names { rows[name, default: []].append(row) }
    }
    self.rows = rows
    rowCount = actions.count
    let shownBefore = actions.map { shown.all(of: $0.before) }
    let others = Set(shownBefore.flatMap(\.values)).subtracting(names)
    names += others.sorted()
    let numbers = Dictionary(uniqueKeysWithValues: zip(names, names.indices))
    var numberOf: [GeneralPointer: Int] = [:]
    for (row, contents) in shownBefore.enumerated() {
      for (pointer, content) in contents {
        let column = numberOf[pointer] ?? columns.count
        if column == columns.count {
          numberOf[pointer] = column
          let nothing = Array(repeating: 0, count: actions.count)
          columns.append(Column(pointer: pointer, contents: nothing))
        }
        columns[column].contents[row] = numbers[content] ?? 0
      }
    }
    columns = columns.map { ($0.pointer.description, $0) }.sorted { $0.0 < $1.0 }.map(\.1)
    for column in columns.indices {
      var stretch = 0
      columns[column].stretches = actions.indices.map { row in
        let isNew =
          row > 0
          && (actions[row].session != actions[row - 1].session
            || columns[column].contents[row] != columns[column].contents[row - 1])
        if isNew { stretch += 1 }
        return stretch
      }
    }
  }
}
