import RewindJSON

/// A file that Redux DevTools exports: the actions of a store, and perhaps its states.
///
/// ```
/// [{"type":…}, …]                                                      a list of actions
/// {"payload":"[…]","preloadedState":"{…}"}                             actions and the state before them
/// {"actionsById":{…},"stagedActionIds":[…],"computedStates":[…], …}    the lifted state
/// ```
package struct DevToolsFile {
  /// An action of the file, in the order of play.
  struct Entry {
    /// The action; nil if the file does not have it.
    let action: JSONValue?
    let isSkipped: Bool
    /// Milliseconds since 1970.
    let timestamp: Double?
    /// The state after the action and the error of the reducer, `{"state":…,"error":"…"}`.
    let computed: JSONValue?

    var type: String { action?["type"]?.string ?? "" }

    var hasState: Bool { computed?["state"] != nil }

    var error: String? {
      guard let error = computed?["error"], error != .null else { return nil }
      return error.string ?? error.text
    }

    /// True if the action makes the initial state.
    var isStart: Bool {
      ["@@INIT", "@@redux/INIT", "@@init"].contains(where: type.hasPrefix)
    }
  }

  /// True for the lifted state.
  package private(set) var isLifted = false
  /// The actions, without the one that makes the initial state.
  private(set) var entries: [Entry] = []
  /// The state before the first action, if the file has it.
  private(set) var initialState: JSONValue?
  /// True if the reducer made the initial state from nothing.
  private(set) var hasMadeInitialState = false
  /// The time of the first entry in milliseconds since 1970.
  private(set) var started: Double?
  var values = DevToolsValues()

  /// The value to which the paths of references belong.
  private var root = JSONValue.null

  /// Reads a file.
  ///
  /// - Throws: ``DevToolsFileError``.
  package init(_ contents: [UInt8]) throws(DevToolsFileError) {
    if contents.starts(with: "{\"rewind\":".utf8) { throw .isSession }
    let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text = contents.dropFirst(contents.starts(with: byteOrderMark) ? byteOrderMark.count : 0)
    do {
      root = try values.parse(text)
    } catch {
      throw .notJSON(error)
    }
    let object = root.object ?? JSONObject()
    if let source = (root.array?.first ?? root)["source"]?.string, source.hasPrefix("@devtools") {
      throw .isMessage(source)
    }
    if let list = root.array {
      try readList(list)
    } else if let payload = object["payload"] {
      try readPayload(payload, object["preloadedState"] ?? object["committedState"])
    } else if object["actionsById"] != nil || object["computedStates"] != nil {
      try readLifted(object)
    } else {
      throw .other(object.keys.sorted())
    }
  }

  /// Reads the form with a payload, which is text that holds JSON; as JSON itself it is clear too.
  private mutating func readPayload(
    _ payload: JSONValue,
    _ preloaded: JSONValue?
  ) throws(DevToolsFileError) {
    if let text = payload.string {
      do {
        self = try DevToolsFile(Array(text.utf8))
      } catch {
        throw .inMember("payload", error.description)
      }
    } else if let list = payload.array {
      try readList(list)
    } else {
      throw .inMember("payload", "is not a list of actions.")
    }
    guard var preloaded else { return }
    do {
      if let text = preloaded.string { preloaded = try values.parse(text.utf8) }
    } catch {
      throw .inMember("preloadedState", "is not JSON: \(error)")
    }
    initialState = initialState ?? values.resolved(preloaded, in: preloaded)
  }

  private mutating func readList(_ list: [JSONValue]) throws(DevToolsFileError) {
    guard list.isEmpty || list.contains(where: { $0["type"] != nil }) else {
      throw .noActions(count: list.count)
    }
    for action in list { add(["action": action]) }
    guard let first = entries.first, first.isStart else { return }
    // Some libraries begin with a state that the action carries.
    initialState = first.action?["payload"].flatMap { $0.object == nil ? nil : $0 }
    entries.removeFirst()
  }

  private mutating func readLifted(_ file: JSONObject) throws(DevToolsFileError) {
    isLifted = true
    let actions = file["actionsById"]?.object ?? JSONObject()
    let ids =
      try file["stagedActionIds"].map(Self.ids) ?? actions.keys.compactMap { Int($0) }.sorted()
    guard ids.contains(where: { actions["\($0)"] != nil }) else { throw .noActionsById }
    let skipped = Set(try file["skippedActionIds"].map(Self.ids) ?? [])
    let states = file["computedStates"]?.array ?? []
    for (position, id) in ids.enumerated() {
      let state = states.indices.contains(position) ? states[position] : nil
      add(actions["\(id)"], isSkipped: skipped.contains(id), computed: state)
    }
    started = entries.first?.timestamp
    if let first = entries.first, ids[0] == 0 || first.isStart {
      if let error = first.error { throw .noInitialState(error) }
      initialState = state(of: first)
      hasMadeInitialState = initialState != nil && file["committedState"] == nil
      entries.removeFirst()
    }
    countDifferences(file, ids)
  }

  private static func ids(_ list: JSONValue) throws(DevToolsFileError) -> [Int] {
    guard let ids = list.array?.map(\.int), !ids.contains(nil) else { throw .badIds(list.text) }
    return ids.compactMap { $0 }
  }

  private mutating func add(
    _ entry: JSONValue?,
    isSkipped: Bool = false,
    computed: JSONValue? = nil
  ) {
    let members = entry.flatMap(target)?.object ?? JSONObject()
    if members["stack"] != nil { values.differences[.stack, default: 0] += 1 }
    let known = ["type", "action", "timestamp", "stack"]
    values.differences[.otherMember, default: 0] += members.keys.count { !known.contains($0) }
    entries.append(
      Entry(
        action: members["action"].map { values.resolved($0, in: root) },
        isSkipped: isSkipped,
        timestamp: members["timestamp"]?.double,
        computed: computed.flatMap(target)
      )
    )
  }

  /// Returns the value that stands for this one, if it is a reference.
  private func target(_ value: JSONValue) -> JSONValue? {
    guard let path = DevToolsValues.reference(value) else { return value }
    return DevToolsValues.value(at: path, in: root)
  }

  private mutating func countDifferences(_ file: JSONObject, _ ids: [Int]) {
    let committed = file["committedState"].map { values.resolved($0, in: root) }
    initialState = initialState ?? committed
    if let committed, committed != initialState { values.differences[.committedState] = 1 }
    if let monitor = file["monitorState"], monitor != .null, monitor != [:] {
      values.differences[.monitorState] = 1
    }
    if let shown = file["currentStateIndex"], shown.int != ids.count - 1 {
      values.differences[.jump] = 1
    }
    let known = [
      "actionsById", "committedState", "computedStates", "currentStateIndex", "monitorState",
      "nextActionId", "skippedActionIds", "stagedActionIds",
    ]
    values.differences[.otherMember, default: 0] += file.members.count {
      !known.contains($0.key) && $0.value != false
    }
    values.differences[.reordered] = zip(ids, ids.dropFirst()).count { $0 > $1 }
    let first = ids.filter { $0 > 0 }.min() ?? 1
    values.differences[.lost] = first - 1
  }

  /// Returns the state after an action.
  mutating func state(of entry: Entry) -> JSONValue? {
    entry.computed?["state"].map { values.resolved($0, in: root) }
  }

  var hasAnyState: Bool { entries.contains(where: \.hasState) }

  /// True if there is an initial state, and one after each action that was reduced.
  var hasStates: Bool {
    let reduced = entries.prefix { $0.error == nil }
    return initialState != nil && reduced.allSatisfy { $0.isSkipped || $0.hasState }
  }
}
