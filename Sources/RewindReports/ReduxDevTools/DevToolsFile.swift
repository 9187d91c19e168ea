import RewindJSON
import RewindSession

/// A file that Redux DevTools exports: the actions of a store, and perhaps its states.
///
/// ```
/// [{"type":…}, …]                                                      a list of actions
/// {"payload":"[…]","preloadedState":"{…}"}                             actions and the state before them
/// {"actionsById":{…},"stagedActionIds":[…],"computedStates":[…], …}    the lifted state
/// [{"type":"STATE","payload":{…}, …},{"type":"ACTION", …}, …]          messages to a monitor
/// ```
///
/// States stay text until they are requested, to have only one at a time in memory.
package struct DevToolsFile {
  package enum Form: String, Sendable {
    case list, actions, lifted, messages
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
  /// The place of the shown state among those of ``state(_:)``.
  private(set) var cursor: Int?
  /// The members that an export of this tool has added.
  private(set) var rewind: JSONValue?
  /// The other members, such as `monitorState`.
  private(set) var others = JSONObject()
  /// True if the actions are played in another order than that of their ids.
  private(set) var isReordered = false
  /// The number of the instances of an app whose messages are left out.
  private(set) var otherInstances = 0

  private var texts: [DevToolsText]
  private var states: [ComputedState?] = []
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
    if try isMessage(all, members) {
      try readMessages([all])
    } else if let payload = members["payload"] {
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
        // From here on, the places are those in the inner text.
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
    if let first = elements.first, first.isObject, try isMessage(first, first.members()) {
      return try readMessages(elements)
    }
    var hasAction = elements.isEmpty
    for (place, element) in elements.enumerated() {
      let members: [String: DevToolsText.Part] = element.isObject ? try element.members() : [:]
      hasAction = hasAction || members["type"] != nil
      // A list of entries of the lifted form.
      if members["action"] != nil, try members["type"]?.value() == "PERFORM_ACTION" {
        try add(element, id: place)
      } else {
        entries.append(
          Entry(
            id: place,
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
    var lifted = Lifted()
    lifted.actions = try byId.members()
    lifted.staged =
      try members["stagedActionIds"].map(ids) ?? lifted.actions.keys.compactMap { Int($0) }.sorted()
    lifted.skipped = Set(try members["skippedActionIds"].map(ids) ?? [])
    lifted.states = try members["computedStates"]?.elements().map { ComputedState(part: $0) } ?? []
    if let current = members["currentStateIndex"] { lifted.cursor = try current.value().int }
    committedState = try members["committedState"].map { part throws(DevToolsFileError) in
      restored(try part.value(), at: "state")
    }
    let known = [
      "actionsById", "stagedActionIds", "skippedActionIds", "computedStates", "currentStateIndex",
      "committedState", "rewind",
    ]
    for (name, part) in members.sorted(by: { $0.key < $1.key }) where !known.contains(name) {
      lifted.others[name] = try part.value()
    }
    try take(lifted)
  }

  /// Takes over the lifted state, in which the first action makes the initial state.
  private mutating func take(_ lifted: Lifted) throws(DevToolsFileError) {
    isReordered = zip(lifted.staged, lifted.staged.dropFirst()).contains { $0 > $1 }
    guard lifted.staged.isEmpty || lifted.staged.contains(where: { lifted.actions["\($0)"] != nil })
    else { throw .noAction(id: lifted.staged[0]) }
    for id in lifted.staged {
      try add(lifted.actions["\(id)"], id: id, isSkipped: lifted.skipped.contains(id))
    }
    states = lifted.states
    cursor = lifted.cursor
    others = lifted.others
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
    // A message may have the action alone.
    if action == nil, form == .messages, parts["type"] != nil {
      (action, members) = (.object(members), JSONObject())
    }
    let own = members["rewind"]?.object
    members["rewind"] = nil
    entries.append(
      Entry(id: id, action: action, isSkipped: isSkipped, members: members, rewind: own)
    )
  }

  // MARK: - Messages to a monitor

  private func isMessage(
    _ part: DevToolsText.Part,
    _ members: [String: DevToolsText.Part]
  ) throws(DevToolsFileError) -> Bool {
    guard let type = try members["type"]?.value().string, Lifted.messages.contains(type),
      members["payload"] != nil || members["liftedState"] != nil
    else { return false }
    if members["instanceId"] != nil || members["nextActionId"] != nil { return true }
    return try members["source"]?.value() == "@devtools-page"
  }

  /// Follows the messages of one instance, as a monitor does, but keeps the actions that it would drop.
  private mutating func readMessages(
    _ messages: [DevToolsText.Part]
  ) throws(DevToolsFileError) {
    form = .messages
    var lifted = Lifted()
    var instance: String?
    var others: Set<String> = []
    for message in messages where message.isObject {
      let members = try message.members()
      let from = try (members["instanceId"] ?? members["id"])?.value().text ?? ""
      guard from == instance ?? from else {
        others.insert(from)
        continue
      }
      instance = from
      var contents: [String: DevToolsText.Part] = [:]
      for (name, part) in members {
        // Some of the members are texts that hold JSON.
        guard Lifted.texts.contains(name), let text = try part.value().string else {
          contents[name] = part
          continue
        }
        contents[name] = try self.part(of: text)
      }
      do {
        try lifted.follow(contents, ids)
      } catch {
        throw .inMessage(error.description)
      }
    }
    otherInstances = others.count
    guard !lifted.staged.isEmpty else { throw .noActions(count: messages.count) }
    try take(lifted)
  }

  // MARK: - States

  /// The number of states; the first one is that before the first action.
  var stateCount: Int { states.count }

  func hasState(_ place: Int) -> Bool {
    states.indices.contains(place)
      && states[place].map { $0.isBare || $0.part.isObject } ?? false
  }

  /// Returns the state at a place, nil if there is only an error, and the error of the action that led to it.
  func state(_ place: Int) throws(DevToolsFileError) -> (state: JSONValue?, error: String?) {
    guard hasState(place), let computed = states[place] else { return (nil, nil) }
    if computed.isBare { return (try computed.part.value(), nil) }
    let error = error(place)
    if let state = try computed.part.target().members()["state"] {
      return (restored(try state.value(), at: "state"), error)
    }
    // A state of `undefined` is not written.
    return (error == nil ? Self.undefined : Optional.none, error)
  }

  /// Returns the error of the action that led to a state.
  func error(_ place: Int) -> String? {
    guard hasState(place), let computed = states[place], !computed.isBare else { return nil }
    let error = try? computed.part.target().members()["error"]?.value()
    return error.flatMap { $0 == .null ? nil : $0.string ?? $0.text }
  }

  static let undefined: JSONValue = ["$jsan": "u"]

  // MARK: - What is odd

  /// The kinds of values that JSON cannot hold, by the letters of their marks.
  var kinds: Set<Character> { texts.reduce(into: []) { $0.formUnion($1.kinds) } }

  var odd: [OddValues] { texts.map(\.odd) }
  var unresolved: Int { texts.reduce(0) { $0 + $1.unresolved } }

  private func restored(_ value: JSONValue, at member: String) -> JSONValue {
    reader?.value(of: value, at: [member]) ?? value
  }
}

/// One of the states of the lifted form: `{"state":…,"error":…}`, or in a message the state alone.
private struct ComputedState {
  let part: DevToolsText.Part
  var isBare = false
}

/// The lifted state of Redux DevTools.
private struct Lifted {
  var actions: [String: DevToolsText.Part] = [:]
  var staged: [Int] = []
  var skipped: Set<Int> = []
  var states: [ComputedState?] = []
  var cursor: Int?
  var others = JSONObject()
  private var nextId = 0

  static let messages = ["INIT", "STATE", "ACTION", "PARTIAL_STATE", "LIFTED"]
  static let texts = ["actionsById", "computedStates", "committedState", "payload", "action"]

  /// Follows a message, whose members that are texts are given as their contents.
  mutating func follow(
    _ message: [String: DevToolsText.Part],
    _ ids: (DevToolsText.Part) throws(DevToolsFileError) -> [Int]
  ) throws(DevToolsFileError) {
    guard let payload = message["payload"], let type = try message["type"]?.value().string
    else { return }
    switch type {
    case "INIT":
      self = Lifted()
      add(message["action"], payload)
    case "ACTION":
      let id = try message["nextActionId"]?.value().int.map { $0 - 1 } ?? nextId
      guard let action = message["action"] else { return }
      guard action.isList else { return add(action, payload, id: id) }
      let states = try payload.isList ? payload.elements() : []
      for (place, action) in try action.elements().enumerated() {
        add(action, place < states.count ? states[place] : payload)
      }
    case "STATE", "PARTIAL_STATE":
      if type == "STATE" { self = Lifted() }
      let members = try payload.members()
      let computed = try (message["computedStates"] ?? members["computedStates"])?.elements() ?? []
      let byId = try (message["actionsById"] ?? members["actionsById"])?.members() ?? [:]
      actions.merge(byId) { $1 }
      let known = Set(staged)
      staged += try (members["stagedActionIds"].map(ids) ?? []).filter { !known.contains($0) }
      skipped = Set(try members["skippedActionIds"].map(ids) ?? Array(skipped))
      states += computed.map { ComputedState(part: $0) }
      cursor = try members["currentStateIndex"]?.value().int
      nextId = try members["nextActionId"]?.value().int ?? (staged.max() ?? -1) + 1
    default:
      break
    }
  }

  private mutating func add(
    _ action: DevToolsText.Part?,
    _ state: DevToolsText.Part,
    id: Int? = nil
  ) {
    let id = id ?? nextId
    nextId = id + 1
    if cursor == staged.count - 1 { cursor = staged.count }
    actions["\(id)"] = action
    staged.append(id)
    states.append(ComputedState(part: state, isBare: true))
  }
}
