package import RewindJSON
import RewindQuery
import RewindSession
package import RewindTimeline

/// An action of a session with the inputs of its reducer, ready to be replayed, edited or left out.
package struct SessionStep: Hashable, Sendable {
  /// A value that the reducer read.
  package struct Input: Hashable, Sendable {
    package let name: String
    package let value: JSONValue
  }

  package var index: Int
  package var time: Double?
  package var type: String
  package var payload: JSONValue?
  /// The error that a failed Flux action dispatched instead of a payload.
  package var error: JSONValue?
  /// The action's other members, such as `meta`.
  package var others: JSONObject
  package var inputs: [Input]

  package init(
    index: Int,
    time: Double? = nil,
    type: String,
    payload: JSONValue?,
    error: JSONValue? = nil,
    others: JSONObject = JSONObject(),
    inputs: [Input] = []
  ) {
    self.index = index
    self.time = time
    self.type = type
    self.payload = payload
    self.error = error
    self.others = others
    self.inputs = inputs
  }
}

extension SessionStep {
  /// The lines of a session that hold the step.
  var lines: [JSONValue] { [actionLine] + inputs.map { $0.line(index: index) } }

  /// The step as expressions see it.
  var action: StepAction {
    StepAction(type: type, time: time.map { JSONValue($0) }, action: content)
  }

  private var content: JSONValue {
    var action = JSONObject([("type", .string(type))])
    action["payload"] = payload
    action["error"] = error
    for member in others.members { action[member.key] = member.value }
    return .object(action)
  }

  private var actionLine: JSONValue {
    var line = JSONObject([("index", JSONValue(index))])
    if let time { line["time"] = JSONValue(time) }
    line["action"] = content
    return .object(line)
  }
}

extension SessionStep.Input {
  /// Returns the line of a session that holds the input.
  func line(index: Int) -> JSONValue {
    ["index": JSONValue(index), "input": ["name": .string(name), "value": value]]
  }
}

extension JSONValue {
  /// The members of an action besides its type, payload and error.
  var otherMembers: JSONObject {
    var others = object ?? JSONObject()
    for name in ["type", "payload", "error"] { others[name] = nil }
    return others
  }
}

extension Timeline {
  /// Returns an action as it was recorded, with its inputs.
  ///
  /// - Throws: `SessionLogError` where the session has no such action.
  package func step(_ index: Int) throws(SessionLogError) -> SessionStep {
    let action = try action(index)
    return SessionStep(
      index: index,
      time: action.time,
      type: action.type,
      payload: action.payload,
      error: action.error,
      others: action.action.otherMembers,
      inputs: try inputs(of: index).map { SessionStep.Input(name: $0.name, value: $0.value) }
    )
  }

  /// Returns true if the reducer made the initial state, so that a replay can make it too.
  func madeInitialState() throws(SessionLogError) -> Bool {
    guard let line = try stateLine(after: 0), case .state(let state) = try log.line(line) else {
      return true
    }
    return state.json["made"]?.bool ?? false
  }

  /// Returns the index of the earliest state in the log.
  ///
  /// - Throws: `SessionLogError` where the log has no state.
  package func earliestState() throws(SessionLogError) -> Int {
    guard let first = try firstState() else {
      throw SessionLogError(log.path, .noState(after: 0, .died))
    }
    return first
  }

  /// Returns the index of the earliest state in the log; 0 except in a later segment of a long session.
  func firstState() throws(SessionLogError) -> Int? {
    for line in 0..<log.lineCount {
      let key = try log.key(of: line)
      if key.kind == .keyframe { return key.index }
    }
    return nil
  }
}
