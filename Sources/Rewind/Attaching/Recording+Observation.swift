#if canImport(Observation)
import Observation

/// For `@Observable` objects.
@available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
extension Recording {
  /// Records the state of an object after each change, unless it equals the last recorded state: one line
  /// for an object on the main actor whose state is also set externally.
  ///
  /// ```swift
  /// recording.recordChanges { [weak store] in store?.state }
  /// ```
  ///
  /// Observation reports that a value is about to change. So the state is read when the main actor is
  /// next free; of several changes until then, only the last is recorded.
  ///
  /// - Parameter state: Returns the state; nil once the object is gone, to end the recording.
  @MainActor
  public func recordChanges(of state: @escaping @MainActor @Sendable () -> State?) {
    guard isEnabled else { return }
    let current = withObservationTracking(state) { [weak self] in
      Task { @MainActor in self?.recordChanges(of: state) }
    }
    if let current { recordIfChanged(to: current) }
  }
}
#endif
