import Rewind
import RewindCoding
import RewindJSON
import RewindTestSupport

/// A session of an app whose reducer runs in the test, so that its states are the app's own.
struct AppSession<State: Encodable> {
  private(set) var file: SessionFile
  private(set) var count = 0
  private(set) var state: State

  init(app: String, _ state: State) throws {
    file = SessionFile(app: app)
    self.state = state
    file.add(["after": 0, "state": try Self.json(state)])
  }

  /// Adds an action that its reducer survives.
  mutating func add(_ action: Any, reduce: (inout State) -> Void) throws {
    count += 1
    reduce(&state)
    file.add(count, ActionName.of(action), try Self.payload(action), state: try Self.json(state))
  }

  /// Adds the action that ends the session.
  mutating func end(_ action: Any) throws {
    count += 1
    file.add(count, ActionName.of(action), try Self.payload(action), state: nil)
  }

  private static func json(_ state: State) throws -> JSONValue {
    var bytes: [UInt8] = []
    ValueWriter<State>().write(state, to: &bytes)
    return try JSONValue(parsing: bytes)
  }

  private static func payload(_ action: Any) throws -> JSONValue {
    var bytes: [UInt8] = []
    _ = ActionWriter.write(action, to: &bytes)
    return try JSONValue(parsing: bytes)
  }
}
