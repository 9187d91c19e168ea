import RewindJSON
import TestSupport

/// A session on the minefield, with the states that its reducer leads to.
struct MinefieldSession {
  private(set) var file = SessionFile(app: "minefield")
  private(set) var count = 0
  private var isArmed = false

  init() {
    file.add(["after": 0, "state": state, "made": true])
  }

  private var keys: Set<Int> = []

  private var state: JSONValue {
    var state: JSONObject = .init([("isArmed", .bool(isArmed)), ("steps", JSONValue(count))])
    if !keys.isEmpty { state["keys"] = .array(keys.sorted().map { JSONValue($0) }) }
    return .object(state)
  }

  /// Adds a move that its reducer survives.
  mutating func add(_ move: String, _ payload: JSONValue = [:]) {
    count += 1
    if move == "arm" { isArmed = true }
    if move == "disarm" { isArmed = false }
    if move == "find", let key = payload["key"]?.int { keys.insert(key) }
    file.add(count, "Move.\(move)", [move: payload], state: state)
  }

  /// Adds the move that ends the session.
  mutating func end(_ move: String, _ payload: JSONValue = [:]) {
    count += 1
    file.add(count, "Move.\(move)", [move: payload], state: nil)
  }
}
