package import Rewind
package import RewindJSON

/// The parts of a declared store that a replay needs, without the shape of its reducer.
package struct ReplayedStore<State, Action> {
  /// Makes the initial state.
  package let initial: () -> State
  /// Reduces an action on a state.
  package let reduce: (inout State, Action) -> Void
  package let actions: ActionDecoders<Action>
  /// Decodes a recorded state; nil for states that are not `Decodable`.
  package var decodeState: ((JSONValue) throws -> State)?
  package let states: StateCoding<State>
  /// Called with each state of the replay.
  package var check: ((State) -> Void)?
  /// Says if a user can do an action on a state; nil where that is to be learned from recordings.
  var allows: ((State, Action) -> Bool)?

  init(
    initial: @escaping () -> State,
    reduce: @escaping (inout State, Action) -> Void,
    actions: ActionDecoders<Action>
  ) {
    self.initial = initial
    self.reduce = reduce
    self.actions = actions
    decodeState = Self.stateDecoder
    states = StateCoding(determinedFor: State.self)
  }

  /// Returns the state after an action.
  package func state(after action: Action, on state: State) -> State {
    var next = state
    reduce(&next, action)
    return next
  }

  /// Decodes a recorded state.
  package func decoded(_ state: JSONValue) throws -> State {
    guard let decodeState else { throw ReplayError.opaqueState("\(State.self)") }
    return try decodeState(state)
  }

  private static var stateDecoder: ((JSONValue) throws -> State)? {
    // A state that cannot be encoded is written by reflection, which need not be its decoded form.
    guard State.self is any Encodable.Type, let type = State.self as? any Decodable.Type else {
      return nil
    }
    return { json in
      guard let state = try json.decode(type) as? State else {
        throw ReplayError.opaqueState("\(State.self)")
      }
      return state
    }
  }
}
