#if canImport(Combine)
public import Combine

/// For `ObservableObject`s.
extension Recording {
  /// Records every state that a publisher emits, unless it equals the last recorded state: one line for an
  /// object whose published state is also set externally.
  ///
  /// ```swift
  /// store.reducer = recording.wrap(store.reducer)
  /// recording.recordChanges(of: store.$state).store(in: &cancellables)
  /// ```
  ///
  /// - Returns: The subscription; cancel it to stop recording.
  public func recordChanges<States: Publisher>(of states: States) -> AnyCancellable
  where States.Output == State, States.Failure == Never {
    states.sink { [weak self] in self?.recordIfChanged(to: $0) }
  }
}
#endif
