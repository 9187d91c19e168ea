extension Recording {
  /// The recording middleware for a store of ReSwift's shape from another package.
  ///
  /// It must be the last middleware. Such a store
  /// notifies its subscribers before `next` returns. So an action without a state at the end of the log
  /// crashed in the reducer *or in a subscriber*, as the header says; to distinguish them, wrap the
  /// reducer as well, or instead. An action that a subscriber dispatches is recorded after the action
  /// that it responds to, whose state is then read from `getState`.
  public func reSwiftMiddleware<Action>(
    _ dispatch: @escaping (Action) -> Void,
    _ getState: @escaping () -> State?
  ) -> (_ next: @escaping (Action) -> Void) -> (Action) -> Void {
    attached(by: .middleware)
    return innermostMiddleware(getState)
  }

  /// Records the actions and states that the innermost middleware of a store sees.
  package func innermostMiddleware<Action>(
    _ getState: @escaping () -> State?
  ) -> (_ next: @escaping (Action) -> Void) -> (Action) -> Void {
    { next in
      { action in
        guard self.isEnabled else { return next(action) }
        let reduce = {
          next(action)
          return self.state(getState, after: action)
        }
        if let before = getState() {
          _ = self.record(action, from: before, reduce: reduce)
        } else {
          _ = self.recordInitialState(make: reduce)
        }
      }
    }
  }

  func state(_ getState: () -> State?, after action: Any) -> State {
    guard let state = getState() else {
      fatalError("The store has no state after \(ActionName.of(action)): its reducer gave none.")
    }
    return state
  }
}
