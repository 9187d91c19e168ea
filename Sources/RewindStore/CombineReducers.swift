/// A part of a state, with the reducer that handles it.
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
/// Every reducer receives every action. When there is no state yet, each makes its part of the first.
///
/// ```swift
/// let reducer = combineReducers(
///   AppState(), .slice(\.home, homeReducer), .slice(\.settings, settingsReducer))
/// ```
///
/// - Parameters:
///   - initialState: A value for the parts that no reducer handles; the others are replaced in the
///     first state.
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
