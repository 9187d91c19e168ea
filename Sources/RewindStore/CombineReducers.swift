/// A part of a state, and the reducer that looks after it.
public struct StateSlice<State> {
  let reduce: (_ action: any Action, _ oldState: State?, _ newState: inout State) -> Void

  /// The part at a key path, with its reducer.
  public static func slice<Part>(
    _ keyPath: WritableKeyPath<State, Part>,
    _ reducer: @escaping Reducer<Part>
  ) -> StateSlice {
    StateSlice { action, oldState, newState in
      newState[keyPath: keyPath] = reducer(action, oldState?[keyPath: keyPath])
    }
  }
}

/// Makes the reducer of a whole state from the reducers of its parts.
///
/// Each of them is given every action. When there is no state yet, each makes its part of the first.
///
/// ```swift
/// let reducer = combineReducers(
///   AppState(), .slice(\.home, homeReducer), .slice(\.settings, settingsReducer))
/// ```
///
/// - Parameters:
///   - initialState: What is to hold the parts of the first state. Of this value only those parts
///     remain that no reducer looks after.
///   - slices: The parts with their reducers, in the order in which these are called.
/// - Returns: The reducer of the whole.
public func combineReducers<State>(
  _ initialState: State,
  _ slices: StateSlice<State>...
) -> Reducer<State> {
  { action, state in
    var newState = state ?? initialState
    for slice in slices { slice.reduce(action, state, &newState) }
    return newState
  }
}
