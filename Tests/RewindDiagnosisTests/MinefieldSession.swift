import RewindDiagnosis
import RewindJSON
import RewindLog
import RewindSession
import RewindTestSupport
import RewindTimeline

/// A session on the minefield, with the states that its reducer leads to.
struct MinefieldSession {
  private(set) var file = SessionFile(app: "minefield")
  private(set) var count = 0
  private var isArmed = false
  /// What the recorded states leave out.
  private var hasHidden = false

  init() {
    file.add(["after": 0, "state": state, "made": true])
  }

  private var keys: Set<Int> = []
  private var debt: Int?

  private var state: JSONValue {
    var state: JSONObject = .init([("isArmed", .bool(isArmed)), ("steps", JSONValue(count))])
    if !keys.isEmpty { state["keys"] = .array(keys.sorted().map { JSONValue($0) }) }
    if let debt { state["debt"] = JSONValue(debt) }
    return .object(state)
  }

  /// Adds a move that its reducer survives.
  ///
  /// - Parameters:
  ///   - move: The case of the move.
  ///   - payload: What the case carries.
  ///   - cause: The move because of which it was made.
  mutating func add(_ move: String, _ payload: JSONValue = [:], cause: Int? = nil) {
    count += 1
    if move == "arm" || move == "spring" && hasHidden { isArmed = true }
    if move == "hide" { hasHidden = true }
    if move == "disarm" { isArmed = false }
    if move == "find", let key = payload["key"]?.int { keys.insert(key) }
    if move == "take" { debt = (debt ?? 0) + 1 }
    if move == "give" { debt = (debt ?? 0) - 1 }
    file.add(count, "Move.\(move)", [move: payload], state: state, cause: cause)
  }

  /// Arms or disarms the field without a move, as an app does that sets its state; `travel` says that it
  /// was a time machine, and `name` is that of a transaction.
  mutating func change(isArmed: Bool, travel: String? = nil, name: String? = nil) {
    if let travel {
      file.add(["travel": .string(travel), "index": JSONValue(count), "to": 0])
    }
    self.isArmed = isArmed
    let patch: JSONValue = [["op": "replace", "path": "/isArmed", "value": .bool(isArmed)]]
    let after = JSONValue(count)
    if let name {
      file.add(["external": true, "after": after, "name": .string(name), "patch": patch])
    } else {
      file.add(["external": true, "after": after, "patch": patch])
    }
  }

  /// Adds a move that the program of today does not know.
  mutating func addForeign(_ type: String) {
    count += 1
    file.add(count, type, state: state)
  }

  /// Adds the move that ends the session.
  mutating func end(_ move: String, _ payload: JSONValue = [:]) {
    count += 1
    file.add(count, "Move.\(move)", [move: payload], state: nil)
  }
}

extension MinefieldSession {
  /// A session in which a reducer takes something from outside, as today's program records it.
  private static func recording(of source: String) throws -> Timeline {
    var session = MinefieldSession()
    for _ in 0..<4 { session.add("tick") }
    session.add("peek", ["_0": .string(source)])
    for _ in 0..<4 { session.add("tick") }
    session.add("peek", ["_0": .string(source)])
    session.add("tick")
    let program = ReplayProgram([Program("minefield").path])
    let today = try SessionUpdate.run(session.file.timeline(), by: program)
    return try Timeline.open(today.log(named: "today"))
  }

  /// Verifies such a session under other conditions; a file that it reads has changed since.
  static func verified(readingFrom source: String) throws -> Verification {
    try TemporaryFolder.with { folder in
      let file = try folder.file("preferences", "one")
      let timeline = try recording(of: source == "file" ? "file:\(file.path)" : source)
      try folder.file("preferences", "two")
      var options = Verification.Options()
      options.variesConditions = true
      return try Verification.run(
        timeline,
        by: ReplayProgram([Program("minefield").path]),
        options: options
      )
    }
  }
}
