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
    let action: JSONObject
    /// Milliseconds since 1970.
    let timestamp: Double?
    let isSkipped: Bool
    /// The members that an export of this tool has added.
    let rewind: JSONObject?

    var type: String { action["type"]?.string ?? "" }
  }

  package private(set) var form: Form
  /// The actions, without the one that makes the initial state.
  private(set) var entries: [Entry] = []
  /// The action that makes the initial state, if the file has it.
  private(set) var start: Entry?
  /// The state before the first action, if the file has one and no states.
  private(set) var preloadedState: JSONValue?
  /// True if the reducer made the initial state from nothing.
  private(set) var makesInitialState = true
  /// The place of the shown state among those of ``state(_:)``.
  private(set) var cursor: Int?
  /// The members that an export of this tool has added.
  private(set) var rewind: JSONValue?
  /// True if the actions are played in another order than that of their ids.
  private(set) var isReordered = false

  private let bytes: [UInt8]
  private var states: [Range<Int>] = []
  /// Undoes the rewriting of an export of this tool; nil for other files.
  private var reader: JavaScriptReader?

  /// Reads a file's actions.
  ///
  /// - Throws: ``DevToolsFileError``.
  package init(_ contents: [UInt8]) throws(DevToolsFileError) {
    bytes = contents.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(contents.dropFirst(3)) : contents
    form = .list
    if contents.starts(with: [0xFF, 0xFE]) || contents.starts(with: [0xFE, 0xFF]) {
      throw .otherEncoding
    }
    do {
      try read()
    } catch .notJSON(let error) {
      throw Self.error(error, bytes)
    }
  }

  private static func error(_ error: JSONError, _ bytes: [UInt8]) -> DevToolsFileError {
    let start = String(decoding: bytes.prefix(64), as: UTF8.self)
    if start.contains("\"rewind\":") { return .isSession }
    return error.reason == .trailing ? .severalValues(offset: error.offset) : .notJSON(error)
  }

  // MARK: - Reading

  private mutating func read() throws(DevToolsFileError) {
    let all = 0..<bytes.count
    guard let first = bytes.first(where: { !"\t\n\r ".utf8.contains($0) }) else { throw .empty }
    if first == UInt8(ascii: "[") { return try readList(all) }
    let members = try members(of: all)
    if let payload = members["payload"] {
      try readPayload(payload, members["preloadedState"])
    } else if members["actionsById"] != nil || members["computedStates"] != nil {
      try readLifted(members)
    } else {
      throw members["rewind"] != nil ? .isSession : .otherObject(Array(members.keys).sorted())
    }
  }

  /// Reads the form with a payload, which is text that holds JSON; as JSON itself it is clear too.
  private mutating func readPayload(
    _ payload: Range<Int>,
    _ preloaded: Range<Int>?
  ) throws(DevToolsFileError) {
    let list = try value(payload)
    let preloaded = try preloaded.map { range throws(DevToolsFileError) in try value(range) }
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
      preloadedState = try parsed { _ throws(JSONError) in try JSONValue(parsing: text) }
    }
  }

  private mutating func readList(_ range: Range<Int>) throws(DevToolsFileError) {
    for (place, element) in try elements(of: range).enumerated() {
      guard let object = try value(element).object else { throw .notAnAction(place: place + 1) }
      // A list of entries of the lifted form.
      let isEntry = object["type"] == "PERFORM_ACTION" && object["action"]?.object != nil
      try add(isEntry ? object : JSONObject([("action", .object(object))]), id: place)
    }
    if let first = entries.first, first.type == "@@INIT" || first.type.hasPrefix("@@redux/INIT") {
      start = entries.removeFirst()
    }
  }

  private mutating func readLifted(
    _ members: [String: Range<Int>]
  ) throws(DevToolsFileError) {
    form = .lifted
    if let own = members["rewind"] {
      let own = try value(own)
      rewind = own
      reader = JavaScriptReader(
        numbers: Set(own["numbers"]?.array?.compactMap(\.string) ?? [])
      )
    }
    guard let byId = members["actionsById"] else { throw .missing("actionsById") }
    let actions = try self.members(of: byId)
    let staged =
      try members["stagedActionIds"].map(ids) ?? actions.keys.compactMap { Int($0) }.sorted()
    let skipped = Set(try members["skippedActionIds"].map(ids) ?? [])
    isReordered = zip(staged, staged.dropFirst()).contains { $0 > $1 }
    for id in staged {
      guard let place = actions["\(id)"], let entry = try value(place).object else {
        throw .noAction(id: id)
      }
      try add(entry, id: id, isSkipped: skipped.contains(id))
    }
    if !entries.isEmpty { start = entries.removeFirst() }
    if let computed = members["computedStates"] { states = try elements(of: computed) }
    makesInitialState = members["committedState"] == nil
    if states.isEmpty, let committed = members["committedState"] {
      preloadedState = restored(try value(committed))
    }
    if let place = members["currentStateIndex"] { cursor = try value(place).int }
  }

  private func ids(_ range: Range<Int>) throws(DevToolsFileError) -> [Int] {
    let values = try value(range)
    guard let ids = values.array?.map(\.int), !ids.contains(nil) else {
      throw .badIds(values.text)
    }
    return ids.compactMap { $0 }
  }

  private mutating func add(
    _ entry: JSONObject,
    id: Int,
    isSkipped: Bool = false
  ) throws(DevToolsFileError) {
    let entry = restored(.object(entry))
    guard let action = entry["action"]?.object else { throw .noAction(id: id) }
    guard action["type"]?.string != nil else { throw .noType(id: id, found: action["type"]?.text) }
    entries.append(
      Entry(
        id: id,
        action: action,
        timestamp: entry["timestamp"]?.double,
        isSkipped: isSkipped,
        rewind: entry["rewind"]?.object
      )
    )
  }

  // MARK: - States

  /// The number of states; the first one is that before the first action.
  var stateCount: Int { states.count }

  /// Returns the state at a place, and the error of the action that led to it.
  func state(_ place: Int) throws(DevToolsFileError) -> (state: JSONValue, error: String?) {
    let computed = restored(try value(states[place]))
    guard computed.object != nil else {
      throw .notJSON(JSONError(.empty, at: states[place].lowerBound))
    }
    // A state of `undefined` is not written.
    return (computed["state"] ?? .null, computed["error"].map { $0.string ?? $0.text })
  }

  // MARK: - Parts

  private func restored(_ value: JSONValue) -> JSONValue { reader?.value(of: value) ?? value }

  private func value(_ range: Range<Int>) throws(DevToolsFileError) -> JSONValue {
    try parsed { bytes throws(JSONError) in try JSONValue(parsing: range, of: bytes) }
  }

  /// Returns the places of an object's members; of two with the same key the last one counts, as in JavaScript.
  private func members(of range: Range<Int>) throws(DevToolsFileError) -> [String: Range<Int>] {
    let parts = try parsed { bytes throws(JSONError) in
      try JSONCursor.parts(of: range, in: bytes, isObject: true)
    }
    return Dictionary(parts.map { ($0.key, $0.range) }) { $1 }
  }

  private func elements(of range: Range<Int>) throws(DevToolsFileError) -> [Range<Int>] {
    try parsed { bytes throws(JSONError) in
      try JSONCursor.parts(of: range, in: bytes, isObject: false)
    }.map(\.range)
  }

  private func parsed<Value>(
    _ parse: (UnsafeRawBufferPointer) throws(JSONError) -> Value
  ) throws(DevToolsFileError) -> Value {
    let result = bytes.withUnsafeBytes { buffer in
      Result { () throws(JSONError) in try parse(buffer) }
    }
    return try result.mapError(DevToolsFileError.notJSON).get()
  }
}
