import RewindJSON
import RewindSession

/// A file that Redux DevTools exports: the actions of a store, and perhaps its states.
///
/// ```
/// [{"type":…}, …]                                                      a list of actions
/// {"payload":"[…]","preloadedState":"{…}"}                             actions and the state before them
/// {"actionsById":{…},"stagedActionIds":[…],"computedStates":[…], …}    the lifted state
/// ```
///
/// States stay text until they are requested, to have only one at a time in memory.
package struct DevToolsFile {
  package enum Form: String, Sendable {
    case list, actions, lifted
  }

  /// An action of the file, in the order of play.
  struct Entry {
    let id: Int
    /// The action; nil if the file does not have it.
    let action: JSONValue?
    let isSkipped: Bool
    /// The members besides the action, such as `timestamp` and `stack`.
    let members: JSONObject
    /// The members that an export of this tool has added.
    let rewind: JSONObject?

    var type: String { action?["type"]?.string ?? "" }

    /// Milliseconds since 1970.
    var timestamp: Double? { members["timestamp"]?.double }

    /// True if the action makes the initial state.
    var isStart: Bool {
      type.hasPrefix("@@INIT") || type.hasPrefix("@@redux/INIT") || type.hasPrefix("@@init")
    }
  }

  /// The type of the entry that stands for a time in which nothing was recorded.
  static let paused = "@@PAUSED"

  package private(set) var form: Form
  /// The actions, without the one that makes the initial state.
  private(set) var entries: [Entry] = []
  /// The action that makes the initial state, if the file has it.
  private(set) var start: Entry?
  /// The state before the first action, if the file has one and no states.
  private(set) var preloadedState: JSONValue?
  /// The state that ``start`` was reduced on; nil if the reducer made the initial state from nothing.
  private(set) var committedState: JSONValue?
  /// The number of the shown state among those of ``state(_:)``.
  private(set) var cursor: Int?
  /// The members that an export of this tool has added.
  private(set) var rewind: JSONValue?
  /// The other members, such as `monitorState`.
  private(set) var others = JSONObject()
  /// True if the actions are played in another order than that of their ids.
  private(set) var isReordered = false

  private var texts: [DevToolsText]
  private var states: [DevToolsText.Part?] = []
  /// Undoes the rewriting of an export of this tool; nil for other files.
  private var reader: JavaScriptReader?

  /// Reads a file's actions.
  ///
  /// - Throws: ``DevToolsFileError``.
  package init(_ contents: [UInt8]) throws(DevToolsFileError) {
    let text = DevToolsText(
      contents.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(contents.dropFirst(3)) : contents
    )
    texts = [text]
    form = .list
    if contents.starts(with: [0xFF, 0xFE]) || contents.starts(with: [0xFE, 0xFF]) {
      throw .otherEncoding
    }
    do {
      try read(text.all)
    } catch .notJSON(let error) {
      throw Self.error(error, text.bytes)
    }
  }

  private static func error(_ error: JSONError, _ bytes: [UInt8]) -> DevToolsFileError {
    let start = String(decoding: bytes.prefix(64), as: UTF8.self)
    if start.contains("\"rewind\":") { return .isSession }
    return error.reason == .trailing ? .severalValues(offset: error.offset) : .notJSON(error)
  }

  // MARK: - Reading

  private mutating func read(_ all: DevToolsText.Part) throws(DevToolsFileError) {
    guard all.text.bytes.contains(where: { !"\t\n\r ".utf8.contains($0) }) else { throw .empty }
    if all.isList { return try readList(all) }
    let members = try all.members()
    if let payload = members["payload"] {
      try readPayload(payload, members["preloadedState"] ?? members["committedState"])
    } else if members["actionsById"] != nil || members["computedStates"] != nil {
      try readLifted(members)
    } else {
      throw members["rewind"] != nil ? .isSession : .otherObject(Array(members.keys).sorted())
    }
  }

  /// Reads the form with a payload, which is text that holds JSON; as JSON itself it is clear too.
  private mutating func readPayload(
    _ payload: DevToolsText.Part,
    _ preloaded: DevToolsText.Part?
  ) throws(DevToolsFileError) {
    let list = try payload.value()
    let preloaded = try preloaded.map { part throws(DevToolsFileError) in try part.value() }
    if let inner = list.string {
      do {
        // From here on, offsets are those in the inner text.
        self = try DevToolsFile(Array(inner.utf8))
      } catch {
        throw .inPayload(error.description)
      }
    } else if list.array != nil {
      try readList(payload)
    } else {
      throw .badPayload
    }
    if form == .list { form = .actions }
    guard let preloaded else { return }
    preloadedState = preloaded
    if let text = preloaded.string {
      do {
        preloadedState = try part(of: text).value()
      } catch {
        throw .inPreloadedState(error.description)
      }
    }
  }

  /// Returns the value in a text that is inside another text.
  private mutating func part(of text: String) throws(DevToolsFileError) -> DevToolsText.Part {
    let text = DevToolsText(Array(text.utf8))
    texts.append(text)
    return text.all
  }

  private mutating func readList(_ list: DevToolsText.Part) throws(DevToolsFileError) {
    let elements = try list.elements()
    var hasAction = elements.isEmpty
    for (index, element) in elements.enumerated() {
      let members: [String: DevToolsText.Part] = element.isObject ? try element.members() : [:]
      hasAction = hasAction || members["type"] != nil
      // A list of entries of the lifted form.
      if members["action"] != nil, try members["type"]?.value() == "PERFORM_ACTION" {
        try add(element, id: index)
      } else {
        entries.append(
          Entry(
            id: index,
            action: try element.value(),
            isSkipped: false,
            members: JSONObject(),
            rewind: nil
          )
        )
      }
    }
    guard hasAction else { throw .noActions(count: elements.count) }
    if entries.first?.isStart == true { start = entries.removeFirst() }
  }

  private mutating func readLifted(
    _ members: [String: DevToolsText.Part]
  ) throws(DevToolsFileError) {
    form = .lifted
    if let own = try members["rewind"]?.value() {
      rewind = own
      reader = JavaScriptReader(
        numbers: Set(own["numbers"]?.array?.compactMap(\.string) ?? [])
      )
    }
    guard let byId = members["actionsById"] else { throw .missing("actionsById") }
    let actions = try byId.members()
    let staged =
      try members["stagedActionIds"].map(ids) ?? actions.keys.compactMap { Int($0) }.sorted()
    let skipped = Set(try members["skippedActionIds"].map(ids) ?? [])
    states = try members["computedStates"]?.elements() ?? []
    if let current = members["currentStateIndex"] { cursor = try current.value().int }
    committedState = try members["committedState"].map { part throws(DevToolsFileError) in
      restored(try part.value(), at: "state")
    }
    let known = [
      "actionsById", "stagedActionIds", "skippedActionIds", "computedStates", "currentStateIndex",
      "committedState", "rewind",
    ]
    for (name, part) in members.sorted(by: { $0.key < $1.key }) where !known.contains(name) {
      others[name] = try part.value()
    }
    isReordered = zip(staged, staged.dropFirst()).contains { $0 > $1 }
    guard staged.isEmpty || staged.contains(where: { actions["\($0)"] != nil }) else {
      throw .noAction(id: staged[0])
    }
    for id in staged { try add(actions["\(id)"], id: id, isSkipped: skipped.contains(id)) }
    // The first action makes the initial state.
    if let first = entries.first, first.id == 0 || first.isStart {
      start = entries.removeFirst()
    } else if !entries.isEmpty {
      states.insert(nil, at: 0)
      cursor = cursor.map { $0 + 1 }
    }
    if !hasState(0) { preloadedState = committedState }
  }

  private func ids(_ part: DevToolsText.Part) throws(DevToolsFileError) -> [Int] {
    let values = try part.value()
    guard let ids = values.array?.map(\.int), !ids.contains(nil) else {
      throw .badIds(values.text)
    }
    return ids.compactMap { $0 }
  }

  private mutating func add(
    _ part: DevToolsText.Part?,
    id: Int,
    isSkipped: Bool = false
  ) throws(DevToolsFileError) {
    var members = JSONObject()
    var action: JSONValue?
    var parts: [String: DevToolsText.Part] = [:]
    if let part, part.isObject { parts = try part.target().members() }
    for (name, part) in parts.sorted(by: { $0.key < $1.key }) {
      let value = restored(try part.value(), at: name)
      if name == "action" { action = value } else { members[name] = value }
    }
    let own = members["rewind"]?.object
    members["rewind"] = nil
    entries.append(
      Entry(id: id, action: action, isSkipped: isSkipped, members: members, rewind: own)
    )
  }

  // MARK: - States

  /// The number of states; the first one is that before the first action.
  var stateCount: Int { states.count }

  func hasState(_ number: Int) -> Bool {
    states.indices.contains(number)
      && states[number]?.isObject ?? false
  }

  /// Returns a state by its number, nil if there is only an error, and the error of the action that led to it.
  func state(_ number: Int) throws(DevToolsFileError) -> (state: JSONValue?, error: String?) {
    guard hasState(number), let computed = states[number] else { return (nil, nil) }
    let error = error(number)
    if let state = try computed.target().members()["state"] {
      return (restored(try state.value(), at: "state"), error)
    }
    // A state of `undefined` is not written.
    return (error == nil ? Self.undefined : Optional.none, error)
  }

  /// Returns the error of the action that led to a state.
  func error(_ number: Int) -> String? {
    guard hasState(number), let computed = states[number] else { return nil }
    let error = try? computed.target().members()["error"]?.value()
    return error.flatMap { $0 == .null ? nil : $0.string ?? $0.text }
  }

  static let undefined: JSONValue = ["$jsan": "u"]

  // MARK: - What it has

  /// True if the file is as this tool wrote it: Redux DevTools does not pass on the last member.
  var isUnchanged: Bool {
    rewind != nil && start?.rewind?["header"] != nil && !isReordered
  }

  /// The number of actions before the first one: Redux DevTools no longer had them.
  var lostActions: Int {
    guard let first = entries.first?.id, first > 1, !isReordered,
      committedState != nil || start == nil && form == .lifted,
      rewind == nil
    else { return 0 }
    return first - 1
  }

  /// True if each action that was reduced has a state.
  var hasStates: Bool {
    guard hasAnyState, stateCount > 0 else { return false }
    for number in 0...entries.count {
      guard hasState(number) || number > 0 && entries[number - 1].isSkipped else { return false }
      // After an error there is no need of states.
      if error(number) != nil { return true }
    }
    return true
  }

  var hasAnyState: Bool { (0..<stateCount).contains(where: hasState) }

  // MARK: - What is odd

  /// The kinds of values that JSON cannot hold, by the letters of their marks.
  var kinds: Set<Character> { texts.reduce(into: []) { $0.formUnion($1.kinds) } }

  var odd: [OddValues] { texts.map(\.odd) }
  var unresolved: Int { texts.reduce(0) { $0 + $1.unresolved } }

  private func restored(_ value: JSONValue, at member: String) -> JSONValue {
    reader?.value(of: value, at: [member]) ?? value
  }
}
