extension Recording: ReducerRecording {}

/// Reducers that behave as the given ones and record actions, states and inputs; they work with any store.
///
/// A wrapped reducer sees the actions that middleware let through, in reduction order, is recorded
/// before a crash, and never sees a thunk.
extension Recording {
  /// Wraps a reducer of any shape; the result has the same shape.
  ///
  /// ```swift
  /// let store = Store(reducer: recording.wrap(.reSwift(appReducer)), state: nil)
  /// ```
  public func wrap<Action, Reducer>(_ reducer: ReducerShape<State, Action, Reducer>) -> Reducer {
    attached(by: .reducer)
    return reducer.recorded(self)
  }
}
