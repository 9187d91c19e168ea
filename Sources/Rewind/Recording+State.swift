/// For stores whose state is there before a reducer has run.
extension Recording {
  /// Records the state that a store begins with.
  ///
  /// Without it, the log's first state is the one before the first action, and a session without actions
  /// has none.
  public func recordInitialState(_ state: State) {
    recordExternalChange(to: state)
  }
}
